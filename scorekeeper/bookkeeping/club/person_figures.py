"""All that the page of a person shows: statement, games, the course of the money, head to head."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scorekeeper.bookkeeping.club.book import load_book, people_of
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.chosen import Choice
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.domain.club.head_to_head import HeadToHead
from scorekeeper.domain.club.past_games import PastGame, past_games_of
from scorekeeper.domain.club.statement import StatementLine, lines_of_person
from scorekeeper.domain.settlement import Score
from scorekeeper.storage.club.games import GameName, read_game_names

LINES_A_PAGE: Final = 50


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
    figures = ClubFigures(load_book(store)[0], Question())
    lines = lines_of_person(figures.ledger, person)[::-1]
    pages = max(1, -(-len(lines) // LINES_A_PAGE))
    shown = lines[(page - 1) * LINES_A_PAGE : page * LINES_A_PAGE]
    refs = {line.ref for line in shown}
    with store.database.reading() as db:
        names = read_game_names(db, sorted(refs))
    return StatementPage(
        lines=tuple(shown),
        page=page,
        pages=pages,
        names=names,
        reasons={each.id: each.reason for each in figures.book.adjustments if each.id in refs},
    )


def games_of_person(store: GameStore, person: str, choice: Choice) -> PersonGames:
    """Return the games of a person that a choice has."""
    figures = ClubFigures(load_book(store)[0], Question(choice=choice))
    games = past_games_of(figures.games, person)
    return PersonGames(
        games=tuple(games[::-1]),
        money=_course([(game.date, game.money or 0) for game in games]),
        points=_course([(game.date, game.points) for game in games]),
        heads=tuple([pair for pair in figures.head_to_head if person in (pair.first, pair.second)]),
    )


def _course(steps: Sequence[tuple[str, Score]]) -> Course:
    nights: dict[str, Score] = {}
    for date, step in steps:
        nights[date] = nights.get(date, 0) + step
    return tuple(zip(nights, accumulate(nights.values()), strict=True))
