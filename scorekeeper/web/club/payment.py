"""The forms by which officers enter payments, and expenses and incomes of the till."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.acting import ClubOutcome
from scorekeeper.bookkeeping.club.book import night_called, nights_of, people_of
from scorekeeper.bookkeeping.club.ledger import balances_of
from scorekeeper.bookkeeping.club.payments import adjust
from scorekeeper.bookkeeping.club.payments import pay as record_payment
from scorekeeper.bookkeeping.game.posting import Refused, refusal
from scorekeeper.domain.club.facts import TILL, Adjustment, ClubPayment, Night
from scorekeeper.domain.names import trim_line
from scorekeeper.domain.settlement import read_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.club_terms import no_amount_words, plain_amount
from scorekeeper.web.core.fields import Choices, Fault, Field, FieldProblems, Values
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_symbol

# --- Reads the forms by which officers enter payments, expenses and incomes -----------------------


_LONGEST_LINE: Final = 100
_ENDS: Final = {"from": "Choose who pays", "to": "Choose who gets it"}
_KINDS: Final = {"expense": -1, "income": 1}


def read_payment(values: Values) -> ClubPayment | Refused:
    """Return the typed payment, or all its problems."""
    minor, date, problems = _read_money(values)
    method, wrong = _read_line(values, "method")
    missing = [name for name in _ENDS if not values.get(name)]
    wrong += sum([refusal("missing_field", _ENDS[name], at=(name,)) for name in missing], ())
    if not missing and values["from"] == values["to"]:
        wrong += refusal("payment_to_self", "Choose two different people", at=("to",))
    night = values.get("night", "")
    if night and night_called(site().store, night) is None:
        wrong += refusal("unknown_night", "There is no such night", at=("night",))
    if problems or wrong:
        return Refused(problems=(*problems, *wrong))
    return ClubPayment(
        id="",
        payer=values.get("from", ""),
        payee=values.get("to", ""),
        minor=minor,
        night=night,
        date=date,
        method=method,
    )


def read_adjustment(values: Values) -> Adjustment | Refused:
    """Return the typed expense or income, or all its problems."""
    minor, date, problems = _read_money(values)
    reason, wrong = _read_line(values, "reason")
    if not reason and not wrong:
        wrong = refusal("missing_field", "Say what it is for", at=("reason",))
    if problems or wrong:
        return Refused(problems=(*problems, *wrong))
    sign = _KINDS.get(values.get("kind", ""), -1)
    party = values.get("party", TILL)
    return Adjustment(id="", date=date, party=party, minor=sign * minor, reason=reason)


def _read_money(values: Values) -> tuple[int, str, tuple[Problem, ...]]:
    """Return the amount and the day of a form, and their problems."""
    currency, text = the_club().currency, values.get("amount", "")
    minor = read_amount(plain_amount(text), currency)
    problems: tuple[Problem, ...] = ()
    if not minor:
        problems = refusal("bad_amount", no_amount_words(text, currency), at=("amount",))
    findings = Findings()
    date = read_date(values.get("date") or None, ("date",), findings)
    return minor or 0, date, (*problems, *findings.problems)


def _read_line(values: Values, name: str) -> tuple[str, tuple[Problem, ...]]:
    line = trim_line(values.get(name, ""))
    if len(line) > _LONGEST_LINE or not line.isprintable():
        text = f"This is one line of at most {_LONGEST_LINE} letters"
        return line, refusal("bad_value", text, at=(name,))
    return line, ()


_MOST_NIGHTS: Final = 20
_PARTIES: Final = ("from", "to", "party")
_TILL_CHOICE: Final = (TILL, "The till")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyFormPage:
    """A form that enters money; ``faults`` are all its problems."""

    template: ClassVar = "club/money_form.html"
    title: str
    club: str
    action: str
    button: str
    fields: tuple[Field, ...]
    faults: tuple[Fault, ...]
    club_fields: EntryFields


@club_pages.get("/money/payment")
@least_role(Role.OFFICER)
def ask_payment() -> Response:
    """Show the form of a payment; ``to``, ``from`` and ``night`` in the address fill it."""
    values = {"from": TILL, "date": site().store.today(), **request.args.to_dict()}
    return show(_payment_page(values))


@club_pages.post("/money/payment")
@least_role(Role.OFFICER)
def enter_payment() -> Response:
    """Enter a payment for a night, or one on account."""
    values = typed()
    new = read_payment(values)
    outcome: ClubOutcome = (
        new if isinstance(new, Refused) else record_payment(site().store, read_act(), new)
    )
    return answer(
        outcome,
        saved=lambda _: url_for("club.money"),
        again=lambda problems: _payment_page(values, problems),
    )


@club_pages.get("/money/expense")
@least_role(Role.OFFICER)
def ask_expense() -> Response:
    """Show the form of an expense or income of the till, or of a correction of a balance.

    Values in the address fill the form.
    """
    values = {"party": TILL, "date": site().store.today(), **request.args.to_dict()}
    return show(_expense_page(values))


@club_pages.post("/money/expense")
@least_role(Role.OFFICER)
def enter_expense() -> Response:
    """Enter an expense or an income of the till, or of a person's balance."""
    values = typed()
    new = read_adjustment(values)
    outcome: ClubOutcome = (
        new if isinstance(new, Refused) else adjust(site().store, read_act(), new)
    )
    return answer(
        outcome,
        saved=lambda _: url_for("club.money"),
        again=lambda problems: _expense_page(values, problems),
    )


