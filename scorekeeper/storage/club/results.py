"""Reads and writes results: for each game that counts, a row for each person and each pair.

The rows are worked out from facts alone, and those of a night are replaced together. Points and
wins are stored in parts of 2520, which every share of a win and of a bonus among up to ten fills
exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from fractions import Fraction
from typing import Final

from scorekeeper.domain.settlement import Score
from scorekeeper.storage.database import Connection

PARTS: Final = 2520
"""How many parts a point or a win has in the tables."""


def write_parts(score: Score) -> int:
    """Return a figure in parts. Raises ValueError if the parts would not be a whole number."""
    parts = Fraction(score) * PARTS
    if parts.denominator != 1:
        raise ValueError(f"{score} is no whole number of {PARTS} parts")
    return parts.numerator


def read_parts(parts: int) -> Score:
    """Return the figure of a number of parts."""
    score = Fraction(parts, PARTS)
    return score.numerator if score.denominator == 1 else score


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The columns of a person's results that are summed, then those of which the best is taken.

    ``wins``, ``points`` and feats are in parts; a feat is higher the better it is. ``money`` is
    None if the game settles none. ``first_of_game`` is 1 in one row of each game, ``first_member``
    in one row of its members, so that their sums are numbers of games.
    """

    wins: int
    points: int
    money: int | None
    deals: int
    outs: int
    concealed: int
    queens_caught: int
    jokers_caught: int
    gins: int
    undercuts: int
    first_of_game: int
    first_member: int
    best_deal: int | None
    feat_best_total: int | None
    feat_best_deal: int | None
    feat_fastest: int | None
    feat_biggest_win: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow(Counts):
    """The result of one person in a game; ``place`` of ``players`` is 1 for the best result."""

    game: str
    seat: int
    person: str
    night: str
    date: str
    night_number: int
    game_number: int
    variant: str
    is_member: int
    place: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """The result of two people in a game; ``first`` comes first in the order of the club."""

    game: str
    first: str
    second: str
    night: str
    date: str
    variant: str
    are_members: int
    first_ahead: int
    second_ahead: int
    money: int


BESTS: Final = tuple([each.name for each in fields(Counts) if each.name.startswith("feat_")])
SUMMED: Final = tuple(
    [each.name for each in fields(Counts) if each.name not in ("best_deal", *BESTS)]
)
_COUNTED: Final = ", ".join([each.name for each in fields(Counts)])


def write_sums(summed: Iterable[str], bests: Iterable[str] = (), *, sign: str = "") -> str:
    """Return the SQL of the sums of some columns of results, and the best of others."""
    sums = [f"{sign}coalesce(sum({name}), 0) AS {name}" for name in summed]
    return ", ".join([*sums, *[f"max({name}) AS {name}" for name in bests]])


_SUMS: Final = write_sums(SUMMED, ("best_deal", *BESTS))
_RESULT_NAMES: Final = tuple([each.name for each in fields(ResultRow)])
_RESULT: Final = ", ".join(_RESULT_NAMES)
_PAIR_NAMES: Final = tuple([each.name for each in fields(PairRow)])
_PAIR: Final = ", ".join(_PAIR_NAMES)

_YEAR: Final = "substr(date, 1, 4)"
_COUNT_YEARS: Final = f"""
    INSERT INTO result_year (person, year, variant, is_member, games, {_COUNTED})
    SELECT person, {_YEAR}, variant, is_member, count(*), {_SUMS} FROM result
    """  # noqa: S608 - our own names, as everywhere here
_BY_YEAR: Final = f"GROUP BY person, {_YEAR}, variant, is_member"
DECADE: Final = "decade "
"""Begins the ``year`` of the sums of ten years; the first three digits of the years follow."""
_DECADE: Final = f"'{DECADE}' || substr(year, 1, 3)"
_COUNT_DECADES: Final = f"""
    INSERT INTO result_year (person, year, variant, is_member, games, {_COUNTED})
    SELECT person, {_DECADE}, variant, is_member, sum(games), {_SUMS} FROM result_year
    """  # noqa: S608
_BY_DECADE: Final = f"GROUP BY person, {_DECADE}, variant, is_member"
_COUNT_PAIR_YEARS: Final = f"""
    INSERT INTO pair_year
        (first, second, year, variant, are_members, games, first_ahead, second_ahead, money)
    SELECT first, second, {_YEAR}, variant, are_members, count(*),
        sum(first_ahead), sum(second_ahead), sum(money) FROM pair
    """  # noqa: S608
_BY_PAIR_YEAR: Final = f"GROUP BY first, second, {_YEAR}, variant, are_members"


