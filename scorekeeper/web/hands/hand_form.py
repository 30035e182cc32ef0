"""The form of one hand: its fields, and those of the deal that its player can answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.domain.asks import Asks
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.fields import Choices, Fault, Field, Values
from scorekeeper.web.deal.deal_document import hand_field
from scorekeeper.web.deal.deal_form import FieldGroup, HandFields, make_deal_form
from scorekeeper.web.deal.pad_table import SOMEBODY_ELSE

_MOST_FIELDS: Final = 60
_LONGEST_TEXT: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHandForm:
    """The form of one hand; ``by`` is a hidden field that the pad sets together with ``ending``."""

    ending: Field
    by: str
    facts: tuple[Field, ...]
    hand: HandFields
    about: FieldGroup
    faults: tuple[Fault, ...]


def make_hand_form(
    setup: Setup, seat: Seat, values: Values, problems: Sequence[Problem] = (), *, is_mine: bool
) -> OwnHandForm:
    """Return the form of one hand with its typed values and its problems."""
    whole = make_deal_form(setup, values, problems)
    asks = setup.variant.family.asks(setup.options)
    faults = tuple([_move_to_ending(fault) for fault in whole.faults])
    about = (*whole.flags, whole.dealer)
    first = str(asks.endings[0][0])
    ending = Field(
        name="ending",
        kind="chips",
        label=ending_question(asks),
        value=values.get("ending", ""),
        choices=ending_choices(asks, setup.players[seat], is_mine=is_mine),
        problems=tuple([fault.text for fault in faults if fault.field == "ending"]),
    )
    return OwnHandForm(
        ending=ending,
        by=str(seat) if ending.value == first else "",
        facts=whole.facts,
        hand=whole.hands[seat],
        about=FieldGroup(
            label="About the deal",
            fields=about,
            is_open=any(field.value.strip() or field.problems for field in about),
        ),
        faults=faults,
    )


def _move_to_ending(fault: Fault) -> Fault:
    """Return a fault of ``by``, which this form does not show, as one of ``ending``."""
    return replace(fault, field="ending") if fault.field == "by" else fault


def ending_question(asks: Asks) -> str:
    """Return the question who ended the deal: ``Who went out?``"""
    return f"{asks.by_label}?"


def ending_choices(asks: Asks, name: str, *, is_mine: bool) -> Choices:
    """Return the answers to the question who ended the deal: this player, another, nobody."""
    (first, _), *others = asks.endings
    did = asks.by_words
    mine = ((str(first), f"I {did}"), (SOMEBODY_ELSE, "Not me"))
    other = ((str(first), f"{name} {did}"), (SOMEBODY_ELSE, f"Not {name}"))
    return (*(mine if is_mine else other), *[(str(ending), words) for ending, words in others])


def read_hand(setup: Setup, seat: Seat, typed: Values) -> dict[str, str]:
    """Return the typed values of one hand's form as fields of the whole deal's form."""
    asks = setup.variant.family.asks(setup.options)
    values = {name: text[:_LONGEST_TEXT] for name, text in typed.items()}
    own = [name for name in values if name.startswith(hand_field(seat, ""))][:_MOST_FIELDS]
    fields = {name: values[name] for name in own}
    first = str(asks.endings[0][0])
    ending = values.get("ending", "")
    if ending == first:
        fields |= {"ending": first, "by": str(seat)}
    elif ending in asks.ended_by_nobody:
        fields["ending"] = ending
    for name in ("dealer", *[ask.name for ask in asks.deal]):
        if values.get(name, "").strip():
            fields[name] = values[name]
    return fields


def type_hand(fields: Values) -> dict[str, Any]:
    """Return the typed values that would make the fields of a slip."""
    return {"ending": SOMEBODY_ELSE, **fields}
