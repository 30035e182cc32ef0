"""Lists as cells: every common way to write them is read, and what was written comes back."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis.strategies import characters, composite, integers, lists, sampled_from, text

from scorekeeper.record.cells import (
    MOST_BYTES,
    MOST_CELLS,
    MOST_LINES,
    Cells,
    NoCells,
    decode_list,
    read_list,
    read_sheet,
    tidy,
    write_cells,
    write_sheet,
)

LETTERS = text(
    characters(codec="utf-8", categories=("L", "N", "P", "S"), include_characters=" ,;\t\"'-"),
    max_size=8,
).map(lambda cell: " ".join(cell.split()))


@composite
def tables(draw) -> Cells:  # type: ignore[no-untyped-def]
    """Return cells of which no line and no column is blank, as the reader gives them."""
    width = draw(integers(1, 4))
    rows = draw(lists(lists(LETTERS, min_size=width, max_size=width), min_size=1, max_size=6))
    return tuple([tuple([cell or "x" for cell in row[:1]] + row[1:]) for row in rows])


def without_blank_columns(cells: Cells) -> Cells:
    used = [place for place in range(len(cells[0])) if any(row[place] for row in cells)]
    return tuple([tuple([row[place] for place in used]) for row in cells])


@settings(max_examples=100)
@given(tables(), sampled_from("\t;,"))
def test_cells_come_back_as_they_were_written(cells: Cells, separator: str) -> None:
    assert read_list(write_cells(cells, separator)).cells == without_blank_columns(cells)


@settings(max_examples=100)
@given(tables(), sampled_from("\t;,"), sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_a_file_of_pythons_own_writer_comes_back(
    cells: Cells, separator: str, encoding: str
) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(cells)
    assert read_list(decode_list(file.getvalue().encode(encoding))).cells == without_blank_columns(
        cells
    )


@pytest.mark.parametrize(
    ("typed", "cells"),
    [
        ("Ann\nBob\n\n", (("Ann",), ("Bob",))),
        ("Ann,5\r\nBob,6\r\n", (("Ann", "5"), ("Bob", "6"))),
        ("\ufeffAnn;5,50\nBob;\n", (("Ann", "5,50"), ("Bob", ""))),
        ("Ann\tguest\t\t\nBob\t\t\t\n", (("Ann", "guest"), ("Bob", ""))),
        ('"Lee, Ann";5\n"The ""Ace"", Bob";6', (("Lee, Ann", "5"), ('The "Ace", Bob', "6"))),
        ('"Ann\nLee",1', (("Ann Lee", "1"),)),
        ("  Ann \u00a0 Lee ;1", (("Ann Lee", "1"),)),
        ("Ann,a;b\nBob,c\nCal,d", (("Ann", "a;b"), ("Bob", "c"), ("Cal", "d"))),
    ],
)
def test_common_lists_are_read(typed: str, cells: Cells) -> None:
    assert read_list(typed).cells == cells


def test_excels_own_letters_are_read() -> None:
    assert decode_list("Zoë;5,50".encode("cp1252")) == "Zoë;5,50"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "nothing on this list"),
        (" ,,\n,", "nothing on this list"),
        ("Ann\n" * (MOST_LINES + 1), "at most 5,000 lines"),
        ("a" * (MOST_BYTES + 1), "KiB"),
        (",".join("a" * (MOST_CELLS + 1)), "cells a line"),
    ],
)
def test_what_is_no_list_is_told(typed: str, words: str) -> None:
    with pytest.raises(NoCells, match=words):
        read_list(typed)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        *[
            (file, "no list: save it as .xlsx, .ods or CSV")
            for file in (b"\x00\x01\x02", b"%PDF-1.4\nAnn", b"{\\rtf1 Ann}", b"\n<html>Ann")
        ],
        ("Ann\nBob".encode("utf-16-le"), "no list"),
        (b"a" * (MOST_BYTES + 1), "KiB"),
    ],
)
def test_a_file_that_is_no_list_is_told(file: bytes, words: str) -> None:
    with pytest.raises(NoCells, match=words):
        decode_list(file)


def test_cells_keep_their_addresses_without_blank_lines_and_columns() -> None:
    sheet = tidy([["", ""], ["", " Ann  Lee ", "", "5"], [], ["", "Bob"]])
    assert sheet.cells == (("Ann Lee", "5"), ("Bob", ""))
    assert [sheet.address(0, 0), sheet.address(0, 1), sheet.address(1, 0)] == ["B2", "D2", "B4"]
    assert tidy([[""] * 702 + ["x"]]).address(0, 0) == "AAA1"
    assert sheet.without([0]).address(0, 0) == "B4"
    assert read_sheet(write_sheet(sheet)) == sheet


@settings(max_examples=100)
@given(tables(), integers(0, 3))
def test_a_sheet_comes_back_with_its_places(cells: Cells, before: int) -> None:
    sheet = tidy([[]] * before + [["", *row] for row in cells])
    assert read_sheet(write_sheet(sheet)) == sheet


@pytest.mark.parametrize(
    "text", ["", "x", "\t0\n", "\t0\n1\tAnn\tBob\n", "\tA\n1\tAnn\n", "\t0\nx\tAnn\n"]
)
def test_a_sheet_that_did_not_come_back_whole_is_told(text: str) -> None:
    with pytest.raises(NoCells, match="did not come back whole"):
        read_sheet(text)
