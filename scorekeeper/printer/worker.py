"""The process that prints; its arguments are the folder of assets and the limit of its memory."""

import ctypes.util
import gc
import os
import resource
import sys
import traceback
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Final

from scorekeeper.printer.fonts import Fonts, box_lacking
from scorekeeper.printer.frames import (
    BEGUN,
    FAILED,
    LAST,
    PAGE,
    READY,
    SIGNS,
    ClosedPipeError,
    receive,
    send,
)
from scorekeeper.printer.tags import TagFinisher

_MEMORY: Final = 1 << 30
"""The most memory that the process may map, in bytes; a usual sheet needs a tenth of it."""
_LOWER: Final = 5
"""The niceness of the worker: if both want the processor, pages go before papers."""
_SELDOM_USED: Final = ("fontTools.subset", "fontTools.varLib.instancer")
"""Modules that WeasyPrint imports for fonts that it can seldom meet; a third of its imports."""


class _LateModule(ModuleType):
    """Stands for a module until one of its functions or classes is called, and imports it then."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*values: Any, **named: Any) -> Any:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            return getattr(import_module(self.__name__), name)(*values, **named)

        return call


class _PageRenderer:
    """Makes PDFs by WeasyPrint; reads the styles and the fonts only once."""

    def __init__(self, static: Path) -> None:
        sys.modules.update({name: _LateModule(name) for name in _SELDOM_USED})
        if sys.platform == "linux":
            # It starts a compiler and a linker for each short name that WeasyPrint tries first; a
            # full name comes after them.
            ctypes.util.find_library = lambda name: None
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher

        own = {file.as_uri() for part in ("fonts", "print") for file in (static / part).iterdir()}

        class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint publishes no types
            """Opens fonts, files of the styles, and marks that stand in the page; nothing else."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url not in own and not url.startswith("data:image/"):
                    raise ValueError(f"{url} is no file of the sheet")
                return super().fetch(url, headers)

        self._html = HTML
        self.known = Fonts()
        self._fetcher = OwnFiles(allowed_protocols=("file", "data"))
        self._fonts = FontConfiguration()
        folder = static / "print"
        self._base = f"{folder.as_uri()}/"
        files = sorted(folder.glob("*.css"), key=lambda each: (each.name != "paper.css", each))
        self._style = CSS(  # one, since every element is looked up in each
            string="".join([file.read_text(encoding="utf-8") for file in files]),
            base_url=self._base,
            font_config=self._fonts,
            url_fetcher=self._fetcher,
        )

    def render(self, page: str) -> bytes:
        """Return the PDF of a page, tagged for screen readers (PDF/UA-1)."""
        page = box_lacking(page, self.known.lacking(page))
        html = self._html(string=page, base_url=self._base, url_fetcher=self._fetcher)
        pdf: bytes = html.write_pdf(
            finisher=lambda _, made: TagFinisher(made).finish(),
            stylesheets=[self._style],
            font_config=self._fonts,
            pdf_variant="pdf/ua-1",
        )
        return pdf


def answer_pages(static: Path, most: int, pages: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every page with its PDF until ``pages`` ends, or the process takes ``most`` bytes.

    ``static`` is the folder of assets.
    """
    try:
        renderer = _PageRenderer(static)
    except (ImportError, OSError):  # WeasyPrint is missing, or Pango, which it loads on import
        send(answers, FAILED, traceback.format_exc().encode())
        return
    send(answers, READY, b"")
    kind = PAGE
    while kind != LAST:
        try:
            kind, body = receive(pages)
        except ClosedPipeError:
            return
        send(answers, BEGUN, b"")
        try:
            if kind == SIGNS:
                answer = "".join(renderer.known.lacking(body.decode())).encode()
            else:
                answer = renderer.render(body.decode())
                kind = LAST if _memory() > most else PAGE
        except Exception:  # noqa: BLE001 - the renderer logs every error of WeasyPrint
            kind, answer = FAILED, traceback.format_exc().encode()
        send(answers, kind, answer)
        gc.collect()


def _memory() -> int:
    """Return how much memory this process holds, in bytes; 0 if the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


def main() -> None:
    """Answer pages on the standard streams; output of libraries goes to standard error."""
    os.nice(_LOWER)
    gc.disable()  # a seventh of the time of a long sheet; what is left is collected after each page
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer_pages(Path(sys.argv[1]), int(sys.argv[2]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
