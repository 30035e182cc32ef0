"""Reads and writes results: for each game that counts, a row for each person and each pair.

The rows are worked out from facts alone, and those of a night are replaced together. Standings,
head to head, high scores and a person's games are read from them. Points and wins are stored in
parts of 2520, which every share of a win and of a bonus among up to ten fills exactly.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.results import (
    Choice,
    ChosenGame,
    HeadToHead,
    HighScoreKind,
    PastGame,
    pairs_of,
    place_of,
    results_of,
    worth_of,
)
from scorekeeper.domain.club.standings import SUMMED, Holder, Standing
from scorekeeper.domain.deals import Highlight
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.database import Connection

PARTS: Final = 2520
"""How many parts a point or a win has in the tables."""
_IN_PARTS: Final = ("wins", "points")
_SUMS: Final = (*[name for name in SUMMED if name != "highlights"], *map(str, Highlight))
"""The columns of ``result`` that standings add up."""
_SHORT_SUMS: Final = ("wins", "points", "money")
_FEATS: Final = {kind: f"feat_{kind}" for kind in HighScoreKind}
"""The column of each high score; the higher, the better."""
_NEVER: Final = "9999-12-31"
"""A day after all others, for a choice without a last day."""

Row = dict[str, str | int | None]
"""A row by the names of its columns."""


def write_parts(score: Score) -> int:
    """Return a figure in parts. Raises ValueError if the parts would not be a whole number."""
    parts = Fraction(score) * PARTS
    if parts.denominator != 1:
        raise ValueError(f"{score} is no whole number of {PARTS} parts")
    return parts.numerator


def read_parts(parts: int) -> Score:
    """Return the figure of a number of parts."""
    whole, rest = divmod(parts, PARTS)
    return Fraction(parts, PARTS) if rest else whole


# --- the rows of a night --------------------------------------------------------------------------


def replace_results(
    db: Connection, night: str, games: Sequence[ChosenGame], people: Mapping[str, Person]
) -> bool:
    """Store the results of a night in place of those it had; return whether any was different.

    ``games`` are those of the night that count, ``people`` all of the club in its order.
    """
    numbers = {
        game: (night_number, number)
        for game, night_number, number in db.execute(
            "SELECT night_game.id, night.number, night_game.number FROM night_game"
            " JOIN night ON night.id = night WHERE night = ? AND taken_out_at IS NULL",
            (night,),
        )
    }
    ranks = {person: rank for rank, person in enumerate(people)}
    results = [row for each in games for row in _result_rows(each, people, numbers[each.game.id])]
    pairs = [row for each in games for row in _pair_rows(each, people, ranks)]
    changed = [_replace(db, "result", night, results), _replace(db, "pair", night, pairs)]
    return any(changed)


def _replace(db: Connection, table: str, night: str, rows: Sequence[Row]) -> bool:
    found = db.execute(f"SELECT * FROM {table} WHERE night = ?", (night,))
    names = [each[0] for each in found.description]
    old, new = set(found.fetchall()), {tuple([row[name] for name in names]) for row in rows}
    # Most of a night stays as it is when one more game ends: only games that differ are written.
    games = {row[names.index("game")] for row in old ^ new}
    db.conn.executemany(f"DELETE FROM {table} WHERE game = ?", [(game,) for game in games])
    marks = ", ".join("?" * len(names))
    kept = [row for row in new if row[names.index("game")] in games]
    db.conn.executemany(f"INSERT INTO {table} VALUES ({marks})", kept)
    return bool(games)


def _result_rows(
    chosen: ChosenGame, people: Mapping[str, Person], numbers: tuple[int, int]
) -> Iterator[Row]:
    night, game = chosen.night, chosen.game
    results = list(results_of(chosen))
    members = [people[each.person].is_member_on(night.date) for each in results]
    for number, (result, is_member) in enumerate(zip(results, members, strict=True)):
        sums = {name: getattr(result, name) for name in _SUMS if name not in list(Highlight)}
        yield {
            "game": game.id,
            "seat": result.seat,
            "person": result.person,
            "night": night.id,
            "date": night.date,
            "night_number": numbers[0],
            "game_number": numbers[1],
            "variant": game.played.variant,
            "is_member": int(is_member),
            "place": place_of(game, result.seat),
            "players": len(game.people),
            **sums,
            **{name: write_parts(sums[name]) for name in _IN_PARTS},
            "money": None if game.money is None else result.money,
            "best_deal": result.best_deal,
            **{str(each): result.highlights[each] for each in Highlight},
            # 1 in one row of each game, or of its members, so that their sums are numbers of games.
            "first_of_game": int(number == 0),
            "first_member": int(is_member and not any(members[:number])),
            **{
                column: write_parts(
                    worth_of(kind, result.feats[kind], low_wins=game.played.low_wins)
                )
                if kind in result.feats
                else None
                for kind, column in _FEATS.items()
            },
        }


def _pair_rows(
    chosen: ChosenGame, people: Mapping[str, Person], ranks: Mapping[str, int]
) -> Iterator[Row]:
    night = chosen.night
    for pair in pairs_of(chosen, ranks):
        both = [people[each].is_member_on(night.date) for each in (pair.first, pair.second)]
        yield {
            "game": chosen.game.id,
            "first": pair.first,
            "second": pair.second,
            "night": night.id,
            "date": night.date,
            "variant": chosen.game.played.variant,
            "are_members": int(all(both)),
            "first_ahead": pair.first_ahead,
            "second_ahead": pair.second_ahead,
            "money": pair.money,
        }


def read_winners(db: Connection, nights: Iterable[str]) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return of each night how many games count, and who won them, each once."""
    rows = db.execute(
        "SELECT night, first_of_game, wins > 0, person FROM result"
        " WHERE night IN (SELECT value FROM json_each(?)) AND (first_of_game OR wins > 0)"
        " ORDER BY game_number, seat",
        (json.dumps(list(nights)),),
    )
    games: dict[str, int] = {}
    winners: dict[str, dict[str, None]] = {}
    for night, is_first, has_won, person in rows.fetchall():
        games[night] = games.get(night, 0) + is_first
        if has_won:
            winners.setdefault(night, {})[person] = None
    return {night: (count, tuple(winners.get(night, ()))) for night, count in games.items()}


