"""The rules card of a variant: one page with the house rules in force."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from scorekeeper.domain.variant import Rule, Variant
from scorekeeper.print.heading import SIDES, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.print.terms import Term, bonus_terms, changed_terms, line_of_variant
from scorekeeper.print.values import CardValues, card_values
from scorekeeper.wording.rule_words import write_meld_rules, write_span

_CROWDED: Final = 3
"""So many house rules need lines that are closer on small paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """Everything that a rules card prints; ``changed`` are the house rules in force."""

    template: ClassVar = "print/rules.html"
    heading: Heading
    shape: str
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


def rules_card(variant: Variant, options: Any, paper: Paper) -> RulesCard:
    """Return the rules card of a variant under some options."""
    course = variant.family.course(options)
    width = SIZES[paper][0] - 2 * SIDES[paper]
    bonuses, changed = bonus_terms(variant, options), changed_terms(variant, options)
    is_crowded = sum([bool(term.printed) for term in (*bonuses, *changed)]) >= _CROWDED
    rules = {rule.key: rule for rule in variant.rules}
    return RulesCard(
        heading=Heading(
            title=variant.name,
            line=line_of_variant(variant, options),
            subject=f"Rules of {variant.name} on one page",
            pixels=fit_title(variant.name, width, 37 if paper != "a5" else 28),
        ),
        shape=f"card {paper}{' crowded' * is_crowded}",
        span=write_span(variant, options),
        values=card_values(variant, options),
        melds=tuple(write_meld_rules(variant, options)),
        going_out=tuple([rules[key] for key in variant.rules_of_going_out]),
        bonuses=bonuses,
        dealer=course.dealer,
        end=course.end,
        changed=changed,
    )
