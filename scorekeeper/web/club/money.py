"""The money of the club: till, balances, ledger, the forms that enter money, and charges."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from flask import Response, request, url_for
from wtforms.validators import DataRequired, ValidationError

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import Adjustment, Club, ClubPayment, Night, Person
from scorekeeper.club.figures import (
    CLUB_ACCOUNTS,
    Charge,
    LedgerEntry,
    LedgerKind,
    account_of,
    account_of_pot,
    balance_of,
    charges_in,
)
from scorekeeper.club.ledger import LedgerFilter, facts_of_entry, ledger_page, night_sum, source_of
from scorekeeper.club.payments import (
    CHARGED,
    adjust,
    charge_people,
    day_problems,
    reverse,
    take_charge_back,
)
from scorekeeper.club.payments import pay as record_payment
from scorekeeper.club.rows import find_act_on, find_night, load_nights, load_people
from scorekeeper.club.stored_book import newest_night
from scorekeeper.games import Refused, Role
from scorekeeper.papers.club import ChargeToPrint
from scorekeeper.rules import TILL, Problem
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.club.seasons import season_of
from scorekeeper.web.core import (
    Amount,
    Choices,
    Day,
    Input,
    Line,
    Page,
    Part,
    SiteForm,
    answer,
    club_or_404,
    demand,
    kinds_of,
    least_role,
    make_club_fields,
    make_paper,
    name_of_night,
    read_act,
    send_paper,
    show,
    site,
    this_figures,
    today,
)
from scorekeeper.wording import write_symbol

BAR: Final = 1000
"""The width of the drawing of a bar, in its units."""
_NEWEST: Final = 4
"""How many entries the page of the money shows."""
_CHARGES: Final = 12
"""How many charges it shows: several years of subscriptions."""
_MOST_NIGHTS: Final = 20
_TILL_CHOICE: Final = (TILL, "The till")


def ledger_lines(entries: Sequence[LedgerEntry]) -> list[Part]:
    """Return entries with their sources, in their order."""
    return [
        Part(
            entry=entry,
            source=source_of(this_figures(), entry),
            debit=[(account, minor) for account, minor in entry.postings.items() if minor > 0],
            credit=[(account, -minor) for account, minor in entry.postings.items() if minor < 0],
        )
        for entry in entries
    ]


def names_of_accounts(club: Club, people: Iterable[Person]) -> dict[str, str]:
    """Return each account's name: its person's (also by another spelling), its pot's or its own."""
    own = {account: account for account in CLUB_ACCOUNTS}
    pots = {account_of_pot(pot.id): pot.name for pot in club.pots}
    return own | pots | {account_of(person.id): person.name for person in people}


@club_pages.get("/money/<any(payment, reversal, adjustment):what>/<club_id:ref>")
@least_role(Role.OFFICER)
def entry(what: str, ref: str) -> Response:
    """Show a payment, a reversal or an adjustment with its postings."""
    return show(_entry_page(what, ref))


@club_pages.post("/money/payment/<club_id:ref>/back")
@least_role(Role.OFFICER)
def take_entry_back(ref: str) -> Response:
    """Take back the whole of a payment."""
    return answer(
        reverse(site().store, read_act(), ref),
        saved=lambda acted: url_for("club.entry", what="reversal", ref=acted.thing),
        again=lambda problems: _entry_page("payment", ref, problems),
    )


def _entry_page(kind: str, ref: str, problems: tuple[Problem, ...] = ()) -> Page:
    facts = demand(facts_of_entry(site().store, this_figures(), LedgerKind(kind), ref))
    (line,) = ledger_lines([facts.entry])
    return Page(
        "club/entry.html",
        line=line,
        made=next((made for made in this_figures().book.adjustments if made.id == ref), None),
        facts=facts,
        names=names_of_accounts(club_or_404(), site().store.read(load_people)),
        currency=club_or_404().currency,
        problems=problems,
        club_fields=make_club_fields(),
    )


# --- The till, what everybody owes or is owed, and the ledger -------------------------------------


@club_pages.get("/money")
@least_role(Role.OFFICER)
def money() -> Response:
    """Show the till, the balances and the newest entries."""
    store = site().store
    night, roll = newest_night(store), store.read(load_people)
    figures = this_figures()
    newest, _ = ledger_page(figures, LedgerFilter())
    minor = {person: balance_of(person.id, figures.sums) for person in figures.book.people}
    zero, bars = make_bars({person: own for person, own in minor.items() if own})
    return show(
        Page(
            "club/money.html",
            width=BAR,
            even=[person.name for person, owed in minor.items() if not owed],
            club=club_or_404(),
            today=store.today(),
            till=balance_of(TILL, figures.sums),
            sum=sum(figures.sums.values()),
            bars=bars,
            zero=zero,
            entries=len(figures.ledger),
            charges=charges_in(figures)[:_CHARGES],
            night=night,
            came_in=night_sum(figures, TILL, night.id) if night else 0,
            lines=ledger_lines(newest[:_NEWEST]),
            names=names_of_accounts(club_or_404(), roll),
        )
    )


