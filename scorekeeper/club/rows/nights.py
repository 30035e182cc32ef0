"""Reads and writes the nights of the club: who waits, their games and seats, their closing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scorekeeper.club.facts import (
    Closing,
    Night,
    NightMoney,
    PlannedTransfer,
    SettleWay,
)
from scorekeeper.club.rows.clubs import parse_organised, read_fees, write_fees
from scorekeeper.rules import EarlyEnd, Seat
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows, find_one, read_all

# A closing that was taken back keeps its row; at most one of a night is in force.
_CLOSING: Final = "on_day, seen, plan"
_WHOLE: Final = f"organised, (SELECT currency FROM club), {_CLOSING}"
# What was seen is most of a night's text; lists of nights do not need it, nor what is organised.
_NOTHING_SEEN: Final = """'{"games": {}, "fees": {}}'"""
_UNSEEN: Final = f"NULL, '', on_day, {_NOTHING_SEEN}, NULL"
_READ: Final = """
    SELECT id, date, place, fees, settle, coalesce(corrected_on, ''), coalesce(corrected_at, ''),
        {facts}
    FROM night LEFT JOIN closing ON closing.night = night.id AND reopened_at IS NULL
    """
_ASKED: Final = "(SELECT value FROM json_each(?))"
_NEWEST_FIRST: Final = " ORDER BY date DESC, night.number DESC"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRow:
    """A person who waits at a night for a seat, and since when (UTC).

    ``phone`` is their own, empty if they have not said so on any.
    """

    person: str
    came_at: datetime
    phone: str = ""


def load_nights(
    db: Connection, *, only_open: bool = False, most: int | None = None
) -> tuple[Night, ...]:
    """Return the nights, the newest first, without their games, at most ``most``.

    What is organised is left out, and of closings all but the day.
    """
    condition = " WHERE on_day IS NULL" if only_open else ""
    return read_all(
        db,
        _night,
        f"{_READ.format(facts=_UNSEEN)}{condition}{_NEWEST_FIRST} LIMIT ?",
        (-1 if most is None else most,),
    )


def load_whole_nights(db: Connection, nights: Iterable[str] | None = None) -> tuple[Night, ...]:
    """Return nights, all or some, without their games, in the order of their days."""
    asked = "" if nights is None else f" WHERE id IN {_ASKED}"
    return read_all(
        db,
        _night,
        f"{_READ.format(facts=_WHOLE)}{asked} ORDER BY date, night.number",
        () if nights is None else (json.dumps([*nights]),),
    )


def count_nights(db: Connection) -> int:
    """Return how many nights there are."""
    return int(db.execute("SELECT count(*) FROM night").fetchone()[0])


def find_night(db: Connection, night: str) -> Night | None:
    """Return the night with this id, without its games, or None."""
    return find_one(db, _night, f"{_READ.format(facts=_WHOLE)} WHERE id = ?", (night,))


def is_night(db: Connection, night: str) -> bool:
    """Tell whether there is a night with this id."""
    return db.execute("SELECT 1 FROM night WHERE id = ?", (night,)).fetchone() is not None


def night_ids(db: Connection) -> tuple[str, ...]:
    """Return the ids of all nights in the order of their days."""
    return read_all(db, str, "SELECT id FROM night ORDER BY date, number")


def add_night(db: Connection, night: Night, at: datetime) -> None:
    """Insert a night without its games; it is open."""
    db.execute(
        "INSERT INTO night (id, date, place, fees, settle, opened_at) VALUES (?, ?, ?, ?, ?, ?)",
        (night.id, *_terms(night), at.isoformat()),
    )


def change_night(db: Connection, night: Night) -> None:
    """Replace date, place, fees and way to settle of a night."""
    db.execute(
        "UPDATE night SET (date, place, fees, settle) = (?, ?, ?, ?) WHERE id = ?",
        (*_terms(night), night.id),
    )


def _terms(night: Night) -> tuple[str, ...]:
    return night.date, night.place, write_fees(night.fees), str(night.settle)


def _night(*row: Any) -> Night:
    night, date, place, fees, settle, day, at, organised, currency, *closing = row
    closed = None if closing[0] is None else _read_closing(*closing)
    # Also what goes through the till is a list of transfers if payments were made before.
    has_plan = closed is not None and closed.plan is not None
    return Night(
        id=night,
        date=date,
        place=place,
        fees=read_fees(fees),
        settle=SettleWay.TRANSFERS if has_plan else SettleWay(settle),
        organised=None if organised is None else parse_organised(organised, currency),
        closed=closed,
        corrected_on=day,
        corrected_at=at,
    )


# --- the waiting list -----------------------------------------------------------------------------


def read_waiting(db: Connection, night: str) -> tuple[WaitingRow, ...]:
    """Return who waits at a night for a seat, in the order in which they came."""
    return Rows(db, "night_person", WaitingRow).read(
        "night = ? AND left_at IS NULL", [night], order_by="number"
    )


def note_arrival(
    db: Connection, night: str, person: str, at: datetime, *, phone: str | None = None
) -> None:
    """Store that a person waits at a night, unless that is stored already.

    ``phone`` is given if it is their own; it is no longer anybody else's.
    """
    if phone is not None:
        db.execute(
            "UPDATE night_person SET phone = NULL WHERE night = ? AND phone = ?", (night, phone)
        )
    db.execute(
        "INSERT INTO night_person (night, person, came_at, phone) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (night, person) WHERE left_at IS NULL"
        " DO UPDATE SET phone = coalesce(excluded.phone, phone)",
        (night, person, at.isoformat(), phone),
    )


def note_departure(db: Connection, night: str, person: str, at: datetime) -> None:
    """Store that a person no longer waits at a night: they have sat down or gone home."""
    db.execute(
        "UPDATE night_person SET left_at = ? WHERE night = ? AND person = ? AND left_at IS NULL",
        (at.isoformat(), night, person),
    )


# --- what people saw when the night was closed; a closing can be taken back -----------------------


def _read_closing(on: str, seen: str, plan: str | None) -> Closing:
    figures = json.loads(seen)
    return Closing(
        on=on,
        seen=NightMoney(
            games=figures["games"],
            fees=figures["fees"],
            # Only a night that was organised has these.
            entry=figures.get("entry", {}),
            prize=figures.get("prize", {}),
        ),
        # The balances brought forward were seen too; older closings have none.
        before=figures.get("before", {}),
        plan=None
        if plan is None
        else tuple(
            [
                PlannedTransfer(payer=payer, payee=payee, minor=minor)
                for payer, payee, minor in json.loads(plan)
            ]
        ),
    )


def add_closing(db: Connection, night: str, closing: Closing, at: datetime) -> None:
    """Insert the closing of a night, which must be open."""
    games = {game: dict(money) for game, money in closing.seen.games.items()}
    seen: dict[str, Any] = {"games": games, "fees": dict(closing.seen.fees)}
    more = {
        "entry": closing.seen.entry,
        "prize": closing.seen.prize,
        "before": closing.before,
    }
    seen |= {name: dict(money) for name, money in more.items() if money}
    plan = [[transfer.payer, transfer.payee, transfer.minor] for transfer in closing.plan or ()]
    db.execute(
        "INSERT INTO closing (night, on_day, seen, plan, closed_at) VALUES (?, ?, ?, ?, ?)",
        (
            night,
            closing.on,
            json.dumps(seen),
            None if closing.plan is None else json.dumps(plan),
            at.isoformat(),
        ),
    )


def mark_reopened(db: Connection, night: str, at: datetime) -> None:
    """Mark the closing of a night as taken back."""
    db.execute(
        "UPDATE closing SET reopened_at = ? WHERE night = ? AND reopened_at IS NULL",
        (at.isoformat(), night),
    )


def mark_corrected(db: Connection, night: str, day: str, at: datetime) -> None:
    """Store the day and the moment at which figures of a closed night changed last."""
    db.execute(
        "UPDATE closing SET corrected_on = max(on_day, ?), corrected_at = ?"
        " WHERE night = ? AND reopened_at IS NULL",
        (day, at.isoformat(), night),
    )


def included_balances(db: Connection, night: str) -> bool:
    """Tell whether the latest closing of a night, even if taken back, included earlier balances."""
    latest = "number = (SELECT max(number) FROM closing WHERE night = ?)"
    sql = f"SELECT 1 FROM closing WHERE {latest} AND json_type(seen, '$.before') NOTNULL"
    return db.execute(sql, (night,)).fetchone() is not None


def was_closed(db: Connection, night: str) -> bool:
    """Tell whether a night is closed, or was before it was opened again."""
    return db.execute("SELECT 1 FROM closing WHERE night = ?", (night,)).fetchone() is not None


def find_night_including_balances_of(db: Connection, night: str, people: Sequence[str]) -> str:
    """Return the date of the latest night closed after this one with balances of these people.

    Empty if there is none.
    """
    return (
        find_one(
            db,
            str,
            """
        SELECT date FROM closing JOIN night ON night.id = closing.night
        WHERE reopened_at IS NULL AND closed_at >
            (SELECT closed_at FROM closing WHERE night = ? AND reopened_at IS NULL)
        AND instr(seen, '"before"') AND EXISTS (
            SELECT 1 FROM json_each(seen, '$.before') AS taken
            WHERE taken.key IN (SELECT value FROM json_each(?)))
        ORDER BY closed_at DESC LIMIT 1
        """,
            (night, json.dumps(list(people))),
        )
        or ""
    )


def closings_naming(db: Connection, person: str) -> tuple[Closing, ...]:
    """Return the closings in force in whose plan a person stands."""
    return read_all(
        db,
        _read_closing,
        f"SELECT DISTINCT {_CLOSING} FROM closing, json_each(plan) AS planned"
        " WHERE reopened_at IS NULL AND ? IN (planned.value ->> 0, planned.value ->> 1)",
        (person,),
    )


# --- the games of a night -------------------------------------------------------------------------


_COLUMNS: Final = "id, game, night, label, void, closed_early, round"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightGameRow:
    """A game in a night: its id in the club, its key, the night, and the name of its table.

    ``closed_early`` comes from a book that was taken in; a game played here has it in its journal.
    """

    id: str
    key: str
    night: str
    label: str = ""
    is_void: bool = False
    closed_early: EarlyEnd | None = None
    round: int | None = None


def read_night_games(db: Connection, night: str) -> tuple[NightGameRow, ...]:
    """Return the games of a night in the order in which they were put into it."""
    return read_all(
        db,
        _game,
        f"SELECT {_COLUMNS} FROM night_game"
        " WHERE night = ? AND taken_out_at IS NULL ORDER BY number",
        (night,),
    )


def games_of_nights(db: Connection, nights: Iterable[str]) -> tuple[NightGameRow, ...]:
    """Return the games of some nights, those of each in the order in which they were put there."""
    return read_all(
        db,
        _game,
        f"SELECT {_COLUMNS} FROM night_game"
        f" WHERE night IN {_ASKED} AND taken_out_at IS NULL ORDER BY number",
        (json.dumps([*nights]),),
    )


def find_night_game(db: Connection, *, key: str = "", game: str = "") -> NightGameRow | None:
    """Return the game with this key, or this id in the club, if it is in a night."""
    return find_one(
        db,
        _game,
        f"SELECT {_COLUMNS} FROM night_game WHERE (game = ? OR id = ?) AND taken_out_at IS NULL",
        (key, game),
    )


def find_latest_row(db: Connection, key: str) -> NightGameRow | None:
    """Return the latest row of a game, even if it was taken out, or None if there was none."""
    return find_one(
        db,
        _game,
        f"SELECT {_COLUMNS} FROM night_game WHERE game = ? ORDER BY number DESC LIMIT 1",
        (key,),
    )


def games_begun_by(db: Connection, night: str, phone: str) -> tuple[str, ...]:
    """Return the keys of the games of a night that a phone began and that are not left out."""
    return read_all(
        db,
        str,
        "SELECT night_game.game FROM night_game"
        " JOIN entry ON entry.game = night_game.game AND seq = 1"
        " WHERE night = ? AND taken_out_at IS NULL AND void = 0 AND phone = ?",
        (night, phone),
    )


def add_night_game(db: Connection, row: NightGameRow, at: datetime) -> None:
    """Put a game into a night after the others; it must be in none."""
    closed = None if row.closed_early is None else int(row.closed_early.settles)
    db.execute(
        f"INSERT INTO night_game ({_COLUMNS}, put_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(row.id, row.key, row.night, row.label, int(row.is_void), closed, row.round),
            at.isoformat(),
        ),
    )


def mark_taken_out(db: Connection, game: str, at: datetime) -> None:
    """Mark a game, by its id in the club, as taken out of its night."""
    db.execute(
        "UPDATE night_game SET taken_out_at = ? WHERE id = ? AND taken_out_at IS NULL",
        (at.isoformat(), game),
    )


def mark_void(db: Connection, game: str, *, void: bool) -> None:
    """Mark a game of a night as void, or as counting again."""
    db.execute(
        "UPDATE night_game SET void = ? WHERE id = ? AND taken_out_at IS NULL", (int(void), game)
    )


def change_label(db: Connection, game: str, label: str) -> None:
    """Store another name of a game's table."""
    db.execute(
        "UPDATE night_game SET label = ? WHERE id = ? AND taken_out_at IS NULL", (label, game)
    )


