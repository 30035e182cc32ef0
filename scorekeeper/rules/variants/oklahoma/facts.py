"""The facts that Oklahoma asks for, its players and pack, values of cards and rules of melds."""

from functools import cache, lru_cache, partial
from typing import Final

from scorekeeper.rules.cards import (
    ANY_SUIT,
    JOKER,
    NATURAL_CARDS,
    QUEEN_OF_SPADES,
    Card,
    Pack,
    Rank,
    SuitlessCards,
)
from scorekeeper.rules.deals import Ask, AskKind, Asks, Ending, HandForm, Points
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.variants.oklahoma.options import OklahomaOptions

# --- The values of cards in Oklahoma, melded and in hand, and the rules of melds (Laws 7 to 12) ---


_ANY_QUEEN: Final = Card(Rank.QUEEN, None)
SUITLESS: Final[SuitlessCards] = {
    **ANY_SUIT,
    _ANY_QUEEN: tuple([card for card in ANY_SUIT[_ANY_QUEEN] if card != QUEEN_OF_SPADES]),
}
"""The cards that count the same in any suit; the queen of spades always needs its suit."""
DEUCES: Final = tuple([card for card in (*NATURAL_CARDS, *ANY_SUIT) if card.rank is Rank.TWO])
WILDS: Final = frozenset((JOKER, *DEUCES))

# Law 12. A deuce counts as the card it stands for; only a natural queen of spades counts fifty.
_TENS: Final = (Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
_FIVES: Final = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN)
_RANK_VALUES: Final = {Rank.ACE: 20, **dict.fromkeys(_TENS, 10), **dict.fromkeys(_FIVES, 5)}
_JOKER_MELDED, _JOKER_IN_HAND = 100, 200
_QUEEN_OF_SPADES_MELDED, _QUEEN_OF_SPADES_IN_HAND = 50, 100
_DEUCE_IN_HAND: Final = 20


def melded_value(card: Card, stands_for: Card) -> Points:
    """Return the points that a melded card counts for its player (Law 12)."""
    if card.rank is Rank.JOKER:
        return _JOKER_MELDED
    if card.rank is Rank.TWO:
        return _RANK_VALUES[stands_for.rank]
    return _QUEEN_OF_SPADES_MELDED if card == QUEEN_OF_SPADES else _RANK_VALUES[card.rank]


@cache
def in_hand_values(high_unmelded: Points) -> dict[Card, Points]:
    """Return the points that each card counts in hand; king to eight by option (Law 12)."""
    values = {
        card: high_unmelded if card.rank in _TENS else _RANK_VALUES[card.rank]
        for card in (*NATURAL_CARDS, *ANY_SUIT)
    }
    values |= dict.fromkeys(DEUCES, _DEUCE_IN_HAND)
    return values | {JOKER: _JOKER_IN_HAND, QUEEN_OF_SPADES: _QUEEN_OF_SPADES_IN_HAND}


@cache
def meld_rules(*, ace_both_ends: bool, min_naturals: int) -> MeldRules:
    """Return the rules of melds (Laws 7 to 9 and 11)."""
    return MeldRules(
        wilds=WILDS,
        run_min=3,
        set_max=4,
        set_source="Law 7",
        ace_both_ends=ace_both_ends,
        min_naturals=min_naturals,
        worth=melded_value,
    )


PACKS: Final = 2  # Law 1
PENALTY_LAWS: Final = (
    (17, "exposed the discard pile"),
    (18, "drew out of turn"),
    (19, "saw a card of the stock"),
)


def pack(options: OklahomaOptions, players: int) -> Pack:
    """Return two packs and one Joker, for any number of players (Law 1)."""
    return Pack(PACKS, 1 if options.joker_in_pack else 0)


def seats(options: OklahomaOptions) -> range:
    """Return the numbers of players: two to four (Law 1; the modern text allows five)."""
    return range(2, 6 if options.five_players else 5)


@lru_cache(maxsize=64)  # a page calls it a dozen times; house rules vary without end
def asks(options: OklahomaOptions) -> Asks:
    """Return the facts that are asked of a deal."""
    flag = partial(Ask, kind=AskKind.FLAG)
    takes, nothing = "Then going out has no bonus", "Under these house rules it changes no points"
    last_card = nothing if options.last_card_out_bonus else takes
    wrong_count = takes if options.wrong_count_rule else nothing
    agreed = "Then going out has its bonus all the same" if options.wrong_count_rule else nothing
    deal = [
        flag(name="concealed", label="Concealed", help="Melded the whole hand in this one turn"),
        flag(name="first_turn", label="On the first turn"),
        flag(name="last_card", label="With the last card of the stock", help=last_card),
        flag(
            name="wrong_count",
            label="A wrong number of cards was found after the first play",
            help=wrong_count,
        ),
        flag(
            name="agreed_correct",
            label="The hand that went out was correct, all agree",
            help=agreed,
        ),
    ]
    return Asks(
        endings=((Ending.OUT, "Somebody went out"), (Ending.STOCK, "The stock ran out")),
        by_label="Who went out",
        ended_by_nobody=frozenset({Ending.STOCK}),
        deal=tuple(deal),
        forms=_HAND_FORMS,
        extras=_EXTRAS,
        penalty_laws=PENALTY_LAWS,
        suitless=SUITLESS,
    )


_EXTRAS: Final = (
    Ask(name="penalties", kind=AskKind.PENALTIES, label="Penalties"),
    Ask(name="took_pile", kind=AskKind.FLAG, label="Took the pile"),
    Ask(
        name="discard",
        kind=AskKind.CARD,
        label="Last discard",
        help="Only counts with the cards of the pack",
    ),
    Ask(name="sat_out", kind=AskKind.FLAG, label="Sat out this deal"),
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
            Ask(
                name="in_hand_points",
                kind=AskKind.POINTS,
                label="Points in hand",
                help="Nothing if out",
                none_if_out=True,
            ),
        ),
    ),
)
