"""The house rules that matter to one hand alone, as chosen in the address."""

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
from scorekeeper.web.new_game.game_form import make_game_document, make_game_form


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOptions:
    """A variant with the options in force, and the fields to change those that matter."""

    variant: Variant
    chosen: Any  # the options class of the variant's family
    fields: tuple[Field, ...]
    are_open: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleHandPage:
    """One hand by itself; ``options`` are the house rules that matter to a hand alone.

    ``faults`` stop the count, ``notes`` are unlikely and do not.
    """

    variant: Variant
    variants: tuple[Variant, ...]
    fields: tuple[Field, ...]
    options: tuple[Field, ...]
    options_open: bool
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()


def read_hand_options(variant: Variant, values: Values) -> HandOptions:
    """The options that the address chooses; one that is no value of its option is a fault."""
    names = hand_options(variant.key)
    known = {name: text for name, text in values.items() if name.removeprefix("options-") in names}
    typed, findings = make_game_document(variant, known).get("options", {}), Findings()
    chosen = read_options(typed, variant, findings)
    form = make_game_form(variant, known, findings.problems)
    fields = [field for field in form.options if field.name.removeprefix("options-") in names]
    return HandOptions(
        variant=variant,
        chosen=with_options(variant, chosen),
        fields=tuple(fields),
        are_open=bool(typed),
        faults=form.faults,
    )


@cache
def hand_options(key: str) -> frozenset[str]:
    """The options of a variant that change its pack, its melds or what a card counts."""
    variant = VARIANTS[key]
    printed = _facts(variant, variant.defaults)
    return frozenset(
        [
            option.name
            for option in variant.options
            if option.kind is not OptionKind.POINTS
            and any(
                _facts(variant, replace(variant.defaults, **{option.name: value})) != printed
                for value in option.values
            )
        ]
    )


def _facts(variant: Variant, options: Any) -> tuple[object, ...]:
    family = variant.family
    pack = family.pack(options, family.players(options)[0])
    if family.keypad is None:
        return (pack,)
    keys = family.keypad(options)
    return pack, keys.rules, keys.in_hand, keys.melded, keys.limits
