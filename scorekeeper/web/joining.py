"""Joins small files into one as they are served: a style with its imports, a script with its modules.

The files also work as they lie in ``static/``. There is no build step: a module becomes a function
that returns what the module exports, so no two modules share a name. Scripts are minified by rjsmin,
which knows no template literal inside another; ``deno lint`` refuses those.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rjsmin import jsmin

_STYLE: Final = re.compile(r'^@import "([^"]+)";\n', re.M)
_IMPORT: Final = re.compile(r'^import (?:(\{[^}]*\})|\* as (\w+)) from "(\.{1,2}/[^"]+)";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) (\w+))", re.M)


def join_file(file: Path) -> bytes:
    """Return what is served for a static file.

    Raises ``ValueError`` for scripts that import one another in a circle.
    """
    if file.suffix == ".css":
        return _STYLE.sub(lambda found: _text(file.parent / found[1]), _text(file)).encode()
    if file.suffix == ".js":
        return str(jsmin(join_script(file))).encode()
    return file.read_bytes()


def parts_of(file: Path) -> list[Path]:
    """Return the files that a style or a script imports."""
    pattern, group = (_STYLE, 1) if file.suffix == ".css" else (_IMPORT, 3)
    return [(file.parent / found[group]).resolve() for found in pattern.finditer(_text(file))]


def join_script(file: Path) -> str:
    """Return a script with all modules that it imports, not minified."""
    if not parts_of(file):
        return _text(file)
    modules = list(dict.fromkeys(_in_order(file.resolve(), ())))
    names = {module: f"m{number}" for number, module in enumerate(modules)}
    return "".join([_as_function(module, names) for module in modules])


def _in_order(module: Path, above: tuple[Path, ...]) -> Iterator[Path]:
    """Yield a module after those that it imports."""
    if module in above:
        raise ValueError(f"{module.name} imports itself by way of others")
    for part in parts_of(module):
        yield from _in_order(part, (*above, module))
    yield module


def _as_function(module: Path, names: dict[Path, str]) -> str:
    """Return a module as a constant that holds its exports."""

    def take(found: re.Match[str]) -> str:
        what = found[2] or found[1].replace(" as ", ": ")
        return f"const {what} = {names[(module.parent / found[3]).resolve()]};\n"

    text = _text(module)
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(take, text))
    return f"const {names[module]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
