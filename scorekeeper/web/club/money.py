"""The money of the club: the till, what everybody has to get or owes, and the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import newest_night, people_of
from scorekeeper.bookkeeping.club.ledger import (
    Balances,
    LedgerPage,
    balances_of,
    ledger_page,
    night_sum,
)
from scorekeeper.domain.club.facts import TILL, Night, Person
from scorekeeper.domain.club.ledger import (
    ADJUSTMENTS_ACCOUNT,
    FEES_ACCOUNT,
    OPENING_ACCOUNT,
    TILL_ACCOUNT,
    account_of,
)
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.words import write_subject
from scorekeeper.storage.club.ledger import LedgerFilter
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.entry import LedgerLine, LedgerWords
from scorekeeper.web.club.seasons import season_of
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.fields import Choices, read_whole
from scorekeeper.web.core.page import show
from scorekeeper.web.core.site import site
from scorekeeper.wording import (
    write_balance,
    write_date,
    write_day_and_month,
    write_money,
    write_symbol,
)

_MOST_EVEN: Final = 4
_LONG_NAME: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceLine:
    """A person's balance without its sign; the heading says whether the person is owed or owes."""

    name: str
    address: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The people who are owed, or the people who owe, with their sum."""

    heading: str
    lines: tuple[BalanceLine, ...]
    sum: str

    @property
    def is_long(self) -> bool:
        """Whether a name is too long for half of a phone."""
        return any(len(line.name) > _LONG_NAME for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialBalance:
    """The sums of the accounts, plus for debit; ``sum`` is 0.00 unless something is wrong."""

    lines: tuple[tuple[str, str], ...]
    sum: str
    is_zero: bool
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerChip:
    """A button that chooses entries of the ledger."""

    words: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """The addresses of the newer and the older page, empty if there is none."""

    words: str
    newer: str
    older: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyPage:
    """The money of the club; ``till_words`` say how much the last night put into the till."""

    template: ClassVar = "club/money.html"
    club: str
    day: str
    till: str
    is_till_minus: bool
    till_words: str
    symbol: str
    sides: tuple[Side, Side]
    even: str
    chips: tuple[LedgerChip, ...]
    people: Choices
    person: str
    is_by_person: bool
    lines: tuple[LedgerLine, ...]
    pages: Pages
    trial: TrialBalance


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The entries that the address asks for; ``night`` is the last night of the club."""

    night: Night | None
    filter: LedgerFilter
    page: int


@club_pages.get("/money")
@least_role(Role.OFFICER)
def money() -> Response:
    """Show the till, the balances, the ledger and the trial balance."""
    store, currency = site().store, the_club().currency
    roll = people_of(store)
    everybody = {person.id: person for person in roll}
    night, now = newest_night(store), store.today()
    asked = _read_asked(night, now)
    found, balances = ledger_page(store, asked.filter, asked.page), balances_of(store, roll)
    if asked.page > found.pages:
        abort(404)
    return show(
        MoneyPage(
            club=the_club().name,
            day=f"on {write_date(now)}",
            till=write_money(balances.of(TILL), currency),
            is_till_minus=balances.of(TILL) < 0,
            till_words=_till_words(asked.night, now, currency),
            symbol=write_symbol(currency),
            sides=(
                _side("Are owed", balances, currency, sign=1),
                _side("Owe", balances, currency, sign=-1),
            ),
            even=_even(balances),
            chips=tuple(_chips(asked, now)),
            people=tuple([(person.id, person.name) for person in balances.people]),
            person=asked.filter.account.removeprefix("people:"),
            is_by_person=bool(asked.filter.account),
            lines=LedgerWords(store, everybody, currency).lines(found.entries, now),
            pages=_pages(asked, found),
            trial=_trial_balance(balances, found.total, currency),
        )
    )


