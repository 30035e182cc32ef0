"""Reads whose phone was whose at a night: by seats that phones had, and by who waits with one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.store.database import Connection

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
    row = db.execute(
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
    ).fetchone()
    return None if row is None else str(row[0])


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
        """Return the phones that speak for a person: of the table only where none was their own."""
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
