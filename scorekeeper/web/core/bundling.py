"""Joins small files into one as they are served: a style or a script with all that it imports.

The files also work as they lie in ``static/``: there is no build step. The modules of a script come
one after the other in one file, so none may use a name that another has at its top, nor one of the
browser's. Scripts are minified by rjsmin, which cannot read a template literal inside another.
``./run test`` refuses all three.
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
    """Return what is served for a static file.

    Raises ``ValueError`` for scripts that import one another in a circle.
    """
    if file.suffix == ".css":
        return _STYLE.sub(lambda found: _text(file.parent / found[1]), _text(file)).encode()
    if file.suffix == ".js":
        return str(jsmin(join_script(file))).encode()
    return file.read_bytes()


def join_script(file: Path) -> str:
    """Return a script after all modules that it imports, not minified."""
    *modules, own = dict.fromkeys(_in_order(file.resolve()))
    texts = [_EXPORT.sub("", _text(module)) for module in modules]
    return _SCRIPT.sub("", "".join([*texts, _text(own)]))


def parts_of(file: Path) -> list[Path]:
    """Return the files that a style or a script imports."""
    pattern = _STYLE if file.suffix == ".css" else _SCRIPT
    return [(file.parent / found).resolve() for found in pattern.findall(_text(file))]


def _in_order(module: Path, above: tuple[Path, ...] = ()) -> Iterator[Path]:
    """Yield a module after those that it imports."""
    if module in above:
        raise ValueError(f"{module.name} imports itself by way of others")
    for part in parts_of(module):
        yield from _in_order(part, (*above, module))
    yield module


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
