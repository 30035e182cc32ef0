"""The bonuses of a variant, and the house rules that differ from its printed text."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scorekeeper.domain.options import Option, OptionGroup, OptionKind, values_of
from scorekeeper.domain.variant import Variant


class Term(NamedTuple):
    """A house rule and its value; ``printed`` is the printed value if it differs, else empty."""

    label: str
    text: str
    printed: str = ""


def line_of_variant(variant: Variant, options: Any) -> str:
    """Return a line about a variant: its summary, or that the table has house rules."""
    if values_of(options) == values_of(variant.defaults):
        return variant.summary.removesuffix(".")
    return "With the house rules of this table"


def bonus_terms(variant: Variant, options: Any) -> tuple[Term, ...]:
    """Return bonuses and penalties in points, without those that are 0 here and in print."""
    return tuple(
        [
            term
            for term, option in _terms(variant, options)
            if option.group is OptionGroup.BONUSES and option.kind is OptionKind.POINTS
            if values_of(options)[option.name] or term.printed
        ]
    )


def changed_terms(variant: Variant, options: Any) -> tuple[Term, ...]:
    """Return the other house rules that differ from the printed text."""
    shown = bonus_terms(variant, options)
    changed = [term for term, _ in _terms(variant, options) if term.printed]
    return tuple([term for term in changed if term not in shown])


def _terms(variant: Variant, options: Any) -> Iterator[tuple[Term, Option]]:
    now, printed = values_of(options), values_of(variant.defaults)
    for option in variant.options:
        old = option.words(printed[option.name])
        differs = now[option.name] != printed[option.name]
        words = option.words(now[option.name])
        yield Term(option.label, words, old if differs else ""), option