def _game(*row: Any) -> NightGameRow:
    game, key, night, label, void, closed, number = row
    return NightGameRow(
        id=game,
        key=key,
        night=night,
        label=label,
        is_void=bool(void),
        closed_early=None if closed is None else EarlyEnd(settles=bool(closed)),
        round=number,
    )


# --- who sits where -------------------------------------------------------------------------------


def read_seats(db: Connection, key: str) -> dict[Seat, str]:
    """Return the id of the person in each seat of a game, as it was written."""
    return seats_of_games(db, [key])[key]


def seats_of_games(db: Connection, keys: Sequence[str]) -> dict[str, dict[Seat, str]]:
    """Return the id of the person in each seat of some games, as it was written, by their keys."""
    found: dict[str, dict[Seat, str]] = {key: {} for key in keys}
    rows = db.execute(
        "SELECT game, seat, person FROM seat_person"
        " WHERE game IN (SELECT value FROM json_each(?)) ORDER BY seat",
        (json.dumps(keys),),
    )
    for key, seat, person in rows.fetchall():
        found[key][Seat(seat)] = person
    return found


def write_seats(db: Connection, key: str, people: Mapping[Seat, str]) -> None:
    """Store the people in seats of a game; seats that are not named stay as they are."""
    for seat, person in people.items():
        db.execute(
            "INSERT INTO seat_person VALUES (?, ?, ?)"
            " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person",
            (key, seat, person),
        )


def drop_seats(db: Connection, key: str, count: int) -> None:
    """Delete who sat in seats after the first ``count``, whose players' joining was undone."""
    db.execute("DELETE FROM seat_person WHERE game = ? AND seat >= ?", (key, count))


# --- change numbers of nights ---------------------------------------------------------------------


def all_change_numbers(db: Connection) -> dict[str, int]:
    """Return the change number of each night, in the order of their days."""
    return dict(db.execute("SELECT id, change_number FROM night ORDER BY date, number").fetchall())


def newest_change(db: Connection) -> tuple[int, int]:
    """Return the number of the latest act of the club, and the greatest change number of nights.

    Both only grow, and one of them does with each change of the club's facts.
    """
    acts, nights = db.execute(
        "SELECT (SELECT max(number) FROM club_act), (SELECT max(change_number) FROM night)"
    ).fetchone()
    return acts or 0, nights or 0
