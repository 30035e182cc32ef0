"""Spellings of one person, joined everywhere."""

from tests.club_books import change, figures_of_document, full_book


def test_the_plan_of_a_closed_night_pays_the_person_who_is_meant() -> None:
    book = change(full_book(), {"nights.0.closed.plan.0.to": "dot"})
    first = figures_of_document(book).nights[0].suggestions[0]
    assert (first.payer, first.payee) == ("cal", "ann")
