"""Who should pay whom at the end of a night, so that everybody is even."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.domain.club.facts import TILL, PlannedTransfer, SettleWay
from scorekeeper.domain.settlement import fewest_transfers


def suggest_transfers(way: SettleWay, base: Mapping[str, int]) -> tuple[PlannedTransfer, ...]:
    """Return the payments that clear ``base``, which has the minor units that each party is to get.

    ``base`` adds up to zero; its order decides between equals. ``TRANSFERS`` gives the fewest
    payments for up to ten parties; for more, at most one payment less than parties. No pair stands
    twice.
    """
    match way:
        case SettleWay.BANK:
            return tuple(_by_the_till(base))
        case SettleWay.TRANSFERS:
            return _between_all(base)
        case SettleWay.CARRIED:
            return ()


def _by_the_till(base: Mapping[str, int]) -> Iterator[PlannedTransfer]:
    for person, minor in base.items():
        if person == TILL or not minor:
            continue
        payer, payee = (TILL, person) if minor > 0 else (person, TILL)
        yield PlannedTransfer(payer=payer, payee=payee, minor=abs(minor))


def _between_all(base: Mapping[str, int]) -> tuple[PlannedTransfer, ...]:
    parties = list(base)
    return tuple(
        [
            PlannedTransfer(payer=parties[each.payer], payee=parties[each.payee], minor=each.minor)
            for each in fewest_transfers(list(base.values()))
        ]
    )


def clears(plan: Sequence[PlannedTransfer], base: Mapping[str, int]) -> bool:
    """Tell whether a plan brings each party in ``base`` to zero, and pays nobody else."""
    left = dict(base)
    for each in plan:
        left[each.payer] = left.get(each.payer, 0) + each.minor
        left[each.payee] = left.get(each.payee, 0) - each.minor
    return not any(left.values())
