"""The rules pages, made from what each family declares: values, options, worked deals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, request, url_for

from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import LaidHand
from scorekeeper.domain.game import replay
from scorekeeper.domain.journal import Dealt, Entry, Started
from scorekeeper.domain.options import Option, OptionKind, values_of
from scorekeeper.domain.sheet import ScoreSheet, SheetRow, make_sheet
from scorekeeper.domain.variant import Course, Example, ValueRow, Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.print.blank import blank_pad
from scorekeeper.print.kinds import Kind
from scorekeeper.print.rules import rules_card
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.places import Findings
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.page import show
from scorekeeper.web.core.papers import PaperLink, link_papers, send_paper, size_asked
from scorekeeper.web.core.phrases import ending_of
from scorekeeper.web.reference import reference_pages
from scorekeeper.wording.deal_lines import DrawnLine, draw_lines, laid_hands
from scorekeeper.wording.rule_words import write_meld_rules, write_span

# --- The papers of a variant as printed: a blank pad, and the rules on one page -------------------


@reference_pages.get("/rules/<variant>/card.pdf")
@least_role(EVERYBODY)
def card(variant: str) -> Response:
    """Send the rules of a variant on one page."""
    found = _variant(variant)
    page = rules_card(found, found.defaults, size_asked(Kind.RULES))
    return send_paper(page, f"{found.name} rules.pdf")


@reference_pages.get("/rules/<variant>/pad.pdf")
@least_role(EVERYBODY)
def pad(variant: str) -> Response:
    """Send a blank pad of a variant, for the fewest players if nothing else is asked for."""
    found = _variant(variant)
    least, most = found.family.players(found.defaults)
    players = read_whole(request.args.get("players", str(least)))
    if players is None or not least <= players <= most:
        abort(404)
    page = blank_pad(found, found.defaults, players, size_asked(Kind.BLANK))
    return send_paper(page, f"{found.name} pad for {players}.pdf")


def card_links(variant: Variant) -> tuple[PaperLink, ...]:
    """Return links to the rules card of a variant."""
    return link_papers(
        Kind.RULES, lambda size: url_for("reference.card", variant=variant.key, paper=size)
    )


def pad_links(variant: Variant, players: int) -> tuple[PaperLink, ...]:
    """Return links to the blank pad of a variant."""
    return link_papers(
        Kind.BLANK,
        lambda size: url_for("reference.pad", variant=variant.key, players=players, paper=size),
    )


def _variant(key: str) -> Variant:
    if key not in VARIANTS:
        abort(404)
    return VARIANTS[key]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantLine:
    """A variant in the list of rules; ``facts`` are its numbers of players and cards."""

    variant: Variant
    facts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesListPage:
    """The list of variants."""

    template: ClassVar = "reference/rules.html"
    lines: tuple[VariantLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionLine:
    """One house rule: its value as printed, and its other values."""

    name: str
    label: str
    value: str
    others: str
    help: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedDeal:
    """A worked deal, scored and drawn; ``hands`` are the cards as they lay, by seat."""

    title: str
    source: str
    ending: str
    sheet: ScoreSheet
    row: SheetRow
    upcard: Card | None
    limit_words: str
    count_words: str
    lines: tuple[tuple[DrawnLine, ...], ...]
    hands: tuple[LaidHand | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPage:
    """The rules of one variant; ``notes`` are house rules that change no score.

    ``pads`` are its blank pads by number of players.
    """

    template: ClassVar = "reference/rules_variant.html"
    variant: Variant
    variants: tuple[Variant, ...]
    facts: str
    has_melded: bool
    values: tuple[ValueRow, ...]
    melds: tuple[str, ...]
    course: Course
    bonuses: tuple[OptionLine, ...]
    options: tuple[OptionLine, ...]
    notes: tuple[OptionLine, ...]
    worked: tuple[WorkedDeal, ...]
    card: tuple[PaperLink, ...]
    pads: tuple[tuple[int, tuple[PaperLink, ...]], ...]


@reference_pages.get("/rules")
@least_role(EVERYBODY)
def rules() -> Response:
    """Show the list of variants."""
    lines = [
        VariantLine(variant=each, facts=write_span(each, each.defaults))
        for each in VARIANTS.values()
    ]
    return show(RulesListPage(lines=tuple(lines)))


@reference_pages.get("/rules/<variant>")
@least_role(EVERYBODY)
def rules_of(variant: str) -> Response:
    """Show the rules of one variant."""
    if variant not in VARIANTS:
        abort(404)
    return show(_page(VARIANTS[variant]))


def _page(variant: Variant) -> RulesPage:
    family, options = variant.family, variant.defaults
    rows = family.values(options)
    has_melded = any(row.melded is not None for row in rows)
    return RulesPage(
        variant=variant,
        variants=tuple(VARIANTS.values()),
        facts=write_span(variant, options),
        has_melded=has_melded,
        values=rows,
        melds=tuple(write_meld_rules(variant, options)),
        course=family.course(options),
        bonuses=_option_lines(variant, lambda each: each.kind is OptionKind.POINTS),
        options=_option_lines(
            variant, lambda each: each.scores and each.kind is not OptionKind.POINTS
        ),
        notes=_option_lines(variant, lambda each: not each.scores),
        worked=tuple([_work(variant, example) for example in variant.examples]),
        card=card_links(variant),
        pads=tuple(_pads(variant)),
    )


def _pads(variant: Variant) -> Iterator[tuple[int, tuple[PaperLink, ...]]]:
    """Yield the blank pads with the number of players that each is for."""
    least, most = variant.family.players(variant.defaults)
    for players in range(least, most + 1):
        yield players, pad_links(variant, players)


def _option_lines(variant: Variant, fits: Callable[[Option], bool]) -> tuple[OptionLine, ...]:
    return tuple([_option_line(option, variant) for option in variant.options if fits(option)])


def _option_line(option: Option, variant: Variant) -> OptionLine:
    printed = values_of(variant.defaults)[option.name]
    others = [option.words(value) for value in option.values if value != printed]
    if option.kind is OptionKind.POINTS:
        others = ["any number of points"]
    return OptionLine(
        name=option.name,
        label=option.label,
        value=option.words(printed),
        others=" or ".join(others),
        help=option.help,
        source=option.source,
    )


def _work(variant: Variant, example: Example) -> WorkedDeal:
    """Return a worked deal, scored as a game of one deal."""
    family, options = variant.family, variant.defaults
    deal = DealReader(family.asks(options), example.players).read(example.deal, (), Findings())
    started = Started(variant=variant.key, options=values_of(options), players=example.players)
    sheet = make_sheet(replay([Entry(1, started), Entry(2, Dealt(deal=deal))]), variant)
    row = sheet.rows[0]
    return WorkedDeal(
        title=example.title,
        source=example.source,
        ending=ending_of(sheet, row).split(". ")[0],
        sheet=sheet,
        row=row,
        upcard=deal.upcard,
        limit_words=row.outcome.condition if row.outcome else "",
        count_words=row.outcome.counts(example.players) if row.outcome else "",
        lines=draw_lines(sheet, row),
        hands=laid_hands(row),
    )
