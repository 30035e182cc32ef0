"""Keeps names that are written from right to left apart from the figures beside them.

By Unicode's bidirectional algorithm the figures, commas and dashes next to such a name take its
direction: of ``Sarah 1100, David −55`` in Hebrew letters the eye reads that David has 1100. Each
such name therefore stands between U+2068 and U+2069, which isolate it. Templates need not think of
it: the extension isolates what they write as text. Attributes hold values, and stay as they are.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

_FIRST, _LAST = "\u2068", "\u2069"
_SIGNS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of Unicode for scripts that are written from right to left."""
_WORDS: Final = re.compile(
    rf"{_FIRST}[^{_LAST}]*{_LAST}|[{_SIGNS}]+(?:[ \u00a0.'’\"\-\u200c\u200d]+[{_SIGNS}]+)*"
)
"""Words of such scripts, which are a name together, and those that are isolated already."""
_TAG: Final = re.compile(r"<(/?)(textarea|script|style)?|>")
_FILTER: Final = "isolated"


def isolate(value: object) -> Any:
    """Return a text with its words from right to left isolated; HTML and other values as is."""
    if not isinstance(value, str) or isinstance(value, Markup) or value.isascii():
        return value
    return _WORDS.sub(lambda found: f"{_FIRST}{found[0].strip(_FIRST + _LAST)}{_LAST}", value)


class Isolated(Extension):
    """Isolates whatever a template writes between its tags, but for texts that are typed on."""

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        environment.filters[_FILTER] = isolate

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, with a filter at each value that is shown as text."""
        is_text, kept = True, ""
        for token in stream:
            if token.type == "data":
                for tag in _TAG.finditer(token.value):
                    is_text = tag[0] == ">" and not kept
                    kept = "" if tag[1] else tag[2] or kept
            if token.type == "variable_end" and is_text:
                for kind, value in (("rparen", ")"), ("pipe", "|"), ("name", _FILTER)):
                    yield Token(token.lineno, kind, value)
            yield token
            if token.type == "variable_begin" and is_text:
                yield Token(token.lineno, "lparen", "(")