def make_bars(minor: Mapping[Person, int]) -> tuple[int, list[Part]]:
    """Return where the bars begin, and a bar for each balance, the largest first.

    Together they fill the width.
    """
    low, high = min([0, *minor.values()]), max([0, *minor.values()])
    span = max(high - low, 1)
    zero = -low * BAR // span
    ends = {person: (own - low) * BAR // span for person, own in minor.items()}
    return zero, [
        Part(
            person=person, minor=own, start=min(zero, ends[person]), width=abs(ends[person] - zero)
        )
        for person, own in sorted(minor.items(), key=lambda item: -item[1])
    ]


@club_pages.get("/money/ledger")
@least_role(Role.OFFICER)
def ledger() -> Response:
    """Show the entries of the ledger, page by page, and the trial balance."""
    store, number = site().store, page_asked()
    night = newest_night(store)
    person, of = request.args.get("person", ""), request.args.get("of")
    asked = LedgerFilter(
        night=night.id if night and of == "night" else "",
        account=account_of(person) if person else "",
        since=season_of(store.today()).since if of == "season" else "",
    )
    roll = store.read(load_people)
    figures = this_figures()
    (entries, pages), people = ledger_page(figures, asked, number), figures.book.people
    here = {name: request.args[name] for name in ("of", "person") if name in request.args}
    return show(
        Page(
            "club/ledger.html",
            club=club_or_404(),
            today=store.today(),
            sums=figures.sums,
            people=people,
            of_people=-sum([balance_of(listed.id, figures.sums) for listed in people]),
            entries=len(figures.ledger),
            night=night,
            asked=asked,
            lines=ledger_lines(entries),
            names=names_of_accounts(club_or_404(), roll),
            page=number,
            pages=pages,
            **pages_beside("club.ledger", number, pages, **here),
        )
    )


# --- The forms by which officers enter payments, and expenses and incomes of the till -------------


class MoneyForm(SiteForm):
    """A form with an amount in the currency of the club."""

    def __init__(self, *typed: Any, **shown: Any) -> None:
        super().__init__(*typed, **shown)
        self.currency = club_or_404().currency
        self.amount.label = f"Amount, {write_symbol(self.currency)}"

    def validate_date(self, date: Input) -> None:
        """Check that it is a day of the club, and no day to come; raises ValidationError."""
        for problem in day_problems(site().store, date.data or today(), club_or_404().opened):
            raise ValidationError(problem.text)


class PaymentForm(MoneyForm):
    """A payment between two parties, for a night or on account."""

    payer = Input("From", name="from", kind="choice", validators=[DataRequired("Choose who pays")])
    payee = Input(
        "To", name="to", kind="choice", validators=[DataRequired("Choose who receives it")]
    )
    amount = Amount(kind="amount")
    night = Input("For", kind="choice")
    date = Day("Day", default=today)
    method = Line("How it was paid", help="Such as cash or a transfer; optional.")

    def validate_payee(self, payee: Input) -> None:
        """Check that it is someone else; raises ValidationError."""
        if payee.data == self.payer.data:
            raise ValidationError("Choose two different people")

    def validate_night(self, night: Input) -> None:
        """Check that the night exists; raises ValidationError."""
        if night.data and site().store.read(find_night, night.data) is None:
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
    """Show the form of a payment, filled from ``to``, ``from`` and ``night`` in the address.

    The till pays, unless it is paid.
    """
    return show(
        _payment_page(
            PaymentForm(request.args, payer="" if request.args.get("to") == TILL else TILL)
        )
    )


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
    nights = [(night.id, _name(night)) for night in _nights(form.night.data)]
    _offer(form.payer, (_TILL_CHOICE, *people))
    _offer(form.payee, (*people, _TILL_CHOICE))
    _offer(form.night, (("", "On account"), *nights))
    return _form_page(form, problems, is_payment=True)


def _expense_page(form: ExpenseForm, problems: Sequence[Problem] = ()) -> Page:
    _offer(form.party, (_TILL_CHOICE, *_people(form.party.data)))
    return _form_page(form, problems, is_payment=False)


def _form_page(form: MoneyForm, problems: Sequence[Problem], *, is_payment: bool) -> Page:
    form.tell(problems)
    return Page(
        "club/money_form.html",
        club=club_or_404().name,
        is_payment=is_payment,
        form=form,
        club_fields=make_club_fields(request.form.get("entry_id", "")),
    )


def _offer(field: Input, choices: Choices) -> None:
    # Without an empty choice the browser would choose the first one by itself.
    field.choices = choices if field.data in dict(choices) else (("", "choose"), *choices)


def _people(*chosen: str) -> Choices:
    """Return the people to choose from: those who still come, have a balance, or are chosen."""
    figures = this_figures()
    return tuple(
        [
            (person.id, person.name)
            for person in figures.book.people
            if person.is_active or person.id in chosen or balance_of(person.id, figures.sums)
        ]
    )


def _nights(chosen: str) -> list[Night]:
    """Return the nights to choose from: the latest, and also the chosen one if it is older."""
    latest, night = (
        site().store.read(load_nights, most=_MOST_NIGHTS),
        site().store.read(find_night, chosen),
    )
    return [
        *latest,
        *[listed for listed in (night,) if listed is not None and listed not in latest],
    ]


def _name(night: Night) -> str:
    name = name_of_night(night.date)
    return f"{name}, {night.place}" if night.place else name


# --- Charges: the form that charges many people at once, and who has paid one, also on paper ------


PEOPLE = "people"
"""The field with the ids of those who are charged."""


class ChargeForm(MoneyForm):
    """A charge of many people; ``seen`` is what was shown of it before."""

    reason = Line(
        "What for",
        validators=[DataRequired("Say what it is for")],
        help="Such as Subscription 2027: it stands so on each statement.",
    )
    amount = Amount(kind="amount")
    date = Day("Day", default=today)
    people = Input("Who is charged", validators=[DataRequired("Choose who is charged")])
    seen = Input()

    def shown(self, people: Sequence[str]) -> str:
        """Return all that a form without problems charges, to know whether it was shown."""
        return " ".join([self.reason.line, str(self.amount.minor), self.date.data, *people])

    def adjustment(self) -> Adjustment:
        """Return what each of them is charged, of a form without problems."""
        return Adjustment(
            id="",
            date=self.date.data,
            party="",
            minor=self.amount.minor,
            reason=self.reason.line,
        )


@club_pages.get("/money/charge")
@least_role(Role.OFFICER)
def ask_charge() -> Response:
    """Show the form of a charge, with all members ticked."""
    day = site().store.today()
    members = [who.id for who in this_figures().book.people if who.is_member_on(day)]
    return show(_charge_form_page(ChargeForm(request.args), members))


@club_pages.post("/money/charge")
@least_role(Role.OFFICER)
def enter_charge() -> Response:
    """Charge everybody who is ticked once that was shown, or untick them all for a few."""
    form, people = ChargeForm(), request.form.getlist(PEOPLE)
    if "untick" in request.form:
        return show(_charge_form_page(form, ()))
    outcome: ClubOutcome = Refused(problems=())
    if form.validate():
        if form.seen.data != form.shown(people):
            return show(_charge_form_page(form, people, seen=form.shown(people)))
        outcome = charge_people(site().store, read_act(), form.adjustment(), people)
    return answer(
        outcome,
        saved=lambda acted: url_for("club.show_charge", charge=acted.thing),
        again=lambda problems: _charge_form_page(form, people, problems),
    )


def _charge_form_page(
    form: ChargeForm, ticked: Sequence[str], problems: Sequence[Problem] = (), *, seen: str = ""
) -> Page:
    """Return the form; with what is ``seen`` the page also shows who is charged what."""
    form.tell(problems)
    by_name = sorted(this_figures().book.people, key=lambda who: who.name.casefold())
    come = [who for who in by_name if who.is_active or who.id in ticked]
    shown = [Part(id=who.id, name=who.name, is_charged=who.id in ticked) for who in come]
    members = {who.id for who in come if who.is_member_on(site().store.today())}
    return Page(
        "club/charge_form.html",
        club=club_or_404(),
        form=form,
        seen=seen,
        charged=[who.name for who in shown if who.is_charged],
        members=[who for who in shown if who.id in members],
        guests=[who for who in shown if who.id not in members],
        club_fields=make_club_fields(request.form.get("entry_id", "")),
    )


@club_pages.get("/money/charges/<club_id:charge>")
@least_role(Role.OFFICER)
def show_charge(charge: str) -> Response:
    """Show who has paid a charge, and who has not."""
    return show(_charge_page(charge))


@club_pages.post("/money/charges/<club_id:charge>/back")
@least_role(Role.OFFICER)
def give_charge_back(charge: str) -> Response:
    """Give everybody back what a charge took."""
    return answer(
        take_charge_back(site().store, read_act(), charge),
        saved=lambda _: url_for("club.show_charge", charge=charge),
        again=lambda problems: _charge_page(charge, problems),
    )


@club_pages.get(f"/money/charges/<club_id:charge>/{kinds_of(ChargeToPrint)}.pdf")
@least_role(Role.OFFICER)
def charge_paper(charge: str, kind: str) -> Response:
    """Send a charge as a paper."""
    club, found = club_or_404(), _demand_charge(charge)
    names = {who: person.name for who, person in this_figures().people.items()}
    paper = ChargeToPrint(club, names, found, site().store.today())
    return send_paper(make_paper(kind, paper), f"{club.name} {found.reason}.pdf")


def _demand_charge(charge: str) -> Charge:
    """Return a charge of the club; 404 if there is none."""
    return demand({of.id: of for of in charges_in(this_figures())}.get(charge))


def _charge_page(charge: str, problems: Sequence[Problem] = ()) -> Page:
    found = _demand_charge(charge)
    return Page(
        "club/charge.html",
        club=club_or_404(),
        charge=found,
        names={who: person.name for who, person in this_figures().people.items()},
        made=site().store.read(find_act_on, charge, CHARGED),
        problems=tuple(problems),
        club_fields=make_club_fields(),
    )
