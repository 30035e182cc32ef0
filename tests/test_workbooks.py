"""Workbooks are read in a process of its own, and hostile ones do no harm."""

import io
import zipfile
from pathlib import Path

import pytest

from scorekeeper.record.cells import NoCells
from scorekeeper.workbooks import MOST_BYTES, is_workbook, read_workbook

BOOKS = Path(__file__).parent / "cases" / "books"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SHEET = "xl/worksheets/sheet1.xml"


def packed(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def changed(book: str, part: str, old: bytes, new: bytes) -> bytes:
    """A book of the cases with a text in one of its parts replaced."""
    with zipfile.ZipFile(BOOKS / book) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    assert old in parts[part]
    return packed({**parts, part: parts[part].replace(old, new, 1)})


def test_sheets_that_anybody_can_see_are_read() -> None:
    sheets = read_workbook((BOOKS / "14-three-sheets.xlsx").read_bytes())
    assert [each.name for each in sheets] == ["Read me", "Members", "Sums"]
    assert sheets[1].cells == (("Name", "Balance"), ("Ann", "1"), ("Bob", "2"))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (OLD + b"x" * 100, "save it as .xlsx, .ods or CSV without one"),
        (packed({"a.txt": b"x" * (MOST_BYTES + 1)}) + b"x" * MOST_BYTES, "at most 1,024 KiB"),
        (packed({"a.txt": b"Ann"}), "no workbook"),
        (b"PK\x03\x04 and nothing else", "no workbook"),
        (packed({"a.txt": b"\0" * (21 << 20)}), "unpacks to at most 20 MiB"),
    ],
    ids=["old", "long", "other", "broken", "bomb"],
)
def test_a_file_that_is_no_workbook_is_told(raw: bytes, words: str) -> None:
    assert is_workbook(raw)
    with pytest.raises(NoCells, match=words):
        read_workbook(raw)


def test_a_cell_far_away_does_no_harm() -> None:
    far = changed("14-three-sheets.xlsx", SHEET, b'r="A1"', b'r="XFD1048576"')
    with pytest.raises(NoCells, match="cannot be read"):
        read_workbook(far)


def test_too_many_lines_are_told() -> None:
    low = changed("14-three-sheets.xlsx", SHEET, b'r="A1"', b'r="A5001"')
    with pytest.raises(NoCells, match="at most 5,000 lines of 200 cells"):
        read_workbook(low)


def test_no_entity_and_no_other_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    entity = f'<!DOCTYPE a [<!ENTITY e SYSTEM "{secret.as_uri()}">]><worksheet'.encode()
    for new in (entity, entity.replace(b"SYSTEM", b'"boom"').replace(b'"file', b'"x')):
        raw = changed("14-three-sheets.xlsx", SHEET, b"<worksheet", new)
        try:
            sheets = read_workbook(raw)
        except NoCells:
            continue
        assert "secret" not in repr(sheets)


def test_a_formula_is_what_it_was_when_it_was_saved() -> None:
    (sheet,) = read_workbook((BOOKS / "09-sum-row.xlsx").read_bytes())
    assert sheet.cells[2:] == (("Bob", "10"), ("Cal", "-3.1"), ("Total", "11.9"))


def test_formulas_that_were_never_worked_out_are_read_as_they_are() -> None:
    shown = {
        b"<f>B2*2</f>": "=B2*2",
        b"<f>B2*2</f><v/>": "=B2*2",
        b"<f>B2*2</f> <v></v> ": "=B2*2",
        b'<f t="shared" si="0"/>': "=",
        b"<f>IF(B2&lt;9,&quot;a&quot;)&amp;B2</f>": '=IF(B2<9,"a")&B2',
        b"<f>B2+" + b"1+" * 5000 + b"1</f>": "=B2" + "+1" * 19,
        b"<f>B2*2</f><v>0</v>": "0",
    }
    first, saved = b'<c r="B3">', b"<f>B2*2</f><v>10</v></c>"
    cells = [b'<c r="%c3">%b</c>' % (ord("B") + at, cell) for at, cell in enumerate(shown)]
    (sheet,) = read_workbook(changed("09-sum-row.xlsx", SHEET, first + saved, b"".join(cells)))
    assert sheet.cells[2] == ("Bob", *shown.values())
    assert [row[:2] for row in (sheet.cells[1], sheet.cells[3])] == [("Ann", "5"), ("Cal", "-3.1")]


def test_a_formula_that_gives_no_text_is_empty() -> None:
    saved, empty = b'<c r="B3"><f>B2*2</f><v>10</v>', b'<c t="str" r="B3"><f>""</f><v></v>'
    (sheet,) = read_workbook(changed("09-sum-row.xlsx", SHEET, saved, empty))
    assert sheet.cells[2] == ("Bob", "")
