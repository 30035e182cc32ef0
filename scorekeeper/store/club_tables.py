"""The tables of the club as migrations 011 to 013 make them; like the migrations, never edited."""

from typing import Final

_CLUB: Final = """
        CREATE TABLE club (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            name TEXT NOT NULL,
            currency TEXT NOT NULL,
            opened TEXT NOT NULL,
            till INTEGER NOT NULL DEFAULT 0 CHECK (till >= 0),
            stake_minor INTEGER,
            stake_per INTEGER,
            fee_per TEXT,
            fee_minor INTEGER,
            fee_guest INTEGER,
            settle TEXT,
            paper TEXT NOT NULL,
            passphrase TEXT NOT NULL,
            set_up_at TEXT NOT NULL
        ) STRICT;

        CREATE TABLE person (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            short TEXT NOT NULL DEFAULT '',
            joined_on TEXT NOT NULL DEFAULT '',
            left_on TEXT NOT NULL DEFAULT '',
            is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
            opening INTEGER NOT NULL DEFAULT 0,
            same_as TEXT REFERENCES person (id) CHECK (same_as <> id),
            note TEXT NOT NULL DEFAULT '',
            added_at TEXT NOT NULL
        ) STRICT;
"""

_NIGHTS: Final = """
        CREATE TABLE night (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            date TEXT NOT NULL,
            place TEXT NOT NULL DEFAULT '',
            fee_per TEXT,
            fee_minor INTEGER,
            fee_guest INTEGER,
            settle TEXT NOT NULL,
            opened_at TEXT NOT NULL,
            change_number INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX night_by_date ON night (date, number);
        CREATE INDEX night_by_change_number ON night (change_number);

        CREATE TABLE night_person (
            number INTEGER PRIMARY KEY,
            night TEXT NOT NULL REFERENCES night (id),
            person TEXT NOT NULL REFERENCES person (id),
            came_at TEXT NOT NULL,
            left_at TEXT
        ) STRICT;
        CREATE UNIQUE INDEX night_person_there ON night_person (night, person)
            WHERE left_at IS NULL;

        CREATE TABLE night_game (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            game TEXT NOT NULL REFERENCES game (key),
            night TEXT NOT NULL REFERENCES night (id),
            label TEXT NOT NULL DEFAULT '',
            void INTEGER NOT NULL DEFAULT 0 CHECK (void IN (0, 1)),
            closed_early INTEGER CHECK (closed_early IN (0, 1)),
            put_at TEXT NOT NULL,
            taken_out_at TEXT
        ) STRICT;
        CREATE UNIQUE INDEX night_game_in_force ON night_game (game) WHERE taken_out_at IS NULL;
        CREATE UNIQUE INDEX night_game_by_id ON night_game (id) WHERE taken_out_at IS NULL;
        CREATE INDEX night_game_by_night ON night_game (night, number);

        CREATE TABLE seat_person (
            game TEXT NOT NULL REFERENCES game (key),
            seat INTEGER NOT NULL CHECK (seat >= 0),
            person TEXT NOT NULL REFERENCES person (id),
            PRIMARY KEY (game, seat)
        ) STRICT;
        CREATE INDEX seat_person_by_person ON seat_person (person);

        CREATE TABLE closing (
            number INTEGER PRIMARY KEY,
            night TEXT NOT NULL REFERENCES night (id),
            on_day TEXT NOT NULL,
            seen TEXT NOT NULL CHECK (json_valid(seen)),
            plan TEXT CHECK (plan IS NULL OR json_valid(plan)),
            closed_at TEXT NOT NULL,
            reopened_at TEXT,
            corrected_on TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE UNIQUE INDEX closing_in_force ON closing (night) WHERE reopened_at IS NULL;
"""

_MONEY: Final = """
        CREATE TABLE payment (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            date TEXT NOT NULL,
            payer TEXT,
            payee TEXT,
            minor INTEGER CHECK (minor > 0),
            night TEXT REFERENCES night (id),
            method TEXT NOT NULL DEFAULT '',
            reverses TEXT UNIQUE REFERENCES payment (id),
            at TEXT NOT NULL,
            CHECK ((reverses IS NULL) = (payer IS NOT NULL)),
            CHECK ((reverses IS NULL) = (payee IS NOT NULL)),
            CHECK ((reverses IS NULL) = (minor IS NOT NULL)),
            CHECK (reverses IS NULL OR night IS NULL),
            CHECK (payer <> payee)
        ) STRICT;
        CREATE INDEX payment_by_night ON payment (night, number);

        CREATE TABLE adjustment (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            date TEXT NOT NULL,
            party TEXT NOT NULL,
            minor INTEGER NOT NULL CHECK (minor <> 0),
            reason TEXT NOT NULL DEFAULT '',
            at TEXT NOT NULL
        ) STRICT;
"""

