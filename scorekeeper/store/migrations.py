"""The migrations of the database, which make its tables step by step.

A released migration is never edited, since existing databases have run it; a change
is one more migration at the end.
"""

from typing import Final

from sqlite_utils import Database, Migrations

from scorekeeper.store.club_tables import (
    CLUB_TABLES,
    DERIVED_TABLES,
    QUICKER_DERIVED,
    not_deleted,
)
from scorekeeper.store.digests import FIRST, digest_entry

MIGRATIONS: Final = Migrations("scorekeeper")


@MIGRATIONS(name="001_journals")
def _journals(db: Database) -> None:
    """Add games and their entries; triggers refuse every change or deletion of an entry.

    Another trigger keeps the order of entries, since INSERT OR REPLACE would get round the one
    that refuses deletions.
    """
    db.executescript(
        """
        CREATE TABLE game (
            key TEXT PRIMARY KEY,
            created_at TEXT NOT NULL
        ) STRICT;

        CREATE TABLE entry (
            game TEXT NOT NULL REFERENCES game (key),
            seq INTEGER NOT NULL CHECK (seq >= 1),
            entry_id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            payload TEXT NOT NULL CHECK (json_valid(payload)),
            who TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT;

        CREATE TRIGGER entry_is_appended BEFORE INSERT ON entry
        WHEN NEW.seq <> 1 + (SELECT count(*) FROM entry WHERE game = NEW.game)
            OR EXISTS (SELECT 1 FROM entry WHERE entry_id = NEW.entry_id)
        BEGIN SELECT RAISE(ABORT, 'an entry is appended once, at the end of its journal'); END;

        CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

        CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
        """
    )


@MIGRATIONS(name="002_tables")
def _tables(db: Database) -> None:
    """Add the tables for the phones of a game: links, seats, hands not yet scored.

    ``pulse`` grows with everything that a phone may have to show; it is what live pages watch.
    The key of a game was its address before there were links, so it stays the host's link.
    """
    db.executescript(_TABLES + "".join([_pulse_trigger(*trigger) for trigger in _WATCHED]))


_TABLES: Final = """
        ALTER TABLE game ADD COLUMN pulse INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE game ADD COLUMN rematch TEXT REFERENCES game (key);
        CREATE INDEX game_by_pulse ON game (pulse);

        CREATE TABLE link (
            token TEXT PRIMARY KEY,
            game TEXT NOT NULL REFERENCES game (key),
            role TEXT NOT NULL CHECK (role IN ('host', 'player', 'viewer')),
            made_at TEXT NOT NULL,
            withdrawn_at TEXT
        ) STRICT;
        CREATE UNIQUE INDEX link_in_force ON link (game, role) WHERE withdrawn_at IS NULL;

        INSERT INTO link SELECT key, key, 'host', created_at, NULL FROM game;
        INSERT INTO link
            SELECT lower(hex(randomblob(16))), key, role, created_at, NULL
            FROM game JOIN (SELECT 'player' AS role UNION SELECT 'viewer');

        CREATE TABLE seat (
            game TEXT NOT NULL REFERENCES game (key),
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            since TEXT NOT NULL,
            PRIMARY KEY (game, seat),
            UNIQUE (game, phone)
        ) STRICT;

        CREATE TABLE slip (
            game TEXT NOT NULL REFERENCES game (key),
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            who TEXT NOT NULL,
            fields TEXT NOT NULL CHECK (json_valid(fields)),
            at TEXT NOT NULL,
            PRIMARY KEY (game, seat, phone)
        ) STRICT;
        """

_WATCHED: Final = (
    ("entry", "INSERT", "NEW"),
    ("link", "INSERT", "NEW"),
    ("link", "UPDATE", "NEW"),
    ("seat", "INSERT", "NEW"),
    ("seat", "UPDATE", "NEW"),
    ("seat", "DELETE", "OLD"),
    ("slip", "INSERT", "NEW"),
    ("slip", "UPDATE", "NEW"),
    ("slip", "DELETE", "OLD"),
)


