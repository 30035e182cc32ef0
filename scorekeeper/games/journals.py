"""Reads and appends to the journals in the database; entries are never changed or deleted.

The caller opens the transaction.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final

from scorekeeper.record import DealReader, Findings, write_deal
from scorekeeper.rules import (
    Act,
    Agreed,
    Asks,
    Challenged,
    Closed,
    Corrected,
    Deal,
    Dealt,
    Entry,
    Figure,
    Joined,
    Left,
    Problem,
    PutAway,
    Renamed,
    Reopened,
    Reordered,
    Returned,
    Seat,
    SentHand,
    SetupChanged,
    Stake,
    Started,
    Undone,
    replay,
    setup_of,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.store.database import Connection, StorageError
from scorekeeper.store.digests import FIRST, digest_entry
from scorekeeper.store.rows import find_one, read_all

# --- acts as JSON ---------------------------------------------------------------------------------
# A deal is stored in the form of the game record, with seat numbers in place of names, so that no
# entry has to change when a player is renamed.


Payload = dict[str, Any]


class PayloadError(ValueError):
    """An error for a stored act that this version of the program cannot read; its text says why."""


def kind_of(act: Act) -> str:
    """Return the name under which acts of this class are stored."""
    return type(act).__name__.lower()


def write_payload(act: Act, seats: int) -> str:
    """Return the facts of an act as JSON text; ``seats`` is the number of players."""
    return json.dumps(_payload_of(act, _labels(seats)), ensure_ascii=False, separators=(",", ":"))


def _payload_of(act: Act, labels: Sequence[str]) -> Payload:
    if isinstance(act, Started):
        return _started_payload(act)
    payload = {field.name: getattr(act, field.name) for field in fields(act)}
    if isinstance(act, Dealt | Corrected):
        payload["deal"] = write_deal(act.deal, labels)
    if isinstance(act, Dealt) and not act.sent:
        del payload["sent"]  # as entries were written before there was any
    if isinstance(act, SetupChanged):
        return {"options": dict(act.options)} | _stake_payload(act.stake)
    return payload


def _stake_payload(stake: Stake | None) -> Payload:
    if stake is None:
        return {}
    return {"stake": {"currency": stake.currency, "minor": stake.minor, "per": stake.per}}


def _started_payload(act: Started) -> Payload:
    payload: Payload = {
        "variant": act.variant,
        "options": dict(act.options),
        "players": list(act.players),
    }
    payload |= _stake_payload(act.stake)
    texts = {"title": act.title, "place": act.place, "played_on": act.played_on}
    return payload | {name: text for name, text in texts.items() if text}


def read_started(text: str) -> Started:
    """Return the first act of a journal; raises PayloadError."""
    try:
        facts = json.loads(text)
        stake = facts.pop("stake", None)
        started = Started(
            **(facts | {"players": tuple(facts["players"])}),
            stake=None if stake is None else Stake(**stake),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise PayloadError(str(error)) from error
    if started.variant not in VARIANTS:
        raise PayloadError(f"this version does not know the variant {started.variant!r}")
    return started


class PayloadReader:
    """Reads the acts of a journal after its first, ``started``."""

    def __init__(self, started: Started) -> None:
        self._started = started
        self._seats = len(started.players)
        self._asks: list[Asks] = []
        self._readers: dict[tuple[int, int], DealReader] = {}
        self._note_setup(started)

    def _note_setup(self, setup: Started | SetupChanged) -> None:
        """Note what is asked of a deal under a setup; a stored deal may be from any so far."""
        game = replace(replay([Entry(1, self._started)]), setup=setup)
        chosen = setup_of(game, VARIANTS[self._started.variant])
        self._asks.append(chosen.variant.family.asks(chosen.options))

    def read(self, kind: str, text: str) -> Act:
        """Return the act that was stored as ``text``; raises PayloadError."""
        try:
            facts = json.loads(text)
            if "deal" in facts:
                facts["deal"] = self._read_deal(facts["deal"])
                facts |= _read_sent(facts)
            facts |= _read_seats(facts)
            if facts.get("stake") is not None:
                facts["stake"] = Stake(**facts["stake"])
            act = _KINDS[kind](**facts)
        except KeyError as error:
            raise PayloadError(
                f"this version does not know entries of the kind {kind!r}"
            ) from error
        except TypeError as error:
            raise PayloadError(str(error)) from error
        if isinstance(act, SetupChanged):
            self._note_setup(act)
        return act

    def _read_deal(self, document: Payload) -> Deal:
        # A stored deal has a hand for each player of that time; more may have joined since.
        seats = len(document.get("hands", ())) or self._seats
        problems: list[Problem] = []
        for setup in reversed(range(len(self._asks))):
            if (setup, seats) not in self._readers:
                self._readers[setup, seats] = DealReader(self._asks[setup], _labels(seats))
            findings = Findings()
            deal = self._readers[setup, seats].read(document, (), findings)
            if not findings.problems:
                return deal
            problems += findings.problems
        raise PayloadError("; ".join([problem.text for problem in problems]))


def _read_seats(facts: Payload) -> Payload:
    """Return the seats that an act names, and the figures that they agreed to, by their names."""
    read: Payload = {
        name: tuple([Seat(seat) for seat in facts[name]])
        for name in ("order", "seats")
        if name in facts
    }
    if facts.get("seat") is not None:
        read["seat"] = Seat(facts["seat"])
    if "figures" in facts:
        read["figures"] = tuple([Figure(*figure) for figure in facts["figures"]])
    return read


def _read_sent(facts: Payload) -> Payload:
    """Return the hands that had been sent, by their name; nothing if there are none."""
    if "sent" not in facts:
        return {}
    return {"sent": tuple([SentHand(*hand) for hand in facts["sent"]])}


def _labels(seats: int) -> tuple[str, ...]:
    return tuple([str(seat) for seat in range(seats)])


_KINDS: Final[dict[str, type[Act]]] = {
    kind.__name__.lower(): kind
    for kind in (
        Dealt,
        Corrected,
        Undone,
        Renamed,
        Joined,
        Left,
        Returned,
        Reordered,
        Agreed,
        Challenged,
        Closed,
        Reopened,
        SetupChanged,
        PutAway,
    )
}


_COLUMNS: Final = "game, seq, entry_id, kind, payload, who, at, phone"
"""The columns from which a digest is computed, in this order."""

_CHANGED: Final = "is not as it was written: restore a backup."


class UnreadableGame(StorageError):  # noqa: N818 - it is named like the page that it becomes
    """An error in one game only: an entry was changed from outside, or written by a later program.

    Its text names the game and the entry and quotes nothing of them, as it goes into the log.
    ``is_as_written`` tells that the entry was not changed, and this program cannot read it.
    """

    def __init__(self, text: str, *, is_as_written: bool) -> None:
        super().__init__(text)
        self.is_as_written = is_as_written


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntry:
    """An act in a journal: its number from 1, its id, who did it, when (UTC), and by which phone.

    ``phone`` is the id of a browser, empty if it is not known.
    """

    seq: int
    act: Act
    entry_id: str
    who: str
    at: datetime
    phone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """The journal of one game: its entries in order, and the digest of the last one."""

    key: str
    created_at: datetime
    entries: tuple[StoredEntry, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Version:
    """The state of a journal: the number of its last entry, and that entry's digest.

    Two journals of one game with the same digest are the same in every byte.
    """

    number: int
    digest: str


def begin_journal(db: Connection, key: str, started: StoredEntry) -> None:
    """Insert a new game and its first entry."""
    db.execute("INSERT INTO game (key, created_at) VALUES (?, ?)", (key, started.at.isoformat()))
    append(db, key, started, seats=0)


def append(db: Connection, key: str, entry: StoredEntry, *, seats: int) -> Version:
    """Append an entry to the journal of a game that has ``seats`` players; return its new version.

    ``entry.seq`` must be the number of the last entry plus 1, else SQLite refuses it.
    """
    last = read_version(db, key)
    row = (
        key,
        entry.seq,
        entry.entry_id,
        kind_of(entry.act),
        write_payload(entry.act, seats),
        entry.who,
        entry.at.isoformat(),
        entry.phone,
    )
    digest = digest_entry(FIRST if last is None else last.digest, row)
    db.execute(
        f"INSERT INTO entry ({_COLUMNS}, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, digest),
    )
    return Version(entry.seq, digest)


def find_entry(db: Connection, entry_id: str) -> tuple[str, int] | None:
    """Return the game's key and the number of the entry with this id, or None if there is none."""
    row = db.execute("SELECT game, seq FROM entry WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else (str(row[0]), int(row[1]))


def keys_of_games_like(
    db: Connection, started: Started, entries: int, most: int
) -> tuple[str, ...]:
    """Return the keys of at most ``most`` games that began like ``started``, the newest first.

    They have its variant, title, place and day, and at least ``entries`` entries.
    """
    return read_all(
        db,
        str,
        "SELECT key FROM game JOIN entry ON entry.game = key AND seq = 1"
        " WHERE json_extract(payload, '$.variant') = ?"
        " AND ifnull(json_extract(payload, '$.title'), '') = ?"
        " AND ifnull(json_extract(payload, '$.place'), '') = ?"
        " AND ifnull(json_extract(payload, '$.played_on'), '') = ?"
        " AND (SELECT count(*) FROM entry AS each WHERE each.game = key) >= ?"
        " ORDER BY game.created_at DESC, key LIMIT ?",
        (started.variant, started.title, started.place, started.played_on, entries, most),
    )


def read_version(db: Connection, key: str) -> Version | None:
    """Return the version of a game, or None if there is no game."""
    return find_one(
        db,
        Version,
        "SELECT seq, digest FROM entry WHERE game = ? ORDER BY seq DESC LIMIT 1",
        (key,),
    )


def read_versions(db: Connection, keys: Iterable[str]) -> dict[str, Version]:
    """Return the versions of games by their keys, without those that do not exist."""
    # The greatest number of a game is the end of its part of the primary key; GROUP BY would read
    # every entry of every game.
    rows = db.execute(
        "SELECT game, seq, digest FROM json_each(?) AS wanted JOIN entry ON game = wanted.value"
        " AND seq = (SELECT max(seq) FROM entry WHERE game = wanted.value)",
        (json.dumps([*keys]),),
    )
    return {key: Version(number, digest) for key, number, digest in rows.fetchall()}


def has_version(db: Connection, key: str, version: Version) -> bool:
    """Return whether a game had exactly this version, now or before later entries."""
    row = db.execute(
        "SELECT digest FROM entry WHERE game = ? AND seq = ?", (key, version.number)
    ).fetchone()
    return row is not None and row[0] == version.digest


def all_versions(db: Connection) -> Iterator[tuple[str, Version]]:
    """Yield key and version of every game, 0 for one that lost all its entries.

    Read while the connection is open.
    """
    rows = db.execute(
        "SELECT key, coalesce(max(seq), 0), coalesce(digest, '')"
        " FROM game LEFT JOIN entry ON game = key GROUP BY key"
    )
    for key, number, digest in rows:
        yield str(key), Version(int(number), str(digest))


def lacks_entries(db: Connection, journal: Journal) -> bool:
    """Tell whether a journal does not end with the entry that was written last."""
    (newest,) = db.execute("SELECT newest FROM game WHERE key = ?", (journal.key,)).fetchone()
    return bool(newest != journal.digest)


def cut_text(key: str) -> str:
    """Return the sentence about a game that lacks entries."""
    return f"{game_name(key)} lacks the entry that was written last: restore a backup."


def count_entries(db: Connection) -> int:
    """Return how many entries all journals have together."""
    return int(db.execute("SELECT count(*) FROM entry").fetchone()[0])


def newest_entry_at(db: Connection) -> datetime | None:
    """Return the time of the entry that was appended last, or None if there is none."""
    return find_one(db, datetime.fromisoformat, "SELECT at FROM entry ORDER BY rowid DESC LIMIT 1")


def keys_after(db: Connection, key: str, most: int) -> tuple[str, ...]:
    """Return at most ``most`` keys of games that come after ``key``, in ascending order."""
    return read_all(db, str, "SELECT key FROM game WHERE key > ? ORDER BY key LIMIT ?", (key, most))


def keys_since(db: Connection, at: datetime) -> tuple[str, ...]:
    """Return the keys of the games with an entry of this time (UTC) or later."""
    # Text of one form, so that it is in the order of the times.
    return read_all(db, str, "SELECT DISTINCT game FROM entry WHERE at >= ?", (at.isoformat(),))


def count_games(db: Connection) -> int:
    """Return how many games there are."""
    return int(db.execute("SELECT count(*) FROM game").fetchone()[0])


def load_journal(db: Connection, key: str) -> Journal | None:
    """Return the journal of a game, or None; raises UnreadableGame."""
    rows = db.execute(
        f"SELECT {_COLUMNS}, digest FROM entry WHERE game = ? ORDER BY seq",
        (key,),
    ).fetchall()
    if not rows:
        return None
    entries = tuple(_read_rows(rows))
    return Journal(
        key=key,
        created_at=entries[0].at,
        entries=entries,
        digest=rows[-1][-1],
    )


def _read_rows(
    rows: Sequence[tuple[str, int, str, str, str, str, str, str, str]],
) -> Iterator[StoredEntry]:
    reader: PayloadReader | None = None
    previous = FIRST
    for row in rows:
        key, seq, entry_id, kind, payload, who, at, phone, digest = row
        if digest_entry(previous, row[:-1]) != digest:
            raise UnreadableGame(f"{entry_name(key, seq)} {_CHANGED}", is_as_written=False)
        previous = digest
        act: Act
        try:
            if reader is None:
                act = read_started(payload)
                reader = PayloadReader(act)
            else:
                act = reader.read(kind, payload)
            written_at = datetime.fromisoformat(at)
        except Exception as error:
            text = f"{entry_name(key, seq)} cannot be read by this version of the program."
            raise UnreadableGame(text, is_as_written=True) from error
        yield StoredEntry(
            seq=seq,
            act=act,
            entry_id=entry_id,
            who=who,
            at=written_at,
            phone=phone,
        )


def entry_name(key: str, seq: int) -> str:
    """Return a name of an entry for messages; a whole key may be somebody's link."""
    return f"Entry {seq} of the game {key[:6]}…"


def game_name(key: str) -> str:
    """Return a name of a game for messages."""
    return f"The game {key[:6]}…"


# --- change numbers of games, and which game followed which ---------------------------------------
# The change number of a game grows whenever a page of it may have something new to show; live pages
# wait for that. Its column is called `pulse`. Triggers on the tables raise it (`migrations`).


def change_number_of(db: Connection, game: str) -> int:
    """Return the change number of a game, which must exist."""
    return int(db.execute("SELECT pulse FROM game WHERE key = ?", (game,)).fetchone()[0])


def latest_change_number(db: Connection) -> int:
    """Return the greatest change number of all games, 0 if there is no game."""
    return int(db.execute("SELECT coalesce(max(pulse), 0) FROM game").fetchone()[0])


def change_numbers_after(db: Connection, number: int) -> tuple[tuple[str, int], ...]:
    """Return the key and the change number of each game above ``number``, in ascending order."""
    rows = db.execute(
        "SELECT key, pulse FROM game WHERE pulse > ? ORDER BY pulse", (number,)
    ).fetchall()
    return tuple([(str(key), int(found)) for key, found in rows])


def rematch_of(db: Connection, game: str) -> str | None:
    """Return the key of the game that the same table began after this one, or None."""
    return find_one(db, str, "SELECT rematch FROM game WHERE key = ? AND rematch NOTNULL", (game,))


def note_rematch(db: Connection, game: str, rematch: str) -> None:
    """Store that the table began ``rematch`` after this game, and raise the change number."""
    db.execute(
        "UPDATE game SET rematch = ?, pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = ?",
        (rematch, game),
    )


# --- what a game knows of its night: which one it is, who sits in it, and when it changed ---------


def find_club_zone(db: Connection) -> str:
    """Return the name of the time zone that the club has chosen; empty if it chose none."""
    return find_one(db, str, "SELECT time_zone FROM club") or ""


def find_night_id(db: Connection, game: str) -> str | None:
    """Return the id of the night that a game is in, or None."""
    return find_one(
        db, str, "SELECT night FROM night_game WHERE game = ? AND taken_out_at IS NULL", (game,)
    )


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
    return int(db.execute("SELECT change_number FROM night WHERE id = ?", (night,)).fetchone()[0])


def latest_night_change(db: Connection) -> int:
    """Return the greatest change number of all nights, 0 if there is none."""
    return int(db.execute("SELECT coalesce(max(change_number), 0) FROM night").fetchone()[0])


def night_changes_after(db: Connection, number: int) -> tuple[tuple[str, int], ...]:
    """Return the id and the change number of each night above ``number``, in ascending order."""
    rows = db.execute(
        "SELECT id, change_number FROM night WHERE change_number > ? ORDER BY change_number",
        (number,),
    ).fetchall()
    return tuple([(str(night), int(found)) for night, found in rows])
