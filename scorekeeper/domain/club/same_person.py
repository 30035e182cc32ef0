"""Checks whether two people can be joined as one, or which rule of the club book forbids it."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from scorekeeper.domain.club.facts import Closing, Person, PlannedTransfer
from scorekeeper.domain.club.spellings import meant_ids


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
    """In the plan of a closed night, one pair would pay twice, or a person would pay themselves."""


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
    if any(_has_twice(table, joined) for table in tables):
        return JoiningFault.SAME_GAME
    if any(_is_one(ends, joined) for ends in payments):
        return JoiningFault.PAID_EACH_OTHER
    plans = [closing.plan for closing in closings if closing.plan]
    return JoiningFault.PLAN if any(_is_bad(plan, joined) for plan in plans) else None


def _has_twice(table: Collection[str], joined: dict[str, str]) -> bool:
    return len({joined.get(each, each) for each in table}) < len(table)


def _is_one(ends: tuple[str, str], joined: dict[str, str]) -> bool:
    payer, payee = ends
    return joined.get(payer, payer) == joined.get(payee, payee)


def _is_bad(plan: Sequence[PlannedTransfer], joined: dict[str, str]) -> bool:
    """Tell whether a plan would have two payments of one pair, or a payment to the payer.

    Joining changes no sum, so a plan that cleared its night still does.
    """
    ends = [(each.payer, each.payee) for each in plan]
    pairs = {frozenset(joined.get(each, each) for each in pair) for pair in ends}
    return len(pairs) < len(ends) or any(_is_one(pair, joined) for pair in ends)