_ACCESS: Final = """
        CREATE TABLE club_link (
            token TEXT PRIMARY KEY,
            role TEXT NOT NULL CHECK (role IN ('member', 'join', 'watch')),
            night TEXT REFERENCES night (id),
            made_at TEXT NOT NULL,
            withdrawn_at TEXT,
            CHECK ((role = 'member') = (night IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX club_link_in_force ON club_link (role, coalesce(night, ''))
            WHERE withdrawn_at IS NULL;

        CREATE TABLE night_letters (
            letters TEXT PRIMARY KEY,
            night TEXT NOT NULL UNIQUE REFERENCES night (id),
            expires_at TEXT NOT NULL
        ) STRICT;

        CREATE TABLE officer_session (
            number INTEGER PRIMARY KEY,
            digest TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            phone TEXT NOT NULL,
            since TEXT NOT NULL,
            ended_at TEXT
        ) STRICT;

        CREATE TABLE club_act (
            number INTEGER PRIMARY KEY,
            entry_id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            night TEXT REFERENCES night (id),
            subject TEXT NOT NULL,
            details TEXT NOT NULL CHECK (json_valid(details)),
            person TEXT REFERENCES person (id),
            officer INTEGER REFERENCES officer_session (number),
            phone TEXT NOT NULL,
            at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX club_act_by_night ON club_act (night, number);

        CREATE TRIGGER club_act_is_not_changed BEFORE UPDATE ON club_act
        BEGIN SELECT RAISE(ABORT, 'an act of the club is never changed'); END;
"""

_KEPT: Final = (
    "person",
    "night",
    "night_person",
    "night_game",
    "closing",
    "payment",
    "adjustment",
    "club_act",
)

_CHANGES: Final = """
        CREATE TRIGGER club_act_is_felt AFTER INSERT ON club_act
        BEGIN
            UPDATE night SET change_number = 1 + (SELECT max(change_number) FROM night)
            WHERE id = NEW.night OR NEW.night IS NULL
                AND id NOT IN (SELECT night FROM closing WHERE reopened_at IS NULL);
        END;

        CREATE TRIGGER game_of_a_night_is_felt AFTER UPDATE OF pulse ON game
        BEGIN
            UPDATE night SET change_number = 1 + (SELECT max(change_number) FROM night)
            WHERE id =
                (SELECT night FROM night_game WHERE game = NEW.key AND taken_out_at IS NULL);
        END;
"""


def not_deleted(table: str) -> str:
    """Return the trigger that refuses to delete rows of a table."""
    return f"""
        CREATE TRIGGER {table}_is_not_deleted BEFORE DELETE ON {table}
        BEGIN SELECT RAISE(ABORT, 'a row of {table} is never deleted'); END;
        """


def _not_changed(table: str) -> str:
    return f"""
        CREATE TRIGGER {table}_is_not_changed BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, 'a row of {table} is never changed'); END;
        """


CLUB_TABLES: Final = "".join(
    [
        _CLUB,
        _NIGHTS,
        _MONEY,
        _ACCESS,
        _CHANGES,
        *[not_deleted(table) for table in _KEPT],
        *[_not_changed(table) for table in ("payment", "adjustment")],
    ]
)


# --- derived rows ---------------------------------------------------------------------------------
# All in them follows from a club's facts, and can be computed again at any time. The `year` tables
# have the sums and bests of whole years, so that standings of many years are read quickly.


_COUNTS: Final = """
            wins INTEGER NOT NULL,
            points INTEGER NOT NULL,
            money INTEGER,
            deals INTEGER NOT NULL,
            outs INTEGER NOT NULL,
            best_deal INTEGER,
            concealed INTEGER NOT NULL,
            queens_caught INTEGER NOT NULL,
            jokers_caught INTEGER NOT NULL,
            gins INTEGER NOT NULL,
            undercuts INTEGER NOT NULL,
            first_of_game INTEGER NOT NULL,
            first_member INTEGER NOT NULL,
            feat_best_total INTEGER,
            feat_best_deal INTEGER,
            feat_fastest INTEGER,
            feat_biggest_win INTEGER,
"""

