"""The rules of Oklahoma gin in words of our own; where the two texts differ, there are options."""

from typing import Final

from scorekeeper.domain.arrangement import deadwood_value
from scorekeeper.domain.cards import Card, Rank, Suit
from scorekeeper.domain.variant import Course, Example, Rule, ValueRow, rule_under
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions

# --- Worked deals of Oklahoma gin, counted by hand; the rules page shows them ---------------------


_PLAYERS: Final = ("Ann", "Bob")
_KNOCK: Final = {
    "upcard": "7D",
    "ending": "knock",
    "by": "Ann",
    "hands": {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        "Bob": {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    },
}
_GIN: Final = {
    "upcard": "AS",
    "ending": "knock",
    "by": "Bob",
    "hands": {
        "Ann": {"cards": "KS KC KD 5H 5D 7C 3H 2S 4D JC"},
        "Bob": {"cards": "6H 7H 8H 9H TS TD TC QC QD QH"},
    },
}
_UNDERCUT: Final = {
    "upcard": "QC",
    "ending": "knock",
    "by": "Ann",
    "hands": {
        "Ann": {"cards": "AD 2D 3D 7C 7S 7H 5C 3S AH AC"},
        "Bob": {"cards": "KS KC KD 9S TS JS 4D 5D AS 3C"},
    },
}

GIN150_EXAMPLES: Final = (
    Example(
        title="A knock with four under a seven; seven and nine of spades are laid off",
        players=_PLAYERS,
        deal=_KNOCK,
        points=(8, 0),
        source="Scoring",
    ),
    Example(
        title="An ace turned up allows gin only: twenty and the whole count, nothing laid off",
        players=_PLAYERS,
        deal=_GIN,
        points=(0, 56),
        source="Scoring",
    ),
    Example(
        title="The defender lays off four and five, has less and undercuts",
        players=_PLAYERS,
        deal=_UNDERCUT,
        points=(0, 16),
        source="Scoring",
    ),
)
GIN100_EXAMPLES: Final = (
    Example(
        title="Gin pays twenty-five and the whole count",
        players=_PLAYERS,
        deal=_GIN,
        points=(0, 61),
        source="Scoring",
    ),
    Example(
        title="An undercut pays twenty-five and the difference",
        players=_PLAYERS,
        deal=_UNDERCUT,
        points=(0, 31),
        source="Scoring",
    ),
)


_TEN: Final = Card(Rank.TEN, Suit.HEARTS)
_ACE: Final = Card(Rank.ACE, Suit.HEARTS)


def values(options: GinOptions) -> tuple[ValueRow, ...]:
    """Return the points of each kind of card as deadwood, the same for all options (Scoring)."""
    return (
        ValueRow(cards="King to ten", in_hand=deadwood_value([_TEN])),
        ValueRow(cards="Nine to two", note="as many as its pips."),
        ValueRow(cards="Ace", in_hand=deadwood_value([_ACE])),
    )


def course(options: GinOptions) -> Course:
    """Return the course of a game: dealer, and end in its fixed order (Dealing, Scoring)."""
    dealer = {
        "alternate": "The players deal in turn, after a dead deal too.",
        "winner": "The winner of a deal deals the next; a dead deal is dealt again.",
        "loser": "The loser of a deal deals the next; a dead deal is dealt again.",
    }[options.deal]
    added = {
        "Boxes": bool(options.box_bonus),
        "Game": bool(options.game_bonus),
        "Shutout": options.shutout != "none",
    }
    return Course(
        dealer=dealer,
        end=tuple(_end(options)),
        additions=tuple([name for name, is_added in added.items() if is_added]),
        deal_columns=("Upcard", "Limit"),
        player_columns=("Count", "Box"),
    )


def _end(options: GinOptions) -> list[str]:
    steps = ["Only one player scores in a deal; a dead deal pays nobody."]
    steps += _hollywood(options) if options.scoring == "hollywood" else _one_game(options)
    settled = {
        "difference": "With a stake, the loser pays the difference of the scores.",
        "flat": "With a stake, the loser pays it once.",
        "off": "No money is settled.",
    }
    return [*steps, settled[options.settlement]]


def _one_game(options: GinOptions) -> list[str]:
    steps = [f"The first to reach {options.target} wins."]
    if options.box_bonus:
        steps.append(f"Each deal won adds a box of {options.box_bonus}.")
    if options.game_bonus:
        steps.append(f"The winner adds {options.game_bonus} for game.")
    if options.shutout != "none":
        steps.append("If the loser won no deal, the winner adds the shutout.")
    return steps


def _hollywood(options: GinOptions) -> list[str]:
    steps = [
        "A first win counts in game 1, a second in games 1 and 2, each later one in all three.",
        f"A game ends when a player reaches {options.target} in it; a first win after that counts"
        " in the next open game.",
    ]
    if options.box_bonus:
        steps.append(f"Each win in a game adds a box of {options.box_bonus} there.")
    if options.game_bonus:
        steps.append(f"The winner of a game adds {options.game_bonus}.")
    if options.shutout != "none":
        steps.append("If the loser of a game has no win in it, its winner adds the shutout.")
    if options.last_column_double:
        steps.append("The third game counts twice.")
    return [*steps, "When the third game has ended, the higher sum of the three wins."]


_OPTIONS: Final = (
    rule_under(
        "Equal counts (option)",
        "Where it is played, a knock with a count equal to the defender's scores nothing.",
        "Equal counts",
    ),
    rule_under(
        "Big gin (option)",
        "Where it is played, eleven cards that all meld have a bonus in place of that for gin.",
        "Big gin",
    ),
    rule_under(
        "Spades double (option)",
        "Where it is played, a spade turned up doubles the score of that deal.",
        "Spades double",
    ),
    rule_under(
        "Boxes (option)",
        "Where it is played, each deal won is worth a bonus at the end of the game.",
        "Boxes",
    ),
    rule_under(
        "Game bonus (option)",
        "Where it is played, whoever reaches the target adds a bonus at the end.",
        "Game bonus",
    ),
    rule_under(
        "Shutout (option)",
        "Where it is played, a game in which the loser won no deal is worth more.",
        "Shutout",
    ),
    rule_under(
        "Hollywood (option)",
        "Where it is played, three games are scored at once. A won deal is written into each open"
        " game in which its winner has an entry, and into the first in which the winner has none.",
        "Hollywood",
    ),
    rule_under(
        "Partners (four or six)",
        "The players sit in turn as two sides and play in pairs, each with its own pack and upcard."
        " The side that wins more scores the difference and one box; level sides score nothing.",
        "Partners",
    ),
    rule_under(
        "Roodle (option)",
        "Where it is played, partners who win every pair of a deal have a box more for each.",
        "Roodle",
    ),
)


def _rules(first_card: str, dead: str) -> tuple[Rule, ...]:
    """Return the rules, with the sentences in which the two texts differ."""
    return (
        rule_under(
            "Dealing", "Ten cards each; the card turned up sets the most deadwood to knock with."
        ),
        rule_under("A turn", f"{first_card} Draw from the stock or the pile, then discard."),
        rule_under(
            "Melds", "Three or four of a rank, or three and more in suit, the ace below the two."
        ),
        rule_under(
            "Knocking", "Discard, then spread with no more deadwood than the upcard allows."
        ),
        rule_under(
            "Lay-offs",
            "The defender adds loose cards to the knocker's melds, unless it is gin; the knocker"
            " never lays off.",
        ),
        rule_under("Gin", "No deadwood at all; nothing is laid off, and the bonus comes on top."),
        rule_under(
            "Scoring",
            "The lower count wins the difference; gin and undercut, a tie included, add their"
            " bonuses.",
        ),
        rule_under("A dead deal", dead),
        *_OPTIONS,
    )


GIN150_RULES: Final = _rules(
    "The dealer's opponent begins.",
    "By the custom of gin: with two cards left in the stock the deal ends, and nobody scores.",
)
GIN100_RULES: Final = _rules(
    "First the dealer's opponent, then the dealer may take the upcard; if neither does, the"
    " opponent draws from the stock.",
    "With two cards left in the stock the deal ends, and nobody scores.",
)
