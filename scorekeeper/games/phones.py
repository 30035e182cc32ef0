"""Reads and writes what the phones of a game have besides its journal: seats, slips, presses.

Each change of a seat is noted, and the notes are never changed. Slips and presses are no facts:
they are replaced and deleted. What is given a ``Connection`` is in its caller's transaction.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.rules import Act, Agreed, Corrected, Dealt, Seat
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows, find_one

MOST_CHANGES: Final = 500
"""How many changes of seats are noted in a game; only an abuser could need more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """The row of a taken seat: which phone has it, and since when (UTC)."""

    seat: Seat
    phone: str
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """A phone took a seat or, if ``phone`` is empty, the seat became free.

    ``entry`` is the number of the last entry before it, ``at`` the time (UTC).
    """

    entry: int
    seat: Seat
    phone: str
    at: datetime


def taken_seats(db: Connection, game: str) -> tuple[SeatRow, ...]:
    """Return the taken seats of a game, in order."""
    return Rows(db, "seat", SeatRow).read("game = ?", [game], order_by="seat")


def write_seat(db: Connection, game: str, row: SeatRow) -> None:
    """Give a seat to a phone; its former phone loses it, and the phone leaves its former seat."""
    db.execute(
        "DELETE FROM seat WHERE game = ? AND (seat = ? OR phone = ?)", (game, row.seat, row.phone)
    )
    Rows(db, "seat", SeatRow).add(row, game=game)
    _note_change(db, game, row)


def delete_seat(db: Connection, game: str, seat: int, at: datetime) -> None:
    """Make a seat free."""
    found = db.execute("DELETE FROM seat WHERE game = ? AND seat = ? RETURNING 1", (game, seat))
    if found.fetchall():
        _note_change(db, game, SeatRow(seat=Seat(seat), phone="", since=at))


def _note_change(db: Connection, game: str, row: SeatRow) -> None:
    """Note a change of a seat, unless ``MOST_CHANGES`` are noted already."""
    db.execute(
        """
        INSERT INTO seat_change
            SELECT :game, number + 1, (SELECT max(seq) FROM entry WHERE game = :game),
                :seat, :phone, :at
            FROM (SELECT coalesce(max(number), 0) AS number FROM seat_change WHERE game = :game)
            WHERE number < :most
        """,
        {
            "game": game,
            "seat": row.seat,
            "phone": row.phone,
            "at": row.since.isoformat(),
            "most": MOST_CHANGES,
        },
    )


def seat_changes(db: Connection, game: str) -> tuple[SeatChange, ...]:
    """Return the changes of a game's seats in their order, ``MOST_CHANGES`` at most."""
    return Rows(db, "seat_change", SeatChange).read("game = ?", [game], order_by="number")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTerms:
    """Whether a game asks phones for a seat, ``None`` if its stake decides.

    Changes of seats were not noted yet for entries up to ``known_after``.
    """

    needed: bool | None
    known_after: int


def seat_terms(db: Connection, game: str) -> SeatTerms:
    """Return the seat terms of a game, which must exist."""
    needed, known_after = db.execute(
        "SELECT needs_seat, seats_known_after FROM game WHERE key = ?", (game,)
    ).fetchone()
    return SeatTerms(needed=None if needed is None else bool(needed), known_after=known_after)


def write_seat_need(db: Connection, game: str, *, needed: bool | None) -> None:
    """Store whether a game asks phones for a seat, and raise its change number."""
    db.execute(
        "UPDATE game SET needs_seat = ?, pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = ?",
        (needed, game),
    )


