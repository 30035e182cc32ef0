"""Reads the fields of one object of a club book; every problem is noted at its place."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeVar

from scorekeeper.domain.club.facts import TILL, Fee, FeeRule
from scorekeeper.domain.names import quote_text, trim_line
from scorekeeper.domain.settlement import Stake, minor_digits, read_signed_amount
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.deal_reading import read_line, without_nulls
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import PER_MAX, name_fault, read_date

# --- The facts of a club book that are known while it is read: its currency, its ids, its days ----


BEFORE_OPENING: Final = "The club’s money is counted from a later day on"


class KnownIds:
    """The ids of one kind; if one could not be read, ``is_whole`` is false and none is unknown.

    ``kind`` is what messages call them, and ends the code of the problem; ``document`` is what they
    call the document.
    """

    def __init__(self, kind: str, document: str = "book") -> None:
        self.kind = kind
        self.document = document
        self.is_whole = True
        self._ids: set[str] = set()

    def __contains__(self, each: str) -> bool:
        return each in self._ids

    def add(self, each: str) -> None:
        self._ids.add(each)

    def check(self, each: str, at: Path, findings: Findings) -> str:
        """Return an id if it is known; else an empty text, after noting the problem at ``at``."""
        if each in self._ids:
            return each
        if each and self.is_whole:
            text = f"There is no {self.kind} {quote_text(each)} in this {self.document}"
            findings.add(at, f"unknown_{self.kind}", text)
        return ""


@dataclass(slots=True, kw_only=True)
class BookScope:
    """The facts of a book that were read so far.

    ``judge`` judges its game records; ``currency`` is empty while it is not known. ``meant`` has
    the id that each spelling means, ``meant_at`` the place that says so; ``refused`` are spellings
    that cannot mean their person. ``nights`` are the dates of nights by id.
    """

    judge: RecordJudge
    findings: Findings = field(default_factory=Findings)
    warnings: list[Problem] = field(default_factory=list)
    currency: str = ""
    opened: str = ""
    people: KnownIds = field(default_factory=lambda: KnownIds("person"))
    night_ids: KnownIds = field(default_factory=lambda: KnownIds("night"))
    game_ids: KnownIds = field(default_factory=lambda: KnownIds("game"))
    pots: KnownIds = field(default_factory=lambda: KnownIds("pot"))
    meant: dict[str, str] = field(default_factory=dict)
    meant_at: dict[str, Path] = field(default_factory=dict)
    nights: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def person(self, each: str) -> str:
        """Return the id of the person that an id means."""
        return self.meant.get(each, each)

    def refuse_joining(self, spelling: str) -> None:
        """Note, once, that another spelling cannot mean the same person."""
        if spelling in self.refused:
            return
        self.refused.add(spelling)
        text = "These two paid each other, so they are not the same person"
        self.findings.add(self.meant_at[spelling], "bad_merge", text)

    def check_order(self, earlier: str, later: str, at: Path, text: str) -> None:
        """Note a problem at ``at`` if the later of two days comes before the earlier one."""
        if earlier and later and later < earlier:
            self.findings.add(at, "date_order", text)


MOST_WHOLE: Final = 1_000_000
"""The largest whole number that can be entered, so that typing errors are refused."""
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")
_MOST_DIGITS: Final = "CLF"
"""A currency with as many digits as any, by which amounts of an unknown currency are read."""
_Choice = TypeVar("_Choice", bound=StrEnum)


class FieldReader:
    """Reads the fields of one object; ``keys`` has their names, separated by spaces.

    A field that is absent or cannot be read is None or an empty text, as its method says.
    """

    def __init__(self, value: Any, at: Path, scope: BookScope, *, keys: str, noun: str) -> None:
        self.at = at
        self.scope = scope
        self.findings = scope.findings
        self.is_object = isinstance(value, dict)
        self.facts: dict[str, Any] = without_nulls(value) if isinstance(value, dict) else {}
        if not self.is_object:
            self.findings.add(at, "bad_value", f"{noun} is an object")
        known = keys.split()
        for key in self.facts:
            if key not in known:
                text = f"{quote_text(key)} is not part of {noun.lower()}"
                self.findings.add((*at, key), "unknown_field", text)

    def inner(self, name: str, *, keys: str, noun: str) -> "FieldReader":
        """Return a reader of the object in a field, which is empty if the field is absent."""
        value = self.facts.get(name, {})
        return FieldReader(value, self.place(name), self.scope, keys=keys, noun=noun)

    def has(self, name: str) -> bool:
        """Tell whether a field is given."""
        return name in self.facts

    def place(self, name: str) -> Path:
        return (*self.at, name)

    def add(self, name: str, code: str, text: str) -> None:
        """Note a problem at a field."""
        self.findings.add(self.place(name), code, text)

    def require(self, *names: str) -> None:
        """Note a problem for each of these fields that is missing."""
        for name in names:
            if self.is_object and name not in self.facts:
                self.add(name, "missing_field", f"{name} is missing here")

    def line(self, name: str) -> str:
        """Return a line of text, or an empty text."""
        return read_line(self.facts.get(name), self.place(name), self.findings)

    def title(self, name: str) -> str:
        """Return the name of something, or an empty text."""
        value = self.facts.get(name)
        if isinstance(value, str) and not trim_line(value):
            self.add(name, "bad_value", "A name is not empty")
        return self.line(name)

    def name(self, name: str) -> str:
        """Return the name of a person, or an empty text."""
        value = self.facts.get(name)
        if value is None:
            return ""
        written = trim_line(value) if isinstance(value, str) else ""
        fault = name_fault(written)
        if fault:
            self.add(name, "bad_value", fault)
        return "" if fault else written

    def own_id(self, known: KnownIds) -> str:
        """Return the id of this object, or an empty text, and add it to the ``known`` ones."""
        found = _read_id(self.facts.get("id"), self.place("id"), self.findings)
        if not found:
            known.is_whole = False
        elif found in known:
            self.add("id", "duplicate_id", f"{quote_text(found)} is the id of another one too")
        else:
            known.add(found)
        return found

    def other_id(self, name: str, known: KnownIds) -> str:
        """Return the id of another object, which must be ``known``; else an empty text."""
        return read_reference(self.facts.get(name), self.place(name), known, self.findings)

    def party(self, name: str) -> str:
        """Return the id of a person or of the till, or an empty text."""
        return TILL if self.facts.get(name) == TILL else self.other_id(name, self.scope.people)

    def date(self, name: str) -> str:
        """Return an ISO date, or an empty text."""
        return read_date(self.facts.get(name), self.place(name), self.findings)

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a flag, or ``default`` if it is absent or cannot be read."""
        value = self.facts.get(name, default)
        if isinstance(value, bool):
            return value
        self.add(name, "bad_value", "This is true or false")
        return default

    def whole(self, name: str, *, least: int = 0, most: int = MOST_WHOLE) -> int | None:
        """Return a whole number within bounds, or None."""
        value = self.facts.get(name)
        if value is None or (type(value) is int and least <= value <= most):
            return value
        self.add(name, "bad_value", f"This is a whole number from {least} to {most}")
        return None

    def wholes(self, name: str, *, least: int = 0, most: int) -> tuple[int, ...]:
        """Return a list of 1 to ``most`` whole numbers; empty if it is absent or cannot be read."""
        value = self.facts.get(name)
        if value is None:
            return ()
        numbers = value if isinstance(value, list) else []
        bounds = range(least, MOST_WHOLE + 1)
        if 1 <= len(numbers) <= most and all(type(n) is int and n in bounds for n in numbers):
            return tuple(numbers)
        text = f"This is a list of 1 to {most} whole numbers from {least} to {MOST_WHOLE}"
        self.add(name, "bad_value", text)
        return ()

    def choice(self, name: str, choices: type[_Choice]) -> _Choice | None:
        """Return one of several values, or None."""
        value = self.facts.get(name)
        if value is None:
            return None
        known = [str(each) for each in choices]
        if isinstance(value, str) and value in known:
            return choices(value)
        self.add(name, "bad_value", f"This is one of {', '.join(known)}")
        return None

    def amount(self, name: str, *, signed: bool = False, positive: bool = False) -> int | None:
        """Return an amount in minor units, or None; ``read_minor`` says what is valid."""
        value = self.facts.get(name)
        if value is None:
            return None
        return read_minor(value, self.place(name), self.scope, signed=signed, positive=positive)

    def items(self, name: str) -> list[tuple[Path, Any]]:
        """Return the values of a list, each with its place."""
        value = self.facts.get(name, [])
        if isinstance(value, list):
            return [((*self.at, name, place), each) for place, each in enumerate(value)]
        self.add(name, "bad_value", "This is a list")
        return []

    def mapping(self, name: str) -> list[tuple[str, Path, Any]]:
        """Return key, place and value of each field of an object."""
        return read_mapping(self.facts.get(name, {}), self.place(name), self.findings)


