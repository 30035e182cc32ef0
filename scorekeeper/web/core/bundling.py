"""Small files joined into one as they are served, so that a first visit asks for few of them.

The files work as they lie in ``static/`` too: a style names others by ``@import``, a script by
``import``. Each module of a script becomes a function's body, so that no two share their names;
its comments, its indentation and the line ends that mean nothing stay at home, so no text may go
over the end of a line.
"""

import re
from pathlib import Path
from typing import Final

_STYLE: Final = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
_IMPORT: Final = re.compile(
    r'^import\s+(?:(\{[^}]*\})|\* as (\w+))?(?:\s+from\s+)?"(\.{1,2}/[^"]+)";\n', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|const|let|class) (\w+))", re.M)
_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_BLANK: Final = re.compile(r"^[ \t]+|^\n", re.MULTILINE)
# A line with a slash pair may end in a comment, which would swallow the next one.
_LINE_END: Final = re.compile(r"^((?:[^/\n]|/(?!/))*[,;{(\[])\n", re.MULTILINE)
_EXPORT_LIST: Final = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)


def join_file(file: Path) -> bytes:
    """What is served for a static file: itself, or all that it is made of.

    Raises ``ValueError`` for scripts that import one another in a ring.
    """
    if file.suffix == ".css":
        return _STYLE.sub(lambda found: _text(file.parent / found[1]), _text(file)).encode()
    if file.suffix == ".js" and _IMPORT.search(_text(file)):
        return _join_script(file).encode()
    return file.read_bytes()


def parts_of(file: Path) -> list[Path]:
    """The files that a style or a script names as its parts."""
    pattern, group = (_STYLE, 1) if file.suffix == ".css" else (_IMPORT, 3)
    return [(file.parent / found[group]).resolve() for found in pattern.finditer(_text(file))]


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _join_script(entry: Path) -> str:
    order: list[Path] = []
    _visit(entry.resolve(), order, ())
    names = {module: f"m{number}" for number, module in enumerate(order)}
    return "".join([_wrap(module, names) for module in order])


def _visit(module: Path, order: list[Path], above: tuple[Path, ...]) -> None:
    """Put a module after those that it imports."""
    if module in above:
        raise ValueError(f"{module.name} imports itself by way of others")
    if module in order:
        return
    for part in parts_of(module):
        _visit(part, order, (*above, module))
    order.append(module)


def _wrap(module: Path, names: dict[Path, str]) -> str:
    text = _text(module)
    given = _EXPORT.findall(text)
    for listed in _EXPORT_LIST.findall(text):
        given += [name.strip() for name in listed.split(",") if name.strip()]
    body = _EXPORT_LIST.sub(
        "", _EXPORT.sub("", _IMPORT.sub(lambda f: _take(f, module, names), text))
    )
    body = _LINE_END.sub(r"\1", _BLANK.sub("", _COMMENT.sub("", body)))
    return f"const {names[module]} = (() => {{\n{body}return {{ {', '.join(given)} }};\n}})();\n"


def _take(found: re.Match[str], module: Path, names: dict[Path, str]) -> str:
    """What an import gives, taken from the function that now stands for the module."""
    source = names[(module.parent / found[3]).resolve()]
    if found[1]:
        return f"const {found[1].replace(' as ', ': ')} = {source};\n"
    return f"const {found[2]} = {source};\n" if found[2] else ""
