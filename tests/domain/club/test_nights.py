"""The figures of a night: who is in them, and when it is settled."""

from tests.club_books import change, figures_of_document, full_book


def test_somebody_through_whose_hands_money_goes_is_among_the_people_of_the_night() -> None:
    changes = {
        "people.4": {"id": "eve", "name": "Eve"},
        "nights.0.closed.plan.0": {"from": "cal", "to": "eve", "amount": "5.20"},
        "nights.0.closed.plan.3": {"from": "eve", "to": "ann", "amount": "5.20"},
    }
    night = figures_of_document(change(full_book(), changes)).nights[0]
    assert list(night.people) == ["ann", "bob", "cal", "eve"]
    assert (night.people["eve"].net, night.people["eve"].left) == (0, 0)


def test_a_night_is_not_settled_before_it_is_closed() -> None:
    closed, still_open = figures_of_document(full_book()).nights
    assert (closed.open, closed.is_settled) == (1020, False)
    assert (still_open.open, still_open.is_settled) == (0, False)
