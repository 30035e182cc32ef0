"""Parts that the pages of one hand share: variants, and house rules that matter to a hand."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from scorekeeper.domain.options import OptionKind
from scorekeeper.domain.scoring import with_options
from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_options
from scorekeeper.web.core.fields import Fault, Field, Values
from scorekeeper.web.core.house_rules import OPTION_FIELD
from scorekeeper.web.new_game.game_form import make_game_document, make_game_form


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOptions:
    """A variant with the options in force, and the fields of those that matter to one hand."""

    variant: Variant
    chosen: Any  # the options class of the variant's family
    fields: tuple[Field, ...]
    are_open: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleHandPage:
    """One hand by itself; ``options`` are the fields of the house rules that matter to it.

    ``faults`` stop the count; ``notes`` tell of unlikely cards, which count nevertheless.
    """

    variant: Variant
    variants: tuple[Variant, ...]
    fields: tuple[Field, ...]
    options: tuple[Field, ...]
    options_open: bool
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()


def read_hand_options(variant: Variant, values: Values) -> HandOptions:
    """Read the options from the address; an invalid value becomes a fault of the form."""
    names = hand_options(variant.key)
    known = {
        name: text for name, text in values.items() if name.removeprefix(OPTION_FIELD) in names
    }
    typed, findings = make_game_document(variant, known).get("options", {}), Findings()
    chosen = read_options(typed, variant, findings)
    form = make_game_form(variant, known, findings.problems)
    rows = [row.field for row in form.rules.rows]
    fields = [field for field in rows if field.name.removeprefix(OPTION_FIELD) in names]
    return HandOptions(
        variant=variant,
        chosen=with_options(variant, chosen),
        fields=tuple(fields),
        are_open=bool(typed),
        faults=form.faults,
    )


def hand_variants() -> tuple[Variant, ...]:
    """Return the variants of which one hand by itself can be counted or arranged."""
    return tuple([variant for variant in VARIANTS.values() if variant.family.has_one_hand])


@cache
def hand_options(key: str) -> frozenset[str]:
    """Return the options of a variant that change its pack, its melds or what a card counts."""
    variant = VARIANTS[key]
    printed = _card_facts(variant, variant.defaults)
    return frozenset(
        [
            option.name
            for option in variant.options
            if option.kind is not OptionKind.POINTS
            and any(
                _card_facts(variant, replace(variant.defaults, **{option.name: value})) != printed
                for value in option.values
            )
        ]
    )


def _card_facts(variant: Variant, options: Any) -> tuple[object, ...]:
    family = variant.family
    pack = family.pack(options, family.players(options)[0])
    if family.keypad is None:
        return (pack,)
    keys = family.keypad(options)
    return pack, keys.rules, keys.in_hand, keys.melded, keys.limits
