"""The form of a night's terms: its day and place, its fee, and the way to settle it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.domain.club.facts import Fee, SettleWay
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.club_terms import (
    fee_fields,
    fee_words_of,
    read_fee_terms,
    settle_field,
    values_of_fee,
)
from scorekeeper.web.core.fields import Fault, Field, FieldProblems, Values, option_path


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsForm:
    """The fields of a night's terms, and every problem for the head of the form."""

    day: Field
    place: Field
    rule: Field
    amounts: tuple[Field, ...]
    settle: Field
    faults: tuple[Fault, ...]


def values_of_terms(
    day: str, place: str, *, fee: Fee | None, settle: SettleWay, currency: str
) -> dict[str, str]:
    """Return the form's values for these terms."""
    about = {"date": day, "place": place, "settle": str(settle)}
    return about | values_of_fee(fee, currency)


def make_terms(values: Values) -> dict[str, Any]:
    """Return the typed terms in the form of a night in a club book."""
    texts = {name: values.get(name, "").strip() for name in ("date", "place", "settle")}
    return {name: text for name, text in texts.items() if text} | read_fee_terms(values)


def make_terms_form(values: Values, currency: str, problems: Sequence[Problem] = ()) -> TermsForm:
    """Return the form with its typed values, and each problem beside its field."""
    faults = [Fault(field=option_path(each.at), text=fee_words_of(each)) for each in problems]
    found = FieldProblems(faults)
    rule, amounts = fee_fields(values, found, currency)
    day, place = [
        Field(
            name=name,
            kind=kind,
            label=label,
            value=values.get(name, ""),
            problems=found.of(name),
        )
        for name, kind, label in (("date", "date", "Day"), ("place", "text", "Place"))
    ]
    return TermsForm(
        day=day,
        place=place,
        rule=rule,
        amounts=amounts,
        settle=settle_field(values, found),
        faults=found.faults,
    )