def has_result(db: Connection, game: str) -> bool:
    """Tell whether a game, by its id in the club, has a result."""
    return db.execute("SELECT 1 FROM result WHERE game = ?", (game,)).fetchone() is not None


def count_meetings(
    db: Connection, days: Sequence[tuple[str, str]], *, before: str
) -> dict[tuple[str, str], int]:
    """Return how often two people met in games that count of closed organised nights of some days.

    Days are spans from and to; the nights are those before one. Ids are those that are meant.
    """
    rows = db.execute(
        """
        SELECT first, second, count(*) FROM pair WHERE night IN (
            SELECT night.id FROM night JOIN closing ON closing.night = night.id
            WHERE reopened_at IS NULL AND organised IS NOT NULL AND (date, night.number) <
                (SELECT date, number FROM night WHERE id = :before)
            AND EXISTS (SELECT 1 FROM json_each(:days) AS span
                WHERE date BETWEEN span.value ->> 0 AND span.value ->> 1))
        GROUP BY first, second
        """,
        {"before": before, "days": json.dumps(days)},
    )
    return {(str(first), str(second)): int(times) for first, second, times in rows.fetchall()}


def drop_unknown_nights(db: Connection) -> int:
    """Delete the rows of nights that do not exist; return how many rows."""
    return sum(
        [
            db.execute(f"DELETE FROM {table} WHERE night NOT IN (SELECT id FROM night)").rowcount
            for table in ("result", "pair")
        ]
    )


# --- sums and bests of a choice -------------------------------------------------------------------


