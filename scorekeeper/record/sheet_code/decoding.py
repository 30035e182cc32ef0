"""Reads the texts of a sheet code as the document of a record."""

import re
import zlib
from typing import Final

from scorekeeper.record.document import (
    MAX_BYTES,
    Bounds,
    Document,
    DocumentError,
    parse_document,
)
from scorekeeper.record.sheet_code import SheetCodeError
from scorekeeper.record.sheet_code.packing import PRESET, unpack_document
from scorekeeper.record.sheet_code.parts import join_parts, read_part

_RAW_DEFLATE: Final = -15
_BOUNDS: Final = Bounds("sheet code", MAX_BYTES, 8)
_BEGINNING: Final = re.compile(rb"\s*(?:\S*#)?SK\d+\.")


def is_code(raw: bytes) -> bool:
    """Tell whether bytes begin like a text of a sheet code, and so are no JSON."""
    return _BEGINNING.match(raw) is not None


def read_codes(text: str) -> Document:
    """Return the document of the record whose parts ``text`` has, in any order.

    White space separates the parts. The document is not checked by the rules. Raises
    SheetCodeError.
    """
    return decode_record(join_parts([read_part(word) for word in text.split()]))


def decode_record(data: bytes) -> Document:
    """Return the document in the bytes of a sheet code.

    Raises SheetCodeError, also for more than ``MAX_BYTES`` of text.
    """
    inflater = zlib.decompressobj(_RAW_DEFLATE, PRESET)
    try:
        text = inflater.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise SheetCodeError("The sheet code holds no game") from error
    if len(text) <= MAX_BYTES and (not inflater.eof or inflater.unused_data):
        raise SheetCodeError("The sheet code holds no game")
    try:
        return unpack_document(parse_document(text, _BOUNDS))
    except DocumentError as error:
        raise SheetCodeError(str(error)) from error
