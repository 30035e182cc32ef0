"""The forms whose fields are always the same, by WTForms: their fields, and the terms of money.

They are drawn by the macros of ``core/_fields.html``, as are the fields of ``core.fields``, which
the deal and the house rules make of what a family asks.
"""

from collections.abc import Sequence
from typing import Any, Final

from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import ValidationError

from scorekeeper.domain.club.facts import SETTLE_WORDS, Fee, FeeRule, SettleWay
from scorekeeper.domain.names import trim_line
from scorekeeper.domain.settlement import read_amount, write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.web.core.fields import Choices, Fault, option_path
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_symbol

_LONGEST_LINE: Final = 100


class Input(StringField):  # type: ignore[misc]  # WTForms publishes no types
    """A field that is typed; ``kind`` names its macro, ``choices`` pairs values with words."""

    def __init__(
        self,
        label: str = "",
        *,
        kind: str = "text",
        help: str = "",
        choices: Choices = (),
        default: Any = "",
        **more: Any,
    ) -> None:
        super().__init__(label, default=default, **more)
        # The macros write the element of a label themselves, from its text.
        self.label, self.kind, self.help, self.choices = label, kind, help, choices

    @property
    def value(self) -> str:
        """The text in the field: what was typed, else what it begins with."""
        return str(self.data)

    @property
    def problems(self) -> Sequence[str]:
        """The problems of the field."""
        found: Sequence[str] = self.errors
        return found


class Amount(Input):
    """An amount above 0 in the ``currency`` of its form; ``minor`` is what was read."""

    minor = 0

    def pre_validate(self, form: Any) -> None:
        """Read the amount; raises ValidationError."""
        self.minor = read_amount(plain_amount(self.data), form.currency) or 0
        if not self.minor:
            raise ValidationError(no_amount_words(self.data, form.currency))


class Day(Input):
    """An ISO day, or none; ``wrong`` is the text for anything else."""

    def __init__(self, label: str, *, wrong: str = "", **more: Any) -> None:
        super().__init__(label, kind="date", **more)
        self.wrong = wrong

    def pre_validate(self, form: Any) -> None:
        """Check the day; raises ValidationError."""
        findings = Findings()
        read_date(self.data or None, (), findings)
        if findings.problems:
            raise ValidationError(self.wrong or findings.problems[0].text)


def today() -> str:
    """Return today, with which the day of a form may begin."""
    return site().store.today()


class Line(Input):
    """One short line; ``line`` is without the spaces round it."""

    @property
    def line(self) -> str:
        """The typed line."""
        return trim_line(self.data)

    def pre_validate(self, form: Any) -> None:
        """Check the line; raises ValidationError."""
        if len(self.line) > _LONGEST_LINE or not self.line.isprintable():
            raise ValidationError(f"This is one line of at most {_LONGEST_LINE} letters")


class SiteForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF publishes no types
    """A form that keeps what was typed, with every problem beside its field."""

    class Meta:
        """The token of a form is checked for the whole site, and written by its template."""

        csrf = False

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside the field that it is about, or all beside one field."""
        fields = {field.name: field for field in self}
        for problem in problems:
            text, field = self.words_of(problem), fields.get(beside or option_path(problem.at))
            if field is None:
                self.form_errors.append(text)
            elif text not in field.errors:
                field.errors = [*field.errors, text]

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem; a form may have its own."""
        return problem.text

    @property
    def faults(self) -> list[Fault]:
        """All problems for the head of the form, from its first field down."""
        beside = [Fault(field=field.name, text=text) for field in self for text in field.errors]
        return [*beside, *[Fault(field="", text=text) for text in self.form_errors]]


# --- Typed amounts, and the terms of a night or of new nights: its fee, and how it is paid out ----


def plain_amount(text: str) -> str:
    """Return a typed amount with a decimal point, whichever sign it was typed with."""
    return text.strip().replace(",", ".")


def no_amount_words(typed: str, currency: str) -> str:
    """Return the text of the problem that what was typed is no amount."""
    if not typed.strip():
        return "Type the amount"
    return f"“{typed.strip()}” is no amount in {write_symbol(currency)}"


_FEE_CHOICES: Final[Choices] = (
    (FeeRule.NONE, "none"),
    (FeeRule.PERSON_NIGHT, "each person, for the night"),
    (FeeRule.PERSON_GAME, "each person, each game"),
    (FeeRule.TABLE_GAME, "each table, each game"),
)
_SETTLE_CHOICES: Final[Choices] = tuple(SETTLE_WORDS.items())
_FEE_PROBLEMS: Final = {
    "per": "Choose what the fee is for, or leave its amount empty",
    "amount": "Type an amount such as 2 or 0.50",
}
"""The texts of problems at the fields of a fee, if not those of the reader of the club book."""


def terms_fields() -> tuple[Input, Input, Input, Input]:
    """Return new fields ``fee_per``, ``fee_amount``, ``fee_guest``, ``settle`` of a TermsForm.

    They stand in the form where they are made, as fields of WTForms do.
    """
    return (
        Input("Fee", name="fee-per", kind="chips", choices=_FEE_CHOICES, default=FeeRule.NONE),
        Input("Amount", name="fee-amount", kind="amount"),
        Input("For a guest, if it differs", name="fee-guest", kind="amount"),
        Input("Paid out", kind="chips", choices=_SETTLE_CHOICES, default=SettleWay.CARRIED),
    )


class TermsForm(SiteForm):
    """A form with the fields of ``terms_fields``; the labels of amounts name the currency."""

    def __init__(self, *typed: Any, currency: str = "", **shown: Any) -> None:
        super().__init__(*typed, **shown)
        if currency:
            symbol = write_symbol(currency)
            self.fee_amount.label = f"Amount ({symbol})"
            self.fee_guest.label = f"For a guest, if it differs ({symbol})"

    def fee(self) -> dict[str, Any]:
        """Return the typed fee as a club book has it; an empty object without a fee.

        An amount without a rule becomes a fee without a rule, which the reader of the book refuses.
        """
        rule = self.fee_per.data
        amount, guest = plain_amount(self.fee_amount.data), plain_amount(self.fee_guest.data)
        if rule in ("", FeeRule.NONE):
            return {"fee": {"per": ""}} if (amount + guest).strip("0.") else {}
        return {"fee": {"per": rule, "amount": amount or "0"} | ({"guest": guest} if guest else {})}

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem; one of the fee has a text of its own."""
        match problem.at:
            case (*_, "fee", "guest") if problem.code in ("bad_amount", "negative_amount"):
                return _FEE_PROBLEMS["amount"]
            case (*_, "fee", str(name)):
                return _FEE_PROBLEMS.get(name, problem.text)
        return problem.text


def fee_shown(fee: Fee | None, currency: str) -> dict[str, str]:
    """Return the values with which the fields of a fee begin."""
    due = fee or Fee()
    return {
        "fee_per": due.rule,
        "fee_amount": write_amount(due.minor, currency) if due.minor else "",
        "fee_guest": "" if due.guest is None else write_amount(due.guest, currency),
    }
