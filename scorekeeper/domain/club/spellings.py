"""Joins the spellings of a person: the id of the person that is meant replaces the others."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from scorekeeper.domain.club.facts import (
    Closing,
    ClubBook,
    ClubPayment,
    Night,
    NightMoney,
    Person,
    PlannedTransfer,
    Reversal,
)

_Ends = TypeVar("_Ends", ClubPayment | Reversal, PlannedTransfer)


def meant_ids(people: Iterable[Person]) -> dict[str, str]:
    """Return the id of the person that is meant, by the id of each spelling."""
    return {person.id: person.same_as for person in people if person.same_as}


def join_spellings(book: ClubBook) -> ClubBook:
    """Return the book as if every person had been written in one spelling from the start.

    Opening balances add up. The given book is not changed, so that joining can be undone.
    """
    meant = meant_ids(book.people)
    if not meant:
        return book
    openings: Counter[str] = Counter()
    for person in book.people:
        openings[meant.get(person.id, person.id)] += person.opening
    return replace(
        book,
        people=tuple(
            [
                replace(person, opening=openings[person.id])
                for person in book.people
                if not person.same_as
            ]
        ),
        nights=tuple([_join_night(night, meant) for night in book.nights]),
        payments=tuple([_join_ends(payment, meant) for payment in book.payments]),
        adjustments=tuple(
            [replace(each, party=meant.get(each.party, each.party)) for each in book.adjustments]
        ),
    )


def _join_night(night: Night, meant: Mapping[str, str]) -> Night:
    games = tuple(
        [
            replace(game, people=tuple([meant.get(each, each) for each in game.people]))
            for game in night.games
        ]
    )
    return replace(night, games=games, closed=night.closed and _join_closing(night.closed, meant))


def _join_closing(closing: Closing, meant: Mapping[str, str]) -> Closing:
    seen = NightMoney(
        games={game: join_money(money, meant) for game, money in closing.seen.games.items()},
        fees=join_money(closing.seen.fees, meant),
    )
    plan = closing.plan and tuple([_join_ends(each, meant) for each in closing.plan])
    return replace(closing, seen=seen, plan=plan)


def _join_ends(payment: _Ends, meant: Mapping[str, str]) -> _Ends:
    if isinstance(payment, Reversal):
        return payment
    payer, payee = payment.payer, payment.payee
    return replace(payment, payer=meant.get(payer, payer), payee=meant.get(payee, payee))


def join_money(money: Mapping[str, int], meant: Mapping[str, str]) -> dict[str, int]:
    """Return minor units by the id of the person that is meant, those of spellings added up."""
    joined: dict[str, int] = {}
    for person, minor in money.items():
        each = meant.get(person, person)
        joined[each] = joined.get(each, 0) + minor
    return joined
