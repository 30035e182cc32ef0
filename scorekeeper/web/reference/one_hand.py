"""One hand by itself, without a game, which its family arranges or counts."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request

from scorekeeper.domain.variants import VARIANTS
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.page import show
from scorekeeper.web.reference.arranged_hand import make_arranged_page
from scorekeeper.web.reference.blueprint import reference_pages
from scorekeeper.web.reference.counted_hand import make_counted_page
from scorekeeper.web.reference.hand_options import (
    HandOptions,
    SingleHandPage,
    hand_variants,
    read_hand_options,
)

_FIRST_VARIANT: Final = next(iter(VARIANTS.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoHandPage(SingleHandPage):
    """A variant that neither counts nor arranges one hand by itself."""

    template: ClassVar = "reference/hand_none.html"


@reference_pages.get("/hand")
@least_role(EVERYBODY)
def hand() -> Response:
    """Show the hand of the address arranged or counted, or an empty form if it has no hand."""
    variant = VARIANTS.get(request.args.get("variant", ""), _FIRST_VARIANT)
    options = read_hand_options(variant, request.args.to_dict())
    family = variant.family
    if family.arranger is not None:
        return show(make_arranged_page(options, family.arranger, request.args))
    if family.count_hand is not None:
        return show(make_counted_page(options, family.count_hand, request.args.to_dict()))
    return show(_no_hand_page(options))


def _no_hand_page(options: HandOptions) -> NoHandPage:
    return NoHandPage(
        variant=options.variant,
        variants=hand_variants(),
        fields=(),
        options=(),
        options_open=False,
        faults=(),
    )
