"""Writes what is organised, and seasons, for the club command; finds the seats of a night.

Each entry point for club books or a club's database imports this module: with it, all that concerns
organised nights and seasons registers with the club, which knows nothing of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import NamedTuple

from scorekeeper.club.book.answer import (
    GAP,
    AnswerWriter,
    PlainWriter,
    WrongQuestionError,
    write_part,
    write_part_plain,
)
from scorekeeper.club.book.book import read_book_file
from scorekeeper.club.figures import ClubFigures, Question
from scorekeeper.record import Document, write_columns, write_number, write_score
from scorekeeper.rules import Score, quote_text, write_names
from scorekeeper.tournament import book  # noqa: F401 - its shapes are part of the book
from scorekeeper.tournament.facts import Season
from scorekeeper.tournament.pool import OrganisedFigures, RoundFigures, organised_figures
from scorekeeper.tournament.seasons import figures_of, wishes_of
from scorekeeper.tournament.seats.plan import plan_of
from scorekeeper.tournament.seats_file import SeatsReading, write_rounds
from scorekeeper.wording import write_plural, write_sum


def read_seats_of_night(raw: bytes, night: str) -> SeatsReading:
    """Return what is wanted of the seats of a night in a book, or the problems of the book.

    Raises ``WrongQuestionError`` if it has no such organised night.
    """
    reading = read_book_file(raw)
    if reading.book is None:
        return SeatsReading(wishes=None, problems=reading.problems)
    figures = ClubFigures(reading.book, Question())
    for one_night in figures.nights:
        organised = organised_figures(one_night)
        if one_night.night.id == night and organised is not None:
            return SeatsReading(wishes=wishes_of(figures, organised), problems=())
    raise WrongQuestionError(f"There is no organised night {quote_text(night)}")


# --- as JSON --------------------------------------------------------------------------------------


@write_part.register
def _(part: OrganisedFigures, writer: AnswerWriter) -> Document:
    wishes = wishes_of(writer.figures, part)
    plan = plan_of(wishes, wishes.shown)
    return {
        "plan": {
            "rounds": write_rounds(plan.rounds),
            "cost": plan.cost._asdict(),
            "repeats": [list(repeat) for repeat in plan.repeats],
        },
        "rounds": [_round(round_) for round_ in part.rounds],
        "standing": [
            {
                "rank": standing.rank,
                "person": standing.person,
                "points": write_score(standing.points),
                "wins": write_score(standing.wins),
                "best": write_score(standing.best),
                "played": standing.played,
            }
            for standing in part.standing
        ],
        "pool": writer.moneys(asdict(part.pool)),
        "prizes": {person: writer.moneys(asdict(prizes)) for person, prizes in part.prizes.items()},
    }


def _round(figures: RoundFigures) -> Document:
    return {
        "round": figures.number,
        "games": [game.id for game in figures.games],
        "complete": figures.is_complete,
        "points": {person: write_score(points) for person, points in figures.points.items()},
        "byes": {person: write_score(points) for person, points in figures.byes.items()},
    }


@write_part.register
def _(part: Season, writer: AnswerWriter) -> Document:
    figures = figures_of(writer.figures, part)
    champions = figures.champions
    return {
        "id": part.id,
        "name": part.name,
        "nights": [one_night.night.id for one_night in figures.nights],
        "counting": figures.counting,
        "champions": None if champions is None else [*champions],
        "rows": [
            {
                "rank": row.rank,
                "person": row.person,
                "total": write_score(row.total),
                "attendance": row.attendance,
                "won": write_score(row.won),
                "best": write_score(row.best),
                "nights": {
                    night: {
                        "points": write_score(result.points),
                        "rank": result.rank,
                        "counts": result.counts,
                    }
                    for night, result in row.nights.items()
                },
            }
            for row in figures.rows
        ],
    }


# --- for people -----------------------------------------------------------------------------------


@write_part_plain.register
def _(part: OrganisedFigures, writer: PlainWriter) -> Iterator[str]:
    for round_ in part.rounds:
        points = [
            f"{writer.name(person)} {write_number(score)}"
            for person, score in {**round_.points, **round_.byes}.items()
        ]
        if points:
            state = "complete" if round_.is_complete else "not complete"
            yield f"Round {round_.number}, {state}: {', '.join(points)}"
    if part.standing:
        rows = [["", "Standing of the night", "points", "wins", "best round", "rounds"]]
        for row in part.standing:
            scores = (row.points, row.wins, row.best, row.played)
            numbers = [write_number(score) for score in scores]
            rows.append([f"{row.rank}.", writer.name(row.person), *numbers])
        yield from write_columns(rows, left=(1,))
    pool = part.pool
    parts = [f"{name} {writer.money(minor)}" for name, minor in asdict(pool).items() if minor]
    if parts:
        yield f"Pool: {', '.join(parts)}"
    if part.prizes:
        rows = [["Prizes", "places", "deals", "awards"]]
        for person, prizes in part.prizes.items():
            amounts = [writer.money(minor) for minor in asdict(prizes).values()]
            rows.append([writer.name(person), *amounts])
        yield from write_columns(rows)


@write_part_plain.register
def _(part: Season, writer: PlainWriter) -> Iterator[str]:
    figures = figures_of(writer.figures, part)
    yield f"Season {part.name}, {part.since} to {part.to}"
    rows = [["", "", "total", "of it for coming", "nights", "won", "best"]]
    for row in figures.rows:
        scores: list[Score] = [row.total, row.attendance, len(row.nights), row.won, row.best]
        numbers = [write_number(score) for score in scores]
        rows.append([f"{row.rank}.", writer.name(row.person), *numbers])
    if figures.rows:
        yield from [GAP + line for line in write_columns(rows, left=(1,))]
    if figures.champions:
        names = [writer.name(person) for person in figures.champions]
        yield f"{GAP}{'Champion' if len(names) == 1 else 'Champions'}: {write_names(names)}"


# --- the sum of a pool: what comes in, and what of it goes where ----------------------------------


class PoolLine(NamedTuple):
    """A line of the sum of a pool, in minor units: what comes in, and with a minus what goes."""

    words: str
    minor: int


def write_pool(figures: OrganisedFigures, pots: Mapping[str, str], currency: str) -> list[PoolLine]:
    """Return the sum of a pool, which ends at nothing once its night has a standing.

    ``pots`` are the names of pots by id.
    """
    pool, organised = figures.pool, figures.organised
    gets_rest = pots.get(organised.prizes.rest, "the club")
    parts = ", ".join([str(part) for part in figures.schedule.parts])
    lines = [
        *_entry_lines(figures, pots, currency),
        PoolLine("awards", -pool.awards),
        PoolLine(_deals(figures, currency), -pool.deals),
        PoolLine(f"for the places: {parts}" if parts else "for the places", -pool.places),
        PoolLine(f"the rest, to {gets_rest}", -pool.rest),
        PoolLine("paid by the club, as the pool is short", pool.short),
    ]
    return [line for line in lines if line.minor]


def _entry_lines(
    figures: OrganisedFigures, pots: Mapping[str, str], currency: str
) -> Iterator[PoolLine]:
    """Yield what the entries bring, by their price, and what part of it is not for prizes."""
    paid, entry = len(figures.entries), figures.organised.entry
    for minor, count in Counter(figures.entries.values()).items():
        words = f"{write_plural(count, 'entry', 'entries')} of {write_sum(minor, currency)}"
        yield PoolLine(words, minor * count)
    yield PoolLine("added by the club", figures.pool.added)
    if entry is not None:
        yield PoolLine(f"to the club, {write_sum(entry.fee, currency)} each", -figures.pool.fees)
        for pot, minor in entry.pots.items():
            yield PoolLine(f"to {pots[pot]}, {write_sum(minor, currency)} each", -minor * paid)


def _deals(figures: OrganisedFigures, currency: str) -> str:
    prize = figures.organised.prizes.deal
    count = figures.pool.deals // prize if prize else 0
    return f"{write_plural(count, 'deal')} at {write_sum(prize, currency)}"
