"""Reads workbooks (XLSX, ODS): the cells of their sheets as text, as a spreadsheet shows them.

A file is opened in a process of its own, ``python -m scorekeeper.workbooks``, which may run out of
memory or time; its parent then says that the file cannot be read. Of formulas the stored values are
read, and where none is stored the formula itself, such as ``=B2*2``: nothing is computed, and no
other file is opened.
"""

import json
import os
import re
import resource
import subprocess
import sys
import zipfile
from datetime import date, datetime
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import scorekeeper
from scorekeeper.record.cells import MOST_CELLS, MOST_LINES, NoCells
from scorekeeper.turns import TooManyWait, Turns

MOST_BYTES: Final = 1024 * 1024
_MOST_UNPACKED: Final = 20 * 1024 * 1024
_MOST_SHEETS: Final = 50
_SECONDS: Final = 10.0
"""How long a file may take; one of the greatest takes a second."""
_MEMORY: Final = 1 << 29
"""The most memory that the process may map, in bytes; a usual file needs a tenth of it."""

_ZIP: Final = b"PK\x03\x04"
_OLD: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Begins files of Office before 2007, and newer ones that a passphrase locks."""
_FOLDER: Final = Path(scorekeeper.__file__).parents[1]
_turns: Final = Turns()


class RawSheet(NamedTuple):
    """A sheet of a workbook: its name, and its cells line by line from A1 on, not trimmed."""

    name: str
    cells: tuple[tuple[str, ...], ...]


def is_workbook(raw: bytes) -> bool:
    """Tell whether a file is a workbook, be it one that can be read or not."""
    return raw.startswith((_ZIP, _OLD))


def read_workbook(raw: bytes, site: str = "") -> tuple[RawSheet, ...]:
    """Return the sheets of a file that anybody can see and that have cells.

    ``site`` is whose file it is, for its turn. Raises NoCells with what to do.
    """
    if len(raw) > MOST_BYTES:
        raise NoCells(f"A file has at most {MOST_BYTES // 1024:,} KiB")
    if raw.startswith(_OLD):
        raise NoCells(
            "This is an old workbook (.xls) or one with a passphrase: open it, and save it as"
            " .xlsx, .ods or CSV without one"
        )
    try:
        with _turns.turn(len(raw), seconds=_SECONDS, site=site):
            answer = json.loads(_run(raw))
    except TooManyWait:
        raise NoCells("Others have files read just now: try it again in a moment") from None
    except (subprocess.SubprocessError, OSError, ValueError):
        raise NoCells(
            "This file cannot be read: save it as .xlsx, .ods or CSV, without pictures"
        ) from None
    if "fault" in answer:
        raise NoCells(answer["fault"])
    return tuple([RawSheet(name, tuple(map(tuple, cells))) for name, cells in answer["sheets"]])


def _run(raw: bytes) -> bytes:
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", __name__],
        input=raw,
        capture_output=True,
        check=True,
        cwd=_FOLDER,  # where Python looks for the module first
        timeout=_SECONDS,
    ).stdout


# --- in the process -------------------------------------------------------------------------------


def main() -> None:
    """Print the sheets of the file on the standard input as JSON, or ``fault`` with a sentence."""
    import python_calamine

    os.nice(5)
    limits = {
        resource.RLIMIT_AS: _MEMORY,
        resource.RLIMIT_CPU: int(_SECONDS),
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        resource.setrlimit(limit, (most, most))
    try:
        answer: dict[str, Any] = {"sheets": _read(sys.stdin.buffer.read())}
    except (python_calamine.CalamineError, zipfile.BadZipFile):
        answer = {"fault": "This file is no workbook: save it as .xlsx, .ods or CSV"}
    except NoCells as fault:
        answer = {"fault": str(fault)}
    json.dump(answer, sys.stdout)


def _read(raw: bytes) -> list[tuple[str, list[list[str]]]]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with zipfile.ZipFile(BytesIO(raw)) as packed:
        if sum([each.file_size for each in packed.infolist()]) > _MOST_UNPACKED:
            raise NoCells(f"A workbook unpacks to at most {_MOST_UNPACKED // 1024**2} MiB")
        raw = _with_formulas_as_text(packed) or raw
    # Whatever a workbook links to, no file is opened from here.
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    book = CalamineWorkbook.from_filelike(BytesIO(raw))
    sheets = [
        each.name
        for each in book.sheets_metadata
        if each.visible is SheetVisibleEnum.Visible and each.typ is SheetTypeEnum.WorkSheet
    ]
    if len(sheets) > _MOST_SHEETS:
        raise NoCells(f"A workbook has at most {_MOST_SHEETS} sheets")
    found = [(name, _cells(book.get_sheet_by_name(name))) for name in sheets]
    return [(name, cells) for name, cells in found if cells]


# The library reads a formula without a stored value as an empty cell, so that an amount would be
# missing and nobody told. Programs that write workbooks but compute nothing leave such formulas.
_MOST_OF_FORMULA: Final = 40
"""How many characters of a formula are kept: enough to know it by."""
_SHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml")
_XLSX_FORMULA: Final = re.compile(
    rb"<((?:\w+:)?)c(\s[^<>]*)?>\s*<\1f(?:\s[^<>]*)?(?:/>|>([^<]*)</\1f>)"
    rb"\s*(?:<\1v\s*/>|<\1v\s*>\s*</\1v>)?\s*</\1c>"
)
_ODS_CELL: Final = re.compile(rb"""<table:table-cell(\s(?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_ODS_FORMULA: Final = re.compile(rb"""\stable:formula=(?:"([^"]*)"|'([^']*)')""")
_ODS_VALUE: Final = re.compile(rb"""\soffice:(?:(?:\w+-)?value=|value-type=["']string)""")
_TYPE: Final = re.compile(rb"""\s(?:t|office:value-type|calcext:value-type)=(?:"[^"]*"|'[^']*')""")
_OF_TEXT: Final = re.compile(rb"""\st=["']str["']""")
"""Of a cell in XLSX: a formula that gives a text, which may be empty."""


def _with_formulas_as_text(packed: zipfile.ZipFile) -> bytes | None:
    """Return a workbook with its formulas that have no value as text; None if there are none."""
    changed = {}
    for name in filter(_SHEET.fullmatch, packed.namelist()):
        before = packed.read(name)
        after = _ODS_CELL.sub(_ods_cell, _XLSX_FORMULA.sub(_xlsx_cell, before))
        if after != before:
            changed[name] = after
    if not changed:
        return None
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as again:
        for name in dict.fromkeys(packed.namelist()):
            again.writestr(name, changed.get(name) or packed.read(name))
    return file.getvalue()


def _xlsx_cell(cell: re.Match[bytes]) -> bytes:
    prefix, attributes, formula = cell[1], cell[2] or b"", cell[3] or b""
    if _OF_TEXT.search(attributes):
        return cell[0]
    begin = b"<%bc%b t='str'><%bv>" % (prefix, _TYPE.sub(b"", attributes), prefix)
    return begin + _cut(formula) + b"</%bv></%bc>" % (prefix, prefix)


def _ods_cell(cell: re.Match[bytes]) -> bytes:
    formula = _ODS_FORMULA.search(cell[1])
    if formula is None or _ODS_VALUE.search(cell[1]):
        return cell[0]
    # What it is written in stands before it: “of:=SUM([.B2:.B6])”.
    _, _, text = (formula[1] or formula[2] or b"").partition(b"=")
    of_text = b"office:value-type='string' office:string-value='%b'" % _cut(text)
    return b"<table:table-cell %b%b>" % (of_text, _TYPE.sub(b"", cell[1]))


def _cut(formula: bytes) -> bytes:
    """Return the beginning of a formula as it stands in XML."""
    return escape("=" + unescape(formula.decode(errors="replace"))[:_MOST_OF_FORMULA]).encode()


def _cells(sheet: Any) -> list[list[str]]:
    """Return the cells of a sheet from A1 to the last one that is filled."""
    rows = [[_text(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
    widths = [max([place + 1 for place, cell in enumerate(row) if cell], default=0) for row in rows]
    height = max([number + 1 for number, width in enumerate(widths) if width], default=0)
    if height > MOST_LINES or max(widths, default=0) > MOST_CELLS:
        raise NoCells(f"A sheet has at most {MOST_LINES:,} lines of {MOST_CELLS} cells")
    return [row[: max(widths)] for row in rows[:height]]


def _text(cell: object) -> str:
    """Return a cell as text: a number with as many digits as a spreadsheet keeps, an ISO day."""
    match cell:
        case bool():
            return "yes" if cell else "no"
        case float():
            return f"{cell:.15g}"
        case datetime():
            return cell.isoformat(" ") if any(cell.timetuple()[3:6]) else cell.date().isoformat()
        case date():
            return cell.isoformat()
        case _:
            return str(cell)


if __name__ == "__main__":
    main()