class _Condition(NamedTuple):
    """The SQL of a choice, which needs ``values``; ``member`` is 1 in a row of members."""

    sql: str
    values: dict[str, Any]

    @classmethod
    def of(cls, choice: Choice, member: str = "is_member", **values: Any) -> "_Condition":
        conditions = ["date BETWEEN :since AND :until"]
        if choice.night:
            conditions.append("night = :night")
        if choice.variant:
            conditions.append("variant = :variant")
        if choice.members_only:
            conditions.append(f"{member} = 1")
        own = {
            "since": choice.since,
            "until": choice.until or _NEVER,
            "night": choice.night,
            "variant": choice.variant,
        }
        return cls(" AND ".join(conditions), own | values)


def read_standings(
    db: Connection, choice: Choice, *, is_short: bool = False
) -> tuple[list[Standing], int]:
    """Return the figures of each person in a choice, without their ranks, and how many games.

    Short standings have only games, wins, points and money.
    """
    columns = _SHORT_SUMS if is_short else _SUMS
    best = "NULL" if is_short else "max(best_deal)"
    sums = ", ".join([f"coalesce(sum({name}), 0)" for name in columns])
    games = "first_member" if choice.members_only else "first_of_game"
    condition = _Condition.of(choice)
    # An index has all that is summed by person and date. Asked person by person, SQLite reads it
    # from end to end; asked for the dates alone, it would fetch each row from the table: 70 ms and
    # 500 ms for 100,000 games.
    rows = db.execute(
        f"SELECT id, count(*), sum({games}), {best}, {sums}"
        f" FROM person CROSS JOIN result ON person = id WHERE {condition.sql} GROUP BY id",
        condition.values,
    ).fetchall()
    standings = []
    for person, count, _, best_deal, *found in rows:
        figures = dict(zip(columns, found, strict=True))
        standings.append(
            Standing(
                person=person,
                games=count,
                best_deal=best_deal,
                highlights=Counter({each: figures.pop(str(each), 0) for each in Highlight}),
                **figures | {name: read_parts(figures[name]) for name in _IN_PARTS},
            )
        )
    return standings, sum([row[2] for row in rows])


def read_steps(
    db: Connection, choice: Choice, *, of_money: bool, most_nights: int
) -> list[tuple[str, str, int]]:
    """Return what each person won on each day of the last nights of a choice.

    That is money in minor units, or points in parts. People come in any order, the days of each in
    theirs.
    """
    won = "coalesce(sum(money), 0)" if of_money else "sum(points)"
    condition = _Condition.of(choice, most=most_nights - 1)
    first = db.execute(
        "SELECT date FROM night WHERE date <= :until ORDER BY date DESC LIMIT 1 OFFSET :most",
        condition.values,
    ).fetchone()
    # One bound of the days: with two, SQLite reads the index of each person from the earlier one.
    values = condition.values | {"since": max(choice.since, first[0] if first else "")}
    rows = db.execute(
        f"SELECT id, date, {won} FROM person CROSS JOIN result ON person = id WHERE {condition.sql}"
        " GROUP BY id, date",
        values,
    ).fetchall()
    return [(str(person), str(date), int(step)) for person, date, step in rows]


def read_heads(db: Connection, choice: Choice, person: str) -> list[HeadToHead]:
    """Return a person with everybody else with whom they played."""
    condition = _Condition.of(choice, "are_members", person=person)
    # Each side has an index of its own: pairs are stored once, in the order of the club.
    rows = db.execute(
        "SELECT first, second, count(*), sum(first_ahead), sum(second_ahead), sum(money)"
        " FROM pair WHERE (first = :person OR second = :person)"
        f" AND {condition.sql} GROUP BY first, second",
        condition.values,
    ).fetchall()
    names = ("first", "second", "games", "first_ahead", "second_ahead", "money")
    return [HeadToHead(**dict(zip(names, row, strict=True))) for row in rows]


class Best(NamedTuple):
    """The best that was reached in a variant, in parts, higher the better."""

    variant: str
    kind: HighScoreKind
    parts: int

    @property
    def value(self) -> Score:
        """The best as pages show it."""
        low_wins = VARIANTS[self.variant].family.low_wins
        return worth_of(self.kind, read_parts(self.parts), low_wins=low_wins)


