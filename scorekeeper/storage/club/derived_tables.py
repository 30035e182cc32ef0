"""The tables of derived rows, as migrations make them; never edited.

All in them follows from a club's facts, and can be computed again at any time. The ``year`` tables
have the sums and bests of whole years, so that standings of many years are read quickly.
"""

from typing import Final

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
"""  # noqa: S608 - our own columns
"""The rows of migration 013, with ``decade 202`` as the ``year`` for the years 2020 to 2029."""
