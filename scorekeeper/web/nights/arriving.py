"""Who comes to a night with a phone: it asks who they are, and leads to their seat or they wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.club.games import ClubGame, GameState
from scorekeeper.club.people import ALIKE
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games.links import Role
from scorekeeper.games.players import assign_seat
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.names import look_of, trim_line
from scorekeeper.rules.variant import Problem
from scorekeeper.web.core.access import known_phone, this_phone, this_visit
from scorekeeper.web.core.fields import Field, Values
from scorekeeper.web.core.page import Part
from scorekeeper.web.core.posting import make_club_fields
from scorekeeper.web.core.site import site
from scorekeeper.web.nights.tables import game_address, table_of

_MOST_AT_ONCE: Final = 12
_MOST_FOLDED: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A person whom this phone may be; ``table`` is where they sit, empty if they sit nowhere."""

    id: str
    name: str
    table: str = ""


def make_arriving(
    night: LoadedNight,
    offered: Sequence[str],
    values: Values | None = None,
    problems: Sequence[Problem] = (),
) -> Part | None:
    """Return what a night asks a phone; None if it has a seat, may not join, or is an officer's.

    ``offered`` are the names of the roll, and ``problems`` those of a name that was refused.
    """
    visit = this_visit()
    if night.night.closed is not None or visit.role is not Role.PLAYER:
        return None
    if visit.person:
        return _waiting(night, visit.person)
    everybody = [*_seated(night), *_others(night, offered)]
    return Part(
        people=tuple(everybody[:_MOST_AT_ONCE]),
        more=tuple(everybody[_MOST_AT_ONCE:_MOST_FOLDED]),
        field=Field(
            name="own-name",
            kind="name",
            label="Another name",
            value=(values or {}).get("name", ""),
            problems=tuple([problem.text for problem in problems]),
        ),
        is_asked=any(problem.code == ALIKE for problem in problems),
        club_fields=make_club_fields(),
        waits=None,
        since=None,
    )


def _waiting(night: LoadedNight, person: str) -> Part | None:
    phone = known_phone()
    row = next((each for each in night.waiting if each.phone == phone), None)
    if row is None or row.person != person:
        return None
    who = Arrival(id=person, name=night.people[person].name)
    return Part(
        waits=who,
        since=row.came_at,
        club_fields=make_club_fields(),
        people=(),
        more=(),
        field=None,
        is_asked=False,
    )


def _seated(night: LoadedNight) -> list[Arrival]:
    found: dict[str, Arrival] = {}
    for game in night.night.games:
        if game.state is GameState.OPEN:
            table = table_of(night, game) if game.table else ""
            for person in game.people:
                name = night.people[person].name
                found[person] = Arrival(id=person, name=name, table=table)
    return list(found.values())


def _others(night: LoadedNight, offered: Sequence[str]) -> list[Arrival]:
    """Return who sits nowhere: who waits without a phone, the roll, who waits with another one."""
    seated = {each.id for each in _seated(night)}
    waiting = [row.person for row in night.waiting if not row.phone]
    with_phone = [row.person for row in night.waiting if row.phone]
    by_name = {each.name: each.meant for each in night.roll if not each.same_as}
    roll = [by_name[name] for name in offered if name in by_name]
    others = [each for each in roll if each not in with_phone]
    ids = dict.fromkeys([*waiting, *others, *with_phone])
    return [Arrival(id=each, name=night.people[each].name) for each in ids if each not in seated]


def _person_called(night: LoadedNight, name: str) -> str:
    look = look_of(trim_line(name))
    return next((each.meant for each in night.roll if look and look_of(each.name) == look), "")


def _place_of(night: LoadedNight, person: str) -> tuple[ClubGame, Seat] | None:
    """Return the open game in which a person sits, and the seat; None if they sit nowhere."""
    for game in reversed(night.night.games):
        if game.state is GameState.OPEN and person in game.people:
            return game, Seat(game.people.index(person))
    return None


def take_place(night: LoadedNight, *, person: str, name: str) -> str:
    """Give this phone the seat of a person who plays, and return the address of their table.

    If another phone has the seat, it is the page where the table asks who is who. It is empty for
    somebody who sits nowhere.
    """
    place = _place_of(night, person or _person_called(night, name))
    if place is None or night.night.closed is not None:
        return ""
    game, seat = place
    key = night.games[game.id].key
    has_seat = assign_seat(site().store, key, this_phone(), seat, is_me=False)
    return game_address(game.id, "table.sheet" if has_seat else "people.ask_seat")


def waiting_here(night: LoadedNight) -> list[str]:
    """Return who waits with this phone, at most one person."""
    phone = known_phone()
    return [row.person for row in night.waiting if row.phone and row.phone == phone]
