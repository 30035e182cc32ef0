"""The figures of a club as text for people."""

from scorekeeper.club.book.answer import write_club_plain
from tests.club_books import Json, change, figures_of_document, full_book


def text_of(document: Json) -> str:
    return write_club_plain(figures_of_document(document), ())


def test_a_night_says_which_balances_of_before_are_in_its_list() -> None:
    changes = {
        "nights.0.closed.before": {"cal": "-12.25"},
        "nights.0.closed.plan.1.amount": "14.05",
    }
    text = text_of(change(full_book(), changes))
    assert "  From before: Cal \u221212.25\n  Cal pays Ann 5.20" in text
    assert "From before" not in text_of(full_book())


def test_a_payment_that_is_not_in_the_list_is_told_so() -> None:
    paid = {"id": "p3", "date": "2026-02-07", "from": "ann", "to": "cal", "amount": "1.00"}
    text = text_of(change(full_book(), {"payments.2": paid | {"night": "n1"}}))
    assert "Outside this list: Ann paid Cal 1.00" in text
