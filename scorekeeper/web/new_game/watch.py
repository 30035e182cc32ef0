"""The page at which the letters of a watch code are typed on a TV; they open its TV view."""

from typing import Final

from flask import Response, request, url_for

from scorekeeper.games.keys import find_watched
from scorekeeper.games.links import Thing
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game import new_game_pages

_LONGEST: Final = 12
_TV_PAGES: Final = {Thing.GAME: "table.big", Thing.NIGHT: "nights.tv"}


@new_game_pages.get("/tv")
@least_role(EVERYBODY)
def ask_letters() -> Response:
    """Show the field for the letters, or open the game for which they were typed into it."""
    typed = request.args.get("letters", "").strip()
    return _open_watched(typed) if typed else show(_make_page(""))


@new_game_pages.get("/tv/<letters>")
@least_role(EVERYBODY)
def watch(letters: str) -> Response:
    """Open the TV view of the game or the night for which these letters stand."""
    return _open_watched(letters)


def _open_watched(letters: str) -> Response:
    """Lead to the TV view; answer 422 for letters of no game, 429 after too many of these."""
    guesses, address = site().store.guesses, request.remote_addr or ""
    shown = letters[:_LONGEST]
    if not guesses.may_guess(address):
        return show(_make_page(shown, too_often=True), status=429)
    found = find_watched(site().store, letters)
    if found is not None:
        opens, token = found
        return see_other(url_for(_TV_PAGES[opens], link=token))
    guesses.note_wrong(address)
    return show(_make_page(shown, is_unknown=True), status=422)


def _make_page(letters: str, *, is_unknown: bool = False, too_often: bool = False) -> Page:
    return Page("new_game/watch.html", letters=letters, is_unknown=is_unknown, too_often=too_often)