def read_mapping(value: Any, at: Path, findings: Findings) -> list[tuple[str, Path, Any]]:
    """Return key, place and value of each field of an object; note a problem if it is none."""
    if isinstance(value, dict):
        return [(key, (*at, key), each) for key, each in without_nulls(value).items()]
    findings.add(at, "bad_value", "This is an object")
    return []


def _read_id(value: Any, at: Path, findings: Findings) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and _ID.fullmatch(value) and value != TILL:
        return value
    text = f"An id has 1 to 40 of A-Z a-z 0-9 . _ -, and is not {TILL}"
    findings.add(at, "bad_value", text)
    return ""


def read_reference(value: Any, at: Path, known: KnownIds, findings: Findings) -> str:
    """Return the id of something known; else an empty text, after noting the problem."""
    return known.check(_read_id(value, at, findings), at, findings)


def read_minor(
    value: Any, at: Path, scope: BookScope, *, signed: bool = False, positive: bool = False
) -> int | None:
    """Return an amount in minor units, or None after noting why it is none.

    It must not be below 0 unless it is ``signed``, and not 0 if it is to be ``positive``; with both
    it must not be 0.
    """
    minor = None
    if isinstance(value, str):
        minor = read_signed_amount(value, scope.currency or _MOST_DIGITS)
    if minor is None:
        digits = minor_digits(scope.currency or _MOST_DIGITS)
        text = f'An amount is a text such as "2", with at most {digits} decimals'
        scope.findings.add(at, "bad_amount", text)
    elif minor < 0 and not signed:
        scope.findings.add(at, "negative_amount", "This amount is not below 0")
        return None
    elif not minor and positive:
        scope.findings.add(at, "bad_amount", "This amount is not 0")
        return None
    return minor


