"""All that the page of a person shows: statement, games, the course of the money, head to head."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.ledger import statement_of
from scorekeeper.bookkeeping.club.standings import heads_of, results_of_person
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.chosen import Choice
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.head_to_head import HeadToHead
from scorekeeper.domain.club.past_games import PastGame
from scorekeeper.domain.club.statement import StatementLine
from scorekeeper.domain.settlement import Score
from scorekeeper.storage.club.games import GameName, read_game_names
from scorekeeper.storage.club.payments import find_adjustment

Course = tuple[tuple[str, Score], ...]
"""Dates of nights, each with a sum after it."""


class UnknownPerson(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """Nobody on the list has this id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPage:
    """One page of a statement, newest first, with what its games and adjustments are called."""

    lines: tuple[StatementLine, ...]
    page: int
    pages: int
    names: Mapping[str, GameName]
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonGames:
    """The games that count of a person, newest first, and what they add up to.

    ``money`` (minor units) and ``points`` are the sums after each night, by its date; ``heads`` are
    the pairs of which this person is one.
    """

    games: tuple[PastGame, ...]
    money: Course
    points: Course
    heads: tuple[HeadToHead, ...]


def listed_person(store: GameStore, person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return who is meant by an id, and all people by id; raises UnknownPerson."""
    people = {each.id: each for each in people_of(store)}
    found = people.get(person)
    if found is None:
        raise UnknownPerson(person)
    return people[found.same_as or found.id], people


def statement_page(store: GameStore, person: str, page: int = 1) -> StatementPage:
    """Return a page of a person's statement, the first with the newest lines."""
    found = statement_of(store, person, page)
    refs = {line.ref for line in found.lines}
    with store.database.reading() as db:
        names = read_game_names(db, sorted(refs))
        adjustments = [find_adjustment(db, ref) for ref in refs]
    return StatementPage(
        lines=found.lines,
        page=page,
        pages=found.pages,
        names=names,
        reasons={each.id: each.reason for each in adjustments if each},
    )


def games_of_person(store: GameStore, person: str, choice: Choice) -> PersonGames:
    """Return the games of a person that a choice has."""
    newest_first = results_of_person(store, person, choice, most=None).games
    games = newest_first[::-1]
    return PersonGames(
        games=newest_first,
        money=_course([(game.date, game.money or 0) for game in games]),
        points=_course([(game.date, game.points) for game in games]),
        heads=tuple(heads_of(store, choice, person=person)),
    )


def _course(steps: Sequence[tuple[str, Score]]) -> Course:
    nights: dict[str, Score] = {}
    for date, step in steps:
        nights[date] = nights.get(date, 0) + step
    return tuple(zip(nights, accumulate(nights.values()), strict=True))
