"""The forms by which officers enter payments, and expenses and incomes of the till."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Response, request, url_for
from wtforms.validators import DataRequired, ValidationError

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import Adjustment, ClubPayment, Night
from scorekeeper.club.ledger import balances_of
from scorekeeper.club.payments import adjust, day_problems
from scorekeeper.club.payments import pay as record_payment
from scorekeeper.club.stored_book import night_called, nights_of
from scorekeeper.games.links import Role
from scorekeeper.games.posting import Refused
from scorekeeper.rules.settlement import TILL
from scorekeeper.rules.variant import Problem
from scorekeeper.web.club import club_pages
from scorekeeper.web.core.access import least_role, the_club, this_figures
from scorekeeper.web.core.fields import Choices
from scorekeeper.web.core.forms import Amount, Day, Input, Line, SiteForm, today
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, make_club_fields, read_act
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_symbol

_MOST_NIGHTS: Final = 20
_TILL_CHOICE: Final = (TILL, "The till")


class MoneyForm(SiteForm):
    """A form with an amount in the currency of the club."""

    def __init__(self, *typed: Any, **shown: Any) -> None:
        super().__init__(*typed, **shown)
        self.currency = the_club().currency
        self.amount.label = f"Amount, {write_symbol(self.currency)}"

    def validate_date(self, date: Input) -> None:
        """Check that it is a day of the club, and no day to come; raises ValidationError."""
        for problem in day_problems(site().store, date.data or today(), the_club().opened):
            raise ValidationError(problem.text)


class PaymentForm(MoneyForm):
    """A payment between two parties, for a night or on account."""

    payer = Input("From", name="from", kind="choice", validators=[DataRequired("Choose who pays")])
    payee = Input("To", name="to", kind="choice", validators=[DataRequired("Choose who gets it")])
    amount = Amount(kind="amount")
    night = Input("For", kind="choice")
    date = Day("Day", default=today)
    method = Line("How it was paid", help="Such as cash or a transfer; may be left empty.")

    def validate_payee(self, payee: Input) -> None:
        """Check that it is somebody else; raises ValidationError."""
        if payee.data == self.payer.data:
            raise ValidationError("Choose two different people")

    def validate_night(self, night: Input) -> None:
        """Check that there is such a night; raises ValidationError."""
        if night.data and night_called(site().store, night.data) is None:
            raise ValidationError("There is no such night")

    def payment(self) -> ClubPayment:
        """Return the payment of a form without problems."""
        return ClubPayment(
            id="",
            payer=self.payer.data,
            payee=self.payee.data,
            minor=self.amount.minor,
            night=self.night.data,
            date=self.date.data,
            method=self.method.line,
        )


class ExpenseForm(MoneyForm):
    """An expense or income of the till, or a correction of a balance."""

    kind = Input(
        "What it is",
        kind="chips",
        choices=(("expense", "Expense"), ("income", "Income")),
        default="expense",
    )
    reason = Line("What for", validators=[DataRequired("Say what it is for")])
    amount = Amount(kind="amount")
    party = Input("Whose money", kind="choice", default=TILL)
    date = Day("Day", default=today)

    def adjustment(self) -> Adjustment:
        """Return the expense or income of a form without problems."""
        minor = self.amount.minor if self.kind.data == "income" else -self.amount.minor
        return Adjustment(
            id="",
            date=self.date.data,
            party=self.party.data,
            minor=minor,
            reason=self.reason.line,
        )


@club_pages.get("/money/payment")
@least_role(Role.OFFICER)
def ask_payment() -> Response:
    """Show the form of a payment; ``to``, ``from`` and ``night`` in the address fill it."""
    return show(_payment_page(PaymentForm(request.args, payer=TILL)))


@club_pages.post("/money/payment")
@least_role(Role.OFFICER)
def enter_payment() -> Response:
    """Enter a payment for a night, or one on account."""
    form = PaymentForm()
    outcome: ClubOutcome = Refused(problems=())
    if form.validate():
        outcome = record_payment(site().store, read_act(), form.payment())
    return answer(
        outcome,
        saved=lambda _: url_for("club.money"),
        again=lambda problems: _payment_page(form, problems),
    )


@club_pages.get("/money/expense")
@least_role(Role.OFFICER)
def ask_expense() -> Response:
    """Show the form of an expense or income of the till, or of a correction of a balance.

    Values in the address fill the form.
    """
    return show(_expense_page(ExpenseForm(request.args)))


@club_pages.post("/money/expense")
@least_role(Role.OFFICER)
def enter_expense() -> Response:
    """Enter an expense or an income of the till, or of a person's balance."""
    form = ExpenseForm()
    outcome: ClubOutcome = Refused(problems=())
    if form.validate():
        outcome = adjust(site().store, read_act(), form.adjustment())
    return answer(
        outcome,
        saved=lambda _: url_for("club.money"),
        again=lambda problems: _expense_page(form, problems),
    )


def _payment_page(form: PaymentForm, problems: Sequence[Problem] = ()) -> Page:
    people = _people(form.payer.data, form.payee.data)
    nights = [(each.id, _name(each)) for each in _nights(form.night.data)]
    _offer(form.payer, (_TILL_CHOICE, *people))
    _offer(form.payee, (*people, _TILL_CHOICE))
    _offer(form.night, (("", "On account"), *nights))
    return _make_page(form, problems, is_payment=True)


def _expense_page(form: ExpenseForm, problems: Sequence[Problem] = ()) -> Page:
    _offer(form.party, (_TILL_CHOICE, *_people(form.party.data)))
    return _make_page(form, problems, is_payment=False)


def _make_page(form: MoneyForm, problems: Sequence[Problem], *, is_payment: bool) -> Page:
    form.tell(problems)
    return Page(
        "club/money_form.html",
        club=the_club().name,
        is_payment=is_payment,
        form=form,
        club_fields=make_club_fields(request.form.get("entry_id", "")),
    )


def _offer(field: Input, choices: Choices) -> None:
    # Without an empty choice the browser would choose the first one by itself.
    field.choices = choices if field.data in dict(choices) else (("", "choose"), *choices)


def _people(*chosen: str) -> Choices:
    """Return the people to choose from: all who still come, are not even, or are chosen."""
    balances = balances_of(this_figures())
    return tuple(
        [
            (person.id, person.name)
            for person in balances.people
            if person.is_active or person.id in chosen or balances.of(person.id)
        ]
    )


def _nights(chosen: str) -> list[Night]:
    """Return the nights to choose from: the latest, and also the chosen one if it is older."""
    latest, night = nights_of(site().store, most=_MOST_NIGHTS), night_called(site().store, chosen)
    return [*latest, *[each for each in (night,) if each is not None and each not in latest]]


def _name(night: Night) -> str:
    name = name_of_night(night.date)
    return f"{name}, {night.place}" if night.place else name
