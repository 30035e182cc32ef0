"""Fee and way of paying out in a form: the fields, the typed values, and the terms they make.

The club's settings and each night have both.
"""

from typing import Any, Final

from scorekeeper.domain.club.facts import SETTLE_WORDS, Fee, FeeRule, SettleWay
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.fields import Choices, Field, FieldProblems, Values
from scorekeeper.wording import write_symbol

_FEE_WORDS: Final = {
    FeeRule.NONE: "none",
    FeeRule.PERSON_NIGHT: "each person, for the night",
    FeeRule.PERSON_GAME: "each person, each game",
    FeeRule.TABLE_GAME: "each table, each game",
}
_FEE_CHOICES: Final[Choices] = tuple([(str(rule), words) for rule, words in _FEE_WORDS.items()])
_SETTLE_CHOICES: Final[Choices] = tuple([(str(way), words) for way, words in SETTLE_WORDS.items()])
_FEE_PROBLEMS: Final = {
    "per": "Choose what the fee is for, or leave its amount empty",
    "amount": "Type an amount such as 2 or 0.50",
}
"""The texts of problems at the fields of a fee, if not those of the reader of the club book."""


def values_of_fee(fee: Fee | None, currency: str) -> dict[str, str]:
    """Return the form's values for a fee."""
    due = fee or Fee()
    return {
        "fee-per": str(due.rule),
        "fee-amount": write_amount(due.minor, currency) if due.minor else "",
        "fee-guest": "" if due.guest is None else write_amount(due.guest, currency),
    }


def read_fee_terms(values: Values) -> dict[str, Any]:
    """Return the typed fee as a club book has it; an empty object without a fee.

    An amount without a rule becomes a fee without a rule, which the reader of the book refuses.
    """
    rule = values.get("fee-per", "")
    amount, guest = [plain_amount(values.get(f"fee-{each}", "")) for each in ("amount", "guest")]
    if rule in ("", str(FeeRule.NONE)):
        return {"fee": {"per": ""}} if (amount + guest).strip("0.") else {}
    return {"fee": {"per": rule, "amount": amount or "0"} | ({"guest": guest} if guest else {})}


def fee_words_of(problem: Problem) -> str:
    """Return the text of a problem for a form; a problem of the fee has one of its own."""
    match problem.at:
        case (*_, "fee", "guest") if problem.code in ("bad_amount", "negative_amount"):
            return _FEE_PROBLEMS["amount"]
        case (*_, "fee", str(name)):
            return _FEE_PROBLEMS.get(name, problem.text)
    return problem.text


def plain_amount(text: str) -> str:
    """Return a typed amount with a decimal point, whichever sign it was typed with."""
    return text.strip().replace(",", ".")


def no_amount_words(typed: str, currency: str) -> str:
    """Return the text of the problem that what was typed is no amount."""
    if not typed.strip():
        return "Type the amount"
    return f"“{typed.strip()}” is no amount in {write_symbol(currency)}"


def fee_fields(
    values: Values, found: FieldProblems, currency: str
) -> tuple[Field, tuple[Field, ...]]:
    """Return the field of the rule by which a fee is due, and those of its amounts."""
    sign = f" ({write_symbol(currency)})" if currency else ""
    labels = (("fee-amount", f"Amount{sign}"), ("fee-guest", f"For a guest, if it differs{sign}"))
    rule = Field(
        name="fee-per",
        kind="chips",
        label="Fee",
        value=values.get("fee-per", str(FeeRule.NONE)),
        choices=_FEE_CHOICES,
        problems=found.of("fee-per"),
    )
    amounts = [
        Field(
            name=name,
            kind="amount",
            label=label,
            value=values.get(name, ""),
            problems=found.of(name),
        )
        for name, label in labels
    ]
    return rule, tuple(amounts)


def settle_field(values: Values, found: FieldProblems) -> Field:
    """Return the field of the way in which a night is paid out."""
    return Field(
        name="settle",
        kind="chips",
        label="Paid out",
        value=values.get("settle", str(SettleWay.CARRIED)),
        choices=_SETTLE_CHOICES,
        problems=found.of("settle"),
    )
