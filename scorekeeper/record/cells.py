"""Reads lists as cells: CSV with commas or semicolons, tabs, a spreadsheet's cells, plain lines.

What the cells mean is for others to say. ``write_cells`` writes them so that they are read again as
they were.
"""

import csv
import io
from collections.abc import Sequence
from typing import Final

MOST_BYTES: Final = 128 * 1024
MOST_LINES: Final = 1000
MOST_CELLS: Final = 20
"""The most cells of a line."""
_SEPARATORS: Final = "\t;,"
"""What may stand between cells; of two that equally many lines have, the first is meant."""
_BOM: Final = "\ufeff"
_QUOTE: Final = '"'
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")

Cells = tuple[tuple[str, ...], ...]


class NoCells(ValueError):  # noqa: N818 - it is a sentence for people
    """The text or file is no list; the message says why."""


def decode_list(raw: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252 as Excel writes.

    Raises NoCells for a file that is too long or no text.
    """
    if len(raw) > MOST_BYTES:
        raise NoCells(f"A list has at most {MOST_BYTES // 1024} KiB")
    if raw.startswith(b"PK\x03\x04"):
        raise NoCells("This is a workbook: copy its cells, or save it as CSV")
    encodings = ("utf-16",) if raw.startswith(_WIDE) else ("utf-8", "cp1252")
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeError:
            continue
        if "\0" not in text:
            return text
    raise NoCells("This file is no text")


def read_cells(text: str) -> Cells:
    """Return the cells of a list, line by line, each trimmed and all lines equally long.

    Blank lines are left out. Raises NoCells if there are too many lines or cells, or none.
    """
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NoCells(f"A list has at most {MOST_BYTES // 1024} KiB")
    text = text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_separator_of(text))
    try:
        rows = [[" ".join(cell.split()) for cell in line] for line in lines]
    except csv.Error as error:
        raise NoCells("A cell of this list is too long") from error
    rows = [row for row in rows if any(row)]
    if not rows:
        raise NoCells("There is nothing on this list")
    if len(rows) > MOST_LINES:
        raise NoCells(f"A list has at most {MOST_LINES:,} lines")
    width = max([len(row) for row in rows])
    used = [place for place in range(width) if any(place < len(row) and row[place] for row in rows)]
    if len(used) > MOST_CELLS:
        raise NoCells(f"A list has at most {MOST_CELLS} cells a line")
    # Columns without a cell, such as those at the right of a spreadsheet, say nothing.
    return tuple(
        [tuple([row[place] if place < len(row) else "" for place in used]) for row in rows]
    )


def _separator_of(text: str) -> str:
    """Return what separates the cells: the sign that most lines have outside of quoted cells."""
    lines = "".join(text.split(_QUOTE)[::2]).split("\n")
    found = max(_SEPARATORS, key=lambda sign: sum([sign in line for line in lines]))
    return found if any(found in line for line in lines) else ","


def write_cells(cells: Sequence[Sequence[str]], separator: str = "\t") -> str:
    """Return cells as text, a line a row.

    A cell with any sign that may separate cells is quoted, so that the reader finds the right one.
    """
    return "".join([separator.join([_quoted(cell) for cell in row]) + "\n" for row in cells])


def _quoted(cell: str) -> str:
    if cell and not any(sign in cell for sign in (*_SEPARATORS, _QUOTE, "\n")):
        return cell
    return _QUOTE + cell.replace(_QUOTE, _QUOTE * 2) + _QUOTE if cell else ""
