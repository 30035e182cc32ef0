"""The rules card of a variant: one page with the house rules in force.

Its letters are as large as the page has room for, since a reader holds it at arm's length.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import ClassVar, Final, Self

from scorekeeper.papers.paper import SIDES, SIZES, Box, Heading, PrintedPaper, Size, fit_title
from scorekeeper.papers.terms import (
    CardValues,
    Term,
    VariantToPrint,
    bonus_terms,
    card_values,
    changed_terms,
    line_of_variant,
)
from scorekeeper.rules.variant import Rule
from scorekeeper.wording.rule_words import write_meld_rules, write_span

_LETTERS: Final[dict[Size, float]] = {
    "a4": 14.5,
    "letter": 14.5,
    "a5": 12.0,
    "a4-large": 12.0,
    "letter-large": 12.0,
}
"""The least size of letters, in CSS pixels; ``_LARGEST`` are 14 points."""
_LARGEST: Final = 18.6
_MARGINS: Final[dict[Size, float]] = {
    "a4": 23.0,
    "letter": 23.0,
    "a5": 25.0,
    "a4-large": 23.0,
    "letter-large": 23.0,
}
"""The margins above and below, in mm."""
_FULL: Final = 0.96
"""The share of the page that letters may grow into: lines break otherwise when they are larger."""
_LONG_COURSE: Final = 8
_LESS: Final = 2.0
"""A course of more steps is tried with smaller letters first, by so many pixels."""
_CROWDED: Final = 3
"""So many house rules need lines that are closer on small paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPaper(PrintedPaper):
    """Everything that a rules card prints; ``changed`` are the house rules in force."""

    template: ClassVar = "papers/rules.html"
    is_measured: ClassVar = True
    letters: float
    height: float
    span: str
    values: CardValues
    melds: tuple[str, ...]
    going_out: tuple[Rule, ...]
    bonuses: tuple[Term, ...]
    dealer: str
    end: tuple[str, ...]
    changed: tuple[Term, ...]

    def refitted(self, boxes: Sequence[Box]) -> Self | None:
        """Return the card with letters that fill its page; None if there is no room for larger."""
        flow = boxes[-1]
        # Larger letters need lines that are higher, and more of them.
        letters = self.letters * sqrt((self.height - flow.top) / flow.height * _FULL)
        letters = min(_LARGEST, round(letters, 1))
        return replace(self, letters=letters) if letters > self.letters else None

    @property
    def is_changed(self) -> bool:
        """Whether any house rule differs from the printed text."""
        return bool(self.changed or any(term.printed for term in self.bonuses))


def rules_paper(chosen: VariantToPrint, size: Size) -> RulesPaper:
    """Return the rules card of a variant under some options."""
    variant, options, players = chosen
    course = variant.family.course(options, players)
    width = SIZES[size][0] - 2 * SIDES[size]
    bonuses, changed = bonus_terms(chosen), changed_terms(chosen)
    is_crowded = sum([bool(term.printed) for term in (*bonuses, *changed)]) >= _CROWDED
    rules = {rule.key: rule for rule in variant.rules}
    return RulesPaper(
        heading=Heading(
            title=variant.name,
            line=line_of_variant(chosen),
            pixels=fit_title(variant.name, width, 37 if size in ("a4", "letter") else 28),
        ),
        shape=f"card {size}{' crowded' * is_crowded}",
        letters=_LETTERS[size] - (_LESS if len(course.end) > _LONG_COURSE else 0),
        height=SIZES[size][1] - _MARGINS[size],
        span=write_span(variant, options),
        values=card_values(variant, options),
        melds=tuple(write_meld_rules(variant, options)),
        going_out=tuple([rules[key] for key in variant.rules_of_going_out]),
        bonuses=bonuses,
        dealer=course.dealer,
        end=course.end,
        changed=changed,
    )
