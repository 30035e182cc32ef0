"""The papers of a variant as printed: a blank pad, and the rules on one page."""

from flask import Response, abort, request, url_for

from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.print.blank import blank_pad
from scorekeeper.print.kinds import Kind
from scorekeeper.print.rules import rules_card
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.papers import PaperLink, link_papers, send_paper, size_asked
from scorekeeper.web.reference.blueprint import reference_pages


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
