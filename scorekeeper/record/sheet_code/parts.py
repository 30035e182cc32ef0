"""Divides encoded bytes among the texts of QR codes, and joins such texts in any order.

A text is ``SK1.I.N.CHECK.DATA``: part I of N, a CRC-32 over the bytes of all parts, and a piece of
these bytes in base64url. A changed letter changes at most six bits next to one another, which a
CRC-32 always shows.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper.domain.names import quote_text
from scorekeeper.domain.words import write_names
from scorekeeper.record.sheet_code import MissingPartsError, SheetCodeError

VERSION: Final = 1
PARTS_MAX: Final = 12
_PART: Final = re.compile(r"SK1\.([1-9]\d?)\.([1-9]\d?)\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)", re.ASCII)
_OTHER_VERSION: Final = re.compile(r"SK(\d{1,9})\.", re.ASCII)
_QUOTED: Final = 40
"""How many letters of a text that cannot be read a sentence quotes."""


class CodePart(NamedTuple):
    """The text of one QR code: part ``number`` of ``total``, from 1."""

    number: int
    total: int
    check: str
    data: str


def divide_data(data: bytes, *, start: str, longest: int) -> tuple[str, ...]:
    """Return the texts of the fewest QR codes that hold ``data``, nearly equal in length.

    ``start`` stands before each text, which has at most ``longest`` characters with it. Raises
    SheetCodeError if there would be more than ``PARTS_MAX``.
    """
    text = urlsafe_b64encode(data).rstrip(b"=").decode()
    head = f"SK{VERSION}.{{}}.{{}}.{zlib.crc32(data):08x}."
    room = longest - len(start) - len(head.format(PARTS_MAX, PARTS_MAX))
    count = -(-len(text) // max(1, room))
    if count > PARTS_MAX:
        raise SheetCodeError(f"This game is too long for a code: it would take {count} of them")
    cuts = [len(text) * number // count for number in range(count + 1)]
    pieces = [text[first:last] for first, last in pairwise(cuts)]
    return tuple(
        [f"{start}{head.format(number, count)}{piece}" for number, piece in enumerate(pieces, 1)]
    )


def read_part(text: str) -> CodePart:
    """Return the part in a text, with or without an address before ``#``.

    Raises SheetCodeError.
    """
    bare = text.rpartition("#")[2]
    found = _PART.fullmatch(bare)
    if found is None:
        version = _OTHER_VERSION.match(bare)
        if version is not None and int(version[1]) > VERSION:
            raise SheetCodeError(
                f"This is a sheet code of version {int(version[1])}; a later Scorekeeper reads it"
            )
        raise SheetCodeError(f"{quote_text(_cut(bare))} is no part of a sheet code")
    part = CodePart(int(found[1]), int(found[2]), found[3], found[4])
    if not part.number <= part.total <= PARTS_MAX:
        raise SheetCodeError(f"There is no part {part.number} of {part.total}")
    return part


def join_parts(parts: Sequence[CodePart]) -> bytes:
    """Return the bytes of all parts of one sheet code, given in any order.

    A part may be given twice. Raises SheetCodeError if one is missing, changed or from another
    sheet.
    """
    if not parts:
        raise SheetCodeError("There is no sheet code in this text")
    found: dict[int, CodePart] = {}
    first = parts[0]
    for part in parts:
        if (part.check, part.total) != (first.check, first.total):
            raise SheetCodeError(
                f"Part {part.number} of {part.total} ({part.check}) is from another sheet"
                f" than part {first.number} of {first.total} ({first.check})"
            )
        if found.setdefault(part.number, part) != part:
            raise SheetCodeError(f"Part {part.number} was given twice, and the two differ")
    missing = [number for number in range(1, first.total + 1) if number not in found]
    if missing:
        said = f"Part {missing[0]}" if len(missing) == 1 else f"Parts {_list(missing)}"
        verb = "is" if len(missing) == 1 else "are"
        text = f"{said} of {first.total} {verb} missing"
        raise MissingPartsError(text, given=len(found), count=first.total)
    return _decode(first, "".join([found[number].data for number in sorted(found)]))


def _decode(first: CodePart, text: str) -> bytes:
    """Return the bytes of a text. Raises SheetCodeError if it is not exactly what was written."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        data = b""
    same = urlsafe_b64encode(data).rstrip(b"=").decode() == text
    if not same or f"{zlib.crc32(data):08x}" != first.check:
        which = "The code" if first.total == 1 else f"One of the {first.total} parts"
        raise SheetCodeError(f"{which} was changed or misread: the check does not fit")
    return data


def _list(numbers: Sequence[int]) -> str:
    return write_names([str(number) for number in numbers])


def _cut(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
