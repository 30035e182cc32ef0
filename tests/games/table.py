"""Short ways to make posts and deals at a test table, and to check their outcomes."""

from typing import Any

from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import CurrentGame, GameStore
from scorekeeper.games.games import open_game
from scorekeeper.games.posting import GameOutcome, Post, Refused, Saved, Stale

Document = dict[str, Any]


def out(by: str, melded: int = 100, *, against: tuple[str, ...] = ("Bob", "Cal")) -> Document:
    """Return a deal in totals: ``by`` went out, all others have 50 melded and 20 in hand."""
    others = {name: {"melded_points": 50, "in_hand_points": 20} for name in against if name != by}
    return {
        "ending": "out",
        "by": by,
        "hands": {by: {"melded_points": melded, "in_hand_points": 0}, **others},
    }


ANN_OUT = out("Ann")


def post(version: int, entry_id: str | None = None, who: str = "Bob") -> Post:
    """Return a post by ``who``, who has seen ``version``."""
    return Post(entry_id=entry_id or f"after {version}", version=version, who=who)


def saved(outcome: GameOutcome) -> CurrentGame:
    """Return the game after a post that was saved, and not saved before."""
    assert isinstance(outcome, Saved), outcome
    assert not outcome.repeated
    return outcome.thing


def stale(outcome: GameOutcome) -> Stale[CurrentGame]:
    """Return the outcome of a post that came too late."""
    assert isinstance(outcome, Stale), outcome
    return outcome


def refused(outcome: GameOutcome) -> list[tuple[tuple[str | int, ...], str, str]]:
    """Return place, code and text of every problem of a post that was refused."""
    assert isinstance(outcome, Refused), outcome
    return [(problem.at, problem.code, problem.text) for problem in outcome.problems]


def opened(store: GameStore, key: str) -> CurrentGame:
    """Return the current game."""
    game = open_game(store, key)
    assert game is not None
    return game


def running(game: CurrentGame) -> list[int]:
    """Return the running totals by seat."""
    return [head.running for head in game.sheet.heads]


def deal_times(store: GameStore, key: str, times: int) -> CurrentGame:
    """Enter as many deals, in each of which Ann goes out, and return the game."""
    for _ in range(times):
        saved(record_deal(store, key, post(opened(store, key).version), ANN_OUT))
    return opened(store, key)
