"""The figures of a night: fees, each person's money, who should pay whom, and what was paid."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Final, TypeVar

from scorekeeper.club.facts import (
    ClubBook,
    ClubGame,
    ClubPayment,
    Fee,
    FeeRule,
    Night,
    NightMoney,
    NightPart,
    PartFigures,
    Person,
    PlannedTransfer,
    Pot,
    SettleWay,
)
from scorekeeper.rules import TILL, Score, fewest_transfers

# --- the accounts of the ledger, by name: the till, people, fees, and what is held for prizes -----
TILL_ACCOUNT: Final = TILL
PEOPLE_PREFIX: Final = "people:"
FEES_ACCOUNT: Final = "fees"
OPENING_ACCOUNT: Final = "opening"
ADJUSTMENTS_ACCOUNT: Final = "adjustments"
POOL_ACCOUNT: Final = "pool"
"""The prize money of nights that are not played yet."""
POTS_PREFIX: Final = "pots:"
CLUB_ACCOUNTS: Final = (
    TILL_ACCOUNT,
    FEES_ACCOUNT,
    OPENING_ACCOUNT,
    ADJUSTMENTS_ACCOUNT,
    POOL_ACCOUNT,
)
"""The accounts that are no person's and no pot's."""


def account_of(party: str) -> str:
    """Return the account of a person or of the till."""
    return TILL_ACCOUNT if party == TILL else PEOPLE_PREFIX + party


def party_of(account: str) -> str:
    """Return the person or the till of an account; "" for any other account."""
    if account == TILL_ACCOUNT:
        return TILL
    return account.removeprefix(PEOPLE_PREFIX) if account.startswith(PEOPLE_PREFIX) else ""


def account_of_pot(pot: str) -> str:
    """Return the account of a pot."""
    return POTS_PREFIX + pot


def accounts_of_club(
    people: Iterable[Person], pots: Iterable[Pot] = (), *, has_pool: bool = False
) -> list[str]:
    """Return all accounts in their order; ``people`` are those of a club, spellings joined.

    There is a pool if a night is organised.
    """
    return [
        TILL_ACCOUNT,
        *[account_of(person.id) for person in people],
        FEES_ACCOUNT,
        OPENING_ACCOUNT,
        ADJUSTMENTS_ACCOUNT,
        *([POOL_ACCOUNT] if has_pool else []),
        *[account_of_pot(pot.id) for pot in pots],
    ]


# --- fees, and the money of a night as it is now --------------------------------------------------


_Key = TypeVar("_Key")
_Amount = TypeVar("_Amount", int, Score)
People = Mapping[str, Person]
"""The people of a club by id, in its order."""


def money_now(night: Night, people: People, organised: PartFigures | None) -> NightMoney:
    """Return the money of a night as its games stand now, in minor units."""
    games = {game.id: game.money for game in night.games}
    return NightMoney(
        games={game: money for game, money in games.items() if money is not None},
        fees=add_up(_fees_due(night, people)),
        entry=organised.entry_postings if organised else {},
        prize=organised.prize_postings if organised else {},
    )


def _fees_due(night: Night, people: People) -> Iterator[tuple[str, int]]:
    """Yield the fees of those who played a deal at a night, in minor units, each with who pays."""
    playing = [game for game in night.games if game.bears_fees]
    for fee in night.fees or (Fee(),):
        yield from _fee_due(fee, playing, night.date, people)


def _fee_due(
    fee: Fee, playing: Sequence[ClubGame], date: str, people: People
) -> Iterator[tuple[str, int]]:
    if fee.rule is FeeRule.TABLE_GAME:
        for game in playing:
            yield from _table_fee(game, fee.minor)
        return
    times = Counter([person for game in playing for person in game.people])
    for person, games in times.items():
        due = {FeeRule.PERSON_NIGHT: 1, FeeRule.PERSON_GAME: games}.get(fee.rule, 0)
        is_guest = not people[person].is_member_on(date)
        minor = fee.guest if is_guest and fee.guest is not None else fee.minor
        yield person, due * minor


def _table_fee(game: ClubGame, minor: int) -> Iterator[tuple[str, int]]:
    """Yield each person's share of a table's fee; the first pay a minor unit more if it is odd."""
    share, odd = divmod(minor, len(game.people))
    for seat, person in enumerate(game.people):
        yield person, share + (seat < odd)


def nets_of(money: NightMoney) -> dict[str, int]:
    """Return each person's money of a night in minor units: won in games and prizes, less dues."""
    dues = sum_money((money.fees, of_people(money.entry), of_people(money.prize)))
    return sum_money((*money.games.values(), {person: -minor for person, minor in dues.items()}))


