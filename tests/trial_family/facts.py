"""What a table of five hundred rum is asked, and what its cards count."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.cards import ANY_SUIT, NATURAL_CARDS, Card, Pack, Rank
from scorekeeper.rules.deals import Ask, AskKind, Asks, Deal, Ending, Hand, HandForm, Points
from scorekeeper.rules.melds import MeldRules
from tests.trial_family.options import RumOptions

_ACE, _TEN = 15, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class RumDeal(Deal):
    """A deal of five hundred rum, in which a player may go out without a discard."""

    without_discard: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RumHand(Hand):
    """A hand of five hundred rum, whose player may lay cards off on the melds of others."""

    laid_off: tuple[Card, ...] | None = None


def _value(card: Card) -> Points:
    return _ACE if card.rank is Rank.ACE else min(int(card.rank), _TEN)


CARD_VALUES: Final = {card: _value(card) for card in (*NATURAL_CARDS, *ANY_SUIT)}
MELD_RULES: Final = MeldRules(
    wilds=frozenset(), run_min=3, set_max=4, worth=lambda card, _: CARD_VALUES[card]
)


def pack(options: RumOptions, players: int) -> Pack:
    """One pack, no Joker."""
    return Pack(1, 0)


def seats(options: RumOptions) -> range:
    """Two to four play."""
    return range(2, 5)


def asks(options: RumOptions) -> Asks:
    """The facts of a deal of five hundred rum."""
    return Asks(
        endings=((Ending.OUT, "Somebody went out"), (Ending.STOCK, "The stock ran out")),
        by_label="Who went out",
        ended_by_nobody=frozenset({Ending.STOCK}),
        deal=(Ask(name="without_discard", kind=AskKind.FLAG, label="Without a discard"),),
        forms=_HAND_FORMS,
        extras=(Ask(name="laid_off", kind=AskKind.CARDS, label="Laid off"),),
        deal_type=RumDeal,
        hand_type=RumHand,
        suitless=ANY_SUIT,
    )


_HAND_FORMS: Final = (
    HandForm(
        name="cards",
        label="Cards",
        asks=(
            Ask(name="melds", kind=AskKind.MELDS, label="Melded", help="One meld a line"),
            Ask(name="in_hand", kind=AskKind.CARDS, label="In hand", help="Nothing if out"),
        ),
    ),
    HandForm(
        name="totals",
        label="Just the totals",
        asks=(
            Ask(name="melded_points", kind=AskKind.POINTS, label="Melded points"),
            Ask(name="in_hand_points", kind=AskKind.POINTS, label="Points in hand"),
        ),
    ),
)
