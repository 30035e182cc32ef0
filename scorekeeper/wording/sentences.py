"""What templates write: whole sentences with named places, and names kept apart from figures.

By Unicode's bidirectional algorithm the figures, commas and dashes next to a name that is written
from right to left take its direction: in ``Sarah 1100, David −55`` in Hebrew letters the eye sees
1100 beside David. Each such name therefore stands between U+2068 and U+2069, which isolate it, with
the figures and brackets that belong to it. Templates need not think of it: the extension isolates
what they write as text. Attributes hold values, and stay as they are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final

from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup, escape

import scorekeeper
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
    values = {
        name: escape(isolate(keep_number(value) if type(value) is str else value))
        for name, value in places.items()
    }
    return Markup(str.format(form, **values))  # noqa: S704 - the form is ours, values are escaped


# --- names that are written from right to left ----------------------------------------------------


_FIRST, _LAST = "\u2068", "\u2069"
_SIGNS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of Unicode for scripts that are written from right to left."""
_PARTED: Final = r"[,:;] | [–+·] | and | or |\n"
"""What stands between names, and between a name and what is said of it."""
_WORDS: Final = rf"[{_SIGNS}]+(?:[ \u00a0.'’\"\-\u200c\u200d]+[{_SIGNS}]+)*"
"""Words of such scripts, which are a name together."""
_ALONE: Final = (
    r"(?:^|(?<=[,:;] )|(?<= [–+·] )|(?<= and )|(?<= or )|(?<=\n))"
    rf"(?!\s)(?:(?!{_PARTED})[\W\d{_FIRST}])*[{_SIGNS}]"
    rf"(?:(?!{_PARTED}|[^\W\d_{_SIGNS}]{{2}})[^{_FIRST}{_LAST}−])*(?<![\s.,:;?!])(?={_PARTED}|$)"
)
"""A name alone or in a list: it begins with such a letter, and has no word of another script."""
_ISOLATED: Final = f"{_FIRST}[^{_LAST}]*{_LAST}"
_NAMES: Final = re.compile(f"{_ISOLATED}|{_ALONE}|{_WORDS}")
_ANY: Final = re.compile(f"[{_SIGNS}]")
_of_page: ContextVar[re.Pattern[str]] = ContextVar("names of the page", default=_NAMES)
_TAG: Final = re.compile(r"<(/?)(textarea|script|style)?|>")
_FILTER: Final = "isolated"


@contextmanager
def among(names: Iterable[str]) -> Iterator[None]:
    """Isolate these names whole also where they stand within a sentence."""
    known = [re.escape(name) for name in sorted(names, key=len, reverse=True) if _ANY.search(name)]
    before = _of_page.set(
        re.compile(rf"{_ISOLATED}|{_ALONE}|(?<!\w)(?:{'|'.join(known)})(?!\w)|{_WORDS}")
        if known
        else _NAMES
    )
    yield
    _of_page.reset(before)


def isolate(value: object) -> Any:
    """Return a text with its names from right to left isolated; HTML and other values as is."""
    # HTML is a kind of string of its own.
    if type(value) is not str or value.isascii() or not _ANY.search(value):
        return value
    return _of_page.get().sub(
        lambda found: f"{_FIRST}{found[0].strip(_FIRST + _LAST)}{_LAST}", value
    )


def before_figure(name: str) -> Any:
    """Return a name that a figure follows, with a colon if it ends in a figure: ``Ann 2:``."""
    return isolate(name) + (":" if name[-1:].isdigit() else "")


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


# --- what a line of a screen does not tear apart --------------------------------------------------


_JOINT: Final = re.compile(r" × |(?<=[+−=→]) (?=[\d−])|(?<=\w) (?=−\d)| (?=·)")
"""A space within ``3 × 5``, after the sign of a sum, before a minus, and before a dot."""


_NUMBERED: Final = re.compile(r"\b([^\W\d_a-z]\w*) (?=\d{1,3}(?:$|, | and | or ))")
"""A word with a capital before the number of a name, alone or in a list: ``Player 12``."""


def keep_number(names: str) -> str:
    """Return a name, or a list of names, whose numbers no end of a line tears off."""
    return _NUMBERED.sub("\\1\u00a0", names)


def keep_together(text: str) -> str:
    """Return a text with a no-break space where the end of a line would tear figures apart."""
    if text.isascii() and " + " not in text and " = " not in text:
        return text
    return _JOINT.sub(lambda found: found[0].replace(" ", "\u00a0"), text)


_INDENT: Final = re.compile(r"(?<=[\n ]) +")


class OnScreen(Isolated):
    """Also keeps together what templates write as text; papers break their lines by themselves.

    The indentation of a template is left out, which only weighs.
    """

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        environment.filters[_FILTER] = _isolate_joined

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, whose own words are kept together."""
        for token in super().filter_stream(stream):
            is_data = token.type == "data"
            text = keep_together(_INDENT.sub("", token.value)) if is_data else ""
            yield Token(token.lineno, "data", text) if is_data else token


def _isolate_joined(value: object) -> Any:
    isolated = isolate(value)
    return keep_together(isolated) if type(isolated) is str else isolated


# --- what is kept of them -------------------------------------------------------------------------


COMPILED: Final = Path(cache_from_source(scorekeeper.__file__)).parent
"""Where Python keeps the compiled program; whoever may write there can change the program."""


class KeptTemplates(FileSystemBytecodeCache):
    """The templates of one environment, which is named ``kind``, as an earlier start compiled them.

    A filter of a constant is worked out when a template is compiled, so it is compiled again after
    any change to the ``program``, which is a digest.
    """

    def __init__(self, kind: str, program: str, folder: Path | None = None) -> None:
        super().__init__(str(folder or COMPILED), f"{kind}-%s.template")
        self._program = program

    def get_source_checksum(self, source: str) -> str:
        """Return a digest of a template and of the program."""
        return super().get_source_checksum(f"{self._program}{source}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, unless this user may not write there or the disk is full."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
