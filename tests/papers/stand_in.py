"""A module in the place of WeasyPrint: prints a page as its own text, fails at it or never ends.

What a renderer does of processes that die, hang or grow is the same whatever they print.
"""

from pathlib import Path
from typing import Final

ENDLESS: Final = "a page without an end"
"""A page in which this stands is never printed."""
BROKEN: Final = "a page that cannot be set"
_MODULE: Final = f"""
import sys, time, types

class HTML:
    def __init__(self, *, string, **_):
        self._page = string

    def render(self, **_):
        return self

    def write_pdf(self, **_):
        if "{BROKEN}" in self._page:
            raise RuntimeError("cannot set this")
        while "{ENDLESS}" in self._page:
            time.sleep(60)
        return b"%PDF-" + self._page.encode()

class Anything:
    def __init__(self, **_):
        pass

CSS = Anything
for name in ("text", "text.fonts", "urls"):
    sys.modules["weasyprint." + name] = types.ModuleType(name)
sys.modules["weasyprint.text.fonts"].FontConfiguration = Anything
sys.modules["weasyprint.urls"].URLFetcher = Anything
"""


def library(folder: Path, module: str = _MODULE) -> str:
    """Write the module; return the folder, for PYTHONPATH, in which a worker finds it first."""
    (folder / "weasyprint.py").write_text(module, encoding="utf-8")
    return str(folder)
