"""Parses bytes as JSON and checks their size, encoding, depth and repeated keys."""

import json
from collections import Counter
from functools import partial
from typing import Any, Final, NoReturn

from scorekeeper.domain.names import quote_text

Document = dict[str, Any]
"""A JSON object: a game record, a part of one, or a result."""
Place = tuple[str | int, ...]
MAX_BYTES: Final = 1024 * 1024
"""The size of the largest record that is read (bytes)."""
MAX_DEPTH: Final = 8
"""The most objects and lists that a record nests in one another."""


class DocumentError(Exception):
    """An error for bytes that cannot be a record; its text says why in one sentence.

    If an object has a key twice, ``at`` is its place and ``document`` what could be read.
    """

    def __init__(self, text: str, at: Place = (), document: Any = None) -> None:
        super().__init__(text)
        self.at = at
        self.document = document


def parse_document(raw: bytes) -> Any:
    """Return the JSON value in ``raw``, of at most 1 MiB and 8 levels; raises ``DocumentError``."""
    if len(raw) > MAX_BYTES:
        raise DocumentError("The record is larger than 1 MiB")
    doubled: list[tuple[Any, str]] = []
    try:
        value = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=partial(_object, doubled),
            parse_constant=_refuse,
        )
        _check_depth(value)
        if doubled:
            broken, key = doubled[0]
            text = f"The record has the key {quote_text(key)} twice in one object"
            raise DocumentError(text, at=_place_of(broken, value) or (), document=value)
        if b"\\u" in raw:
            # Half a surrogate pair is valid JSON, but no text can hold it: this raises.
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError as error:
        raise DocumentError("The record is not UTF-8 text") from error
    except RecursionError as error:
        raise DocumentError(_TOO_DEEP) from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"The record is not JSON: {error.msg} at {place}") from error
    except ValueError as error:  # a number with thousands of digits
        raise DocumentError("The record holds a number that is too long") from error
    return value


_TOO_DEEP: Final = f"The record is nested deeper than {MAX_DEPTH} levels"


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


def _refuse(constant: str) -> NoReturn:
    raise DocumentError(f"The record is not JSON: {constant} is no number of it")


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
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
    raise DocumentError(_TOO_DEEP)
