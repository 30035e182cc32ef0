"""Answers to the form of a new game, on any page that has it: to its buttons and its start."""

from dataclasses import replace
from typing import Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role, link_of
from scorekeeper.web.core.access import remember
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.house_rules import RULES_BUTTON, option_problems, press_rules_button
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.new_game.form_buttons import apply_button, seat_newcomer
from scorekeeper.web.new_game.form_page import (
    FormPlace,
    NewGame,
    NewGamePage,
    make_new_game,
    make_rules_page,
    variant_of,
)
from scorekeeper.web.new_game.remembered import RememberedGames

_ORDER_BUTTONS: Final = ("up", "down", "draw")
"""The buttons that change the order of the seats; the page then shows the order."""


def answer_button(values: Values, remembered: RememberedGames, place: FormPlace) -> Response | None:
    """Answer a button that changes the form; None for the one that starts the game."""
    variant = variant_of(values)
    if values.get("do", "").startswith(RULES_BUTTON):
        return show(make_rules_page(press_rules_button(variant, seat_newcomer(values)), place))
    if "do" not in values:
        return None
    wrong = option_problems(variant, values)
    if wrong:
        return show(make_rules_page(values, place, wrong), status=422)
    return show(NewGamePage(new=_after_button(values, remembered, place)))


def _after_button(values: Values, remembered: RememberedGames, place: FormPlace) -> NewGame:
    pressed = values["do"].partition(":")[0]
    result = apply_button(values, remembered)
    form = make_new_game(result.values, remembered, place)
    return replace(
        form,
        drawn=result.draw,
        message=result.message,
        seats_open=form.seats_open or pressed in _ORDER_BUTTONS,
    )


def show_table(key: str) -> Response:
    """Redirect the browser that started a game to its sheet, by the host's link."""
    token = link_of(site().store, key, Role.HOST)
    if token is None:
        raise RuntimeError("a game always has a host's link")
    remember(token)
    return see_other(url_for("table.sheet", link=token))
