"""The end of a game: winners, final scores, money, and the same game under other rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from flask import Response, request

from scorekeeper.games import CurrentGame, Role
from scorekeeper.rules import (
    Account,
    Hand,
    OptionValue,
    ScoreSheet,
    Seat,
    SetupChanged,
    SheetRow,
    Story,
    Variant,
    accounts_of,
    find_story,
    make_sheet,
    values_of,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core import (
    Page,
    Part,
    is_in_night,
    least_role,
    night_game,
    show,
    show_live,
    this_game,
    this_seat,
    way_back,
    way_to_night,
)
from scorekeeper.web.live import make_live_part, next_game_address, recent_undos
from scorekeeper.web.review.agreement_status import deals_not_agreed
from scorekeeper.web.table import table_pages
from scorekeeper.web.table.sheet import (
    action_after_end,
    closing_agreement,
    make_chart,
    make_games_tally,
    show_sheet,
)

_UPRIGHT: Final = {"on-phone": 4, "on-desk": 6}
"""The most players whose columns stand side by side on a phone, and on a wide screen."""
_LETTERS_UPRIGHT: Final = 20
"""The most letters of names that stand side by side above columns on a phone."""
_LETTERS_BESIDE: Final = {5: 6, 4: 11, 3: 16}
"""The most letters of a name that leave room for so many figures beside it on a phone."""
_SIZES: Final = {"four": 4, "many": 5, "crowd": 7}


class FinalPage(Page):
    """The end of a game: the winners, the final scores, and the money.

    ``is_in_night`` is true if the money is paid with the other games of a night. ``mine`` is the
    seat of this phone. ``not_agreed`` are the numbers of deals that nobody agreed to.
    """

    game: CurrentGame
    mine: Seat | None

    @property
    def upright(self) -> str:
        """The CSS class for screens where each player has a column of results; empty if none has.

        Elsewhere each player has a row.
        """
        players = len(self.game.sheet.sides)
        return next((name for name, most in _UPRIGHT.items() if players <= most), "")

    @property
    def size(self) -> str:
        """The CSS classes for the number of players."""
        players = len(self.game.sheet.sides)
        return " ".join([name for name, least in _SIZES.items() if players >= least])

    @property
    def has_long_names(self) -> bool:
        """Whether each name needs a line of its own on a phone, with its figures below it."""
        sheet, final = self.game.sheet, self.game.sheet.final
        letters = [len(side.name) for side in sheet.sides]
        if final is None or self.upright == "on-phone":
            return sum(letters) > _LETTERS_UPRIGHT
        is_told = bool(final.rows and final.rounding_rule)
        figures = final.has_steps + len(final.rows) + is_told + 1
        return max(letters) > _LETTERS_BESIDE.get(figures, _LETTERS_UPRIGHT)

    @property
    def games(self) -> Part | None:
        """The end of each game; None if there is only one."""
        return make_games_tally(self.game.sheet)

    @property
    def story(self) -> Story | None:
        """What the sheet proves of how the game went."""
        return find_story(self.game.sheet)

    @property
    def chart(self) -> Part | None:
        """The lines of the running totals; None before there is a course."""
        return make_chart(self.game.sheet, self.mine) if self.game.sheet.counted_deals > 1 else None

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The money between each pair; none if nothing is settled."""
        sheet = self.game.sheet
        settlement = sheet.final and sheet.final.settlement
        return accounts_of(settlement, sheet.setup.turns) if settlement else ()


@table_pages.get("/final")
@least_role(Role.VIEWER)
def final() -> Response:
    """Show the end of the game, or the score sheet while the game goes on."""
    game = this_game()
    if game.sheet.final is None:
        return show_sheet()
    return show_live(
        FinalPage(
            "table/final.html",
            live=make_live_part(),
            taken_back=recent_undos(game),
            next_game=next_game_address(),
            game=game,
            back=way_back(),
            night=way_to_night(),
            is_in_night=is_in_night(),
            is_of_round=_is_of_round(),
            mine=this_seat(),
            not_agreed=deals_not_agreed(game) if game.sheet.ended_early else (),
            agreement=closing_agreement(game),
            onward=action_after_end(),
        )
    )


def _is_of_round() -> bool:
    row = night_game()
    return row is not None and row.round is not None