def replace_results(
    db: Connection, night: str, results: Iterable[ResultRow], pairs: Iterable[PairRow]
) -> bool:
    """Store the rows of a night in place of those it had; return whether any was different."""
    old_results, old_pairs = read_results(db, night), read_pairs(db, night)
    new_results, new_pairs = set(results), set(pairs)
    if (old_results, old_pairs) == (new_results, new_pairs):
        return False
    for result in old_results - new_results:
        key = result.game, result.seat
        db.execute("DELETE FROM result WHERE (game, seat) = (?, ?)", key)
    for pair in old_pairs - new_pairs:
        ends = pair.game, pair.first, pair.second
        db.execute("DELETE FROM pair WHERE (game, first, second) = (?, ?, ?)", ends)
    insert_results(db, new_results - old_results)
    insert_pairs(db, new_pairs - old_pairs)
    for person, year in {(each.person, each.date[:4]) for each in old_results ^ new_results}:
        _count_year(db, person, year)
    for person, decade in {(each.person, each.date[:3]) for each in old_results ^ new_results}:
        _count_decade(db, person, decade)
    for first, second, year in {
        (each.first, each.second, each.date[:4]) for each in old_pairs ^ new_pairs
    }:
        _count_pair_year(db, first, second, year)
    return True


def read_results(db: Connection, night: str) -> set[ResultRow]:
    """Return the rows of persons in the games of a night."""
    rows = db.execute(f"SELECT {_RESULT} FROM result WHERE night = ?", (night,))  # noqa: S608
    return {ResultRow(**dict(zip(_RESULT_NAMES, row, strict=True))) for row in rows.fetchall()}


def read_pairs(db: Connection, night: str) -> set[PairRow]:
    """Return the rows of pairs in the games of a night."""
    rows = db.execute(f"SELECT {_PAIR} FROM pair WHERE night = ?", (night,))  # noqa: S608
    return {PairRow(**dict(zip(_PAIR_NAMES, row, strict=True))) for row in rows.fetchall()}


def insert_results(db: Connection, rows: Iterable[ResultRow]) -> None:
    """Insert rows of persons without summing their years."""
    _insert(db, "result", _RESULT_NAMES, rows)


def insert_pairs(db: Connection, rows: Iterable[PairRow]) -> None:
    """Insert rows of pairs without summing their years."""
    _insert(db, "pair", _PAIR_NAMES, rows)


def _insert(
    db: Connection, table: str, names: Sequence[str], rows: Iterable[ResultRow | PairRow]
) -> None:
    marks = ", ".join("?" * len(names))
    db.conn.executemany(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",  # noqa: S608 - ours
        [astuple(row) for row in rows],
    )


def _count_year(db: Connection, person: str, year: str) -> None:
    db.execute("DELETE FROM result_year WHERE (person, year) = (?, ?)", (person, year))
    db.execute(
        f"{_COUNT_YEARS} WHERE person = ? AND date >= ? AND date < ? {_BY_YEAR}",
        (person, year, _behind(year)),
    )


def _count_decade(db: Connection, person: str, decade: str) -> None:
    db.execute(
        "DELETE FROM result_year WHERE (person, year) = (?, ?)", (person, f"{DECADE}{decade}")
    )
    db.execute(
        f"{_COUNT_DECADES} WHERE person = ? AND year BETWEEN ? AND ? {_BY_DECADE}",
        (person, f"{decade}0", f"{decade}9"),
    )


def _behind(year: str) -> str:
    """Return a text that comes after every day of a year and before those of the next."""
    return f"{year}-99"


def _count_pair_year(db: Connection, first: str, second: str, year: str) -> None:
    ends = first, second, year
    db.execute("DELETE FROM pair_year WHERE (first, second, year) = (?, ?, ?)", ends)
    db.execute(
        f"{_COUNT_PAIR_YEARS} WHERE first = ? AND second = ? AND date >= ? AND date < ?"
        f" {_BY_PAIR_YEAR}",
        (first, second, year, _behind(year)),
    )


def rebuild_years(db: Connection) -> bool:
    """Compute the sums of all years again; return whether any was wrong."""
    old = _all_years(db)
    db.execute("DELETE FROM result_year")
    db.execute(f"{_COUNT_YEARS} {_BY_YEAR}")
    db.execute(f"{_COUNT_DECADES} {_BY_DECADE}")
    db.execute("DELETE FROM pair_year")
    db.execute(f"{_COUNT_PAIR_YEARS} {_BY_PAIR_YEAR}")
    return old != _all_years(db)


def _all_years(db: Connection) -> list[tuple[object, ...]]:
    return [
        *db.execute("SELECT * FROM result_year").fetchall(),
        *db.execute("SELECT * FROM pair_year").fetchall(),
    ]


def has_result(db: Connection, game: str) -> bool:
    """Tell whether a game, by its id in the club, has a result."""
    return db.execute("SELECT 1 FROM result WHERE game = ?", (game,)).fetchone() is not None


def drop_unknown_nights(db: Connection) -> int:
    """Delete the rows of nights that do not exist; return how many rows."""
    return sum(
        [
            db.execute(f"DELETE FROM {table} WHERE night NOT IN (SELECT id FROM night)").rowcount  # noqa: S608
            for table in ("result", "pair")
        ]
    )
