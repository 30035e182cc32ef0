"""Writes a record as the texts of a sheet code."""

import json
import zlib
from typing import Final

from scorekeeper.record.reading import Record
from scorekeeper.record.sheet_code.packing import PRESET, pack_document
from scorekeeper.record.sheet_code.parts import divide_data
from scorekeeper.record.writing import write_record

_RAW_DEFLATE: Final = -15
"""Deflate without a head or a sum (RFC 1951), with a window of 32 KiB."""


def write_codes(record: Record, *, start: str = "", longest: int) -> tuple[str, ...]:
    """Return the texts of the QR codes that hold a record.

    ``start`` stands before each text, which has at most ``longest`` characters with it. Raises
    SheetCodeError for a game that needs too many.
    """
    return divide_data(encode_record(record), start=start, longest=longest)


def encode_record(record: Record) -> bytes:
    """Return a record as compressed bytes."""
    packed = pack_document(write_record(record))
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    compressor = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE, 9, zdict=PRESET)
    return compressor.compress(text.encode()) + compressor.flush()