# --- The same game under other rules: who would have won, and nothing is saved --------------------


_HOUSE_RULES: Final[tuple[tuple[str, OptionValue], ...]] = (
    ("high_unmelded", 20),
    ("concealed_timing", "at_once"),
    ("first_turn_out", "both"),
    ("rounding", "none"),
    ("rounding", "nearest_100"),
    ("gin_bonus", 25),
    ("undercut_bonus", 25),
    ("box_bonus", 25),
    ("game_bonus", 100),
    ("spade_double", True),
)
"""The house rules that tables have most often, by the name of the option."""


class OtherRules(NamedTuple):
    """Rules that a game can be scored by; ``changed`` is empty if they are those as printed."""

    key: str
    variant: Variant
    changed: str
    options: Mapping[str, OptionValue]


@table_pages.get("/other-rules")
@least_role(Role.VIEWER)
def other_rules() -> Response:
    """Show the game beside itself under the rules that the address names."""
    game = this_game()
    choices = find_other_rules(game)
    key = request.args.get("rule") or request.args.get("variant")
    named = [rules for rules in choices if rules.key == key]
    chosen = [*named, *choices][0]
    other = score_under(game, chosen)
    deals = list(_counting(other))
    return show(
        Page(
            "table/other_rules.html",
            sheet=game.sheet,
            other=other,
            choices=choices,
            chosen=chosen,
            order=tuple(
                sorted(other.sides, key=lambda side: _sign(other) * other.total_of(side.seat))
            ),
            ahead=_find_ahead(other),
            is_same=_find_ahead(other) == _find_ahead(game.sheet) and other.over == game.sheet.over,
            totals=tuple(
                [row.number for row, hands in deals if any(hand.is_total for hand in hands)]
            ),
            unfined=tuple(
                [unfined for row, hands in deals for unfined in _find_unfined(other, row, hands)]
            ),
        )
    )


def find_other_rules(game: CurrentGame) -> list[OtherRules]:
    """Return the rules under which a game can be scored.

    They are the printed rules of the variants of its family for so many players, the others first,
    and its own rules with one common house rule in the place of another value.
    """
    own, played = game.sheet.variant, game.sheet.setup.options_in_use
    count = len(game.sheet.setup.players)
    family = [
        variant
        for variant in VARIANTS.values()
        if variant.family == own.family and count in variant.family.players(variant.defaults)
    ]
    rules = [
        OtherRules(variant.key, variant, "", values_of(variant.defaults))
        for variant in sorted(family or [own], key=own.__eq__)
    ]
    options = {option.name: option for option in own.options}
    return rules + [
        OtherRules(
            f"{name}-{value}".lower(),
            own,
            options[name].with_value(value),
            values_of(game.sheet.setup.options) | {name: value},
        )
        for name, value in _HOUSE_RULES
        if played.get(name, value) != value
    ]


def score_under(game: CurrentGame, rules: OtherRules) -> ScoreSheet:
    """Return the sheet that a game would have under other rules."""
    setup = SetupChanged(options=rules.options, stake=game.sheet.setup.stake)
    return make_sheet(replace(game.sheet.game, setup=setup), rules.variant)


def _sign(sheet: ScoreSheet) -> int:
    return 1 if sheet.variant.family.low_wins else -1


def _find_ahead(sheet: ScoreSheet) -> tuple[Seat, ...]:
    """Return the players of the sides that won, or that lead."""
    has_winner = sheet.final is not None and bool(sheet.final.winners)
    return tuple(
        [
            head.seat
            for head in sheet.in_turn
            if (sheet.is_ahead(head.seat) if has_winner else head.leads)
        ]
    )


def _counting(sheet: ScoreSheet) -> Iterator[tuple[SheetRow, tuple[Hand, ...]]]:
    for row, entered in zip(sheet.rows, sheet.game.deals, strict=True):
        if row.counts:
            yield row, entered.deal.hands


def _find_unfined(
    sheet: ScoreSheet, row: SheetRow, hands: tuple[Hand, ...]
) -> Iterator[tuple[str, int]]:
    for cell, hand in zip(row.cells, hands, strict=False):
        fined = any(line.points for line in cell.lines if line.reason == "penalty")
        if hand.penalties and not fined:
            yield sheet.heads[cell.seat].name, row.number
