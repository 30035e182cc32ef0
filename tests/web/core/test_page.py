"""The digest of what a page is drawn from, which is the tag of a live page."""

from dataclasses import dataclass, field

import pytest

from scorekeeper.web.core.page import NOT_DRAWN, Page, digest


@dataclass(frozen=True, kw_only=True)
class Note:
    text: str
    id: str = field(default="", metadata=NOT_DRAWN)


@dataclass(frozen=True, kw_only=True)
class LongNote(Note):
    more: tuple[Note, ...] = ()


class Book:
    def __init__(self, number: int) -> None:
        self.number = number

    def digest(self) -> str:
        return f"book {self.number}"


def test_every_field_of_a_value_is_in_its_digest() -> None:
    notes = [LongNote(text="Ann"), LongNote(text="Bob"), LongNote(text="", more=(Note(text=""),))]
    assert len({digest(note) for note in notes}) == len(notes)


def test_a_field_that_is_not_drawn_is_not_in_the_digest() -> None:
    assert digest(Note(text="Ann", id="1")) == digest(Note(text="Ann", id="2"))


def test_a_value_with_a_digest_of_its_own_counts_by_that() -> None:
    assert digest((Book(1),)) == digest((Book(1),)) != digest((Book(2),))


def test_values_that_look_alike_have_digests_of_their_own() -> None:
    alike = [("1",), (1,), ("1", ""), (("1",),), ({"1": ""},), (Note(text="1"),), (True,)]
    assert len({digest(each) for each in alike}) == len(alike)


def test_a_value_of_which_nobody_can_tell_has_no_digest() -> None:
    with pytest.raises(TypeError, match="no tag can tell"):
        digest((object(),))


def test_every_value_of_a_page_is_in_its_digest_by_its_name() -> None:
    values = ({"text": "Ann"}, {"text": "Bob"}, {"name": "Ann"}, {"text": "Ann", "name": "Ann"})
    pages = [Page("core/look.html", **given) for given in values]
    pages += [Page("core/error.html", text="Ann"), Page("core/look.html", text=Note(text="Ann"))]
    assert len({digest(page) for page in pages}) == len(pages)
    assert digest(Page("a.html", note=Note(text="", id="1"))) == digest(
        Page("a.html", note=Note(text="", id="2"))
    )
