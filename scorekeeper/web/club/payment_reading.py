"""Reads the forms by which officers enter payments, expenses and incomes."""

from typing import Final

from scorekeeper.bookkeeping.club.book import night_called
from scorekeeper.bookkeeping.club.payments import NewPayment
from scorekeeper.bookkeeping.game.posting import Refused, refusal
from scorekeeper.domain.club.facts import TILL, Adjustment
from scorekeeper.domain.names import trim_line
from scorekeeper.domain.settlement import read_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import read_date
from scorekeeper.web.core.club_access import this_club_visit
from scorekeeper.web.core.club_terms import no_amount_words, plain_amount
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.site import site

_LONGEST_LINE: Final = 100
_ENDS: Final = {"from": "Choose who pays", "to": "Choose who gets it"}
_KINDS: Final = {"expense": -1, "income": 1}


def read_payment(values: Values) -> NewPayment | Refused:
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
    return NewPayment(
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
    currency, text = this_club_visit().club.currency, values.get("amount", "")
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
