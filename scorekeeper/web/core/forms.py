"""Fields of forms, with their typed values and their problems, and the forms made of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import ValidationError

from scorekeeper.club.facts import SETTLE_WORDS, Fee, FeeRule, SettleWay
from scorekeeper.record import Findings, read_date
from scorekeeper.rules import (
    Path,
    Problem,
    read_amount,
    trim_line,
    with_capital,
    write_amount,
)
from scorekeeper.web.core.sites import today_here
from scorekeeper.wording import write_symbol

YES: Final = "yes"
NO: Final = "no"
Values = Mapping[str, str]
"""The typed values of a form, by field name."""
Choices = tuple[tuple[str, str], ...]
_MOST_DIGITS: Final = 9
_CHOSEN: Final = "cause"
_TYPED: Final = "reason"
_OTHER: Final = "other"
_LONGEST_LINE: Final = 100
_OF_FIELD: Final = "This "
"""How the problem of a field begins that does not name the field."""
_FEES: Final = (
    (FeeRule.PERSON_NIGHT, "Per person, for the night", "Per guest, if different, for the night"),
    (FeeRule.PERSON_GAME, "Per person, for each game", "Per guest, if different, for each game"),
    (FeeRule.TABLE_GAME, "Per table, for each game", ""),
)
"""The rules of fees in the order of their fields, with the labels of these."""
_SETTLE_CHOICES: Final[Choices] = (
    *[(way, with_capital(SETTLE_WORDS[way])) for way in (SettleWay.TRANSFERS, SettleWay.BANK)],
    (SettleWay.CARRIED, "Nobody pays tonight; added to everyone’s account"),
)
NO_AMOUNT: Final = "Type an amount such as 2 or 0.50"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a form. ``kind`` names its macro; ``choices`` pairs values with words."""

    name: str
    kind: str
    label: str
    value: str = ""
    help: str = ""
    choices: Choices = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A problem in the list at the head of a form: its field, its text, and what it is about.

    ``whose`` is the player or the label of the field, empty if the text itself names it.
    """

    field: str
    text: str
    whose: str = ""


class FieldProblems:
    """The problems of a form; those of a field are also shown beside it."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.faults = tuple(faults)

    def of(self, name: str) -> tuple[str, ...]:
        """Return the problems of a field."""
        return tuple([fault.text for fault in self.faults if fault.field == name])


def read_whole(text: str) -> int | None:
    """Return the number for up to nine digits, ``None`` for any other text."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def whole_or_text(text: str) -> int | str:
    """Return the number for up to nine digits, else the text, which becomes a form error."""
    number = read_whole(text)
    return text if number is None else number


def read_typed_number(text: str) -> int | str | None:
    """Return what a field for a number holds, None if it is empty; no number becomes an error."""
    return whole_or_text(text.strip()) if text.strip() else None


def read_numbers(text: str) -> list[int | str | None]:
    """Return numbers that were typed with commas between them."""
    return [read_typed_number(number) for number in text.split(",") if number.strip()]


def option_path(at: Path) -> str:
    """Return the field name for a place in a document: ``stake-amount``."""
    return "-".join([str(step) for step in at])


def errors_first(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with errors before warnings."""
    return sorted(problems, key=lambda problem: problem.severity != "error")


# --- The fields that ask for a reason: some to choose from, and a text; both may stay empty -------


def _reason_choices(*reasons: str) -> Choices:
    """Return choices that are quoted as they stand on their chips."""
    return (*[(reason, reason) for reason in reasons], (_OTHER, "Other"))


FOR_A_DEAL: Final = _reason_choices("Miscounted", "Wrong card", "Wrong player", "Not our rule")
FOR_AN_ENTRY: Final = _reason_choices("By mistake", "Wrong player", "Not our rule")
FOR_AN_END: Final = _reason_choices("It is late", "Someone has to go")
FOR_GOING_ON: Final = _reason_choices("By mistake", "We play on")


