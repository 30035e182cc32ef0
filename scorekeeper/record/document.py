"""Parses bytes as JSON and checks their size, encoding, depth and repeated keys."""

import json
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

from scorekeeper.rules.cards import expand_shorthand
from scorekeeper.rules.deals import AskKind, Asks
from scorekeeper.rules.names import quote_text

Document = dict[str, Any]
"""A JSON object: a game record, a part of one, or a result."""
Place = tuple[str | int, ...]
_MIB: Final = 1024 * 1024
MAX_BYTES: Final = _MIB
"""The size of the largest record that is read (bytes)."""
DEALS_MAX: Final = 500
"""More deals than any game has; a larger record is refused, as scoring it would take minutes."""


class Bounds(NamedTuple):
    """The limits of a document: its ``size`` in bytes, the ``depth`` of nested objects and lists.

    ``name`` is what messages call it.
    """

    name: str
    size: int
    depth: int


RECORD_BOUNDS: Final = Bounds("record", MAX_BYTES, 8)


class DocumentError(Exception):
    """An error for bytes that cannot be a record; its text says why in one sentence.

    If an object has a key twice, ``at`` is its place and ``document`` what could be read.
    """

    def __init__(self, text: str, at: Place = (), document: Any = None) -> None:
        super().__init__(text)
        self.at = at
        self.document = document


def parse_document(raw: bytes, bounds: Bounds = RECORD_BOUNDS) -> Any:
    """Return the JSON value in ``raw``; raises ``DocumentError``, also beyond the bounds."""
    name = bounds.name
    if len(raw) > bounds.size:
        raise DocumentError(f"The {name} is larger than {bounds.size // _MIB} MiB")
    doubled: list[tuple[Any, str]] = []
    try:
        value = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=partial(_object, doubled),
            parse_constant=partial(_refuse, name),
        )
        _check_depth(value, bounds)
        if doubled:
            broken, key = doubled[0]
            text = f"The {name} has the key {quote_text(key)} twice in one object"
            raise DocumentError(text, at=_place_of(broken, value) or (), document=value)
        if b"\\u" in raw:
            # Half a surrogate pair is valid JSON, but no text can hold it: this raises.
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError as error:
        raise DocumentError(f"The {name} is not UTF-8 text") from error
    except RecursionError as error:
        raise DocumentError(_too_deep(bounds)) from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"The {name} is not JSON: {error.msg} at {place}") from error
    except ValueError as error:  # a number with thousands of digits
        raise DocumentError(f"The {name} holds a number that is too long") from error
    return value


def _too_deep(bounds: Bounds) -> str:
    return f"The {bounds.name} is nested deeper than {bounds.depth} levels"


def _object(doubled: list[tuple[Any, str]], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; note it in ``doubled`` with its key, if it has one twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        doubled.append((found, Counter([key for key, _ in pairs]).most_common(1)[0][0]))
    return found


def _place_of(wanted: Any, value: Any) -> Place | None:
    """Return the place of an object in a value, None if it is not in it."""
    if value is wanted:
        return ()
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        within = _place_of(wanted, inner) if isinstance(inner, dict | list) else None
        if within is not None:
            return (key, *within)
    return None


def _refuse(name: str, constant: str) -> NoReturn:
    raise DocumentError(f"The {name} is not JSON: {constant} is no number of it")


def _check_depth(value: Any, bounds: Bounds) -> None:
    level = [value]
    for _ in range(bounds.depth + 1):
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below.extend(each.values())
            elif isinstance(each, list):
                below.extend(each)
        nested = any(isinstance(each, dict | list) for each in level)
        if not nested:
            return
        level = [each for each in below if isinstance(each, dict | list)]
    raise DocumentError(_too_deep(bounds))


# --- Replaces the shorthand in a typed deal by the notation of the game record --------------------


def expand_deal(document: Mapping[str, Any], asks: Asks) -> Document:
    """Return the document with the cards of every hand in the notation.

    Values that are no strings or no shorthand stay as they are, so that the reader refuses them.
    """
    pairs, hands = document.get("pairs"), document.get("hands")
    if isinstance(pairs, list):
        pairs = [expand_deal(pair, asks) if isinstance(pair, dict) else pair for pair in pairs]
        return {**document, "pairs": pairs}
    if not isinstance(hands, dict):
        return dict(document)
    return {**document, "hands": {name: _expand_hand(hand, asks) for name, hand in hands.items()}}


def _expand_hand(hand: Any, asks: Asks) -> Any:
    if not isinstance(hand, dict):
        return hand
    kinds = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
    names = [ask.name for ask in asks.hand if ask.kind in kinds and ask.name in hand]
    return {**hand, **{name: _expand(hand[name]) for name in names}}


def _expand(value: Any) -> Any:
    if isinstance(value, list):
        return [_expand(each) for each in value]
    return expand_shorthand(value) if isinstance(value, str) else value