def _pulse_trigger(table: str, event: str, row: str) -> str:
    return f"""
        CREATE TRIGGER {table}_{event.lower()}_is_felt AFTER {event} ON {table}
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = {row}.game;
        END;
        """


@MIGRATIONS(name="003_watch_codes")
def _watch_codes(db: Database) -> None:
    """Add the short codes by which a screen opens a game to watch it, at most one a game."""
    felt = [_pulse_trigger("watch_code", event, "NEW") for event in ("INSERT", "UPDATE")]
    db.executescript(
        """
        CREATE TABLE watch_code (
            letters TEXT PRIMARY KEY,
            game TEXT NOT NULL UNIQUE REFERENCES game (key),
            expires_at TEXT NOT NULL
        ) STRICT;
        """
        + "".join([*felt, _pulse_trigger("watch_code", "DELETE", "OLD")])
    )


@MIGRATIONS(name="004_presses")
def _presses(db: Database) -> None:
    """Add the keys that were pressed for a deal; phones show nothing new because of them."""
    db.executescript(
        """
        CREATE TABLE presses (
            game TEXT NOT NULL REFERENCES game (key),
            entry INTEGER NOT NULL,
            text TEXT NOT NULL CHECK (json_valid(text)),
            PRIMARY KEY (game, entry)
        ) STRICT;
        """
    )


@MIGRATIONS(name="005_suits")
def _suits(db: Database) -> None:
    """Add the number of the last entry from the time when each card had to have a suit.

    Until then the program chose the suits that nobody gave; those deals stay as they are.
    """
    db.executescript(
        """
        ALTER TABLE game ADD COLUMN suits_chosen_to INTEGER NOT NULL DEFAULT 0;
        UPDATE game SET suits_chosen_to =
            (SELECT coalesce(max(seq), 0) FROM entry WHERE entry.game = game.key);
        """
    )


@MIGRATIONS(name="009_digests")
def _digests(db: Database) -> None:
    """Add to each entry the phone that sent it, and a digest of it and of the entry before.

    The digests of earlier entries are computed here, while the trigger that refuses changes of
    entries is off; from then on the program finds every change made outside of it.
    """
    db.executescript(
        """
        ALTER TABLE entry ADD COLUMN phone TEXT NOT NULL DEFAULT '';
        ALTER TABLE entry ADD COLUMN digest TEXT NOT NULL DEFAULT '';
        DROP TRIGGER entry_is_not_changed;
        """
    )
    rows = db.execute(
        "SELECT game, seq, entry_id, kind, payload, who, at, phone FROM entry ORDER BY game, seq"
    )
    previous = FIRST
    for row in rows.fetchall():
        previous = digest_entry(FIRST if row[1] == 1 else previous, row)
        db.execute("UPDATE entry SET digest = ? WHERE entry_id = ?", (previous, row[2]))
    db.executescript(
        """
        CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

        CREATE TRIGGER entry_has_a_digest BEFORE INSERT ON entry WHEN length(NEW.digest) <> 64
        BEGIN SELECT RAISE(ABORT, 'an entry has a digest'); END;
        """
    )


@MIGRATIONS(name="010_seat_changes")
def _seat_changes(db: Database) -> None:
    """Add the changes of seats, and whether a game asks phones for a seat.

    Who sat where before is not known, so ``seats_known_after`` is the last entry of that time. A
    game under way goes on as it was: it asks no phone for a seat.
    """
    db.executescript(
        """
        CREATE TABLE seat_change (
            game TEXT NOT NULL REFERENCES game (key),
            number INTEGER NOT NULL CHECK (number >= 1),
            entry INTEGER NOT NULL,
            seat INTEGER NOT NULL CHECK (seat >= 0),
            phone TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT;

        CREATE TRIGGER seat_change_is_not_changed BEFORE UPDATE ON seat_change
        BEGIN SELECT RAISE(ABORT, 'a change of seats is never changed'); END;

        CREATE TRIGGER seat_change_is_not_deleted BEFORE DELETE ON seat_change
        BEGIN SELECT RAISE(ABORT, 'a change of seats is never deleted'); END;

        ALTER TABLE game ADD COLUMN needs_seat INTEGER;
        ALTER TABLE game ADD COLUMN seats_known_after INTEGER NOT NULL DEFAULT 0;
        UPDATE game SET needs_seat = 0, seats_known_after =
            (SELECT coalesce(max(seq), 0) FROM entry WHERE entry.game = game.key);
        INSERT INTO seat_change
            SELECT game, row_number() OVER (PARTITION BY game ORDER BY seat),
                seats_known_after, seat, phone, since
            FROM seat JOIN game ON game.key = seat.game;
        """
    )


