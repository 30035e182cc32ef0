"""The note on a paper about signs that no font has."""

import pytest

from scorekeeper.papers.printer import BOXED, box_lacking


@pytest.mark.parametrize(
    ("signs", "note"),
    [
        ("龍虎", "no font here has U+9F8D, U+864E</div>"),
        ("一二三四五六", "U+56DB, U+4E94, U+516D</div>"),
        ("一二三四五六七", "U+56DB, U+4E94, U+516D and others</div>"),
    ],
)
def test_the_note_names_six_signs_and_says_if_there_are_more(signs: str, note: str) -> None:
    page = box_lacking(f"<body><p>{signs}</p>", list(signs))
    assert note in page
    assert f"<p>{BOXED * len(signs)}</p>" in page
