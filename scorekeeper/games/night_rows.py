"""Reads what a game knows of its night: which one it is, who sits in it, and when it changed."""

from scorekeeper.rules.deals import Seat
from scorekeeper.store.database import Connection


def find_night_id(db: Connection, game: str) -> str | None:
    """Return the id of the night that a game is in, or None."""
    row = db.execute(
        "SELECT night FROM night_game WHERE game = ? AND taken_out_at IS NULL", (game,)
    ).fetchone()
    return None if row is None else str(row[0])


def read_shown_ids(db: Connection, game: str) -> dict[Seat, str]:
    """Return, by seat, the ids that a game shows in place of names taken out of the club."""
    rows = db.execute(
        "SELECT seat, person.id FROM seat_person JOIN person ON person.id = seat_person.person"
        " WHERE game = ? AND person.name = person.id",
        (game,),
    )
    return {Seat(seat): str(person) for seat, person in rows.fetchall()}


def change_number_of_night(db: Connection, night: str) -> int:
    """Return the change number of a night, which must exist."""
    row = db.execute("SELECT change_number FROM night WHERE id = ?", (night,)).fetchone()
    return int(row[0])


def latest_night_change(db: Connection) -> int:
    """Return the greatest change number of all nights, 0 if there is none."""
    row = db.execute("SELECT coalesce(max(change_number), 0) FROM night").fetchone()
    return int(row[0])


def night_changes_after(db: Connection, number: int) -> tuple[tuple[str, int], ...]:
    """Return the id and the change number of each night above ``number``, in ascending order."""
    rows = db.execute(
        "SELECT id, change_number FROM night WHERE change_number > ? ORDER BY change_number",
        (number,),
    ).fetchall()
    return tuple([(str(night), int(found)) for night, found in rows])