# --- slips: hands of the next deal as phones sent them --------------------------------------------
# A slip is no entry of the journal: it may be replaced, and it is deleted when the deal is scored.


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One player's hand of deal ``number`` as one phone sent it; ``who`` wrote it.

    ``fields`` are those of a deal's form that concern this hand.
    """

    number: int
    seat: Seat
    phone: str
    who: str
    fields: Mapping[str, str]
    at: datetime


def read_slips(db: Connection, game: str) -> tuple[Slip, ...]:
    """Return the slips of a game by seat, the older ones of a seat first."""
    return Rows(db, "slip", Slip).read("game = ?", [game], order_by="seat, at, phone")


def slips_of_next(db: Connection, game: CurrentGame) -> tuple[Slip, ...]:
    """Return the slips of a game's next deal, in the same order."""
    number = game.sheet.next_number
    return tuple([slip for slip in read_slips(db, game.key) if slip.number == number])


def write_slip(db: Connection, game: str, row: Slip) -> None:
    """Insert a slip, or replace the one of the same phone for the same seat."""
    fields = json.dumps(dict(row.fields), ensure_ascii=False, separators=(",", ":"))
    db.execute(
        "INSERT INTO slip VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat, phone) DO UPDATE"
        " SET number = excluded.number, who = excluded.who, fields = excluded.fields,"
        " at = excluded.at",
        (game, row.number, row.seat, row.phone, row.who, fields, row.at.isoformat()),
    )


def delete_slip(db: Connection, game: str, seat: int, phone: str) -> None:
    """Delete the slip of a phone for a seat, if there is one."""
    db.execute("DELETE FROM slip WHERE game = ? AND seat = ? AND phone = ?", (game, seat, phone))


def delete_slips(db: Connection, game: str) -> None:
    """Delete all slips of a game."""
    db.execute("DELETE FROM slip WHERE game = ?", (game,))


# --- presses: the keys of the pad by which a deal was entered -------------------------------------
# With them the newest deal can be changed key by key, until it is agreed to or the next one is
# entered. They are text of the phone that entered the deal, and no score is ever made from them.


def load_presses(db: Connection, game: str, entry: int) -> str:
    """Return the presses that came with an entry of a game, empty if none are kept."""
    return (
        find_one(db, str, "SELECT text FROM presses WHERE game = ? AND entry = ?", (game, entry))
        or ""
    )


def save_presses(db: Connection, game: str, entry: int, text: str) -> None:
    """Insert the presses that came with an entry."""
    db.execute("INSERT INTO presses VALUES (?, ?, ?)", (game, entry, text))


def delete_presses(db: Connection, game: str) -> None:
    """Delete all presses of a game."""
    db.execute("DELETE FROM presses WHERE game = ?", (game,))


# --- which presses a game keeps -------------------------------------------------------------------


def keep_presses(db: Connection, game: CurrentGame, act: Act, text: str) -> None:
    """Keep the presses of a deal that was just written as the game's last entry.

    Only the newest deal has presses: the next deal, or an agreement to this one, deletes them.
    """
    newest = game.sheet.game.deals[-1].seq if game.sheet.game.deals else None
    match act:
        case Dealt():
            delete_presses(db, game.key)
        case Agreed(target=target) if target == newest:
            delete_presses(db, game.key)
    match act:
        case Dealt() if text:
            save_presses(db, game.key, game.version, text)
        case Corrected(target=target) if text and target == newest:
            save_presses(db, game.key, game.version, text)


def presses_of(store: GameStore, game: CurrentGame, number: int) -> str:
    """Return the presses that made deal ``number`` as it stands now, empty if none are kept."""
    return store.read(load_presses, game.key, facts_entry(game, number))


def facts_entry(game: CurrentGame, number: int) -> int:
    """Return the entry of the last correction of deal ``number`` (from 1), else of the deal."""
    deal = game.sheet.game.deals[number - 1]
    return deal.corrections[-1] if deal.corrections else deal.seq


def is_fresh(game: CurrentGame, target: int) -> bool:
    """Tell whether entry ``target`` is the newest deal and nobody has agreed to it yet."""
    last = game.sheet.rows[-1] if game.sheet.rows else None
    return last is not None and last.seq == target and not last.agreement.agreed
