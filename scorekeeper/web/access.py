"""Who may see a game: whoever has its key. The one place that checks it, for every game page."""

from typing import Any, Final

from flask import Blueprint, abort, g, session

from scorekeeper.bookkeeping.games import open_game
from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.web.pages import site

GAMES_REMEMBERED: Final = 50
_KNOWN: Final = "games"

game_pages = Blueprint("game", __name__, url_prefix="/game/<key>")


@game_pages.url_value_preprocessor
def pull_game(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Open the game that the address names, or answer that there is none."""
    if values is None:
        return
    game = open_game(site().books, values.pop("key"))
    if game is None:
        abort(404)
    g.game = game


@game_pages.url_defaults
def push_key(endpoint: str, values: dict[str, Any]) -> None:
    """Let pages of a game link to one another without naming its key."""
    if "game" in g:
        values.setdefault("key", g.game.key)


@game_pages.before_request
def remember_game() -> None:
    """Note that this browser knows the game."""
    remember(g.game.key)


def this_game() -> OpenGame:
    """The game of this request."""
    game: OpenGame = g.game
    return game


def remember(key: str) -> None:
    """Put a game at the head of those this browser knows."""
    known = known_games()
    if known[:1] != [key]:
        session[_KNOWN] = [key, *[each for each in known if each != key]][:GAMES_REMEMBERED]
        session.permanent = True


def known_games() -> list[str]:
    """The keys of the games this browser knows, the latest opened first."""
    return [str(key) for key in session.get(_KNOWN, [])]
