"""All that the page of a person shows: statement, games, sums by night, head to head."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.ledger import StatementLines, all_lines_of, statement_of
from scorekeeper.bookkeeping.club.standings import results_of_person
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.games import GameName
from scorekeeper.domain.club.ledger import StatementLine
from scorekeeper.domain.club.results import Choice
from scorekeeper.domain.settlement import Score
from scorekeeper.storage.club.nights import load_nights, read_game_names
from scorekeeper.storage.club.payments import find_adjustments, find_payments
from scorekeeper.storage.database import Connection

SumsByNight = tuple[tuple[str, Score], ...]
"""Dates of nights, each with a sum after it."""


class UnknownPerson(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """Nobody on the list has this id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPage:
    """A page of a statement, with the names of games and the reasons of adjustments by id."""

    statement: StatementLines
    games: Mapping[str, GameName]
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeason:
    """The games of a person in some months: how many, how many won, and sums after each night.

    A shared win counts as its share; ``money`` is in minor units.
    """

    games: int
    wins: Score
    money: SumsByNight
    points: SumsByNight


def listed_person(store: GameStore, person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id means, and all people by id; raises UnknownPerson."""
    people = {each.id: each for each in people_of(store)}
    found = people.get(person)
    if found is None:
        raise UnknownPerson(person)
    return people[found.meant], people


def statement_page(store: GameStore, person: str, page: int = 1) -> StatementPage:
    """Return a page of a person's statement, the first with the newest lines."""
    statement = statement_of(store, person, page)
    refs = sorted({line.ref for line in statement.lines if line.ref})
    with store.database.reading() as db:
        return StatementPage(
            statement=statement, games=read_game_names(db, refs), reasons=_reasons(db, refs)
        )


def _reasons(db: Connection, refs: Sequence[str]) -> dict[str, str]:
    return {each.id: each.reason for each in find_adjustments(db, refs)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStatement:
    """All lines of a person, the oldest first, and what they refer to, by id.

    ``games`` are names of games, ``nights`` dates of nights, ``methods`` those of payments,
    ``reasons`` those of adjustments.
    """

    lines: tuple[StatementLine, ...]
    games: Mapping[str, GameName]
    nights: Mapping[str, str]
    methods: Mapping[str, str]
    reasons: Mapping[str, str]


def whole_statement(store: GameStore, person: str) -> PersonStatement:
    """Return the whole statement of a person, read from derived rows alone."""
    lines = all_lines_of(store, person)
    refs = sorted({line.ref for line in lines if line.ref})
    with store.database.reading() as db:
        return PersonStatement(
            lines=lines,
            games=read_game_names(db, refs),
            nights={night.id: night.date for night in load_nights(db)},
            methods={each.id: each.method for each in find_payments(db, refs)},
            reasons=_reasons(db, refs),
        )


def season_of_person(store: GameStore, person: str, choice: Choice) -> PersonSeason:
    """Return the sums of a person's games in a choice."""
    games = results_of_person(store, person, choice, most=None).games[::-1]
    return PersonSeason(
        games=len(games),
        wins=sum([game.wins for game in games]),
        money=_sums_by_night([(game.date, game.money or 0) for game in games]),
        points=_sums_by_night([(game.date, game.points) for game in games]),
    )


def _sums_by_night(steps: Sequence[tuple[str, Score]]) -> SumsByNight:
    nights: dict[str, Score] = {}
    for date, step in steps:
        nights[date] = nights.get(date, 0) + step
    return tuple(zip(nights, accumulate(nights.values()), strict=True))
