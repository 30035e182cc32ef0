"""The rules of Oklahoma gin in words of our own; where the two texts differ, there are options."""

from typing import Any, Final

from scorekeeper.rules.arrangement import deadwood_value
from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.deals import Points
from scorekeeper.rules.variant import Course, Example, Rule, ValueRow, rule_under
from scorekeeper.rules.variants.oklahoma_gin.facts import PARTNERS
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions

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

_PARTNERS: Final = ("Ann", "Bob", "Cal", "Dot")
_PAIRS: Final = {
    "pairs": [
        {"players": ["Ann", "Bob"], **_KNOCK},
        {
            "players": ["Cal", "Dot"],
            "upcard": "9H",
            "ending": "knock",
            "by": "Dot",
            "hands": {
                "Cal": {"cards": "KS KC KD 5H 5D 7C 3H 2S 4D JC"},
                "Dot": {"cards": "6H 7H 8H 9C 9S 9D 4S QC QD QH"},
            },
        },
    ]
}


def _make_deal_won(by: str, points: Points) -> dict[str, Any]:
    """Return a deal that a player won by this many points, entered only as counts."""
    other = next(name for name in _PLAYERS if name != by)
    counts = {by: {"deadwood_points": 2}, other: {"deadwood_points": 2 + points}}
    return {"upcard": "QD", "ending": "knock", "by": by, "hands": counts}


_THREE_WINS: Final = Example(
    title="Hollywood: the third deal that Ann wins counts in all three games",
    players=_PLAYERS,
    deal=_make_deal_won("Ann", 35),
    points=(35, 0),
    source="Hollywood (option)",
    options={"scoring": "hollywood"},
    before=(_make_deal_won("Ann", 30), _make_deal_won("Ann", 25), _make_deal_won("Bob", 40)),
)
_NEXT_OPEN_GAME: Final = Example(
    title="Hollywood to 100: game 1 was over at Bob’s first win, so Bob begins in game 2",
    players=_PLAYERS,
    deal=_make_deal_won("Bob", 30),
    points=(0, 30),
    source="Hollywood (option)",
    options={"scoring": "hollywood", "target": 100},
    before=(_make_deal_won("Ann", 60), _make_deal_won("Ann", 50), _make_deal_won("Bob", 40)),
)

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
    Example(
        title="Partners: Ann wins 8 off Bob, Dot 27 off Cal; Bob and Dot score the difference",
        players=_PARTNERS,
        deal=_PAIRS,
        points=(0, 19, 0, 19),
        source="Partners (four or six)",
    ),
    _THREE_WINS,
    _NEXT_OPEN_GAME,
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
    Example(
        title="Partners: Ann wins 8 off Bob, Dot 27 off Cal; Bob and Dot score the difference",
        players=_PARTNERS,
        deal=_PAIRS,
        points=(0, 19, 0, 19),
        source="Partners (four or six)",
    ),
    _THREE_WINS,
    _NEXT_OPEN_GAME,
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


def course(options: GinOptions, players: int) -> Course:
    """Return the course of a game: dealer, and end in its fixed order (Dealing, Scoring)."""
    has_columns = options.scoring == "hollywood"
    added = {
        "Boxes": has_columns or bool(options.box_bonus),
        "Game": has_columns or bool(options.game_bonus),
        "Shutout": has_columns or options.shutout != "none",
        "Counts twice": has_columns and options.last_column_double,
    }
    return Course(
        dealer=(_SIDES_DEAL if players in PARTNERS else _PLAYERS_DEAL)[options.deal],
        end=tuple(_end(options, players)),
        additions=tuple([name for name, is_added in added.items() if is_added]),
        deal_columns=("Upcard", "Limit"),
        player_columns=("Count", "Box"),
    )


_PLAYERS_DEAL: Final = {
    "alternate": "The players deal in turn, after a dead deal too.",
    "winner": "The winner of a deal deals the next; a dead deal is dealt again.",
    "loser": "The loser of a deal deals the next; a dead deal is dealt again.",
}
_SIDES_DEAL: Final = {
    "alternate": "The sides deal in turn, each partner in their own pair.",
    "winner": "The side that won a deal deals the next; if nobody won, the same side deals again.",
    "loser": "The side that lost a deal deals the next; if nobody won, the same side deals again.",
}


def _end(options: GinOptions, players: int) -> list[str]:
    steps = ["Only one player scores in a deal; a dead deal pays nobody."]
    if players in PARTNERS:
        steps = [
            "Each pair plays by itself, with its own pack and upcard; a dead pair pays nobody.",
            "Partners add up what they won. The side that is ahead scores the difference; level"
            " sides score nothing.",
        ]
    has_columns = options.scoring == "hollywood"
    steps += _hollywood(options, players) if has_columns else _one_game(options, players)
    return [*steps, _settle_in_words(options, players)]


def _one_game(options: GinOptions, players: int) -> list[str]:
    steps = [f"The first {'side ' if players in PARTNERS else ''}to reach {options.target} wins."]
    if options.box_bonus:
        steps.append(f"Each deal won adds a box of {options.box_bonus}.")
    steps += _roodle(options, players)
    if options.game_bonus:
        steps.append(f"The winner adds {options.game_bonus} for game.")
    if options.shutout != "none":
        steps.append("If the loser won no deal, the winner adds the shutout.")
    return steps


def _hollywood(options: GinOptions, players: int) -> list[str]:
    steps = [
        "A first win counts in game 1, a second in games 1 and 2, each later one in all three.",
        f"A game ends with the deal that brings it to {options.target}; a first win after that"
        " counts in the next open game.",
    ]
    if options.box_bonus:
        steps.append(f"Each win adds a box of {options.box_bonus} in every game that it counts in.")
    steps += _roodle(options, players)
    if options.game_bonus:
        steps.append(f"The winner of a game adds {options.game_bonus}.")
    if options.shutout != "none":
        steps.append("If the loser of a game has no win in it, its winner adds the shutout.")
    if options.last_column_double:
        steps.append("The third game counts twice.")
    return [*steps, "When the third game has ended, the higher sum of the three wins."]


def _roodle(options: GinOptions, players: int) -> list[str]:
    if not (options.roodle and options.box_bonus and players in PARTNERS):
        return []
    return ["A side that wins every pair of a deal adds a box more for each."]


def _settle_in_words(options: GinOptions, players: int) -> str:
    """Return who pays what; partners settle with the opponent next to them in the list."""
    if options.settlement == "off":
        return "No money is settled."
    if players in PARTNERS:
        settled = {
            "difference": "pays the opponent next in the list the difference of the scores.",
            "flat": "pays it once to the opponent next in the list.",
        }
        return f"With a stake, each loser {settled[options.settlement]}"
    by_games = options.scoring == "hollywood"
    return {
        "difference": "With a stake, the loser pays the difference of the scores.",
        "flat": "With a stake, each game is paid once."
        if by_games
        else "With a stake, the loser pays it once.",
    }[options.settlement]


_OPTIONS: Final = (
    rule_under(
        "Equal counts (option)",
        "Where it is played, a knock with a count equal to the defender’s scores nothing.",
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
            "The defender adds loose cards to the knocker’s melds, unless it is gin; the knocker"
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
    "The dealer’s opponent begins.",
    "By the custom of gin: with two cards left in the stock the deal ends, and nobody scores.",
)
GIN100_RULES: Final = _rules(
    "First the dealer’s opponent, then the dealer may take the upcard; if neither does, the"
    " opponent draws from the stock.",
    "With two cards left in the stock the deal ends, and nobody scores.",
)
