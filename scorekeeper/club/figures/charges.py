"""Charges: what is due from many people at once, such as a subscription, and who has paid."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from scorekeeper.club.figures.figures import ClubFigures
from scorekeeper.club.figures.ledger import balance_of, sums_by_account


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """A charge with its day and what it is for; amounts are minor units by person, above zero.

    ``open`` is what of them is not paid yet: nothing once the charge was taken back, on the day
    ``taken_back_on``.
    """

    id: str
    date: str
    reason: str
    amounts: Mapping[str, int]
    open: Mapping[str, int]
    taken_back_on: str = ""

    @property
    def paid(self) -> int:
        """How many of its people have paid all of it."""
        return len(self.amounts) - len(self.open)

    @property
    def still_open(self) -> int:
        """What all of its people have still to pay."""
        return sum(self.open.values())


def charges_in(figures: ClubFigures) -> tuple[Charge, ...]:
    """Return the charges of a club, the newest first.

    A charge is open as far as a balance is below zero: what somebody owes is owed for the newest
    charge first, so that whatever is paid pays the oldest one. What an open night would give may
    still change, so it pays nothing.
    """
    open_nights = {night.id for night in figures.book.nights if night.is_open}
    settled = [entry for entry in figures.ledger if entry.night not in open_nights]
    sums = sums_by_account(figures.book, settled)
    owed = {person: max(0, -balance_of(person, sums)) for person in figures.people}
    taken_back = {made.undoes: made.date for made in figures.book.adjustments if made.undoes}
    amounts: dict[str, dict[str, int]] = {}
    for made in figures.book.adjustments:
        if made.charge:
            of_charge = amounts.setdefault(made.charge, {})
            of_charge[made.party] = of_charge.get(made.party, 0) - made.minor
    by_day = sorted(figures.book.adjustments, key=attrgetter("date"))
    found = []
    for first in [made for made in by_day[::-1] if made.charge == made.id]:
        charged, is_due = amounts[first.id], first.id not in taken_back
        left = {person: min(owed[person], minor) for person, minor in charged.items() if is_due}
        for person, minor in left.items():
            owed[person] -= minor
        found.append(
            Charge(
                id=first.id,
                date=first.date,
                reason=first.reason,
                amounts=charged,
                open={person: minor for person, minor in left.items() if minor > 0},
                taken_back_on=taken_back.get(first.id, ""),
            )
        )
    return tuple(found)
