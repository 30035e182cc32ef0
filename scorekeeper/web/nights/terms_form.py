"""The form of a night's terms: its day and place, its fee, and how it is paid out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.club.facts import Fee, FeeRule, SettleWay
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.fields import Choices, Fault, Field, FieldProblems, Values, option_path
from scorekeeper.web.nights.night_words import FEE_WORDS, SETTLE_WORDS
from scorekeeper.wording import write_symbol

_FEE_CHOICES: Final[Choices] = tuple([(str(rule), words) for rule, words in FEE_WORDS.items()])
_SETTLE_CHOICES: Final[Choices] = tuple([(str(way), words) for way, words in SETTLE_WORDS.items()])


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
    due = fee or Fee()
    guest = "" if due.guest is None else write_amount(due.guest, currency)
    return {
        "date": day,
        "place": place,
        "fee-per": str(due.rule),
        "fee-amount": write_amount(due.minor, currency) if due.minor else "",
        "fee-guest": guest,
        "settle": str(settle),
    }


def make_terms(values: Values) -> dict[str, Any]:
    """Return typed terms as a night of a club book has them."""
    texts = {name: values.get(name, "").strip() for name in ("date", "place", "settle")}
    rule, amount = values.get("fee-per", ""), values.get("fee-amount", "").strip()
    guest = values.get("fee-guest", "").strip()
    fee = {"per": rule, "amount": amount.replace(",", ".") or "0"}
    is_personal = rule in [str(each) for each in FeeRule if each.is_personal]
    if guest and is_personal:
        fee["guest"] = guest.replace(",", ".")
    terms: dict[str, Any] = {name: text for name, text in texts.items() if text}
    return terms if rule in ("", str(FeeRule.NONE)) else {**terms, "fee": fee}


def make_terms_form(values: Values, currency: str, problems: Sequence[Problem] = ()) -> TermsForm:
    """Return the form with its typed values, and each problem beside its field."""
    faults = tuple([Fault(field=option_path(each.at), text=each.text) for each in problems])
    found = FieldProblems(faults)

    def field(name: str, kind: str, label: str, choices: Choices = ()) -> Field:
        return Field(
            name=name,
            kind=kind,
            label=label,
            value=values.get(name, ""),
            choices=choices,
            problems=found.of(name),
        )

    symbol = write_symbol(currency)
    return TermsForm(
        day=field("date", "date", "Day"),
        place=field("place", "text", "Place"),
        rule=field("fee-per", "chips", "Fee", _FEE_CHOICES),
        amounts=(
            field("fee-amount", "amount", f"Amount ({symbol})"),
            field("fee-guest", "amount", f"For a guest, if it differs ({symbol})"),
        ),
        settle=field("settle", "chips", "Paid out", _SETTLE_CHOICES),
        faults=faults,
    )
