"""The page by which a game's host puts the game into a night, or takes it out."""

from collections.abc import Sequence
from typing import Final

from flask import Response, abort, url_for

from scorekeeper.club.nights import put_game_in_night, take_game_out
from scorekeeper.club.stored_book import night_of_game
from scorekeeper.games.links import Role
from scorekeeper.games.posting import refusal
from scorekeeper.rules.variant import Problem
from scorekeeper.web.core.access import least_role, this_club, this_game
from scorekeeper.web.core.filters import title_of
from scorekeeper.web.core.known_nights import known_nights
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import (
    answer,
    make_club_fields,
    read_act,
    see_other,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import night_of_game_pages

_NO_NIGHT: Final = refusal("unknown_night", "Choose a night that this phone knows")


@night_of_game_pages.get("/night")
@least_role(Role.HOST)
def ask_night_of_game() -> Response:
    """Show the nights that this browser knows."""
    return show(_make_page())


def _make_page(problems: Sequence[Problem] = ()) -> Page:
    if this_club() is None:
        abort(404)
    game = this_game()
    row = night_of_game(site().store, game.key)
    choices = [] if row else [each for each in known_nights() if each.may_join]
    return Page(
        "nights/of_game.html",
        title=title_of(game.sheet),
        label=row.label if row else "",
        choices=tuple(choices),
        club_fields=make_club_fields(),
        problems=tuple([problem.text for problem in problems]),
    )


@night_of_game_pages.post("/night")
@least_role(Role.HOST)
def put_into_night() -> Response:
    """Put the game into a night."""
    night = typed().get("night", "")
    if night not in [each.id for each in known_nights() if each.may_join]:
        return show(_make_page(_NO_NIGHT), status=422)
    outcome = put_game_in_night(site().store, read_act(), this_game().key, night)
    return answer(outcome, saved=lambda _: url_for("table.sheet"), again=_make_page)


@night_of_game_pages.post("/night/out")
@least_role(Role.HOST)
def take_out_of_night() -> Response:
    """Take the game out of its night."""
    row = night_of_game(site().store, this_game().key)
    if this_club() is None:
        abort(404)
    if row is None:
        return see_other(url_for("night_of_game.ask_night_of_game"))
    outcome = take_game_out(site().store, read_act(), row.id)
    return answer(
        outcome, saved=lambda _: url_for("night_of_game.ask_night_of_game"), again=_make_page
    )
