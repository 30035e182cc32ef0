"""What the club keeps of a game that was played here; that of an ended game is stored beside it.

Then nobody need replay it. What is stored is never the authority: each row is sealed with a digest
of all that it rests on, and of itself. A row with another digest counts for nothing.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import scorekeeper
from scorekeeper.club.facts import GameState, PlayedGame, PlayedHand, figures_of_game
from scorekeeper.club.rows import NightGameRow, games_of_nights
from scorekeeper.games import (
    CurrentGame,
    GameStore,
    UnreadableGame,
    Version,
    demand_game,
    read_versions,
)
from scorekeeper.rules import EarlyEnd, Highlight, Pair, Score, Seat, renumber_seats, score_game
from scorekeeper.store.database import Connection

_PACKAGE: Final = Path(scorekeeper.__file__).parent
_BESIDES: Final = ("club/facts.py", "club/played.py")
_DIGEST_BYTES: Final = 16


class Played(NamedTuple):
    """What a game gave, and whether its end is in its own journal."""

    game: PlayedGame
    has_end: bool


def played_game(game: CurrentGame, closed_early: EarlyEnd | None) -> PlayedGame:
    """Return the figures of a game; ``closed_early`` is given if the club itself closed it."""
    sheet = renumber_seats(game.sheet)
    score = sheet.score
    if closed_early is not None and score.finish is None:
        deals = [deal.deal for deal in sheet.game.deals]
        score = score_game(sheet.setup, deals, closed=closed_early)
    return replace(figures_of_game(sheet.setup, score), order=game.sheet.game.order)


class PlayedGames(NamedTuple):
    """What games gave, by key, or why they cannot be read.

    ``new`` are rows of ended games that were replayed, to be stored.
    """

    found: dict[str, Played]
    unreadable: dict[str, UnreadableGame]
    new: dict[str, tuple[str, str]]


def read_played_games(
    store: GameStore,
    db: Connection,
    rows: Sequence[NightGameRow],
    newer: Mapping[str, CurrentGame],
) -> PlayedGames:
    """Return what the games of nights gave; ``newer`` are games by key, not committed yet."""
    versions = read_versions(db, [row.key for row in rows])
    games = PlayedGames(stored_games(db, rows, versions), {}, {})
    for row in rows:
        if row.key in games.found:
            continue
        try:
            game = newer.get(row.key) or demand_game(store, db, row.key)
        except UnreadableGame as error:
            games.unreadable[row.key] = error
            continue
        found = games.found[row.key] = played_here(game, row)
        if found.game.state is not GameState.OPEN:
            text = write_text(found)
            games.new[row.key] = seal(versions[row.key], row, text), text
    return games


def stored_games(
    db: Connection, rows: Sequence[NightGameRow], versions: Mapping[str, Version]
) -> dict[str, Played]:
    """Return what is stored of ended games, by key; what rests on anything else is left out."""
    stored = read_played(db, [row.key for row in rows])
    return {
        row.key: read_text(stored[row.key][1])
        for row in rows
        if row.key in stored and row.key in versions
        if stored[row.key][0] == seal(versions[row.key], row, stored[row.key][1])
    }


def find_wrong_games(db: Connection, night: str, games: Mapping[str, CurrentGame]) -> Iterator[str]:
    """Yield the games of a night, by id, of which something else is stored than they give.

    ``games`` are those of the night by id, as they stand.
    """
    rows = games_of_nights(db, [night])
    stored = stored_games(db, rows, read_versions(db, [row.key for row in rows]))
    for row in rows:
        if row.key in stored and stored[row.key] != played_here(games[row.id], row):
            yield row.id


def played_here(game: CurrentGame, row: NightGameRow) -> Played:
    """Return what a game of a night gives as it stands."""
    return Played(played_game(game, row.closed_early), game.sheet.score.finish is not None)


def seal(version: Version, row: NightGameRow, text: str) -> str:
    """Return a digest of a game's journal, of the rules, of how the club closed it, and a text."""
    rests_on = f"{version.digest} {rules_digest()} {row.closed_early} {text}"
    return blake2b(rests_on.encode(), digest_size=_DIGEST_BYTES).hexdigest()


@cache
def rules_digest(package: Path = _PACKAGE) -> str:
    """Return a digest of the source from which it follows what a game gives."""
    files = [*(package / "rules").rglob("*.py"), *[package / name for name in _BESIDES]]
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()


# --- what ended games gave, as it is stored beside them -------------------------------------------


def read_played(db: Connection, keys: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the digest and the text of what games gave, by their keys; some may have none."""
    # As bytes, since a failing disk may have left a text that is no UTF-8.
    rows = db.execute(
        "SELECT game, CAST(digest AS BLOB), CAST(figures AS BLOB) FROM played_game"
        " WHERE game IN (SELECT value FROM json_each(?))",
        (json.dumps([*keys]),),
    )
    return {
        game: (digest.decode(errors="replace"), figures.decode(errors="replace"))
        for game, digest, figures in rows.fetchall()
    }


def write_played(db: Connection, games: Mapping[str, tuple[str, str]]) -> None:
    """Store the digest and the text of what games gave, by their keys, in place of earlier ones."""
    db.conn.executemany(
        "INSERT OR REPLACE INTO played_game VALUES (?, ?, ?)",
        [(game, digest, figures) for game, (digest, figures) in games.items()],
    )


def write_text(found: Played) -> str:
    """Return the text in which what a game gave is stored."""
    played = found.game
    facts = {
        "has_end": found.has_end,
        **{name: getattr(played, name) for name in _PLAIN},
        "results": None
        if played.results is None
        else [_write(result) for result in played.results],
        "pairs": [
            [pair.payer, pair.payee, _write(pair.points), pair.minor] for pair in played.pairs
        ],
    }
    return json.dumps(facts, separators=(",", ":"))


_PLAIN: Final = (
    *("variant", "low_wins", "state", "deals", "winners", "net", "hands", "deal_winners"),
    *("order", "holds_high_scores"),
)
"""What JSON keeps as it is, but for tuples, which become lists."""


def read_text(text: str) -> Played:
    """Return what a game gave from its text."""
    facts: dict[str, Any] = json.loads(text)
    has_end, seats = facts.pop("has_end"), _tuple_of_seats
    net, results = facts["net"], facts["results"]
    game = PlayedGame(
        **facts
        | {
            "state": GameState(facts["state"]),
            "winners": seats(facts["winners"]),
            "net": None if net is None else tuple(net),
            "results": None if results is None else tuple([_read(result) for result in results]),
            "pairs": tuple([_pair(*pair) for pair in facts["pairs"]]),
            "hands": tuple([_hand(hand) for hand in facts["hands"]]),
            "order": seats(facts["order"]),
            "deal_winners": tuple([seats(winners) for winners in facts["deal_winners"]]),
        }
    )
    return Played(game, has_end)


def _tuple_of_seats(seats: Iterable[int]) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat in seats])


def _hand(values: list[Any]) -> PlayedHand:
    *others, highlights = values
    return PlayedHand._make((*others, tuple([Highlight(highlight) for highlight in highlights])))


def _pair(payer: int, payee: int, points: int | str, minor: int) -> Pair:
    return Pair(payer=Seat(payer), payee=Seat(payee), points=_read(points), minor=minor)


def _write(score: Score) -> int | str:
    return score if isinstance(score, int) else str(score)


def _read(score: int | str) -> Score:
    return score if isinstance(score, int) else Fraction(score)
