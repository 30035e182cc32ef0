"""A club book out and in again, and a book without a person's name."""

import json

import pytest
from hypothesis import given

from scorekeeper.club.book.answer import AnswerWriter
from scorekeeper.club.book.book import anonymise, write_book
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.record.document import Document
from tests.club_books import Json, change, clubs, full_book, read_valid
from tests.organised_books import a_book, full_organised_book


def written(document: Json) -> Document:
    reading = read_valid(document)
    assert reading.book is not None
    return write_book(reading.book, reading.records)


def answer_of(document: Json) -> Document:
    book = read_valid(document).book
    assert book is not None
    return AnswerWriter(ClubFigures(book, Question())).write([])


def check_round_trip(document: Json) -> None:
    once = written(document)
    assert read_valid(once).book == read_valid(document).book
    assert json.dumps(written(once)) == json.dumps(once)


def test_the_full_book_is_written_as_it_was_read() -> None:
    document = full_book()
    document["nights"][1]["settle"] = "carried"
    assert written(document) == document
    check_round_trip(document)


def test_several_fees_and_balances_of_before_are_written_as_they_were_read() -> None:
    fees = [{"per": "person_night", "amount": "1.00"}, {"per": "table_game", "amount": "0.50"}]
    changes = {
        "nights.1.settle": "carried",
        "nights.1.fee": fees,
        "club.defaults.fee": fees,
        "nights.0.closed.before": {"cal": "-12.25"},
        "nights.0.closed.plan.1.amount": "14.05",
    }
    document = change(full_book(), changes)
    assert written(document) == document
    check_round_trip(document)


def test_a_list_of_one_fee_is_written_as_the_fee() -> None:
    fee = {"per": "table_game", "amount": "0.50"}
    assert written(change(full_book(), {"nights.1.fee": [fee]}))["nights"][1]["fee"] == fee


def test_an_organised_night_is_written_byte_for_byte_as_it_was_read() -> None:
    document = full_organised_book()
    assert json.dumps(written(document)) == json.dumps(document)


def test_what_an_organised_night_does_not_say_is_not_written() -> None:
    night: Json = {"settle": "carried", "organised": {"rounds": 1, "people": {"ann": {}}}}
    (found,) = written(a_book(night))["nights"]
    assert found["organised"] == {**night["organised"], "sizes": [4, 3, 5]}
    assert "seasons" not in written(a_book(night))


@given(clubs())
def test_a_book_that_is_written_and_read_is_the_same_book(document: Json) -> None:
    check_round_trip(document)


def test_amounts_are_written_with_all_their_digits_and_no_negative_nothing() -> None:
    changes = {"club.till": "-0", "people.0.opening": "-0.5"}
    found = written(change(full_book(), changes))
    assert (found["club"]["till"], found["people"][0]["opening"]) == ("0.00", "-0.50")


# --- a person's name taken out --------------------------------------------------------------------


def without_name(document: Json, person: str) -> Document:
    found = anonymise(read_valid(document), person)
    assert found is not None
    return found


def test_the_name_of_a_person_and_of_the_other_spelling_becomes_the_id() -> None:
    found = without_name(full_book(), "ann")
    assert found["people"][0] == {
        "id": "ann",
        "name": "ann",
        "joined": "2026-01-01",
        "opening": "5.00",
    }
    assert found["people"][3] == {"id": "dot", "name": "dot", "same_as": "ann"}
    game = found["nights"][0]["games"][0]
    assert game["record"]["players"] == ["ann", "Bob", "Cal"]
    assert game["record"]["deals"][0]["by"] == "ann"
    assert list(game["record"]["deals"][0]["hands"]) == ["ann", "Bob", "Cal"]
    assert game["players"] == {"ann": "ann", "Bob": "bob", "Cal": "cal"}
    assert "Ann" not in json.dumps(found)


def test_what_officers_noted_goes_with_the_name() -> None:
    cal = without_name(full_book(), "cal")["people"][2]
    assert cal == {"id": "cal", "name": "cal", "active": False}


def test_another_spelling_names_the_same_person() -> None:
    assert without_name(full_book(), "dot") == without_name(full_book(), "ann")


def test_an_id_under_which_another_sits_gets_a_number() -> None:
    long = "b" * 40
    changes: Json = {"people.1.id": long, "payments": [], "nights.0.closed": None}
    changes["nights.0.corrected_on"] = None
    document = change(full_book(), changes)
    text = json.dumps(document).replace('"bob"', f'"{long}"').replace('"Ann"', f'"{long.upper()}"')
    found = without_name(json.loads(text), long)
    assert found["nights"][0]["games"][0]["record"]["players"][:2] == [
        long.upper(),
        "b" * 38 + "-2",
    ]
    read_valid(found)


def test_an_unknown_person_has_no_name_to_take_out() -> None:
    assert anonymise(read_valid(full_book()), "zed") is None


def test_a_name_is_taken_out_of_an_organised_night_without_another_figure() -> None:
    found = without_name(full_organised_book(), "ann")
    assert '"Ann"' not in json.dumps(found)
    assert answer_of(found) == answer_of(full_organised_book())


def test_two_spellings_are_one_person_in_an_organised_night() -> None:
    """Annie, who is Ann, entered; what she owes and wins, also at the closing, is Ann's."""
    text = json.dumps(full_organised_book()["nights"])
    joined = json.loads(text.replace("people:ann", "people:fay").replace('"ann"', '"fay"'))
    joined[0]["games"][0]["record"] = full_organised_book()["nights"][0]["games"][0]["record"]
    changes = {"nights": joined, "people.5.same_as": "ann"}
    assert answer_of(change(full_organised_book(), changes)) == without(
        answer_of(full_organised_book()), "fay"
    )


def without(answer: Document, person: str) -> Document:
    """The answer of a book in which a person, who never did anything, is only a spelling."""
    del answer["balances"]["people"][person]
    del answer["trial_balance"]["accounts"][f"people:{person}"]
    return answer


@pytest.mark.parametrize("person", ["ann", "bob", "cal"])
def test_no_figure_changes_without_a_name(person: str) -> None:
    assert answer_of(without_name(full_book(), person)) == answer_of(full_book())
