"""Joins small files into one as they are served: a style or a script with all that it imports.

The files in ``static/`` also work unjoined, and there is no build step. The modules of a script
are put one after the other into one function, whose names can be shortened. A module stands in a
function of its own that returns what it exports if it has a name of its own that another module has
too; the others share one scope, which is shorter. So no two modules of a script may export one
name, and none may declare a name of the browser's. ``./run test`` refuses both.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

_STYLE: Final = re.compile(r'^@import "([^"]+)";\n', re.M)
_SCRIPT: Final = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|const|let|class) (\w*))", re.M)
_DECLARATION: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (?:(\w+)|[{\[]([^}\]]+))", re.M
)


def minify_script(text: str) -> str:
    """Return a script with short names, and without what nobody uses."""
    from turbohtml.clean import minify_js  # it takes 4 MiB, and most starts serve no script

    return minify_js(text)


def minify_style(text: str) -> str:
    """Return a style without comments and blank space, and with its values written shortly."""
    from turbohtml.clean import minify_css

    return minify_css(text)


def digest_file(file: Path) -> str:
    """Return a digest of what is served for a file; to tell it nothing is minified."""
    content = join_file(file, is_minified=False)
    return sha256(content + version("turbohtml").encode()).hexdigest()


def join_file(file: Path, *, is_minified: bool = True) -> bytes:
    """Return the content served for a static file: styles and scripts are joined and minified.

    Raises ValueError for scripts that import one another in a circle or export one name twice.
    """
    if file.suffix == ".css":
        style = _STYLE.sub(lambda found: _text(file.parent / found[1]), _text(file))
        return (minify_style(style) if is_minified else style).encode()
    if file.suffix == ".js":
        return join_script(file, minify_script if is_minified else str).encode()
    return file.read_bytes()


def join_script(file: Path, minify: Callable[[str], str] = str) -> str:
    """Return a script with all modules that it imports before it, in one function."""
    modules = dict.fromkeys(_in_order(file.resolve()))
    texts = [_SCRIPT.sub("", _text(module)) for module in modules]
    exported = Counter([name for text in texts for name in _EXPORT.findall(text)])
    twice = [name for name, times in exported.items() if times > 1]
    if twice:
        raise ValueError(f"two modules of {file.name} export {', '.join(twice)}")
    declared = Counter([name for text in texts for name in declared_names(text)])
    body = "".join([_EXPORT.sub("", _in_scope(text, declared)) for text in texts])
    given = _EXPORT.findall(texts[-1])
    begin = f"export const {{ {', '.join(given)} }} = " if given else ""
    return begin + minify(f"({_function(body, given)})();")


def declared_names(text: str) -> set[str]:
    """Return the names that a module declares outside its functions."""
    found = [name or several for name, several in _DECLARATION.findall(text)]
    return {name for names in found for name in re.findall(r"\w+", names)}


def _in_scope(text: str, declared: Counter[str]) -> str:
    """Return a module as it is, or in a function if another module has a name of its own too."""
    exported = _EXPORT.findall(text)
    own = declared_names(text).difference(exported)
    if all(declared[name] == 1 for name in own):
        return text
    begin = f"const {{ {', '.join(exported)} }} = " if exported else ""
    return f"{begin}({_function(_EXPORT.sub('', text), exported)})();\n"


def _function(body: str, exported: Sequence[str]) -> str:
    """Return a function that returns what it declares by these names."""
    end = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"() => {{\n{body}{end}}}"


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