@MIGRATIONS(name="011_club")
def _club(db: Database) -> None:
    """Add the tables of the club, which are empty until somebody sets the club up."""
    db.executescript(CLUB_TABLES)


@MIGRATIONS(name="012_derived")
def _derived(db: Database) -> None:
    """Add the derived rows of the club: results, their sums by year, the ledger."""
    db.executescript(DERIVED_TABLES)


@MIGRATIONS(name="013_derived_quicker")
def _derived_quicker(db: Database) -> None:
    """Add sums of ten years beside those of years, and indexes for queries over many games."""
    db.executescript(QUICKER_DERIVED)


@MIGRATIONS(name="014_club_mark")
def _club_mark(db: Database) -> None:
    """Add the mark of the club; there is none until an officer uploads one."""
    db.executescript(
        """
        CREATE TABLE club_mark (
            number INTEGER PRIMARY KEY CHECK (number = 1) REFERENCES club (number),
            kind TEXT NOT NULL CHECK (kind IN ('svg', 'png')),
            content BLOB NOT NULL,
            digest TEXT NOT NULL,
            added_at TEXT NOT NULL
        ) STRICT;
        """
    )


@MIGRATIONS(name="015_clock_steps")
def _clock_steps(db: Database) -> None:
    """Add the moments when the machine's clock was set, which times of entries do not show."""
    db.executescript(
        """
        CREATE TABLE clock_step (
            number INTEGER PRIMARY KEY,
            before TEXT NOT NULL,
            after TEXT NOT NULL
        ) STRICT;
        CREATE INDEX clock_step_by_time ON clock_step (before);
        """
    )


@MIGRATIONS(name="016_one_link")
def _one_link(db: Database) -> None:
    """Join the links of games with those of nights and the club, and the letters likewise.

    Whoever saw a club or watched a night is its viewer now, whoever joined a night its player. All
    tokens stay as they were, and withdrawn ones withdrawn. The triggers come last, so that no open
    page takes the move for news.
    """
    felt = (
        ("link", "INSERT"),
        ("link", "UPDATE"),
        ("watch_code", "INSERT"),
        ("watch_code", "UPDATE"),
    )
    triggers = [_pulse_trigger(table, event, "NEW") for table, event in felt]
    db.executescript("".join([_ONE_LINK, *triggers, _pulse_trigger("watch_code", "DELETE", "OLD")]))