def reason_fields(
    values: Values, choices: Choices, problems: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    """Return the two fields of a reason with what was chosen and typed."""
    chosen = values.get(_CHOSEN, "")
    typed = values.get(_TYPED, "")
    return (
        Field(name=_CHOSEN, kind="chips", label="Reason (optional)", value=chosen, choices=choices),
        Field(name=_TYPED, kind="text", label="In your words", value=typed, problems=problems),
    )


def read_reason_fields(values: Values) -> str:
    """Return the reason of a posted form, ``Miscounted: two aces``; empty if none was given."""
    chosen, typed = values.get(_CHOSEN, ""), values.get(_TYPED, "").strip()
    named = "" if chosen == _OTHER else chosen
    return ": ".join([part for part in (named, typed) if part])


# --- The forms whose fields are always the same, by WTForms ---------------------------------------
# The macros of ``core/_fields.html`` draw them, and also ``Field``, from which the deal and the
# house rules make what a family asks.


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
        """The text in the field: what was typed, else its initial value."""
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
    """Return today, the initial value of a day in some forms."""
    return today_here()


class Line(Input):
    """One short line; ``line`` is without the spaces around it."""

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
        """Return the text of a problem; a form may override this."""
        return problem.text

    @property
    def faults(self) -> list[Fault]:
        """All problems for the head of the form, from its first field down."""
        beside = [
            Fault(
                field=field.name,
                text=text,
                whose=field.label if text.startswith(_OF_FIELD) else "",
            )
            for field in self
            for text in field.errors
        ]
        return [*beside, *[Fault(field="", text=text) for text in self.form_errors]]


# --- Typed amounts, and the terms of a night or of new nights: its fee, and how it is paid out ----


def plain_amount(text: str) -> str:
    """Return a typed amount with a decimal point, whichever sign it was typed with."""
    return text.strip().replace(",", ".")


def no_amount_words(typed: str, currency: str) -> str:
    """Return the text of the problem for something typed that is not an amount."""
    if not typed.strip():
        return "Type the amount"
    return f"“{typed.strip()}” is not an amount in {write_symbol(currency)}"


def fee_fields() -> tuple[Input, Input, Input, Input, Input]:
    """Return new fields of fees: per night and per game, each also for a guest, and per table.

    They appear in the form where they are made, as fields of WTForms do.
    """
    night, game, table = _FEES
    return (*_fields_of(*night), *_fields_of(*game), _fields_of(*table)[0])


def _fields_of(rule: FeeRule, words: str, guests: str) -> tuple[Input, Input]:
    fee = Input(words, name=f"fee-{rule}", kind="amount")
    return fee, Input(guests, name=f"fee-{rule}-guest", kind="amount")


def settle_field() -> Input:
    """Return a new field for how nights are paid out."""
    return Input("Paid out", kind="chips", choices=_SETTLE_CHOICES, default=SettleWay.CARRIED)


class TermsForm(SiteForm):
    """A form with ``fee_fields``; the labels of amounts name the currency."""

    def __init__(self, *typed: Any, currency: str = "", **shown: Any) -> None:
        super().__init__(*typed, **shown)
        if currency:
            for field in self:
                if field.name.startswith("fee-"):
                    field.label = f"{field.label} ({write_symbol(currency)})"

    def fees(self) -> dict[str, Any]:
        """Return the typed fees as a club book has them; an empty object if there are none."""
        fees = [
            {"per": rule, "amount": amount or "0"} | ({"guest": guest} if guest else {})
            for rule, amount, guest in self._typed_fees()
        ]
        return {"fee": fees} if fees else {}

    def _typed_fees(self) -> Iterator[tuple[FeeRule, str, str]]:
        """Yield the rules by which something is due, with the typed amounts."""
        texts = {field.name: plain_amount(field.data) for field in self}
        for rule, *_ in _FEES:
            amount, guest = texts[f"fee-{rule}"], texts.get(f"fee-{rule}-guest", "")
            if amount.strip("0.") or guest.strip("0."):
                yield rule, amount, guest

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside its field; that of a fee is found by its place in the list."""
        rules = [rule for rule, *_ in self._typed_fees()]
        super().tell([_move_to_fee(problem, rules) for problem in problems], beside=beside)

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem; one of a fee has a text of its own."""
        return NO_AMOUNT if problem.at[:1] == ("fee",) else problem.text


def _move_to_fee(problem: Problem, rules: Sequence[FeeRule]) -> Problem:
    match problem.at:
        case ("fee", int(place), "guest"):
            return replace(problem, at=("fee", rules[place], "guest"))
        case ("fee", int(place), *_):
            return replace(problem, at=("fee", rules[place]))
    return problem


def fees_shown(fees: Sequence[Fee], currency: str) -> dict[str, str]:
    """Return the initial values of the fields of fees, by their names in the form."""
    shown: dict[str, str] = {}
    for fee in fees:
        name = f"fee_{fee.rule}".replace("person_", "")
        if fee.minor or fee.guest is not None:
            shown[name] = write_amount(fee.minor, currency)
        if fee.guest is not None:
            shown[f"{name}_guest"] = write_amount(fee.guest, currency)
    return shown
