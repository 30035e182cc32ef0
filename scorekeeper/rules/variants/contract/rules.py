"""The rules of contract Oklahoma in words of our own, by the headings of the printed text."""

from typing import Final

from scorekeeper.rules.cards import JOKER, Card, Rank, Suit
from scorekeeper.rules.variant import Course, Example, ValueRow, rule_under
from scorekeeper.rules.variants.contract.deal import CARD_VALUES
from scorekeeper.rules.variants.contract.facts import CONTRACTS, LAST_CONTRACT
from scorekeeper.rules.variants.contract.options import ContractOptions

# --- Worked deals of the contract game, counted by hand; the rules page shows them ----------------


CONTRACT_EXAMPLES: Final = (
    Example(
        title="Red twos count five, black twos and Jokers twenty; melds on the table nothing",
        players=("Ann", "Bob", "Cal"),
        deal={
            "ending": "out",
            "by": "Ann",
            "hands": {
                "Ann": {"laid_down": True, "melds": ["5H 5D 5C", "KS KD JK"], "in_hand": ""},
                "Bob": {"laid_down": True, "melds": ["9C 9H 9D", "TC TD TH"], "in_hand": "2H 2S"},
                "Cal": {"laid_down": False, "in_hand": "AC KC QD JD TS 9S 8S 7D 6C JK"},
            },
        },
        points=(0, 25, 95),
        source="Card Values",
    ),
)


_KINDS: Final = (
    ("Joker", JOKER),
    ("Black two", Card(Rank.TWO, Suit.SPADES)),
    ("Ace", Card(Rank.ACE, Suit.HEARTS)),
    ("King to ten", Card(Rank.KING, Suit.HEARTS)),
    ("Nine to three", Card(Rank.NINE, Suit.HEARTS)),
    ("Red two", Card(Rank.TWO, Suit.HEARTS)),
)


def values(options: ContractOptions) -> tuple[ValueRow, ...]:
    """Return the points of each kind of card in hand; melds score nothing (Card Values)."""
    return tuple(
        [
            ValueRow(cards=words, in_hand=CARD_VALUES[card])
            for words, card in _KINDS
            if card != JOKER or options.jokers_per_deck
        ]
    )


def course(options: ContractOptions, players: int) -> Course:
    """Return the course of a game: dealer, contracts and end (Required Melds, Play)."""
    tie = {
        "shared": "a tie is shared",
        "play_off": f"a tie is played off by deals of contract {LAST_CONTRACT}",
    }[options.tie]
    settled = {
        "off": "No money is settled.",
        "difference": "With a stake, the lower score wins from the higher by the difference.",
        "flat": "With a stake, the lower score wins once from the higher.",
    }[options.settlement]
    asked = [f"Deal {number} asks for {wanted}." for number, wanted in enumerate(CONTRACTS, 1)]
    return Course(
        dealer="The deal passes to the left.",
        end=(
            *asked,
            "Cards in hand are added to each total; the player who went out adds nothing.",
            f"After deal {LAST_CONTRACT} the lowest total wins; {tie}.",
            settled,
        ),
    )


RULES: Final = (
    rule_under(
        "Introduction",
        "One pack for every two players; Jokers and black twos are wild, aces high. A set, also"
        " called a book, has three cards or more of a rank, a run four or more in suit. A large one"
        " may count as several: six of a rank are two sets.",
        "Pack and melds",
    ),
    rule_under("Set-up", "Ten cards each, one turned up; the player after the dealer begins."),
    rule_under(
        "Play",
        "Take the top discard or a card of the stock, then discard. Once down with the contract you"
        " may lay cards on anybody’s melds, and whoever has no card left scores nothing while the"
        " others count their hands.",
    ),
    rule_under(
        "Buying",
        "Before the next turn, anyone may take the discard: out of turn at the price of one more"
        " card from the stock. If several want it, the one whose turn comes first has it. The next"
        " player then draws from the stock, or has drawn if that player took it.",
    ),
    rule_under(
        "Replacing a wild",
        "The real card may take a wild’s place in a run, if the wild can move on to the next place"
        " at its end; otherwise it stays where it is. In a set no wild is replaced.",
    ),
    rule_under("Required Melds", "Each deal has a contract to lay down at once, from two sets on."),
    rule_under(
        "Note",
        "In the last deal you lay down all your cards in one go, without a discard, or none.",
        "The last deal",
    ),
    rule_under(
        "Card Values",
        "Wild cards count twenty in hand, aces fifteen, king to ten ten, all others five.",
    ),
)