# The columns "game" and "night" are computed from "id": for the foreign keys, and for the triggers
# that raise the change number of a game.
_ONE_LINK: Final = """
        ALTER TABLE link RENAME TO link_of_game;
        DROP INDEX link_in_force;
        CREATE TABLE link (
            token TEXT PRIMARY KEY,
            opens TEXT NOT NULL CHECK (opens IN ('game', 'night', 'club')),
            id TEXT NOT NULL CHECK ((id = '') = (opens = 'club')),
            role TEXT NOT NULL CHECK (role IN ('viewer', 'player', 'host')),
            made_at TEXT NOT NULL,
            withdrawn_at TEXT,
            game TEXT AS (CASE opens WHEN 'game' THEN id END) REFERENCES game (key),
            night TEXT AS (CASE opens WHEN 'night' THEN id END) REFERENCES night (id)
        ) STRICT;
        CREATE UNIQUE INDEX link_in_force ON link (opens, id, role) WHERE withdrawn_at IS NULL;
        INSERT INTO link SELECT token, 'game', game, role, made_at, withdrawn_at FROM link_of_game;
        INSERT INTO link
            SELECT token, iif(night IS NULL, 'club', 'night'), coalesce(night, ''),
                iif(role = 'join', 'player', 'viewer'), made_at, withdrawn_at
            FROM club_link;
        DROP TABLE link_of_game;
        DROP TABLE club_link;

        ALTER TABLE watch_code RENAME TO watch_code_of_game;
        CREATE TABLE watch_code (
            letters TEXT PRIMARY KEY,
            opens TEXT NOT NULL CHECK (opens IN ('game', 'night')),
            id TEXT NOT NULL,
            expires_at TEXT NOT NULL,
            game TEXT AS (CASE opens WHEN 'game' THEN id END) REFERENCES game (key),
            night TEXT AS (CASE opens WHEN 'night' THEN id END) REFERENCES night (id),
            UNIQUE (opens, id)
        ) STRICT;
        INSERT INTO watch_code SELECT letters, 'game', game, expires_at FROM watch_code_of_game;
        INSERT INTO watch_code SELECT letters, 'night', night, expires_at FROM night_letters;
        DROP TABLE watch_code_of_game;
        DROP TABLE night_letters;
"""


@MIGRATIONS(name="017_plain_sums")
def _plain_sums(db: Database) -> None:
    """Drop the sums by year and decade; standings add up single results by an index that has all.

    For 100,000 games that takes 70 ms instead of 10, and writing a night takes less.
    """
    db.executescript(
        """
        DROP TABLE result_year;
        DROP TABLE pair_year;
        DROP INDEX result_by_person;
        CREATE INDEX result_by_person ON result (
            person, date, night_number, game_number, variant, is_member,
            wins, points, money, first_of_game, first_member, deals, outs, best_deal,
            concealed, queens_caught, jokers_caught, gins, undercuts
        );
        """
    )


@MIGRATIONS(name="018_fees")
def _fees(db: Database) -> None:
    """Let the club and a night have several rules of fees, as JSON ``[[rule, minor, guest]]``."""
    for table in ("club", "night"):
        db.executescript(
            f"""
            ALTER TABLE {table} ADD COLUMN fees TEXT NOT NULL DEFAULT '[]'
                CHECK (json_valid(fees));
            UPDATE {table} SET fees =
                json_array(json_array(fee_per, coalesce(fee_minor, 0), fee_guest))
            WHERE fee_per IS NOT NULL;
            ALTER TABLE {table} DROP COLUMN fee_per;
            ALTER TABLE {table} DROP COLUMN fee_minor;
            ALTER TABLE {table} DROP COLUMN fee_guest;
            """
        )


@MIGRATIONS(name="020_roll")
def _roll(db: Database) -> None:
    """Let people leave the roll, and store the phone of whoever says at a night who they are.

    The row of a person stays, so that no id is given twice. The index finds all seats of a phone.
    """
    db.executescript(
        """
        ALTER TABLE person ADD COLUMN removed_at TEXT;
        ALTER TABLE night_person ADD COLUMN phone TEXT;
        CREATE INDEX seat_by_phone ON seat (phone);
        CREATE INDEX night_person_by_phone ON night_person (phone) WHERE phone IS NOT NULL;
        """
    )


