"""The rules card of a variant: one page with the house rules in force."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scorekeeper.domain.variant import Rule
from scorekeeper.print.paper import SIDES, SIZES, Heading, PrintedPaper, Size, fit_title
from scorekeeper.print.terms import (
    CardValues,
    Term,
    VariantToPrint,
    bonus_terms,
    card_values,
    changed_terms,
    line_of_variant,
)
from scorekeeper.wording.rule_words import write_meld_rules, write_span

_CROWDED: Final = 3
"""So many house rules need lines that are closer on small paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPaper(PrintedPaper):
    """Everything that a rules card prints; ``changed`` are the house rules in force."""

    template: ClassVar = "print/rules.html"
    span: str
    values: CardValues
    melds: tuple[str, ...]
    going_out: tuple[Rule, ...]
    bonuses: tuple[Term, ...]
    dealer: str
    end: tuple[str, ...]
    changed: tuple[Term, ...]

    @property
    def is_changed(self) -> bool:
        """Whether any house rule differs from the printed text."""
        return bool(self.changed or any(term.printed for term in self.bonuses))


def rules_paper(chosen: VariantToPrint, size: Size) -> RulesPaper:
    """Return the rules card of a variant under some options."""
    variant, options, _ = chosen
    course = variant.family.course(options)
    width = SIZES[size][0] - 2 * SIDES[size]
    bonuses, changed = bonus_terms(variant, options), changed_terms(variant, options)
    is_crowded = sum([bool(term.printed) for term in (*bonuses, *changed)]) >= _CROWDED
    rules = {rule.key: rule for rule in variant.rules}
    return RulesPaper(
        heading=Heading(
            title=variant.name,
            line=line_of_variant(variant, options),
            pixels=fit_title(variant.name, width, 37 if size != "a5" else 28),
        ),
        shape=f"card {size}{' crowded' * is_crowded}",
        span=write_span(variant, options),
        values=card_values(variant, options),
        melds=tuple(write_meld_rules(variant, options)),
        going_out=tuple([rules[key] for key in variant.rules_of_going_out]),
        bonuses=bonuses,
        dealer=course.dealer,
        end=course.end,
        changed=changed,
    )
