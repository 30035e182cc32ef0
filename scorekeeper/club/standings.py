"""Standings, head to head, high scores and a person's results, as pages ask for them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.figures.results import (
    Choice,
    ChosenGame,
    HeadToHead,
    HighScores,
    PastGame,
    RankedBy,
    Standing,
    place_of,
    results_of,
)
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.settlement import Score
from scorekeeper.rules.variants import VARIANTS

MOST_HOLDERS: Final = 5
"""How many holders of a high score are named."""
RESULTS_A_PAGE: Final = 50
MOST_NIGHTS: Final = 20
"""How many nights the courses of the standings have, from the last one back."""


def standings_in(
    club: ClubFigures, choice: Choice, ranked_by: RankedBy
) -> tuple[list[Standing], int]:
    """Return the standings of the games of a choice, and how many games there are."""
    figures = club.asked(Question(choice=choice, ranked_by=ranked_by))
    return figures.standings, len(figures.counted)


def courses_in(club: ClubFigures, choice: Choice, *, of_money: bool) -> dict[str, list[Score]]:
    """Return each person's sum from night to night over the last nights of a choice, from 0 on.

    All are over the same nights: sums of money in minor units, or of points.
    """
    figures = club.asked(Question(choice=choice))
    until = choice.until or "9999"
    dates = [each.night.date for each in figures.nights if each.night.date <= until]
    first = dates[-MOST_NIGHTS] if len(dates) >= MOST_NIGHTS else ""
    won: dict[str, dict[str, Score]] = {}
    for night, sums in figures.sums_by_night:
        for each in sums.values() if night.date >= first else ():
            theirs = won.setdefault(each.person, {})
            minor_or_points = each.money if of_money else each.points
            theirs[night.date] = theirs.get(night.date, 0) + minor_or_points
    days = sorted({day for theirs in won.values() for day in theirs})
    return {
        person: list(accumulate([theirs.get(day, 0) for day in days], initial=0))
        for person, theirs in won.items()
    }


def heads_of(club: ClubFigures, choice: Choice, *, person: str) -> list[HeadToHead]:
    """Return a person's results against everybody with whom they played."""
    return club.asked(Question(choice=choice)).heads_of(person)


def high_scores_in(
    club: ClubFigures, choice: Choice, *, most: int = MOST_HOLDERS
) -> dict[str, HighScores]:
    """Return the high scores of a choice by variant, in the order in which all pages list variants.

    At most ``most`` holders of each are named, all of them if it is below 0.
    """
    found = club.asked(Question(choice=choice)).high_scores
    return {
        variant: {
            kind: replace(
                each,
                held_by=each.held_by[: most if most >= 0 else None],
                more=max(0, len(each.held_by) - most) if most >= 0 else 0,
            )
            for kind, each in found[variant].items()
        }
        for variant in VARIANTS
        if found.get(variant)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResults:
    """A page of a person's results, the newest first, and how many there are in all."""

    games: tuple[PastGame, ...]
    count: int


def results_of_person(
    club: ClubFigures,
    person: str,
    choice: Choice | None = None,
    *,
    page: int = 1,
    most: int | None = RESULTS_A_PAGE,
) -> PersonResults:
    """Return a page of a person's results, the newest first; all of them if ``most`` is None."""
    theirs = club.asked(Question(choice=choice or Choice())).counted_by_person.get(person, ())[::-1]
    skip = (page - 1) * (most or 0)
    here = theirs[skip : None if most is None else skip + most]
    return PersonResults(
        games=tuple([_past_game(chosen, person) for chosen in here]), count=len(theirs)
    )


def _past_game(chosen: ChosenGame, person: str) -> PastGame:
    game, night = chosen.game, chosen.night
    seat = Seat(game.people.index(person))
    (result,) = results_of(chosen._replace(seats=(seat,)))
    return PastGame(
        game=game.id,
        night=night.id,
        date=night.date,
        table=game.table,
        variant=game.played.variant,
        state=game.state,
        place=place_of(game, seat),
        players=len(game.people),
        result=(game.results or ())[seat],
        points=result.points,
        wins=result.wins,
        money=None if game.money is None else result.money,
    )


def first_day(club: ClubFigures) -> str:
    """Return the day of the first game that counts; empty without one."""
    games = club.asked(Question()).counted
    return games[0].night.date if games else ""


SumsByNight = tuple[tuple[str, Score], ...]
"""Dates of nights, each with a sum after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeason:
    """The games of a person in some months: how many, how many won, the sum after each night.

    A shared win counts as its share; ``money`` is in minor units.
    """

    games: int
    wins: Score
    money: SumsByNight


def season_of_person(club: ClubFigures, person: str, choice: Choice) -> PersonSeason:
    """Return the sums of a person's games in a choice."""
    games = results_of_person(club, person, choice, most=None).games[::-1]
    return PersonSeason(
        games=len(games),
        wins=sum([game.wins for game in games]),
        money=_sums_by_night([(game.date, game.money or 0) for game in games]),
    )


def _sums_by_night(steps: Sequence[tuple[str, Score]]) -> SumsByNight:
    nights: dict[str, Score] = {}
    for date, step in steps:
        nights[date] = nights.get(date, 0) + step
    return tuple(zip(nights, accumulate(nights.values()), strict=True))