@MIGRATIONS(name="021_fact_digests")
def _fact_digests(db: Database) -> None:
    """Add a chain of digests of the club's facts, and to each game the digest of its last entry.

    The chain stays empty, and the salt of people: ``026_no_fact_digests`` takes both away again.
    """
    db.executescript(
        """
        CREATE TABLE fact_digest (
            number INTEGER PRIMARY KEY,
            part TEXT NOT NULL,
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            digest TEXT NOT NULL CHECK (length(digest) = 64)
        ) STRICT;
        CREATE INDEX fact_digest_by_key ON fact_digest (part, key, number);
        CREATE TRIGGER fact_digest_is_not_changed BEFORE UPDATE ON fact_digest
        BEGIN SELECT RAISE(ABORT, 'a digest is never changed'); END;
        CREATE TRIGGER fact_digest_is_not_deleted BEFORE DELETE ON fact_digest
        BEGIN SELECT RAISE(ABORT, 'a digest is never deleted'); END;

        ALTER TABLE person ADD COLUMN salt TEXT NOT NULL DEFAULT '';

        ALTER TABLE game ADD COLUMN newest TEXT NOT NULL DEFAULT '';
        UPDATE game SET newest = coalesce(
            (SELECT digest FROM entry WHERE game = key ORDER BY seq DESC LIMIT 1), ''
        );
        DROP TRIGGER entry_insert_is_felt;
        CREATE TRIGGER entry_insert_is_felt AFTER INSERT ON entry
        BEGIN
            UPDATE game SET pulse = 1 + (SELECT max(pulse) FROM game), newest = NEW.digest
                WHERE key = NEW.game;
        END;
        """
    )


@MIGRATIONS(name="022_practice")
def _practice(db: Database) -> None:
    """Mark games as practice; their entries and changes of seats alone may be deleted."""
    db.executescript(
        """
        ALTER TABLE game ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX practice_table ON game (created_at) WHERE practice;
        DROP TRIGGER entry_is_not_deleted;
        CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
        WHEN NOT (SELECT practice FROM game WHERE key = OLD.game)
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
        DROP TRIGGER seat_change_is_not_deleted;
        CREATE TRIGGER seat_change_is_not_deleted BEFORE DELETE ON seat_change
        WHEN NOT (SELECT practice FROM game WHERE key = OLD.game)
        BEGIN SELECT RAISE(ABORT, 'a change of seats is never deleted'); END;
        """
    )


@MIGRATIONS(name="023_organised")
def _organised(db: Database) -> None:
    """Add what is organised at nights, the rounds of their games, pots and seasons.

    What is organised and a season are stored as the club book has them.
    """
    db.executescript(
        """
        ALTER TABLE night ADD COLUMN organised TEXT
            CHECK (organised IS NULL OR json_valid(organised));
        ALTER TABLE night_game ADD COLUMN round INTEGER CHECK (round IS NULL OR round > 0);
        CREATE TABLE pot (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            opening INTEGER NOT NULL DEFAULT 0 CHECK (opening >= 0),
            added_at TEXT NOT NULL
        ) STRICT;
        CREATE TABLE season (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            facts TEXT NOT NULL CHECK (json_valid(facts)),
            added_at TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER pot_is_not_deleted BEFORE DELETE ON pot
        BEGIN SELECT RAISE(ABORT, 'a row of pot is never deleted'); END;
        CREATE TRIGGER season_is_not_deleted BEFORE DELETE ON season
        BEGIN SELECT RAISE(ABORT, 'a row of season is never deleted'); END;
        """
    )


@MIGRATIONS(name="024_no_practice")
def _no_practice(db: Database) -> None:
    """Delete the practice games while it is allowed; from then on no entry is ever deleted."""
    parts = ("presses", "slip", "seat", "seat_change", "watch_code", "link", "entry")
    of_game = "(SELECT key FROM game WHERE practice)"
    db.executescript("".join([f"DELETE FROM {part} WHERE game IN {of_game};" for part in parts]))
    db.executescript(
        """
        DELETE FROM game WHERE practice;
        DROP TRIGGER entry_is_not_deleted;
        CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
        DROP TRIGGER seat_change_is_not_deleted;
        CREATE TRIGGER seat_change_is_not_deleted BEFORE DELETE ON seat_change
        BEGIN SELECT RAISE(ABORT, 'a change of seats is never deleted'); END;
        DROP INDEX practice_table;
        ALTER TABLE game DROP COLUMN practice;
        """
    )


