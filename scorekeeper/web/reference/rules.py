"""The rules pages, made from what each family declares: values, options, worked deals."""

from collections.abc import Iterator

from flask import Response, abort, request

from scorekeeper.papers.kinds import PAPERS
from scorekeeper.papers.variant import VariantToPrint
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.document import Findings
from scorekeeper.rules.game import Act, Dealt, Entry, Started, replay
from scorekeeper.rules.options import OptionKind, OptionValue, values_of
from scorekeeper.rules.scoring import with_options
from scorekeeper.rules.sheet import ScoreSheet, make_sheet
from scorekeeper.rules.variant import Example, Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.papers import make_paper, send_paper
from scorekeeper.web.reference import reference_pages

# --- The papers of a variant as printed: a blank pad, and the rules on one page -------------------


@reference_pages.get("/rules/<variant>/card.pdf")
@least_role(EVERYBODY)
def card(variant: str) -> Response:
    """Send the rules of a variant on one page."""
    found = _variant(variant)
    page = make_paper("rules", VariantToPrint(found, found.defaults))
    return send_paper(page, f"{found.name} rules.pdf")


@reference_pages.get("/rules/<variant>/pad.pdf")
@least_role(EVERYBODY)
def pad(variant: str) -> Response:
    """Send a blank pad of a variant, for the fewest players if nothing else is asked for."""
    found = _variant(variant)
    numbers = found.family.players(found.defaults)
    players = read_whole(request.args.get("players", str(numbers[0])))
    if players is None or players not in numbers:
        abort(404)
    in_columns = _of_columns(found)
    options = {name: request.args[name] for name in in_columns if name in request.args}
    if options not in ({}, in_columns):
        abort(404)
    page = make_paper("blank", VariantToPrint(found, with_options(found, options), players))
    return send_paper(page, f"{found.name} pad for {players}.pdf")


def _of_columns(variant: Variant) -> dict[str, OptionValue]:
    """Return the option by which a game has several columns, with its value, if there is one."""
    return {
        option.name: value
        for option in variant.options
        if option.kind is OptionKind.CHOICE
        for value in option.values
        if variant.family.columns(with_options(variant, {option.name: value})) > 1
    }


def _variant(key: str) -> Variant:
    if key not in VARIANTS:
        abort(404)
    return VARIANTS[key]


def _pads(variant: Variant) -> Iterator[tuple[str, dict[str, OptionValue]]]:
    """Yield the blank pads: what each is for, and what its address says of it."""
    in_columns = _of_columns(variant)
    words = [
        option.words(in_columns[option.name])
        for option in variant.options
        if option.name in in_columns
    ]
    for kind, options in (("", {}), *([(f", {words[0]}", in_columns)] if words else [])):
        for players in variant.family.players(variant.defaults):
            yield f"{players}{kind}", {"players": players, **options}


@reference_pages.get("/rules")
@least_role(EVERYBODY)
def rules() -> Response:
    """Show the list of variants."""
    return show(Page("reference/rules.html", variants=tuple(VARIANTS.values())))


@reference_pages.get("/rules/<variant>")
@least_role(EVERYBODY)
def rules_of(variant: str) -> Response:
    """Show the rules of one variant."""
    found = _variant(variant)
    worked = tuple([(example, score_example(found, example)) for example in found.examples])
    page = Page(
        "reference/rules_variant.html",
        variant=found,
        variants=tuple(VARIANTS.values()),
        worked=worked,
        papers=PAPERS,
        pads=tuple(_pads(found)),
    )
    return show(page)


def score_example(variant: Variant, example: Example) -> ScoreSheet:
    """Return the sheet of a worked deal, scored as the last one of a game."""
    options = with_options(variant, example.options)
    reader = DealReader(variant.family.asks(options), example.players)
    deals = [reader.read(each, (), Findings()) for each in (*example.before, example.deal)]
    started = Started(variant=variant.key, options=values_of(options), players=example.players)
    acts: list[Act] = [started, *[Dealt(deal=deal) for deal in deals]]
    return make_sheet(replay([Entry(seq, act) for seq, act in enumerate(acts, 1)]), variant)
