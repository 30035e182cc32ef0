"""The organised nights of the demonstration: rounds by a plan, entry money, prizes, a pot."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from scorekeeper.bookkeeping.club.book import load_night, people_of
from scorekeeper.bookkeeping.club.nights import join_night
from scorekeeper.bookkeeping.club.organised import (
    award,
    fine,
    organise,
    plan_of_night,
    show_rounds,
)
from scorekeeper.demo.acting import Chance, Stage, UnsavedError, saved
from scorekeeper.demo.table import TablePlan, play_table
from scorekeeper.domain.variant import Variant
from scorekeeper.record.document import Document

_ROUNDS: Final = 2
DEALS: Final = 4
"""How many deals a round has at the most."""


class OrganisedNight(NamedTuple):
    """An open night that is organised: its id, the names of those who enter, and its pot's id."""

    id: str
    names: Sequence[str]
    pot: str


def play_rounds(stage: Stage, night: OrganisedNight, plan: TablePlan, chance: Chance) -> int:
    """Organise a night, play its rounds, and return how many games that were.

    ``plan`` has what is played; who plays at which table comes from the plan of seats.
    """
    ids = {person.name: person.meant for person in people_of(stage.store)}
    people = [ids[name] for name in night.names]
    facts = _facts_of(people, night.pot, plan.variant)
    saved(organise(stage.store, stage.officer(), night.id, facts))
    loaded = load_night(stage.store, night.id)
    seats = plan_of_night(stage.store, loaded, night.id)
    if seats is None:
        raise UnsavedError(night.id)
    saved(show_rounds(stage.store, stage.officer(), loaded, seats, rounds=_ROUNDS))
    named = {person: name for name, person in ids.items()}
    for number, of_round in enumerate(seats.rounds, 1):
        begun = ended = stage.clock.time
        for place, table in enumerate(of_round.tables, 1):
            stage.clock.time = begun
            label, post = str(place), stage.officer()
            join = join_night(stage.store, post, night.id, label=label, number=number)
            players = tuple([named[person] for person in table])
            play_table(stage, replace(plan, players=players, title=label), chance, join)
            ended = max(ended, stage.clock.time)
        stage.clock.time = ended
    _fine_and_award(stage, night, people, chance)
    return sum([len(of_round.tables) for of_round in seats.rounds])


def _facts_of(people: Sequence[str], pot: str, variant: Variant) -> Document:
    """Return how a night is organised, as a club book has it."""
    return {
        "rounds": _ROUNDS,
        "people": {person: {} for person in people},
        "ends": {"by": "deals", "deals": DEALS},
        "play": [{"variant": variant.key}],
        "points": {"by": "places"},
        "entry": {"amount": "4.00", "fee": "1.00", "pots": {pot: "0.50"}},
        "prizes": {"places": [{"parts": [50, 30, 20]}], "rest": pot},
    }


def _fine_and_award(
    stage: Stage, night: OrganisedNight, people: Sequence[str], chance: Chance
) -> None:
    """Let somebody pay a fine into the pot, and now and then somebody have all of it."""
    facts = {
        "person": chance.one_of(people),
        "amount": "0.25",
        "pot": night.pot,
        "reason": "came late",
    }
    saved(fine(stage.store, stage.officer(), night.id, facts))
    if chance.happens(50):
        won = {
            "person": chance.one_of(people),
            "all": True,
            "pot": night.pot,
            "reason": "best hand",
        }
        saved(award(stage.store, stage.officer(), night.id, won))
