"""Joins small files into one as they are served: a style or a script with all that it imports.

The files in ``static/`` also work unjoined, and there is no build step. The modules of a script
are put one after the other into one file, so no module may define a top-level name that another
module or the browser defines. Scripts are minified by rjsmin, which cannot read nested template
literals. ``./run test`` refuses all of these.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rjsmin import jsmin

_STYLE: Final = re.compile(r'^@import "([^"]+)";\n', re.M)
_SCRIPT: Final = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=async |function |const |let |class )", re.M)


def join_file(file: Path) -> bytes:
    """Return the content served for a static file: joined, and minified if it is a script.

    Raises ValueError for scripts that import one another in a circle.
    """
    if file.suffix == ".css":
        return _STYLE.sub(lambda found: _text(file.parent / found[1]), _text(file)).encode()
    if file.suffix == ".js":
        return str(jsmin(join_script(file))).encode()
    return file.read_bytes()


def join_script(file: Path) -> str:
    """Return a script with all modules that it imports before it, not minified."""
    *modules, own = dict.fromkeys(_in_order(file.resolve()))
    texts = [_EXPORT.sub("", _text(module)) for module in modules]
    return _SCRIPT.sub("", "".join([*texts, _text(own)]))


def parts_of(file: Path) -> list[Path]:
    """Return the files that a style or script imports directly."""
    pattern = _STYLE if file.suffix == ".css" else _SCRIPT
    return [(file.parent / found).resolve() for found in pattern.findall(_text(file))]


def _in_order(module: Path, above: tuple[Path, ...] = ()) -> Iterator[Path]:
    """Yield a module after all modules that it imports; raises ValueError for a circle."""
    if module in above:
        raise ValueError(f"{module.name} imports itself by way of others")
    for part in parts_of(module):
        yield from _in_order(part, (*above, module))
    yield module


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
