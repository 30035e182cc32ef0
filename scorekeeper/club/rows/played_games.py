"""Reads and writes what ended games give, which is stored beside them so that nobody replays them.

It is never truth: each row is sealed with a digest of all that it rests on, and of itself. A row
with another digest counts for nothing.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scorekeeper.club.games import GameState, PlayedGame, PlayedHand
from scorekeeper.rules.deals import Highlight, Seat
from scorekeeper.rules.settlement import Pair, Score
from scorekeeper.store.database import Connection


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


class Played(NamedTuple):
    """What a game gave, and whether its end is in its own journal."""

    game: PlayedGame
    has_end: bool


def write_text(found: Played) -> str:
    """Return the text in which what a game gave is stored."""
    played = found.game
    facts = {
        "has_end": found.has_end,
        **{name: getattr(played, name) for name in _PLAIN},
        "results": None if played.results is None else [_write(each) for each in played.results],
        "pairs": [
            [each.payer, each.payee, _write(each.points), each.minor] for each in played.pairs
        ],
    }
    return json.dumps(facts, separators=(",", ":"))


_PLAIN: Final = (
    *("variant", "low_wins", "state", "deals", "winners", "net", "hands", "deal_winners"),
    "holds_high_scores",
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
            "results": None if results is None else tuple([_read(each) for each in results]),
            "pairs": tuple([_pair(*each) for each in facts["pairs"]]),
            "hands": tuple([_hand(each) for each in facts["hands"]]),
            "deal_winners": tuple([seats(each) for each in facts["deal_winners"]]),
        }
    )
    return Played(game, has_end)


def _tuple_of_seats(seats: Iterable[int]) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat in seats])


def _hand(values: list[Any]) -> PlayedHand:
    *others, highlights = values
    return PlayedHand._make((*others, tuple([Highlight(each) for each in highlights])))


def _pair(payer: int, payee: int, points: int | str, minor: int) -> Pair:
    return Pair(payer=Seat(payer), payee=Seat(payee), points=_read(points), minor=minor)


def _write(score: Score) -> int | str:
    return score if isinstance(score, int) else str(score)


def _read(score: int | str) -> Score:
    return score if isinstance(score, int) else Fraction(score)
