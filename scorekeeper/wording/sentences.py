"""What templates write: whole sentences with named places, and names kept apart from figures.

A page calls a hundred macros and writes some hundred values, so both are compiled to do no more
than they must: see the end.

By Unicode's bidirectional algorithm the figures, commas and dashes next to a name that is written
from right to left take its direction: of ``Sarah 1100, David −55`` in Hebrew letters the eye reads
that David has 1100. Each such name therefore stands between U+2068 and U+2069, which isolate it.
Templates need not think of it: the extension isolates what they write as text. Attributes hold
values, and stay as they are.
"""

import re
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any, Final

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]  # see _written

from scorekeeper.wording import write_sentence

# --- sentences with named places, in the form for a count -----------------------------------------


def by_count(count: int, one: str, several: str, **places: object) -> Markup:
    """Return the form of a sentence for a count, with its named places filled.

    ``by_count(left, "{n} deal is left", "{n} deals are left")``: ``2 deals are left``.
    """
    return _fill(one if count == 1 else several, {"n": count, **places})


def fill_sentence(words: str, **places: object) -> Markup:
    """Return a sentence of a template with its named places filled, and with a full stop.

    It gets none if a name or a quotation at its end brings its own.
    """
    filled = _fill(words, places) if places else escape(isolate(words))
    text = filled.unescape()
    return filled + write_sentence(text).removeprefix(text)


def _fill(form: str, places: Mapping[str, object]) -> Markup:
    """Return the form, which a template wrote, with each value escaped at its place."""
    # Python's own format: that of Markup is written in Python, and takes ten times as long.
    values = {name: escape(isolate(value)) for name, value in places.items()}
    return Markup(str.format(form, **values))  # noqa: S704 - the form is ours, values are escaped


# --- names that are written from right to left ----------------------------------------------------


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
    # HTML is a kind of string of its own.
    if type(value) is not str or value.isascii():
        return value
    return _WORDS.sub(lambda found: f"{_FIRST}{found[0].strip(_FIRST + _LAST)}{_LAST}", value)


class Isolated(Extension):
    """Isolates whatever a template writes between its tags, but for texts that are typed on."""

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        environment.filters[_FILTER] = isolate
        environment.code_generator_class = _Compiler
        environment.extend(macro=_Macro, written=_written)

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


# --- how templates are compiled -------------------------------------------------------------------


def _written(value: object) -> str:
    """Return a value as HTML has it.

    It is joined with others at once and need not be Markup, which takes ten times as long to make.
    """
    if type(value) is str:
        return str(_escape_inner(value))
    return str(value) if type(value) is int else escape(value)


class _Macro(Macro):
    """A macro that takes values, by their order or names, and a ``caller``."""

    def __call__(self, *args: Any, **named: Any) -> Markup:
        """Return what it writes; what takes any values is left to Jinja."""
        if self.catch_kwargs or self.catch_varargs:
            return Markup(super().__call__(*args, **named))  # noqa: S704 - a macro escapes
        if len(args) != self._argument_count:
            args += tuple([named.pop(name, missing) for name in self.arguments[len(args) :]])
        if self.caller and not self.explicit_caller:
            args += (named.pop("caller", None) or self._environment.undefined(name="caller"),)
        if named:
            raise TypeError(f"the macro {self.name} has no place for {', '.join(named)}")
        # Markup's own constructor asks each text for its HTML first.
        return str.__new__(Markup, self._func(*args))


class _Compiler(CodeGenerator):
    """Writes calls as they stand: nothing that templates call asks for their context."""

    def write_commons(self) -> None:
        super().write_commons()
        self.writeline("Macro, escape = environment.macro, environment.written")

    def visit_Call(  # noqa: N802 - Jinja calls it so
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        self.visit(node.node, frame)
        whole, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        given, self.stream = self.stream.getvalue(), whole
        self.write(f"({given.removeprefix(', ')})")