def _read_asked(night: Night | None, now: str) -> _Asked:
    typed = request.args
    person = typed.get("person", "")
    is_tonight, is_season = typed.get("of") == "night", typed.get("of") == "season"
    return _Asked(
        night=night,
        filter=LedgerFilter(
            night=night.id if night and is_tonight else "",
            account=account_of(person) if person else "",
            since=season_of(now).since if is_season else "",
        ),
        page=max(1, read_whole(typed.get("page", "1")) or 1),
    )


def _till_words(night: Night | None, now: str, currency: str) -> str:
    """Return how much the last night put into the till: ``18.00 came in tonight``; or empty."""
    minor = night_sum(site().store, TILL, night.id) if night else 0
    if night is None or not minor:
        return ""
    is_tonight = night.is_open or night.date == now
    when = "tonight" if is_tonight else f"on {write_day_and_month(night.date)}"
    way = "came in" if minor > 0 else "went out"
    return f"{write_amount(abs(minor), currency)} {way} {when}"


def _side(heading: str, balances: Balances, currency: str, *, sign: int) -> Side:
    found = [
        (person, sign * balances.of(person.id))
        for person in balances.people
        if sign * balances.of(person.id) > 0
    ]
    found.sort(key=lambda each: -each[1])
    return Side(
        heading=heading,
        lines=tuple([_balance_line(person, minor, currency) for person, minor in found]),
        sum=write_amount(sum([minor for _, minor in found]), currency),
    )


def _balance_line(person: Person, minor: int, currency: str) -> BalanceLine:
    return BalanceLine(
        name=person.name,
        address=url_for("club.person", person=person.id),
        amount=write_amount(minor, currency),
    )


def _even(balances: Balances) -> str:
    """Return in words who neither owes nor is owed: ``Eve and Lou are even.``"""
    names = [person.name for person in balances.people if not balances.of(person.id)]
    if len(names) > _MOST_EVEN:
        return f"{len(names)} people are even."
    return f"{write_subject(names, 'is', 'are')} even." if names else ""


def _chips(asked: _Asked, now: str) -> list[LedgerChip]:
    chosen = asked.filter
    chips = [
        LedgerChip(words="All", address=url_for("club.money"), is_chosen=chosen == LedgerFilter()),
        LedgerChip(
            words=season_of(now).name.split()[0],
            address=url_for("club.money", of="season"),
            is_chosen=bool(chosen.since),
        ),
    ]
    if asked.night is not None:
        words = "This night" if asked.night.is_open else "Last night"
        address = url_for("club.money", of="night")
        chips.append(LedgerChip(words=words, address=address, is_chosen=bool(chosen.night)))
    return chips


def _pages(asked: _Asked, found: LedgerPage) -> Pages:
    values = {name: request.args[name] for name in ("of", "person") if name in request.args}

    def address(page: int) -> str:
        here = {} if page == 1 else {"page": page}
        return url_for("club.money", **values, **here)  # type: ignore[arg-type]

    return Pages(
        words=f"Page {asked.page} of {found.pages}" if found.pages > 1 else "",
        newer=address(asked.page - 1) if asked.page > 1 else "",
        older=address(asked.page + 1) if asked.page < found.pages else "",
    )


def _trial_balance(balances: Balances, count: int, currency: str) -> TrialBalance:
    sums: Mapping[str, int] = balances.sums
    people = sum([sums[account_of(person.id)] for person in balances.people])
    lines = (
        ("Till", sums[TILL_ACCOUNT]),
        ("People", people),
        ("Fees", sums[FEES_ACCOUNT]),
        ("Opening", sums[OPENING_ACCOUNT]),
        ("Adjustments", sums[ADJUSTMENTS_ACCOUNT]),
    )
    total = balances.sum
    entries = f"All {count} entries add" if count != 1 else "The one entry adds"
    return TrialBalance(
        lines=tuple([(name, write_balance(minor, currency)) for name, minor in lines]),
        sum=write_balance(total, currency),
        is_zero=total == 0,
        words=f"{entries} up." if total == 0 else "The ledger does not add up.",
    )
