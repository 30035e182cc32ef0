"""Charges many people at once, as one act, and takes such a charge back as another."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from scorekeeper.club.acting import CHANGED, ClubDecision, Doing, club_act
from scorekeeper.club.facts import Adjustment
from scorekeeper.club.payments import day_problems
from scorekeeper.club.rows import (
    ClubAct,
    add_adjustment,
    club_of,
    load_adjustments,
    load_people,
    new_id,
)
from scorekeeper.rules import Problem, refusal

CHARGED: Final = "charged"
"""The kind of the act that charges people; its subject is the id of the charge."""


@club_act
def charge_people(doing: Doing, new: Adjustment, people: Collection[str]) -> ClubDecision:
    """Charge each of these people what ``new`` says, in minor units above zero.

    Its ``id`` and ``party`` are made here, and an empty ``date`` is today.
    """
    club, known = club_of(doing.db).club, {person.id for person in load_people(doing.db)}
    date = new.date or doing.store.today()
    problems = (
        *_problems(new, people, known),
        *day_problems(doing.store, date, club.opened),
    )
    if problems:
        return problems
    ids: list[str] = []
    for person in dict.fromkeys(people):
        ids.append(new_id(doing.db, "adjustment", "a"))
        taken = replace(new, id=ids[-1], date=date, party=person, minor=-new.minor, charge=ids[0])
        add_adjustment(doing.db, taken, doing.store.now())
    return ClubAct(kind=CHARGED, subject=ids[0])


def _problems(
    new: Adjustment, people: Collection[str], known: Collection[str]
) -> Iterator[Problem]:
    if not people:
        yield from refusal("bad_value", "Choose who is charged", at=("people",))
    elif not set(people) <= set(known):
        yield from refusal("unknown_person", "There is no such person", at=("people",))
    if new.minor <= 0:
        yield from refusal("bad_amount", "Type an amount other than 0", at=("amount",))


@club_act
def take_charge_back(doing: Doing, asked: str) -> ClubDecision:
    """Give each of its people back what a charge took, once."""
    made = load_adjustments(doing.db)
    parts = [part for part in made if part.charge == asked]
    if not parts:
        return refusal("unknown_charge", "There is no such charge")
    if any(later.undoes == asked for later in made):
        return refusal(CHANGED, "This charge has already been taken back")
    date = max(doing.store.today(), parts[0].date)
    for part in parts:
        given = replace(
            part,
            id=new_id(doing.db, "adjustment", "a"),
            date=date,
            minor=-part.minor,
            charge="",
            undoes=asked,
        )
        add_adjustment(doing.db, given, doing.store.now())
    return ClubAct(kind="charge_taken_back", subject=asked)