def of_people(postings: Mapping[str, int]) -> dict[str, int]:
    """Return the postings to people's accounts by person, in minor units that they owe."""
    return {party_of(account): minor for account, minor in postings.items() if party_of(account)}


def sum_money(moneys: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums by person."""
    return add_up([item for money in moneys for item in money.items()])


def add_up(amounts: Iterable[tuple[_Key, _Amount]]) -> dict[_Key, _Amount]:
    """Return the sum of the amounts of each key, in the order in which keys came first."""
    sums: dict[_Key, _Amount] = {}
    for key, amount in amounts:
        sums[key] = sums[key] + amount if key in sums else amount
    return sums


def money_between(seen: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """Return by how many minor units each person's money changed; without zeros."""
    changes = {person: now.get(person, 0) - seen.get(person, 0) for person in {**seen, **now}}
    return {person: minor for person, minor in changes.items() if minor}


def corrections_of(night: Night, now: NightMoney) -> NightMoney:
    """Return the changes since a night was closed, each by itself; none for an open night."""
    if night.closed is None:
        return NightMoney(games={}, fees={})
    seen = night.closed.seen
    games = {
        game.id: money_between(seen.games.get(game.id, {}), now.games.get(game.id, {}))
        for game in night.games
    }
    return NightMoney(
        games={game: money for game, money in games.items() if money},
        fees=money_between(seen.fees, now.fees),
        entry=money_between(seen.entry, now.entry),
        prize=money_between(seen.prize, now.prize),
    )


# --- who should pay whom, so that everybody is even -----------------------------------------------


def suggest_transfers(way: SettleWay, base: Mapping[str, int]) -> tuple[PlannedTransfer, ...]:
    """Return the payments that clear ``base``, which has the minor units that each party is to get.

    ``base`` adds up to zero; its order decides between equals. ``TRANSFERS`` gives the fewest
    payments for up to ten parties; for more, at most one payment less than parties. No pair appears
    twice.
    """
    match way:
        case SettleWay.BANK:
            return tuple(_settle_by_till(base))
        case SettleWay.TRANSFERS:
            parties = list(base)
            return tuple(
                [
                    PlannedTransfer(
                        payer=parties[pair.payer], payee=parties[pair.payee], minor=pair.minor
                    )
                    for pair in fewest_transfers(list(base.values()))
                ]
            )
        case SettleWay.CARRIED:
            return ()


def plan_after(
    payments: Sequence[ClubPayment], base: Mapping[str, int], way: SettleWay
) -> tuple[PlannedTransfer, ...] | None:
    """Return the payments already made, and those that settle in this way what they leave of it.

    Together they clear ``base``, and no payer has two entries to one payee: so whoever has paid by
    an earlier plan is asked only for the rest, and whoever has paid too much gets it back. None if
    no plan is needed: nobody pays, or each with the till, and no more than that was paid.
    """
    asked, paid = sum_by_ends(suggest_transfers(way, base)), sum_by_ends(payments)
    is_within = all(minor <= asked.get(ends, 0) for ends, minor in paid.items())
    if way is SettleWay.CARRIED or (way is SettleWay.BANK and is_within):
        return None
    still = suggest_transfers(way, _after(payments, base))
    sums = sum_by_ends((*payments, *still))
    return tuple(
        [
            PlannedTransfer(payer=payer, payee=payee, minor=minor)
            for (payer, payee), minor in sums.items()
        ]
    )


def sum_by_ends(payments: Iterable[ClubPayment | PlannedTransfer]) -> dict[tuple[str, str], int]:
    """Return the sums of payments by payer and payee, in order of the first payment."""
    return add_up([((payment.payer, payment.payee), payment.minor) for payment in payments])


def _after(
    payments: Iterable[ClubPayment | PlannedTransfer], base: Mapping[str, int]
) -> dict[str, int]:
    """Return what each party has still to get (minus: to pay) after some payments."""
    moved = [
        item
        for payment in payments
        for item in ((payment.payer, payment.minor), (payment.payee, -payment.minor))
    ]
    return add_up([*base.items(), *moved])


def _settle_by_till(base: Mapping[str, int]) -> Iterator[PlannedTransfer]:
    for person, minor in base.items():
        if person == TILL or not minor:
            continue
        payer, payee = (TILL, person) if minor > 0 else (person, TILL)
        yield PlannedTransfer(payer=payer, payee=payee, minor=abs(minor))


def clears(plan: Sequence[PlannedTransfer], base: Mapping[str, int]) -> bool:
    """Tell whether a plan brings each party in ``base`` to zero, and pays nobody else."""
    return not any(_after(plan, base).values())


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAtNight:
    """The money of one person at a night, in minor units.

    ``entry`` has the fines too, and is 0 like ``prizes`` if the night is not organised.
    ``closed_net`` is the net that was seen at the closing, None while the night is open;
    ``correction`` is what changed since; ``left`` is what the person has still to get (minus: to
    pay).
    """

    games: int
    fee: int
    entry: int = 0
    prizes: int = 0
    closed_net: int | None
    paid: int
    received: int

    @property
    def net(self) -> int:
        """The money that the person wins in games and as prizes, less fee and entry."""
        return self.games - self.fee - self.entry + self.prizes

    @property
    def correction(self) -> int:
        """The net now less the net at the closing."""
        return 0 if self.closed_net is None else self.net - self.closed_net

    @property
    def left(self) -> int:
        """What the person has still to get after the payments of the night (minus: to pay)."""
        return self.net + self.paid - self.received


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A payment that clears the night, and how much of it was paid, in minor units."""

    payer: str
    payee: str
    minor: int
    paid: int

    @property
    def open(self) -> int:
        """The amount still to be paid, in minor units."""
        return self.minor - self.paid


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFigures:
    """The figures of a night.

    ``base`` is what the suggestions clear: what each person, and last the till, has to get (minus:
    to pay). ``outside`` are sums of payments, by payer and payee, that no suggestion asks for.
    ``corrections`` are the changes since the closing. ``organised`` is None if the night is not.
    ``payments`` are those of the night that are in force.
    """

    night: Night
    organised: PartFigures | None
    money: NightMoney
    base: Mapping[str, int]
    corrections: NightMoney
    people: Mapping[str, PersonAtNight]
    suggestions: tuple[Suggestion, ...]
    outside: Mapping[tuple[str, str], int]
    payments: tuple[ClubPayment, ...] = ()

    @property
    def way(self) -> SettleWay:
        """How the night is paid out, as people see it.

        A list on which the till alone pays and is paid, as after payments that were too much, is
        through the till; the fewest payments never have both.
        """
        ends = {(asked.payer == TILL, asked.payee == TILL) for asked in self.suggestions}
        return SettleWay.BANK if ends == {(True, False), (False, True)} else self.night.settle

    @property
    def fees(self) -> int:
        """The sum of all fees in minor units."""
        return sum(self.money.fees.values())

    @property
    def open(self) -> int:
        """The sum still to be paid of all suggestions, in minor units."""
        return sum([suggestion.open for suggestion in self.suggestions])

    @property
    def is_settled(self) -> bool:
        """Whether the night is closed and no suggestion is open."""
        return self.night.closed is not None and not self.open

    def open_of(self, party: str) -> int:
        """Return what a person or the till has still to pay by the suggestions, in minor units."""
        return sum([asked.open for asked in self.suggestions if asked.payer == party])

    def open_for(self, party: str) -> int:
        """Return what others have still to pay a person or the till, in minor units."""
        return sum([asked.open for asked in self.suggestions if asked.payee == party])

    @property
    def is_short(self) -> bool:
        """Whether a pot does not hold what the night awards from it."""
        return self.organised is not None and bool(self.organised.unpaid_awards())

    @property
    def is_corrected(self) -> bool:
        """Whether a figure changed after the closing."""
        changes = self.corrections
        return bool(changes.games or changes.fees or changes.entry or changes.prize)


@singledispatch
def figures_of_part(
    part: NightPart, night: Night, people: People, held: Mapping[str, int]
) -> PartFigures:
    """Return the figures of a part of a night; ``held`` is what each pot held before.

    The module that adds a kind of part registers what computes its figures.
    """
    raise TypeError(part)


def organised_nights(
    book: ClubBook, earlier: Mapping[str, NightFigures] | None = None
) -> Iterator[PartFigures | None]:
    """Yield for each night of a book, spellings joined, the figures of its organised part, if any.

    What pots hold goes from night to night. ``earlier`` is as in ``figures_of_nights``.
    """
    people = {person.id: person for person in book.people}
    held = {pot.id: pot.opening for pot in book.club.pots}
    for night in book.nights:
        if night.organised is None:
            yield None
            continue
        was = earlier.get(night.id) if earlier else None
        figures = was.organised if was is not None and was.night is night else None
        if figures is None or figures.held != held:
            figures = figures_of_part(night.organised, night, people, held)
        yield figures
        held = dict(figures.pots_after)


def figures_of_nights(
    book: ClubBook, earlier: Mapping[str, NightFigures]
) -> tuple[NightFigures, ...]:
    """Return the figures of all nights of a book whose spellings are joined.

    ``earlier`` are figures by night that were computed with the same people: those of a night stay
    the same object as long as the night, its payments and the pots before it do.
    """
    people = {person.id: person for person in book.people}
    ranks = {person: rank for rank, person in enumerate(people)}
    payments: dict[str, list[ClubPayment]] = {}
    for payment in book.payments_in_force():
        payments.setdefault(payment.night, []).append(payment)
    found = []
    for night, organised in zip(book.nights, organised_nights(book, earlier), strict=True):
        was, paid = earlier.get(night.id), tuple(payments.get(night.id, ()))
        is_same = was is not None and was.night is night and was.organised is organised
        if was is None or not is_same or was.payments != paid:
            was = figures_of_night(night, people, ranks, paid, organised=organised)
        found.append(was)
    return tuple(found)


def figures_of_night(
    night: Night,
    people: People,
    ranks: Mapping[str, int],
    payments: tuple[ClubPayment, ...],
    *,
    organised: PartFigures | None,
) -> NightFigures:
    """Return the figures of a night by its payments in force; ``ranks`` are places of people."""
    now = money_now(night, people, organised)
    closed = night.closed
    base = base_of(closed.seen, ranks, closed.before) if closed else base_of(now, ranks)
    paid = sum_by_ends(payments)
    plan = closed.plan if closed else None
    suggestions = tuple(
        [
            Suggestion(
                payer=transfer.payer,
                payee=transfer.payee,
                minor=transfer.minor,
                paid=min(transfer.minor, paid.get((transfer.payer, transfer.payee), 0)),
            )
            for transfer in (suggest_transfers(night.settle, base) if plan is None else plan)
        ]
    )
    counted = {(asked.payer, asked.payee): asked.paid for asked in suggestions}
    outside = {ends: minor - counted.get(ends, 0) for ends, minor in paid.items()}
    return NightFigures(
        night=night,
        organised=organised,
        money=now,
        base=base,
        corrections=corrections_of(night, now),
        people=_people_at(night, now, payments, ranks),
        suggestions=suggestions,
        outside={ends: minor for ends, minor in outside.items() if minor},
        payments=payments,
    )


def base_of(
    money: NightMoney, ranks: Mapping[str, int], before: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return what payments have to clear: nets with the balances of ``before``, then the till.

    People are in their order; the till gets what they lack.
    """
    nets = sum_money((nets_of(money), before or {}))
    base = {person: nets[person] for person in sorted(nets, key=ranks.__getitem__)}
    return base | {TILL: -sum(base.values())}


def _people_at(
    night: Night, now: NightMoney, payments: Sequence[ClubPayment], ranks: Mapping[str, int]
) -> dict[str, PersonAtNight]:
    there = {
        person for game in night.games if game.counts or game.bears_fees for person in game.people
    }
    if night.organised is not None:
        there.update(night.organised.concerned)
    games = sum_money(now.games.values())
    entries, prizes = of_people(now.entry), of_people(now.prize)
    closed_nets = None
    if night.closed is not None:
        closed_nets = nets_of(night.closed.seen)
        there.update(closed_nets, night.closed.before)
        there.update(
            [
                who
                for transfer in night.closed.plan or ()
                for who in (transfer.payer, transfer.payee)
            ]
        )
    paid = add_up([(payment.payer, payment.minor) for payment in payments])
    received = add_up([(payment.payee, payment.minor) for payment in payments])
    there.update(paid, received)
    there.discard(TILL)
    return {
        person: PersonAtNight(
            games=games.get(person, 0),
            fee=now.fees.get(person, 0),
            entry=entries.get(person, 0),
            prizes=-prizes.get(person, 0),
            closed_net=None if closed_nets is None else closed_nets.get(person, 0),
            paid=paid.get(person, 0),
            received=received.get(person, 0),
        )
        for person in sorted(there, key=ranks.__getitem__)
    }
