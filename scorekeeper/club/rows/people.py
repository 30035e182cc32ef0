"""Reads and writes the people of the club, their phones at nights, and payments.

The row of a person who was removed stays, so that no id is given twice; nothing reads it.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from scorekeeper.club.facts import Adjustment, ClubPayment, Person, Reversal
from scorekeeper.club.rows.clubs import new_id
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows, find_one, read_all, value_of

_LATEST_GAMES: Final = 1_000
"""How many of the latest games ``last_played`` looks at."""


def load_people(db: Connection) -> tuple[Person, ...]:
    """Return all people, spellings included."""
    return Rows(db, "person", Person).read("removed_at IS NULL", order_by="number")


def find_person(db: Connection, person: str) -> Person | None:
    """Return the person with this id, or None."""
    return Rows(db, "person", Person).find("id = ? AND removed_at IS NULL", [person])


def add_person_row(db: Connection, person: Person, at: datetime) -> None:
    """Insert a person after all others."""
    Rows(db, "person", Person).add(person, added_at=at)


def change_person(db: Connection, person: Person) -> None:
    """Replace all fields of a person but the id."""
    Rows(db, "person", Person).change(person)


def mark_removed(db: Connection, people: Collection[str], at: datetime) -> None:
    """Mark people as removed from the roll; nothing may name them but the history.

    They wait no longer, as some may who waited until a night was closed.
    """
    named = (at.isoformat(), json.dumps(list(people)))
    db.execute(
        "UPDATE person SET removed_at = ? WHERE id IN (SELECT value FROM json_each(?))", named
    )
    db.execute(
        "UPDATE night_person SET left_at = ?"
        " WHERE left_at IS NULL AND person IN (SELECT value FROM json_each(?))",
        named,
    )


def people_in_use(db: Connection, people: Collection[str]) -> set[str]:
    """Return those who sat in a game, entered or wait at a night, moved money or are spellings.

    A person whom another spelling means is in use too.
    """
    return {
        *read_all(
            db,
            str,
            """
        WITH asked AS (SELECT value AS id FROM json_each(?))
        SELECT id FROM asked WHERE id IN (SELECT person FROM seat_person)
            OR id IN (SELECT payer FROM payment UNION SELECT payee FROM payment)
            OR id IN (SELECT party FROM adjustment)
            OR EXISTS (SELECT 1 FROM night WHERE instr(organised, json_quote(asked.id)))
            OR EXISTS (SELECT 1 FROM club_act WHERE kind = 'past_brought'
                AND instr(details, json_quote(asked.id))
                AND subject NOT IN (SELECT subject FROM club_act WHERE kind = 'past_taken_out'))
            OR id IN (SELECT same_as FROM person WHERE removed_at IS NULL)
            OR id IN (SELECT person.id FROM person WHERE same_as IS NOT NULL)
            OR id IN (
                SELECT person FROM night_person WHERE left_at IS NULL AND night NOT IN
                    (SELECT night FROM closing WHERE reopened_at IS NULL)
            )
        """,
            (json.dumps(list(people)),),
        )
    }


def guests_from(db: Connection, night: str) -> set[str]:
    """Return the guests whom a night itself has brought: they came or sat down there as new."""
    return {
        *read_all(
            db,
            str,
            """
        SELECT id FROM person WHERE removed_at IS NULL AND joined = '' AND opening = 0
            AND added_at >= (SELECT opened_at FROM night WHERE night.id = :night)
            AND (id IN (SELECT person FROM night_person WHERE night = :night)
                OR id IN (SELECT person FROM seat_person JOIN night_game USING (game)
                    WHERE night = :night))
            AND id NOT IN (SELECT subject FROM club_act WHERE kind = 'person_added')
            AND id NOT IN (SELECT value FROM club_act, json_each(details, '$.people')
                WHERE kind = 'people_added')
        """,
            {"night": night},
        )
    }


def tables_of(db: Connection, person: str) -> list[tuple[str, ...]]:
    """Return the ids, as written, at each table where an id sits, and of each night it entered."""
    rows = db.execute(
        "SELECT other.game, other.person FROM seat_person"
        " JOIN night_game ON night_game.game = seat_person.game AND taken_out_at IS NULL"
        " JOIN seat_person AS other ON other.game = seat_person.game"
        " WHERE seat_person.person = ? ORDER BY other.game, other.seat",
        (person,),
    )
    games: dict[str, list[str]] = {}
    for game, who in rows.fetchall():
        games.setdefault(game, []).append(who)
    entered = db.execute(
        "SELECT json_group_array(key) FROM night, json_each(organised, '$.people')"
        " WHERE organised ->> '$.people' IS NOT NULL GROUP BY night.id"
        " HAVING max(key = ?)",
        (person,),
    )
    lists = [*games.values(), *[json.loads(text) for (text,) in entered.fetchall()]]
    return [tuple(people) for people in lists]


def last_played(db: Connection) -> dict[str, str]:
    """Return the date of the last night of each person who sat in one of the latest games."""
    # All games of many years would take long; who has not played lately comes last anyway.
    rows = db.execute(
        "SELECT coalesce(same_as, person.id), max(night.date) FROM"
        " (SELECT game, night FROM night_game WHERE taken_out_at IS NULL"
        " ORDER BY number DESC LIMIT :most) AS latest"
        " JOIN night ON night.id = latest.night"
        " JOIN seat_person ON seat_person.game = latest.game"
        " JOIN person ON person.id = seat_person.person GROUP BY 1",
        {"most": _LATEST_GAMES},
    )
    return {str(person): str(date) for person, date in rows.fetchall()}


def touch_games_of(db: Connection, person: str) -> None:
    """Raise the change numbers of all games in which this id of a person sits."""
    db.execute(
        "UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game)"
        " WHERE key IN (SELECT game FROM seat_person WHERE person = ?)",
        (person,),
    )


# --- whose phone was whose at a night: by seats that phones had, and by who waits with one --------


# A game of a closed night ended with the last deal that was entered before the closing. Who took a
# seat after it did not play on that phone; an entry of a later day moves no end.
_PLAYED: Final = """
    WITH played AS (
        SELECT night_game.number AS game_number, game, max(seq) AS last_deal,
            iif(count(DISTINCT phone) = 1, max(phone), '') AS only_phone
        FROM night_game JOIN closing USING (night) JOIN entry USING (game)
        WHERE night = :night AND taken_out_at IS NULL AND reopened_at IS NULL
            AND kind = 'dealt' AND at <= closed_at
        GROUP BY game
    ), sat AS (
        SELECT game_number, game, seat, phone FROM played JOIN seat_change AS had USING (game)
        WHERE phone <> '' AND entry < last_deal AND NOT EXISTS (
            SELECT 1 FROM seat_change AS later
            WHERE later.game = had.game AND later.number > had.number AND later.entry < last_deal
                AND (later.seat = had.seat OR later.phone = had.phone)
        )
    )
    """
_MEANT: Final = "JOIN seat_person USING (game, seat) JOIN person ON person.id = seat_person.person"


def person_of_phone_at(db: Connection, night: str, phone: str) -> str | None:
    """Return the id of the person whose seat a phone has in a game of a night, or None.

    The latest game decides; in a closed night the games that were played on the phone come before
    seats that it took later. A phone without a seat is that of the person who waits with it. For a
    spelling the id that it means is returned.
    """
    return find_one(
        db,
        str,
        f"{_PLAYED} SELECT coalesce(same_as, person.id) FROM ("
        " SELECT 2 AS how, game_number AS number, seat_person.person"
        " FROM sat JOIN seat_person USING (game, seat) WHERE phone = :phone"
        " UNION ALL SELECT 1, night_game.number, seat_person.person FROM night_game"
        " JOIN seat USING (game) JOIN seat_person USING (game, seat)"
        " WHERE night = :night AND taken_out_at IS NULL AND phone = :phone"
        " UNION ALL SELECT 0, number, person FROM night_person"
        " WHERE night = :night AND phone = :phone AND left_at IS NULL"
        ") AS found JOIN person ON person.id = found.person"
        " ORDER BY how DESC, found.number DESC LIMIT 1",
        {"night": night, "phone": phone},
    )


class PhonePlace(NamedTuple):
    """The last night that a phone was at, and whose phone it was there."""

    night: str
    person: str


def last_place_of_phone(db: Connection, phone: str) -> PhonePlace | None:
    """Return where a phone had a seat last, or waits for one; None if it never did."""
    row = db.execute(
        """
        SELECT found.night, coalesce(same_as, person.id) FROM (
            SELECT night_game.night, put_at AS at, seat_person.person
                FROM seat JOIN night_game USING (game) JOIN seat_person USING (game, seat)
                WHERE phone = :phone AND taken_out_at IS NULL
            UNION ALL SELECT night, came_at, person FROM night_person
                WHERE phone = :phone AND left_at IS NULL
        ) AS found JOIN person ON person.id = found.person ORDER BY found.at DESC LIMIT 1
        """,
        {"phone": phone},
    ).fetchone()
    return None if row is None else PhonePlace(*map(str, row))


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonesPlayed:
    """The phones on which people played at a closed night, by the ids that their spellings mean.

    ``own`` had the person's seat when the last deal of a game was entered. ``tables`` are phones
    on which all deals of a person's game were entered.
    """

    own: Mapping[str, frozenset[str]]
    tables: Mapping[str, frozenset[str]]

    def of(self, person: str) -> frozenset[str]:
        """Return the phones that speak for a person: the table's only where none was their own."""
        return self.own.get(person) or self.tables.get(person, frozenset())


