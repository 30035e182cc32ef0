"""The views that change the stake and the house rules of a game, and put a game away."""

from collections.abc import Sequence
from typing import Final

from flask import Response, url_for

from scorekeeper.games import CurrentGame, LogEntry, Role, Thing, change_setup, put_away
from scorekeeper.rules import Problem
from scorekeeper.web.core import (
    RULES_BUTTON,
    Page,
    SeatNeed,
    Values,
    answer,
    currency_here,
    game_after,
    least_role,
    link_blueprint,
    make_entry_fields,
    make_house_rules,
    newer_than,
    press_rules_button,
    read_post,
    see_other,
    show,
    site,
    this_game,
    this_visit,
    typed,
)
from scorekeeper.web.new_game.game_form import (
    has_stake,
    make_game_document,
    make_game_form,
    term_values,
)

_CURRENCY_BUTTON: Final = "currency:"
setup_pages = link_blueprint(Thing.GAME, "setup", __name__)


@setup_pages.get("/setup")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_setup() -> Response:
    """Show the stake and the house rules as they are."""
    game = this_game()
    return show(_make_page(game, {"stake-currency": currency_here()} | term_values(game)))


@setup_pages.post("/setup")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def change() -> Response:
    """Change the stake and the house rules, or show the form again after another button."""
    game, values = this_game(), typed()
    variant = game.sheet.variant
    if values.get("do", "").startswith(RULES_BUTTON):
        return show(_make_page(game, press_rules_button(variant, values)))
    if values.get("do", "").startswith(_CURRENCY_BUTTON):
        code = values["do"].removeprefix(_CURRENCY_BUTTON)
        return show(_make_page(game, values | {"stake-currency": code}))
    document = make_game_document(variant, values)
    terms = {name: part for name, part in document.items() if name in ("options", "stake")}
    outcome = change_setup(site().store, game.key, read_post(), terms)

    return answer(
        outcome,
        saved=lambda _: url_for("table.sheet"),
        again=lambda problems: _make_page(
            game_after(outcome), values, problems, newer_than(outcome)
        ),
    )


@setup_pages.post("/put-away")
@least_role(Role.HOST)
def put_game_away() -> Response:
    """Put a game away that was opened by mistake; the home page offers to undo that."""
    game = this_game()
    put_away(site().store, game.key, read_post())
    return see_other(url_for("new_game.home", away=this_visit().token))


def _make_page(
    game: CurrentGame,
    values: Values,
    problems: Sequence[Problem] = (),
    newer: Sequence[LogEntry] = (),
) -> Page:
    variant = game.sheet.variant
    form = make_game_form(variant, values, problems)
    return Page(
        "new_game/setup.html",
        game=game,
        stake=form.stake,
        leaves_stake=form.leaves_stake and has_stake(values),
        rules=make_house_rules(variant, values, problems, players=len(game.sheet.setup.players)),
        faults=form.faults,
        entry_fields=make_entry_fields(game, values.get("entry_id")),
        newer=tuple(newer),
    )
