"""The form of one hand: what its player is asked, and what that player can say of the deal."""

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

OTHER: Final = "other"
"""The answer that it was somebody else who ended the deal."""
_MOST_FIELDS: Final = 60
_LONGEST_TEXT: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHandForm:
    """The form; ``by`` goes unseen with ``ending``, for the keys of the pad."""

    ending: Field
    by: str
    facts: tuple[Field, ...]
    hand: HandFields
    about: FieldGroup
    faults: tuple[Fault, ...]


def make_hand_form(
    setup: Setup, seat: Seat, values: Values, problems: Sequence[Problem] = (), *, is_mine: bool
) -> OwnHandForm:
    """The form for one hand, with what was typed and what is wrong with it."""
    whole = make_deal_form(setup, values, problems)
    asks = setup.variant.family.asks(setup.options)
    faults = tuple([_here(fault) for fault in whole.faults])
    about = (*whole.flags, whole.dealer)
    first = str(asks.endings[0][0])
    ending = Field(
        name="ending",
        kind="chips",
        label=question(asks),
        value=values.get("ending", ""),
        choices=answers(asks, setup.players[seat], is_mine=is_mine),
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


def _here(fault: Fault) -> Fault:
    """Who ended the deal is asked by how it ended."""
    return replace(fault, field="ending") if fault.field == "by" else fault


def question(asks: Asks) -> str:
    """Who ended the deal; of one hand it is answered by whether it was its player."""
    return f"{asks.by_label}?"


def answers(asks: Asks, name: str, *, is_mine: bool) -> Choices:
    """What can be answered: it was this player, it was not, nobody did."""
    (first, _), *others = asks.endings
    did = asks.by_label.removeprefix("Who ")
    mine = ((str(first), f"I {did}"), (OTHER, "Not me"))
    other = ((str(first), f"{name} {did}"), (OTHER, f"Not {name}"))
    return (*(mine if is_mine else other), *[(str(ending), words) for ending, words in others])


def read_hand(setup: Setup, seat: Seat, typed: Values) -> dict[str, str]:
    """What was typed, as fields of the form of the whole deal."""
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
    """What would have to be typed for the fields of a slip."""
    return {"ending": OTHER, **fields}
