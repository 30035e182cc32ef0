"""The same game under other rules: both score sheets side by side, and nothing is saved."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from flask import Response, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.journal import SetupChanged
from scorekeeper.domain.options import values_of
from scorekeeper.domain.sheet import ScoreSheet, make_sheet
from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.fields import Choices
from scorekeeper.web.core.page import show
from scorekeeper.web.core.phrases import house_rules_of, title_of
from scorekeeper.web.table import table_pages
from scorekeeper.wording import write_names, write_points, write_signed

_NO_POINTS: Final = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedSheet:
    """A score sheet in figures; a deal that does not count has words in place of its points.

    ``notes`` tell which deals other rules could not score, and which penalties count nothing.
    """

    name: str
    rules: tuple[str, ...]
    notes: tuple[str, ...]
    deals: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRulesPage:
    """A game as it is scored and as it would be under the printed rules of a variant."""

    template: ClassVar = "table/other_rules.html"
    title: str
    players: tuple[str, ...]
    choices: Choices
    chosen: str
    sheets: tuple[ComparedSheet, ...]


@table_pages.get("/other-rules")
@least_role(Role.VIEWER)
def other_rules() -> Response:
    """Show the game beside itself under the rules that the address names."""
    game = this_game()
    choices = find_other_rules(game)
    named = [each for each in choices if each.key == request.args.get("variant")]
    chosen = [*named, *choices][0]
    other = score_under(game, chosen)
    rounds = any(each.final and each.final.rounding_rule for each in (game.sheet, other))
    page = OtherRulesPage(
        title=title_of(game),
        players=game.sheet.setup.players,
        choices=tuple([(each.key, _name_of(game, each)) for each in choices]),
        chosen=chosen.key,
        sheets=(
            _compare(game.sheet, "As you play", (), rounds=rounds),
            _compare(other, _name_of(game, chosen), tuple(_notes(other)), rounds=rounds),
        ),
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


def _name_of(game: CurrentGame, variant: Variant) -> str:
    return f"{variant.short_name}, as printed" if variant == game.sheet.variant else variant.name


def _notes(sheet: ScoreSheet) -> Iterator[str]:
    """Yield which deals the rules of a sheet could not score, and which penalties count nothing."""
    totals, unfined = [], []
    for row, entered in zip(sheet.rows, sheet.game.deals, strict=True):
        hands = entered.deal.hands if row.counts else ()
        if any(hand.is_total for hand in hands):
            totals.append(str(row.number))
        for cell, hand in zip(row.cells, hands, strict=False):
            fined = any(line.points for line in cell.lines if line.reason == "penalty")
            if hand.penalties and not fined:
                unfined.append(f"{sheet.heads[cell.seat].name} in deal {row.number}")
    if totals:
        deals, have = ("deals", "have") if len(totals) > 1 else ("deal", "has")
        yield (
            f"Totals cannot be scored again without the cards: {deals} {write_names(totals)}"
            f" {have} the totals as they were entered."
        )
    if unfined:
        yield f"A penalty counts nothing here: {write_names(unfined)}."


def _compare(
    sheet: ScoreSheet, name: str, notes: tuple[str, ...], *, rounds: bool
) -> ComparedSheet:
    """Return a sheet in figures; ``rounds`` is true if either sheet rounds its totals."""
    return ComparedSheet(
        name=name,
        rules=house_rules_of(sheet),
        notes=notes,
        deals=tuple(
            [
                tuple([write_points(cell.points or 0) for cell in row.cells]) if row.counts else ()
                for row in sheet.rows
            ]
        ),
        rows=tuple(_sums(sheet, rounds=rounds)),
    )


def _sums(sheet: ScoreSheet, *, rounds: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the score and, if the game is over, each step to the result, as on the final page."""
    yield "Score", tuple([write_points(head.running) for head in sheet.heads])
    final = sheet.final
    if final is None:
        return
    for row in final.rows:
        yield (
            row.label,
            tuple([_NO_POINTS if each is None else write_signed(each) for each in row.points]),
        )
    total = "Total, not rounded" if rounds and not final.rounding_rule else "Total"
    yield total, tuple([write_points(hand.total) for hand in final.hands])
    if final.rounding_rule:
        yield "Rounded", tuple([write_points(hand.rounded) for hand in final.hands])