_RESULTS: Final = f"""
        CREATE TABLE result (
            game TEXT NOT NULL,
            seat INTEGER NOT NULL,
            person TEXT NOT NULL,
            night TEXT NOT NULL,
            date TEXT NOT NULL,
            night_number INTEGER NOT NULL,
            game_number INTEGER NOT NULL,
            variant TEXT NOT NULL,
            is_member INTEGER NOT NULL,
            place INTEGER NOT NULL,
            players INTEGER NOT NULL,
            {_COUNTS}
            PRIMARY KEY (game, seat)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX result_by_night ON result (night);
        CREATE INDEX result_by_date ON result (date);
        CREATE INDEX result_by_person ON result (person, date, night_number, game_number);
        CREATE INDEX result_by_best_total ON result (variant, feat_best_total, date);
        CREATE INDEX result_by_best_deal ON result (variant, feat_best_deal, date);
        CREATE INDEX result_by_fastest ON result (variant, feat_fastest, date);
        CREATE INDEX result_by_biggest_win ON result (variant, feat_biggest_win, date);

        CREATE TABLE result_year (
            person TEXT NOT NULL,
            year TEXT NOT NULL,
            variant TEXT NOT NULL,
            is_member INTEGER NOT NULL,
            games INTEGER NOT NULL,
            {_COUNTS}
            PRIMARY KEY (person, year, variant, is_member)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pair (
            game TEXT NOT NULL,
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            night TEXT NOT NULL,
            date TEXT NOT NULL,
            variant TEXT NOT NULL,
            are_members INTEGER NOT NULL,
            first_ahead INTEGER NOT NULL,
            second_ahead INTEGER NOT NULL,
            money INTEGER NOT NULL,
            PRIMARY KEY (game, first, second)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pair_by_night ON pair (night);
        CREATE INDEX pair_by_first ON pair (first, second, date);
        CREATE INDEX pair_by_second ON pair (second, date);

        CREATE TABLE pair_year (
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            year TEXT NOT NULL,
            variant TEXT NOT NULL,
            are_members INTEGER NOT NULL,
            games INTEGER NOT NULL,
            first_ahead INTEGER NOT NULL,
            second_ahead INTEGER NOT NULL,
            money INTEGER NOT NULL,
            PRIMARY KEY (first, second, year, variant, are_members)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pair_year_by_second ON pair_year (second);
"""

_LEDGER: Final = """
        CREATE TABLE ledger_entry (
            date TEXT NOT NULL,
            part INTEGER NOT NULL,
            number INTEGER NOT NULL,
            line INTEGER NOT NULL,
            kind TEXT NOT NULL,
            ref TEXT,
            night TEXT,
            PRIMARY KEY (date, part, number, line)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ledger_entry_by_part ON ledger_entry (part, number);
        CREATE INDEX ledger_entry_by_night ON ledger_entry (night, date);

        CREATE TABLE posting (
            date TEXT NOT NULL,
            part INTEGER NOT NULL,
            number INTEGER NOT NULL,
            line INTEGER NOT NULL,
            place INTEGER NOT NULL,
            account TEXT NOT NULL,
            minor INTEGER NOT NULL,
            PRIMARY KEY (date, part, number, line, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX posting_by_account ON posting (account, date, part, number, line, minor);

        CREATE TABLE account (
            name TEXT PRIMARY KEY,
            minor INTEGER NOT NULL,
            postings INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER posting_adds_to_account AFTER INSERT ON posting
        BEGIN
            INSERT INTO account VALUES (NEW.account, NEW.minor, 1) ON CONFLICT (name)
                DO UPDATE SET minor = minor + excluded.minor, postings = postings + 1;
        END;

        CREATE TRIGGER posting_leaves_account AFTER DELETE ON posting
        BEGIN
            UPDATE account SET minor = minor - OLD.minor, postings = postings - 1
                WHERE name = OLD.account;
            DELETE FROM account WHERE name = OLD.account AND postings = 0;
        END;

        CREATE TABLE derived_person (
            id TEXT PRIMARY KEY,
            meant TEXT NOT NULL,
            joined_on TEXT NOT NULL,
            left_on TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
"""

_ACTS: Final = """
        CREATE INDEX club_act_by_subject ON club_act (subject);
"""

DERIVED_TABLES: Final = _RESULTS + _LEDGER + _ACTS

_FEATS: Final = ("best_total", "best_deal", "fastest", "biggest_win")
_FEAT_INDEXES: Final = "".join(
    [
        f"""
        DROP INDEX result_by_{feat};
        CREATE INDEX result_by_{feat} ON result (variant, feat_{feat}, date, is_member);
        """
        for feat in _FEATS
    ]
)

QUICKER_DERIVED: Final = f"""
        CREATE INDEX night_game_by_any_id ON night_game (id);
        {_FEAT_INDEXES}
        INSERT INTO result_year
            SELECT person, 'decade ' || substr(year, 1, 3), variant, is_member, sum(games),
                sum(wins), sum(points), sum(money), sum(deals), sum(outs), max(best_deal),
                sum(concealed), sum(queens_caught), sum(jokers_caught), sum(gins),
                sum(undercuts), sum(first_of_game), sum(first_member), max(feat_best_total),
                max(feat_best_deal), max(feat_fastest), max(feat_biggest_win)
            FROM result_year GROUP BY person, substr(year, 1, 3), variant, is_member;
"""
"""The rows of migration 013, with ``decade 202`` as the ``year`` for the years 2020 to 2029."""
