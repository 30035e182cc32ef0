"""The addresses of a night's games, each with the best link that this visitor may follow."""

from collections.abc import Mapping
from typing import Any

from flask import g, url_for

from scorekeeper.bookkeeping.access.links import Role, links_of_games
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.web.core.access import may, remembered_links
from scorekeeper.web.core.club_access import this_night, this_night_visit
from scorekeeper.web.core.site import site


def game_address(game: str, endpoint: str, **values: Any) -> str:
    """Return the address of a page of a game, by its id in the club; empty without a link to it.

    The link is the best one that this browser knows, else the players' if the visitor may join,
    else the viewers'.
    """
    most = Role.PLAYER if this_night_visit().role >= NightRole.JOIN else Role.VIEWER
    known = set(remembered_links())
    offered = {
        role: token for role, token in _links(game).items() if role <= most or token in known
    }
    return url_for(endpoint, link=offered[max(offered)], **values) if offered else ""


def officers_address(game: str, endpoint: str) -> str:
    """Return the address of a page of a game by its host's link, for officers.

    So an officer can end a game whose players have gone home. Others get ``game_address``.
    """
    if this_night_visit().role < NightRole.OFFICER or Role.HOST not in _links(game):
        return game_address(game, endpoint)
    return url_for(endpoint, link=_links(game)[Role.HOST])


def board_address(game: ClubGame) -> str:
    """Return the address to which the board leads: the sheet of the game, or its page of seats.

    A visitor who may join an open game is first asked for their seat, unless they are its host.
    """
    is_host = _links(game.id).get(Role.HOST, "") in remembered_links()
    is_asked = game.state is GameState.OPEN and may("nights.ask_table") and not is_host
    return game_address(game.id, "people.ask_seat" if is_asked else "table.sheet")


def _links(game: str) -> Mapping[Role, str]:
    night = this_night()
    if "links_of_games" not in g:
        g.links_of_games = links_of_games(site().store, list(night.keys.values()))
    found: Mapping[Role, str] = g.links_of_games[night.keys[game]]
    return found
