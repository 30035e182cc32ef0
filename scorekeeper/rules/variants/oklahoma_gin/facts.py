"""The facts that Oklahoma gin asks for, its pack, and the limit that the upcard sets."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from scorekeeper.rules.arrangement import FACE_POINTS
from scorekeeper.rules.cards import RANK_LETTERS, Card, Pack, Rank, Suit
from scorekeeper.rules.deals import Ask, AskKind, Asks, Ending, HandForm, Points, Seat
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.variant import Board, KeypadFacts, values_by_key
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions

PLAYERS: Final = 2
PARTNERS: Final = frozenset({4, 6})
"""The numbers of players who play in two sides, as two or three pairs."""
_SIDES: Final = 2
MELD_RULES: Final = MeldRules(wilds=frozenset(), run_min=3, set_max=4, ace_high=False)
"""The rules of melds: sets of three or four, runs of three or more, the ace low."""


def knock_limit(options: GinOptions, upcard: Card) -> Points:
    """Return the most deadwood points of a knocker: the upcard's pips, 10 for a face card.

    An ace allows only gin (0), or one point by option.
    """
    if upcard.rank is Rank.ACE:
        return 0 if options.ace_upcard == "gin_only" else 1
    return min(int(upcard.rank), FACE_POINTS)


def limit_words(limit: Points) -> str:
    """Return a limit of deadwood points in words; 0 allows only gin."""
    return f"Knock with {limit} or less" if limit else "Gin only"


def side_of(seat: Seat, sides: Sequence[int]) -> int:
    """Return the side of a player, 0 or 1: partners sit in turn with their opponents.

    ``sides`` are those of the table, none if they follow from the numbers of the seats.
    """
    return sides[seat] if sides else seat % _SIDES


def pack(options: GinOptions, players: int) -> Pack:
    """Return one pack of 52 cards without Jokers, as each pair has."""
    return Pack(1, 0)


def seats(options: GinOptions) -> tuple[int, ...]:
    """Return the numbers of players: two, or four or six as partners."""
    return PLAYERS, *sorted(PARTNERS)


@lru_cache(maxsize=64)  # a page calls it a dozen times; house rules vary without end
def asks(options: GinOptions) -> Asks:
    """Return the facts that are asked of a deal."""
    return Asks(
        endings=((Ending.KNOCK, "Somebody knocked"), (Ending.DEAD, "Dead: two cards left")),
        by_label="Who knocked",
        ended_by_nobody=frozenset({Ending.DEAD}),
        hands_optional=frozenset({Ending.DEAD}),
        paired=PARTNERS,
        deal=(Ask(name="upcard", kind=AskKind.CARD, label="Upcard", required=True),),
        forms=_WITH_BIG_GIN if options.big_gin_bonus is not None else _HAND_FORMS,
        extras=(
            Ask(
                name="lay_offs",
                kind=AskKind.CARDS,
                label="Laid off",
                help="Only where the defender lays off less than possible",
            ),
        ),
    )


_HAND_FORMS: Final = (
    HandForm(
        name="cards",
        label="Cards",
        asks=(
            Ask(
                name="cards",
                kind=AskKind.CARDS,
                label="Cards",
                help="Ten cards; they are arranged for you",
            ),
        ),
    ),
    HandForm(
        name="spread",
        label="As spread",
        asks=(
            Ask(name="melds", kind=AskKind.MELDS, label="Melds", help="One meld a line"),
            Ask(
                name="deadwood",
                kind=AskKind.CARDS,
                label="Deadwood",
                help="The defender’s before lay-offs",
            ),
        ),
    ),
    HandForm(
        name="totals",
        label="Just the count",
        asks=(
            Ask(
                name="deadwood_points",
                kind=AskKind.POINTS,
                label="Deadwood points",
                help="The defender’s after lay-offs",
            ),
        ),
    ),
)
_CARDS: Final = _HAND_FORMS[0]
_BIG_GIN: Final = replace(
    _CARDS.asks[0], help="Ten cards, for big gin eleven; they are arranged for you"
)
_WITH_BIG_GIN: Final = (replace(_CARDS, asks=(_BIG_GIN,)), *_HAND_FORMS[1:])


# --- The facts about Oklahoma gin that the pad needs ----------------------------------------------


@lru_cache(maxsize=64)  # for the same reason as ``asks``
def keypad(options: GinOptions) -> KeypadFacts:
    """Return deadwood values, rules of melds, and the limit of deadwood by upcard."""
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    ace = knock_limit(options, Card(Rank.ACE, Suit.SPADES))
    return KeypadFacts(
        rules=MELD_RULES,
        in_hand=values_by_key(lambda card: min(int(card.rank), FACE_POINTS)),
        board=Board.CARDS,
        limits={
            RANK_LETTERS[rank]: knock_limit(options, Card(rank, Suit.SPADES)) for rank in ranks
        },
        limit_rule="A knocker may keep the pips of the upcard, ten for a face card, with an ace "
        f"{ace or 'gin only'}.",
        doubling=Suit.SPADES if options.spade_double else None,
        terms=f"Gin to {options.target}",
    )
