"""Reads lists as cells: CSV with commas or semicolons, tabs, a spreadsheet's cells, plain lines.

What the cells mean is for others to say. Blank lines and columns are left out, but each cell keeps
its place in the file. ``write_cells`` and ``write_sheet`` write what is read again as it was.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

MOST_BYTES: Final = 256 * 1024
MOST_LINES: Final = 5000
MOST_CELLS: Final = 200
"""The most cells of a line."""
_SEPARATORS: Final = "\t;,"
"""What may stand between cells; of two that equally many lines have, the first is meant."""
_BOM: Final = "\ufeff"
_QUOTE: Final = '"'
_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_OTHERS: Final = (b"%PDF", b"{\\rtf", b"<")
"""Begin files that may be text but are no lists: PDF, RTF, pages of the web and other XML."""

_NO_LIST: Final = "This file is no list: save it as .xlsx, .ods or CSV"

Cells = tuple[tuple[str, ...], ...]


class Sheet(NamedTuple):
    """The cells of a list without blank lines and columns; all lines are equally long.

    ``lines`` and ``columns`` are their places in the file, from 0.
    """

    cells: Cells
    lines: tuple[int, ...]
    columns: tuple[int, ...]

    def address(self, line: int, column: int) -> str:
        """Return the address of a cell as a spreadsheet has it, such as ``C7``."""
        return f"{_letters(self.columns[column])}{self.lines[line] + 1}"

    def without(self, left_out: Sequence[int]) -> "Sheet":
        """Return the list without some of its lines."""
        kept = [line for line in range(len(self.cells)) if line not in left_out]
        return Sheet(
            tuple([self.cells[line] for line in kept]),
            tuple([self.lines[line] for line in kept]),
            self.columns,
        )


def _letters(column: int) -> str:
    first, last = divmod(column, 26)
    return (_letters(first - 1) if first else "") + chr(ord("A") + last)


class NoCells(ValueError):  # noqa: N818 - it is a sentence for people
    """The text or file is no list; the message says why."""


def decode_list(raw: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252 as Excel writes.

    Raises NoCells for a file that is too long or of another kind.
    """
    if len(raw) > MOST_BYTES:
        raise NoCells(f"A list has at most {MOST_BYTES // 1024} KiB")
    if raw.lstrip().startswith(_OTHERS):
        raise NoCells(_NO_LIST)
    encodings = ("utf-16",) if raw.startswith(_WIDE) else ("utf-8", "cp1252")
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeError:
            continue
        if "\0" not in text:
            return text
    raise NoCells(_NO_LIST)


def read_list(text: str) -> Sheet:
    """Return the cells of a list that is text.

    Raises NoCells if there are too many lines or cells, or none.
    """
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise NoCells(f"A list has at most {MOST_BYTES // 1024} KiB")
    return tidy(_split(text.removeprefix(_BOM)))


def _split(text: str) -> list[list[str]]:
    """Return the cells of a text line by line, blank lines as well."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_separator_of(text))
    try:
        return list(lines)
    except csv.Error as error:
        raise NoCells("A cell of this list is too long") from error


def tidy(cells: Iterable[Sequence[str]]) -> Sheet:
    """Return cells from the first of a file on, each trimmed, without blank lines and columns.

    Raises NoCells if there are too many lines or cells, or none.
    """
    trimmed = [[" ".join(cell.split()) for cell in line] for line in cells]
    lines = [number for number, line in enumerate(trimmed) if any(line)]
    if not lines:
        raise NoCells("There is nothing on this list")
    if len(lines) > MOST_LINES:
        raise NoCells(f"A list has at most {MOST_LINES:,} lines")
    filled = {place for line in trimmed for place, cell in enumerate(line) if cell}
    if len(filled) > MOST_CELLS:
        raise NoCells(f"A list has at most {MOST_CELLS} cells a line")
    columns = sorted(filled)
    return Sheet(
        tuple([_at_places(trimmed[line], columns) for line in lines]), tuple(lines), tuple(columns)
    )


def _at_places(line: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    return tuple([line[place] if place < len(line) else "" for place in places])


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


def write_sheet(sheet: Sheet) -> str:
    """Return a list as text with the places of its lines and columns beside the cells."""
    head = ["", *[str(column) for column in sheet.columns]]
    rows = zip(sheet.lines, sheet.cells, strict=True)
    return write_cells([head, *[[str(line), *cells] for line, cells in rows]])


def read_sheet(text: str) -> Sheet:
    """Return what ``write_sheet`` wrote; raises NoCells for anything else."""
    if len(text) > 2 * MOST_BYTES:
        raise NoCells(f"A list has at most {MOST_BYTES // 1024} KiB")
    head, *rows = _split(text) or [[]]
    places = [*head[1:], *[row[0] for row in rows if row]]
    is_whole = all(len(row) == len(head) for row in rows) and len(head) > 1 and rows
    if not is_whole or not all(place.isdecimal() and len(place) < 8 for place in places):
        raise NoCells("The list did not come back whole: send it again")
    return Sheet(
        tuple([tuple([" ".join(cell.split()) for cell in row[1:]]) for row in rows]),
        tuple([int(row[0]) for row in rows]),
        tuple([int(place) for place in head[1:]]),
    )
