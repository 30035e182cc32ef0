"""The facts that contract Oklahoma asks for, its numbers of players, packs and contracts."""

from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.rules.cards import ANY_SUIT, TWOS_BY_COLOUR, Pack, Rank, SuitlessCards
from scorekeeper.rules.deals import Ask, AskKind, Asks, Ending, HandForm
from scorekeeper.rules.variants.contract.options import ContractOptions
from scorekeeper.rules.words import write_plural

MOST_PLAYERS: Final = 10
_SAME_IN_ANY_SUIT: Final = {card: kind for card, kind in ANY_SUIT.items() if card.rank != Rank.TWO}
SUITLESS: Final[SuitlessCards] = {**_SAME_IN_ANY_SUIT, **TWOS_BY_COLOUR}
"""The cards that count the same in any suit, or in any of their colour."""


class Contract(NamedTuple):
    """The numbers of sets and runs that a player must lay down first in a deal."""

    sets: int
    runs: int

    def __str__(self) -> str:
        terms = ((self.sets, "set"), (self.runs, "run"))
        return ", ".join([write_plural(count, kind) for count, kind in terms if count])


CONTRACTS: Final = (
    Contract(2, 0),
    Contract(1, 1),
    Contract(0, 2),
    Contract(2, 1),
    Contract(1, 2),
)
LAST_CONTRACT: Final = len(CONTRACTS)


def contract_of(number: int) -> Contract:
    """Return the contract of a deal by its number; play-offs have the last (Required Melds)."""
    return CONTRACTS[min(number, LAST_CONTRACT) - 1]


def pack(options: ContractOptions, players: int) -> Pack:
    """Return one pack for every two players, rounded up (Introduction), with their Jokers."""
    copies = (players + 1) // 2
    return Pack(copies, copies * options.jokers_per_deck)


def seats(options: ContractOptions) -> range:
    """Return the numbers of players; the text says two or more."""
    return range(2, MOST_PLAYERS + 1)


@lru_cache(maxsize=64)  # a page calls it a dozen times; house rules vary without end
def asks(options: ContractOptions) -> Asks:
    """Return the facts that are asked of a deal."""
    out = (Ending.OUT, "Somebody went out")
    stock = (Ending.STOCK, "The stock ran out")
    return Asks(
        endings=(out, stock) if options.stock_out == "hand_ends" else (out,),
        by_label="Who went out",
        ended_by_nobody=frozenset({Ending.STOCK}),
        deal=(),
        forms=_HAND_FORMS,
        suitless=SUITLESS,
        extras=(
            Ask(name="laid_down", kind=AskKind.FLAG, label="Contract laid down"),
            Ask(
                name="melds",
                kind=AskKind.MELDS,
                label="Melds",
                help="One meld a line; worth nothing, but checked",
            ),
        ),
    )


_HAND_FORMS: Final = (
    HandForm(
        name="cards",
        label="Cards",
        asks=(Ask(name="in_hand", kind=AskKind.CARDS, label="In hand", help="Nothing if out"),),
        blank_if_out=True,
    ),
    HandForm(
        name="totals",
        label="Just the totals",
        asks=(Ask(name="in_hand_points", kind=AskKind.POINTS, label="Points in hand"),),
    ),
)