def _nights(chosen: str) -> list[Night]:
    """Return the nights to choose from: the latest, and also the chosen one if it is older."""
    latest, night = nights_of(site().store, most=_MOST_NIGHTS), night_called(site().store, chosen)
    return [*latest, *[each for each in (night,) if each is not None and each not in latest]]


def _payment_page(values: Mapping[str, str], problems: Sequence[Problem] = ()) -> MoneyFormPage:
    found = _field_problems(problems)
    nights = [
        (each.id, ", ".join([words for words in (name_of_night(each.date), each.place) if words]))
        for each in _nights(values.get("night", ""))
    ]
    people, choice = _people(values), _choices(values, found)
    fields = (
        choice("from", "From", (_TILL_CHOICE, *people)),
        choice("to", "To", (*people, _TILL_CHOICE)),
        _amount(values, found),
        choice("night", "For", (("", "On account"), *nights)),
        _date(values, found),
        Field(
            name="method",
            kind="text",
            label="How it was paid",
            value=values.get("method", ""),
            help="Such as cash or a transfer; may be left empty.",
            problems=found.of("method"),
        ),
    )
    return MoneyFormPage(
        title="Payment",
        club=the_club().name,
        action=url_for("club.enter_payment"),
        button="Enter the payment",
        fields=fields,
        faults=found.faults,
        club_fields=make_club_fields(values.get("entry_id", "")),
    )


def _expense_page(values: Mapping[str, str], problems: Sequence[Problem] = ()) -> MoneyFormPage:
    found = _field_problems(problems)
    kinds = (("expense", "Expense"), ("income", "Income"))
    fields = (
        Field(
            name="kind",
            kind="chips",
            label="What it is",
            value=values.get("kind", "expense"),
            choices=kinds,
            problems=found.of("kind"),
        ),
        Field(
            name="reason",
            kind="text",
            label="What for",
            value=values.get("reason", ""),
            problems=found.of("reason"),
        ),
        _amount(values, found),
        _choices(values, found)("party", "Whose money", (_TILL_CHOICE, *_people(values))),
        _date(values, found),
    )
    return MoneyFormPage(
        title="Expense or income",
        club=the_club().name,
        action=url_for("club.enter_expense"),
        button="Enter it",
        fields=fields,
        faults=found.faults,
        club_fields=make_club_fields(values.get("entry_id", "")),
    )


def _people(values: Mapping[str, str]) -> Choices:
    """Return the people to choose from: all who still come, are not even, or are chosen."""
    balances, chosen = (
        balances_of(site().store, people_of(site().store)),
        {values.get(name) for name in _PARTIES},
    )
    return tuple(
        [
            (person.id, person.name)
            for person in balances.people
            if person.is_active or person.id in chosen or balances.of(person.id)
        ]
    )


def _choices(
    values: Mapping[str, str], found: FieldProblems
) -> Callable[[str, str, Choices], Field]:
    def choice(name: str, label: str, choices: Choices) -> Field:
        # Without an empty choice the browser would choose the first party by itself.
        if values.get(name, "") not in dict(choices):
            choices = (("", "choose"), *choices)
        return Field(
            name=name,
            kind="choice",
            label=label,
            value=values.get(name, ""),
            choices=choices,
            problems=found.of(name),
        )

    return choice


def _amount(values: Mapping[str, str], found: FieldProblems) -> Field:
    symbol = write_symbol(the_club().currency)
    return Field(
        name="amount",
        kind="amount",
        label=f"Amount, {symbol}",
        value=values.get("amount", ""),
        problems=found.of("amount"),
    )


def _date(values: Mapping[str, str], found: FieldProblems) -> Field:
    return Field(
        name="date",
        kind="date",
        label="Day",
        value=values.get("date", ""),
        problems=found.of("date"),
    )


def _field_problems(problems: Sequence[Problem]) -> FieldProblems:
    return FieldProblems(
        [Fault(field=str(each.at[0]) if each.at else "", text=each.text) for each in problems]
    )
