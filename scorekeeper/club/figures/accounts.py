"""The accounts of a club's ledger, by name: the till, people, fees, and what is held for prizes."""

from collections.abc import Iterable
from typing import Final

from scorekeeper.club.facts import Person, Pot
from scorekeeper.rules.settlement import TILL

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
