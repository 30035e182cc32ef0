"""The figures of a night: each person's money, who should pay whom, and what was paid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.domain.club.facts import TILL, ClubBook, ClubPayment, Night, NightMoney
from scorekeeper.domain.club.money import (
    People,
    corrections_of,
    money_now,
    nets_of,
    sum_money,
)
from scorekeeper.domain.club.suggestions import suggest_transfers


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAtNight:
    """The money of one person at a night, in minor units.

    ``closed_net`` is the net that was seen at the closing, None while the night is open;
    ``correction`` is what changed since; ``left`` is what the person has still to get (minus: to
    pay).
    """

    games: int
    fee: int
    closed_net: int | None
    paid: int
    received: int

    @property
    def net(self) -> int:
        """The money that the person wins, less the fee."""
        return self.games - self.fee

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
    ``corrections`` are the changes since the closing.
    """

    night: Night
    money: NightMoney
    base: Mapping[str, int]
    corrections: NightMoney
    people: Mapping[str, PersonAtNight]
    suggestions: tuple[Suggestion, ...]
    outside: Mapping[tuple[str, str], int]

    @property
    def fees(self) -> int:
        """The sum of all fees in minor units."""
        return sum(self.money.fees.values())

    @property
    def open(self) -> int:
        """The sum still to be paid of all suggestions, in minor units."""
        return sum([each.open for each in self.suggestions])

    @property
    def to_get(self) -> int:
        """The sum of all that people and the till have to get, in minor units."""
        return sum([minor for minor in self.base.values() if minor > 0])

    @property
    def to_pay(self) -> int:
        """The sum of all that people and the till have to pay, which equals ``to_get``."""
        return -sum([minor for minor in self.base.values() if minor < 0])

    @property
    def is_settled(self) -> bool:
        """Whether the night is closed and no suggestion is open."""
        return self.night.closed is not None and not self.open

    def asked_of(self, party: str) -> int:
        """Return what suggestions ask a person or the till to pay, in minor units."""
        return sum([each.minor for each in self.suggestions if each.payer == party])

    def asked_for(self, party: str) -> int:
        """Return what suggestions ask others to pay a person or the till, in minor units."""
        return sum([each.minor for each in self.suggestions if each.payee == party])

    @property
    def is_corrected(self) -> bool:
        """Whether a figure changed after the closing."""
        return bool(self.corrections.games or self.corrections.fees)


def figures_of_nights(book: ClubBook) -> tuple[NightFigures, ...]:
    """Return the figures of all nights of a book whose spellings are joined."""
    people = {person.id: person for person in book.people}
    ranks = {person: rank for rank, person in enumerate(people)}
    payments: dict[str, list[ClubPayment]] = {}
    for payment in book.payments_in_force():
        payments.setdefault(payment.night, []).append(payment)
    return tuple(
        [
            figures_of_night(night, people, ranks, payments.get(night.id, ()))
            for night in book.nights
        ]
    )


def figures_of_night(
    night: Night, people: People, ranks: Mapping[str, int], payments: Sequence[ClubPayment]
) -> NightFigures:
    """Return the figures of one night; ``payments`` are those of the night that are in force.

    ``ranks`` are the places of people in the club's order.
    """
    now = money_now(night, people)
    seen = night.closed.seen if night.closed else now
    base = base_of(seen, ranks)
    asked = night.closed.plan if night.closed else None
    plan = suggest_transfers(night.settle, base) if asked is None else asked
    paid: dict[tuple[str, str], int] = {}
    for payment in payments:
        ends = payment.payer, payment.payee
        paid[ends] = paid.get(ends, 0) + payment.minor
    suggestions = [
        Suggestion(
            payer=each.payer,
            payee=each.payee,
            minor=each.minor,
            paid=min(each.minor, paid.get((each.payer, each.payee), 0)),
        )
        for each in plan
    ]
    counted = {(each.payer, each.payee): each.paid for each in suggestions}
    outside = {ends: minor - counted.get(ends, 0) for ends, minor in paid.items()}
    return NightFigures(
        night=night,
        money=now,
        base=base,
        corrections=corrections_of(night, now),
        people=_people_at(night, now, payments, ranks),
        suggestions=tuple(suggestions),
        outside={ends: minor for ends, minor in outside.items() if minor},
    )


def base_of(money: NightMoney, ranks: Mapping[str, int]) -> dict[str, int]:
    """Return what payments have to clear: nets in the order of people, then the till's share."""
    nets = nets_of(money)
    base = {person: nets[person] for person in sorted(nets, key=ranks.__getitem__)}
    return base | {TILL: sum(money.fees.values())}


def _people_at(
    night: Night, now: NightMoney, payments: Sequence[ClubPayment], ranks: Mapping[str, int]
) -> dict[str, PersonAtNight]:
    there = {
        person for game in night.games if game.counts or game.bears_fees for person in game.people
    }
    games = sum_money(now.games.values())
    closed_nets = None
    if night.closed is not None:
        seen = night.closed.seen
        closed_nets = nets_of(seen)
        there.update(closed_nets)
        for each in night.closed.plan or ():
            there.update((each.payer, each.payee))
    paid: dict[str, int] = {}
    received: dict[str, int] = {}
    for payment in payments:
        paid[payment.payer] = paid.get(payment.payer, 0) + payment.minor
        received[payment.payee] = received.get(payment.payee, 0) + payment.minor
    there.update(paid, received)
    there.discard(TILL)
    return {
        person: PersonAtNight(
            games=games.get(person, 0),
            fee=now.fees.get(person, 0),
            closed_net=None if closed_nets is None else closed_nets.get(person, 0),
            paid=paid.get(person, 0),
            received=received.get(person, 0),
        )
        for person in sorted(there, key=ranks.__getitem__)
    }