def read_bests(db: Connection, choice: Choice) -> list[Best]:
    """Return the best of each kind that somebody reached, by variant and kind."""
    variants = [choice.variant] if choice.variant else list(VARIANTS)
    condition = _Condition.of(choice, variants=json.dumps(variants))
    if _is_short_time(choice):
        bests = ", ".join([f"max({name})" for name in _FEATS.values()])
        sql = f"SELECT variant, {bests} FROM result WHERE {condition.sql} GROUP BY variant"
    else:
        # The best is the first row of an index. The rows of a short time may be far behind in it.
        members = " AND is_member = 1" if choice.members_only else ""
        firsts = [
            f"(SELECT {name} FROM result WHERE variant = known.value AND {name} IS NOT NULL"
            f" AND date BETWEEN :since AND :until{members} ORDER BY {name} DESC LIMIT 1)"
            for name in _FEATS.values()
        ]
        sql = f"SELECT value, {', '.join(firsts)} FROM json_each(:variants) AS known"
    found = {row[0]: row[1:] for row in db.execute(sql, condition.values)}
    return [
        Best(variant, kind, parts)
        for variant in VARIANTS
        for kind, parts in zip(_FEATS, found.get(variant, ()), strict=False)
        if parts is not None
    ]


def _is_short_time(choice: Choice) -> bool:
    """Tell whether a choice is of one night, or of at most two calendar years."""
    years = int((choice.until or _NEVER)[:4]) - int((choice.since or "0000")[:4])
    return bool(choice.night) or years <= 1


def read_holders(
    db: Connection, choice: Choice, best: Best, *, most: int
) -> tuple[list[Holder], int]:
    """Return who reached a best, the first first, and how many there are.

    At most ``most`` are returned, all of them if it is below 0.
    """
    condition = _Condition.of(choice, best=best.parts, most=most, held=best.variant)
    where = f"FROM result WHERE variant = :held AND {_FEATS[best.kind]} = :best AND {condition.sql}"
    (count,) = db.execute(f"SELECT count(*) {where}", condition.values).fetchone()
    rows = db.execute(
        f"SELECT person, game, date {where}"
        " ORDER BY date, night_number, game_number, seat LIMIT :most",
        condition.values,
    ).fetchall()
    return [Holder(*row) for row in rows], int(count)


# --- results of one person ------------------------------------------------------------------------


def read_past_games(
    db: Connection, person: str, choice: Choice, *, skip: int, most: int | None
) -> tuple[tuple[PastGame, ...], int]:
    """Return the games of a person, the newest first, and how many there are in all."""
    most = -1 if most is None else most
    condition = _Condition.of(choice, person=person, skip=skip, most=most)
    where = f"FROM result WHERE person = :person AND {condition.sql}"
    (count,) = db.execute(f"SELECT count(*) {where}", condition.values).fetchone()
    # Who wins a game wins it with its end; a game that was ended early has no winner.
    rows = db.execute(
        "SELECT game, night, date, variant, EXISTS (SELECT * FROM result AS any_seat"
        " WHERE any_seat.game = result.game AND any_seat.wins > 0), place, players, points, wins,"
        " money, (SELECT label FROM night_game WHERE number = game_number)"
        f" {where} ORDER BY date DESC, night_number DESC, game_number DESC"
        " LIMIT :most OFFSET :skip",
        condition.values,
    ).fetchall()
    return tuple([_past_game(row) for row in rows]), int(count)


def _past_game(row: Sequence[Any]) -> PastGame:
    game, night, date, variant, is_over, place, players, points, wins, money, label = row
    score = read_parts(points)
    return PastGame(
        game=game,
        night=night,
        date=date,
        table=label,
        variant=variant,
        state=GameState.OVER if is_over else GameState.EARLY,
        place=place,
        players=players,
        result=-score if VARIANTS[variant].family.low_wins else score,
        points=score,
        wins=read_parts(wins),
        money=money,
    )


def read_first_day(db: Connection) -> str:
    """Return the day of the first result, empty if there is none."""
    return str(db.execute("SELECT coalesce(min(date), '') FROM result").fetchone()[0])