def read_phones_played(db: Connection, night: str) -> PhonesPlayed:
    """Return on which phones people played at a night; there are none while it is open."""
    rows = db.execute(
        f"{_PLAYED} SELECT coalesce(same_as, person.id), phone, TRUE FROM sat {_MEANT}"
        " UNION SELECT coalesce(same_as, person.id), only_phone, FALSE FROM played"
        " JOIN seat_person USING (game) JOIN person ON person.id = seat_person.person"
        " WHERE only_phone <> ''",
        {"night": night},
    ).fetchall()
    found: tuple[dict[str, frozenset[str]], ...] = ({}, {})
    for person, phone, is_own in rows:
        phones = found[not is_own]
        phones[str(person)] = phones.get(str(person), frozenset()) | {str(phone)}
    return PhonesPlayed(own=found[0], tables=found[1])


def phones_of_people(db: Connection, night: str) -> dict[str, str]:
    """Return the phone that each person of a night had in the latest game, by id as written.

    Somebody who has not sat has the phone with which they came.
    """
    rows = db.execute(
        """
        SELECT 0 AS sits, number, person, phone FROM night_person
            WHERE night = :night AND phone IS NOT NULL
        UNION ALL SELECT 1, number, person, phone FROM night_game
            JOIN seat USING (game) JOIN seat_person USING (game, seat)
            WHERE night = :night AND taken_out_at IS NULL
        ORDER BY sits, number
        """,
        {"night": night},
    )
    return {str(person): str(phone) for _, _, person, phone in rows.fetchall()}