@MIGRATIONS(name="025_one_engine")
def _one_engine(db: Database) -> None:
    """Drop the derived rows of the club: figures are worked out from facts, and kept in memory.

    What an ended game gives is stored beside it, with a digest of all that it rests on. A night's
    change number grows with every row of its own, so that memory notices each change.
    """
    for table in ("posting", "ledger_entry", "account", "result", "pair", "derived_person"):
        db.execute(f"DROP TABLE {table}")
    db.executescript(
        """
        CREATE TABLE played_game (
            game TEXT PRIMARY KEY REFERENCES game (key),
            digest TEXT NOT NULL,
            figures TEXT NOT NULL
        ) STRICT;
        """
        + "".join([_night_trigger(*trigger) for trigger in _ROWS_OF_NIGHTS])
    )


_OF_GAME: Final = "(SELECT night FROM night_game WHERE game = NEW.game AND taken_out_at IS NULL)"
_ROWS_OF_NIGHTS: Final = (
    ("night", "UPDATE OF date, place, fees, settle, organised", "NEW.id"),
    ("closing", "INSERT", "NEW.night"),
    ("closing", "UPDATE", "NEW.night"),
    ("night_game", "INSERT", "NEW.night"),
    ("night_game", "UPDATE", "NEW.night"),
    ("seat_person", "INSERT", _OF_GAME),
    ("seat_person", "UPDATE", _OF_GAME),
    ("seat_person", "DELETE", _OF_GAME.replace("NEW", "OLD")),
)


def _night_trigger(table: str, event: str, night: str) -> str:
    return f"""
        CREATE TRIGGER {table}_{event[:6].lower()}_is_felt AFTER {event} ON {table}
        BEGIN
            UPDATE night SET change_number = 1 + (SELECT max(change_number) FROM night)
            WHERE id = {night};
        END;
        """


@MIGRATIONS(name="026_no_fact_digests")
def _no_fact_digests(db: Database) -> None:
    """Drop the digests of the club's facts, and the salt of people; games keep theirs."""
    db.executescript(
        """
        DROP TABLE fact_digest;
        ALTER TABLE person DROP COLUMN salt;
        """
    )


@MIGRATIONS(name="027_added_once")
def _added_once(db: Database) -> None:
    """Refuse to write over kept rows, and give columns of people the names of their fields.

    A trigger before an insert sees INSERT OR REPLACE and ON CONFLICT DO UPDATE too.
    """
    for column in ("joined", "left"):
        db.execute(f"ALTER TABLE person RENAME COLUMN {column}_on TO {column}")
    for table, keys in _KEPT.items():
        known = " OR ".join([f"{key} = NEW.{key}" for key in keys])
        db.executescript(
            f"""
            CREATE TRIGGER {table}_is_added_once BEFORE INSERT ON {table}
            WHEN EXISTS (SELECT 1 FROM {table} WHERE {known})
            BEGIN SELECT RAISE(ABORT, 'a row of {table} is added once'); END;
            """
        )
    for table in ("club", "officer_session", "clock_step", "game", "link"):
        db.executescript(not_deleted(table))


_KEPT: Final = {
    **dict.fromkeys(("person", "night", "pot", "season"), ("number", "id")),
    **dict.fromkeys(("club", "night_person", "night_game", "closing", "clock_step"), ("number",)),
    "officer_session": ("number", "digest"),
    "game": ("key",),
    "link": ("token",),
}
"""The tables whose rows are kept and may be marked, and what tells their rows apart."""


@MIGRATIONS(name="028_time_zone")
def _time_zone(db: Database) -> None:
    """Give the club a time zone; it is empty, for the server's, until an officer chooses one."""
    db.execute("ALTER TABLE club ADD COLUMN time_zone TEXT NOT NULL DEFAULT ''")


@MIGRATIONS(name="029_charges")
def _charges(db: Database) -> None:
    """Let adjustments be parts of a charge of many people, or take one back."""
    for column in ("charge", "undoes"):
        db.execute(f"ALTER TABLE adjustment ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")


@MIGRATIONS(name="030_corrected_at")
def _corrected_at(db: Database) -> None:
    """Let a closing tell when its night was corrected; of one before, only the day is known."""
    db.execute("ALTER TABLE closing ADD COLUMN corrected_at TEXT NOT NULL DEFAULT ''")


NEWEST: Final = "030_corrected_at"
"""The last migration that this version of the program knows."""
