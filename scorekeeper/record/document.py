"""Parses bytes as JSON and checks their size, encoding, depth and repeated keys."""

import json
from collections import Counter
from typing import Any, Final, NoReturn

Document = dict[str, Any]
"""A JSON object: a game record, a part of one, or a result."""
MAX_BYTES: Final = 1024 * 1024
"""The size of the largest record that is read (bytes)."""
MAX_DEPTH: Final = 8
"""The most objects and lists that a record nests in one another."""


class DocumentError(Exception):
    """An error for bytes that cannot be a record; its text says why in one sentence."""


def parse_document(raw: bytes) -> Any:
    """Return the JSON value in ``raw``, of at most 1 MiB and 8 levels; raises ``DocumentError``."""
    if len(raw) > MAX_BYTES:
        raise DocumentError("The record is larger than 1 MiB")
    try:
        value = json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_refuse
        )
        _check_depth(value)
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter([key for key, _ in pairs]).most_common(1)[0][0]
        raise DocumentError(f"The record has the key {twice!r} twice in one object")
    return found


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