# --- payments, reversals and adjustments, in the order in which they were entered -----------------


_WITH_IDS: Final = "id IN (SELECT value FROM json_each(?))"


def load_payments(db: Connection, *, skip: int = 0) -> tuple[ClubPayment | Reversal, ...]:
    """Return all payments and reversals but the first ``skip``; they are only ever added."""
    return _read_payments(db, order_by="number", offset=skip)


def has_movements(db: Connection) -> bool:
    """Tell whether any money has moved since the club opened, or a night has been opened."""
    found = db.execute(
        "SELECT EXISTS (SELECT 1 FROM payment) OR EXISTS (SELECT 1 FROM adjustment)"
        " OR EXISTS (SELECT 1 FROM night)"
    ).fetchone()
    return bool(found[0])


def load_night_payments(db: Connection, *nights: str) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments of nights and their reversals."""
    asked = "SELECT value FROM json_each(:nights)"
    return _read_payments(
        db,
        f"night IN ({asked}) OR reverses IN (SELECT id FROM payment WHERE night IN ({asked}))",
        {"nights": json.dumps(nights)},
        order_by="number",
    )


def find_payment(db: Connection, payment: str) -> ClubPayment | Reversal | None:
    """Return the payment or reversal with this id, or None."""
    return next(iter(find_payments(db, [payment])), None)


def find_payments(db: Connection, ids: Sequence[str]) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments and reversals with these ids."""
    return _read_payments(db, _WITH_IDS, [json.dumps(ids)])


def _read_payments(
    db: Connection, where: str = "TRUE", args: Any = (), **which: Any
) -> tuple[ClubPayment | Reversal, ...]:
    rows = Rows(db, "payment", ClubPayment).rows_where(where, args, **which)
    return tuple(
        [value_of(Reversal, row) if row["reverses"] else value_of(ClubPayment, row) for row in rows]
    )


def find_reversal_of(db: Connection, payment: str) -> str | None:
    """Return the id of the reversal of a payment, or None if it has none."""
    return find_one(db, str, "SELECT id FROM payment WHERE reverses = ?", (payment,))


def add_payment(db: Connection, payment: ClubPayment | Reversal, at: datetime) -> str:
    """Insert a payment after all others, or a reversal of a payment that has none; return its id.

    The payment gets a new id if it has none.
    """
    payment = replace(payment, id=payment.id or new_id(db, "payment", "m"))
    Rows(db, "payment", type(payment)).add(payment, at=at)
    return payment.id


def load_adjustments(db: Connection, *, skip: int = 0) -> tuple[Adjustment, ...]:
    """Return all adjustments but the first ``skip``; they are only ever added."""
    return Rows(db, "adjustment", Adjustment).read(order_by="number", offset=skip)


def add_adjustment(db: Connection, adjustment: Adjustment, at: datetime) -> None:
    """Insert an adjustment after all others."""
    Rows(db, "adjustment", Adjustment).add(adjustment, at=at)
