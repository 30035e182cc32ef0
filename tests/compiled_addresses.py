"""The functions that build the addresses of pages, kept from one site of the tests to the next.

Werkzeug compiles two for each page, which takes most of the time in which a site is made.
"""

from collections.abc import Callable
from typing import Final

from werkzeug.routing import Rule

_Builder = Callable[..., tuple[str, str]]

_compile: Final = Rule._compile_builder
_kept: Final[dict[tuple[object, ...], _Builder]] = {}


def keep_compiled_addresses() -> None:
    """Let every site that is made from now on take what an earlier one has compiled."""
    Rule._compile_builder = _compile_once  # type: ignore[assignment]


def _compile_once(rule: Rule, append_unknown: bool = True) -> _Builder:
    key = (rule.rule, tuple(rule._trace), str(rule.defaults), append_unknown)
    if key not in _kept:
        _kept[key] = _compile(rule, append_unknown)
    return _kept[key]
