"""Joins the spellings of a person: the id of the person that is meant replaces the others.

A rule of the club book may forbid joining two people.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from scorekeeper.club.facts import (
    Adjustment,
    Closing,
    ClubBook,
    ClubPayment,
    Night,
    NightMoney,
    Past,
    Person,
    PlannedTransfer,
    Reversal,
)
from scorekeeper.club.figures.nights import account_of, add_up

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
    return replace(
        book,
        people=join_people(book.people),
        nights=tuple([join_night(night, meant) for night in book.nights]),
        payments=tuple([join_ends(payment, meant) for payment in book.payments]),
        adjustments=tuple([join_party(adjustment, meant) for adjustment in book.adjustments]),
        past=tuple([join_past(past, meant) for past in book.past]),
    )


def join_past(past: Past, meant: Mapping[str, str]) -> Past:
    """Return a table from before with each person by the id that is meant."""
    return replace(
        past,
        rows=tuple([replace(row, person=meant.get(row.person, row.person)) for row in past.rows]),
    )


def join_people(people: Sequence[Person]) -> tuple[Person, ...]:
    """Return the people that are meant, with the opening balances of all their spellings."""
    openings: Counter[str] = Counter()
    for person in people:
        openings[person.meant] += person.opening
    return tuple(
        [replace(person, opening=openings[person.id]) for person in people if not person.same_as]
    )


def join_night(night: Night, meant: Mapping[str, str]) -> Night:
    """Return a night with each person by the id that is meant."""
    games = tuple(
        [
            replace(game, people=tuple([meant.get(person, person) for person in game.people]))
            for game in night.games
        ]
    )
    return replace(
        night,
        games=games,
        organised=night.organised and night.organised.with_meant(meant),
        closed=night.closed and _join_closing(night.closed, meant),
    )


def _join_closing(closing: Closing, meant: Mapping[str, str]) -> Closing:
    seen = join_night_money(closing.seen, meant)
    plan = closing.plan and tuple([join_ends(transfer, meant) for transfer in closing.plan])
    return replace(closing, seen=seen, plan=plan, before=join_money(closing.before, meant))


def join_night_money(money: NightMoney, meant: Mapping[str, str]) -> NightMoney:
    """Return the money of a night with that of spellings added up."""
    return NightMoney(
        games={game: join_money(won, meant) for game, won in money.games.items()},
        fees=join_money(money.fees, meant),
        entry=join_postings(money.entry, meant),
        prize=join_postings(money.prize, meant),
    )


def join_party(adjustment: Adjustment, meant: Mapping[str, str]) -> Adjustment:
    """Return an adjustment with its person by the id that is meant."""
    return replace(adjustment, party=meant.get(adjustment.party, adjustment.party))


def join_ends(payment: _Ends, meant: Mapping[str, str]) -> _Ends:
    """Return a payment with each side by the id that is meant."""
    if isinstance(payment, Reversal):
        return payment
    payer, payee = payment.payer, payment.payee
    return replace(payment, payer=meant.get(payer, payer), payee=meant.get(payee, payee))


def join_money(money: Mapping[str, int], meant: Mapping[str, str]) -> dict[str, int]:
    """Return minor units by the id of the person that is meant, those of spellings added up."""
    return add_up([(meant.get(person, person), minor) for person, minor in money.items()])


def join_postings(postings: Mapping[str, int], meant: Mapping[str, str]) -> dict[str, int]:
    """Return postings by account with those of spellings added up."""
    accounts = {account_of(person): account_of(other) for person, other in meant.items()}
    return join_money(postings, accounts)


# --- whether two people can be joined as one ------------------------------------------------------


class JoiningFault(StrEnum):
    """The reason why a person, the spelling, cannot mean a second person."""

    SELF = "self"
    MEANS_OTHER = "means other"
    """The second person is a spelling of somebody else."""
    IS_MEANT = "is meant"
    """Other people are spellings of the first person."""
    SAME_GAME = "same game"
    PAID_EACH_OTHER = "paid each other"
    PLAN = "plan"
    """In the plan of a closed night, one would pay another twice, or pay themselves."""


def find_joining_fault(
    spelling: str,
    meant: str,
    *,
    people: Iterable[Person],
    tables: Iterable[Collection[str]],
    payments: Iterable[tuple[str, str]],
    closings: Iterable[Closing],
) -> JoiningFault | None:
    """Return why ``spelling`` cannot mean ``meant``, None if it can; both are ids of people.

    ``tables`` are the ids of people in each game, as they were entered, void games included.
    ``payments`` are payer and payee of every payment, reversed or not.
    """
    meanings = meant_ids(people)
    if spelling == meant:
        return JoiningFault.SELF
    if meant in meanings:
        return JoiningFault.MEANS_OTHER
    if spelling in meanings.values():
        return JoiningFault.IS_MEANT
    joined = {**meanings, spelling: meant}
    if any(len({joined.get(person, person) for person in table}) < len(table) for table in tables):
        return JoiningFault.SAME_GAME
    if any(_is_one(ends, joined) for ends in payments):
        return JoiningFault.PAID_EACH_OTHER
    plans = [closing.plan for closing in closings if closing.plan]
    return JoiningFault.PLAN if any(_is_bad(plan, joined) for plan in plans) else None


def _is_one(ends: tuple[str, str], joined: dict[str, str]) -> bool:
    payer, payee = ends
    return joined.get(payer, payer) == joined.get(payee, payee)


def _is_bad(plan: Sequence[PlannedTransfer], joined: dict[str, str]) -> bool:
    """Tell whether a plan would have two payments from one to another, or one to the payer.

    Joining changes no sum, so a plan that cleared its night still does.
    """
    ends = [(transfer.payer, transfer.payee) for transfer in plan]
    pairs = {(joined.get(payer, payer), joined.get(payee, payee)) for payer, payee in ends}
    return len(pairs) < len(ends) or any(_is_one(pair, joined) for pair in ends)
