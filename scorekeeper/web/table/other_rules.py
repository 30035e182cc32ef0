"""The same game under other rules: both score sheets side by side, and nothing is saved."""

from collections.abc import Iterator
from dataclasses import replace

from flask import Response, request

from scorekeeper.games.game_store import CurrentGame
from scorekeeper.games.links import Role
from scorekeeper.rules.deals import Hand
from scorekeeper.rules.game import SetupChanged
from scorekeeper.rules.options import values_of
from scorekeeper.rules.sheet import ScoreSheet, SheetRow, make_sheet
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.table import table_pages


@table_pages.get("/other-rules")
@least_role(Role.VIEWER)
def other_rules() -> Response:
    """Show the game beside itself under the rules that the address names."""
    game = this_game()
    choices = find_other_rules(game)
    named = [each for each in choices if each.key == request.args.get("variant")]
    other = score_under(game, [*named, *choices][0])
    deals = list(_counting(other))
    page = Page(
        "table/other_rules.html",
        sheet=game.sheet,
        other=other,
        choices=choices,
        totals=tuple([row.number for row, hands in deals if any(hand.is_total for hand in hands)]),
        unfined=tuple([each for row, hands in deals for each in _unfined(other, row, hands)]),
    )
    return show(page)


def find_other_rules(game: CurrentGame) -> tuple[Variant, ...]:
    """Return the variants under whose printed rules a game can be scored, the others first."""
    own = game.sheet.variant
    family = [each for each in VARIANTS.values() if each.family == own.family]
    return (*[each for each in family if each != own], own)


def score_under(game: CurrentGame, variant: Variant) -> ScoreSheet:
    """Return the sheet that a game would have under the printed rules of a variant."""
    setup = SetupChanged(options=values_of(variant.defaults), stake=game.sheet.setup.stake)
    return make_sheet(replace(game.sheet.game, setup=setup), variant)


def _counting(sheet: ScoreSheet) -> Iterator[tuple[SheetRow, tuple[Hand, ...]]]:
    for row, entered in zip(sheet.rows, sheet.game.deals, strict=True):
        if row.counts:
            yield row, entered.deal.hands


def _unfined(
    sheet: ScoreSheet, row: SheetRow, hands: tuple[Hand, ...]
) -> Iterator[tuple[str, int]]:
    for cell, hand in zip(row.cells, hands, strict=False):
        fined = any(line.points for line in cell.lines if line.reason == "penalty")
        if hand.penalties and not fined:
            yield sheet.heads[cell.seat].name, row.number