def check_currency(currency: str, at: Path, scope: BookScope) -> None:
    """Note a problem if a stake is in another currency than the club's."""
    if scope.currency and currency != scope.currency:
        text = f"The stake is in {currency}, the club's money in {scope.currency}"
        scope.findings.add(at, "other_currency", text)


def read_currency(reader: FieldReader) -> str:
    """Return the currency of a club or a stake, or an empty text."""
    value = reader.facts.get("currency")
    if value is None:
        return ""
    if isinstance(value, str) and minor_digits(value) is not None:
        return value
    reader.add("currency", "bad_currency", "The currency is an ISO 4217 code such as USD")
    return ""


def read_stake(above: FieldReader) -> Stake | None:
    """Return the stake with which games begin, None if it cannot be read."""
    reader = above.inner("stake", keys="currency amount per", noun="A stake")
    scope = above.scope
    reader.require("currency", "amount", "per")
    currency, minor = read_currency(reader), reader.amount("amount")
    if currency:
        check_currency(currency, reader.place("currency"), scope)
    per = reader.facts.get("per")
    if per is not None and (type(per) is not int or not 1 <= per <= PER_MAX):
        text = f"The stake is for a whole number of points, 1 to {PER_MAX}"
        reader.add("per", "bad_value", text)
    if not currency or minor is None or type(per) is not int:
        return None
    return Stake(currency=currency, minor=minor, per=per)


def read_fees(above: FieldReader, scope: BookScope) -> tuple[Fee, ...]:
    """Return the rules of the fee of a night or of the club's defaults; a list of them adds up."""
    value = above.facts.get("fee")
    if not isinstance(value, list):
        return (_read_fee(value, above.place("fee"), scope),) if above.has("fee") else ()
    if not value:
        above.add("fee", "bad_value", "A list of fees has one to three rules")
    fees: list[Fee] = []
    named: set[str] = set()
    for at, each in above.items("fee"):
        fees.append(_read_fee(each, at, scope))
        per = str(each.get("per")) if isinstance(each, dict) else ""
        if per == FeeRule.NONE:
            text = "A list of fees has only rules by which something is due"
            scope.findings.add((*at, "per"), "bad_value", text)
        elif per in named:
            text = "A fee above is due for the same"
            scope.findings.add((*at, "per"), "bad_value", text)
        elif per in [str(rule) for rule in FeeRule]:
            named.add(per)
    return tuple(fees)


def _read_fee(value: Any, at: Path, scope: BookScope) -> Fee:
    reader = FieldReader(value, at, scope, keys="per amount guest", noun="A fee")
    reader.require("per")
    rule = reader.choice("per", FeeRule)
    minor, guest = reader.amount("amount"), reader.amount("guest")
    if rule not in (None, FeeRule.NONE):
        reader.require("amount")
    if rule is not None and not rule.is_personal and reader.has("guest"):
        text = "A guest pays something else only where each person pays"
        reader.add("guest", "bad_value", text)
    return Fee(rule=rule or FeeRule.NONE, minor=minor or 0, guest=guest)
