"""Reads the bests of a club's results and who reached them, for high scores."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.domain.club.results import Choice
from scorekeeper.storage.club.conditions import NEVER, ChoiceConditions
from scorekeeper.storage.club.results import BESTS
from scorekeeper.storage.database import Connection


class Best(NamedTuple):
    """The best that was reached of a feat in a variant, in parts, higher the better."""

    variant: str
    feat: str
    parts: int


def read_bests(db: Connection, choice: Choice) -> dict[tuple[str, str], Best]:
    """Return the best of each feat that somebody reached, by variant and feat."""
    conditions = ChoiceConditions(choice, "is_member")
    if conditions.span.has_years:
        # Each best is the first row of its index; the rows of a short time may be far behind.
        values = {**conditions.values, "since": choice.since, "to": choice.until or NEVER}
        rows = db.execute(_first_bests(choice), values).fetchall()
    else:
        rows = db.execute(
            f"SELECT variant, {', '.join([f'max({name})' for name in BESTS])}"  # noqa: S608
            f" FROM result WHERE {conditions.singles[0]} GROUP BY variant",
            conditions.values,
        ).fetchall()
    return {
        (variant, feat): Best(variant, feat, parts)
        for variant, *found in rows
        for feat, parts in zip(BESTS, found, strict=True)
        if parts is not None
    }


def _first_bests(choice: Choice) -> str:
    """Return the SQL of the first row of each feat's index in each variant."""
    members = " AND is_member = 1" if choice.members_only else ""
    firsts = [
        f"(SELECT {name} FROM result WHERE variant = known.variant AND {name} IS NOT NULL"  # noqa: S608
        f" AND date BETWEEN :since AND :to{members} ORDER BY {name} DESC LIMIT 1)"
        for name in BESTS
    ]
    known = "SELECT DISTINCT variant FROM result_year WHERE :variant IN ('', variant)"
    return f"SELECT variant, {', '.join(firsts)} FROM ({known}) AS known"  # noqa: S608


class HeldRow(NamedTuple):
    """A person who holds a high score, and the game and day of it."""

    person: str
    game: str
    date: str


def read_holders(
    db: Connection, choice: Choice, best: Best, *, most: int
) -> tuple[Sequence[HeldRow], int]:
    """Return holders of a high score, the first first, and how many there are.

    At most ``most`` are returned, all of them if it is -1.
    """
    condition = f"variant = :variant AND {best.feat} = :best AND date BETWEEN :since AND :to"
    if choice.night:
        condition += " AND night = :night"
    if choice.members_only:
        condition += " AND is_member = 1"
    values = {
        "variant": best.variant,
        "best": best.parts,
        "since": choice.since,
        "to": choice.until or NEVER,
        "night": choice.night,
        "most": most,
    }
    (count,) = db.execute(f"SELECT count(*) FROM result WHERE {condition}", values).fetchone()  # noqa: S608
    rows = db.execute(
        f"SELECT person, game, date FROM result WHERE {condition}"  # noqa: S608
        " ORDER BY date, night_number, game_number, seat LIMIT :most",
        values,
    ).fetchall()
    return [HeldRow(*row) for row in rows], int(count)
