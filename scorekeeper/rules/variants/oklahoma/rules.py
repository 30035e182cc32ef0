"""The rules of Oklahoma in words of our own: laws by number, the modern text by headings."""

from typing import Final

from scorekeeper.rules.cards import JOKER, QUEEN_OF_SPADES, Card, Rank, Suit
from scorekeeper.rules.variant import Course, Example, Rule, ValueRow, rule_under
from scorekeeper.rules.variants.oklahoma.facts import in_hand_values, melded_value
from scorekeeper.rules.variants.oklahoma.options import OklahomaOptions
from scorekeeper.rules.words import without_capital

# --- Worked deals of Oklahoma, counted by hand from the two texts; the rules page shows them ------


_THREE: Final = ("Ann", "Bob", "Cal")
_OUT: Final = {
    "ending": "out",
    "by": "Ann",
    "hands": {
        "Ann": {"melds": ["QS QH QD", "4C 5C 6C 7C", "AH 2D=2H 3H", "9S 9D 9H"], "in_hand": ""},
        "Bob": {"melds": ["KD KC JK=KH"], "in_hand": "AS 8D 8C 7H 6S 5D 4S 3D 2C TH"},
        "Cal": {"melds": [], "in_hand": "QS JD JC TD 9C 8H 7S 6D 5H 4D 3S 3C KS"},
    },
}
_FIRST_TURN: Final = {
    "ending": "out",
    "by": "Bob",
    "concealed": True,
    "first_turn": True,
    "hands": {
        "Ann": {"melds": [], "in_hand": "TC TD TH TS KD KC 8S 7S 7C 5H 4C 3D 2C"},
        "Bob": {"melds": ["JH QH KH AH", "6C 6D 6H", "2S=9D 9S 9H", "3S 4S 5S"], "in_hand": ""},
    },
}
_STOCK: Final = {
    "ending": "stock",
    "hands": {
        "Ann": {"melds": ["8S 9S 2H=TS JS QS KS"], "in_hand": "AD 5C 5D 4H 3D 3C 7D"},
        "Bob": {"melds": ["6D 6C 6S 6H"], "in_hand": "JK 2S KH KC JD 9C 8D 7C 4D"},
    },
}

LAWS_EXAMPLES: Final = (
    Example(
        title="A deuce as a two, the queen of spades and the Joker, melded and in hand",
        players=_THREE,
        deal=_OUT,
        points=(250, 25, -190),
        source="Laws 10 and 12",
    ),
    Example(
        title="Out on the first turn: the bonus for going out, not the concealed one",
        players=("Ann", "Bob"),
        deal=_FIRST_TURN,
        points=(-115, 210),
        source="Laws 10 and 23",
    ),
    Example(
        title="Out concealed on a later turn: 250 wait for the end of the game",
        players=("Ann", "Bob"),
        deal={**_FIRST_TURN, "first_turn": False},
        points=(-115, 210),
        held=(0, 250),
        source="Law 23",
    ),
    Example(
        title="The stock runs out: nobody gets the bonus for going out",
        players=("Ann", "Bob"),
        deal=_STOCK,
        points=(50, -260),
        source="Law 24",
    ),
)

MODERN_EXAMPLES: Final = (
    Example(
        title="King to eight in hand count twenty each, as printed",
        players=_THREE,
        deal=_OUT,
        points=(250, -5, -250),
        source="Card values",
    ),
    Example(
        title="Out on the first turn: no bonus at all",
        players=("Ann", "Bob"),
        deal=_FIRST_TURN,
        points=(-185, 110),
        source="Bonus for going out",
    ),
)


_KINDS: Final = (
    ("Queen of spades", QUEEN_OF_SPADES),
    ("Ace", Card(Rank.ACE, Suit.HEARTS)),
    ("King to eight", Card(Rank.KING, Suit.HEARTS)),
    ("Seven to three", Card(Rank.SEVEN, Suit.HEARTS)),
)


def values(options: OklahomaOptions) -> tuple[ValueRow, ...]:
    """Return the points of each kind of card, melded and in hand (Law 12; modern card values)."""
    in_hand = in_hand_values(options.high_unmelded)
    plain = [
        ValueRow(cards=words, melded=melded_value(card, card), in_hand=in_hand[card])
        for words, card in _KINDS
    ]
    joker = ValueRow(cards="Joker", melded=melded_value(JOKER, JOKER), in_hand=in_hand[JOKER])
    deuce = Card(Rank.TWO, Suit.HEARTS)
    as_queen = melded_value(deuce, QUEEN_OF_SPADES)
    note = f"melded, what it stands for; as queen of spades {as_queen},"
    note += f" as a two {melded_value(deuce, deuce)}."
    wild = ValueRow(cards="Deuce", in_hand=in_hand[deuce], note=note)
    return (*([joker] if options.joker_in_pack else []), plain[0], wild, *plain[1:])


def course(options: OklahomaOptions, players: int) -> Course:
    """Return the course of a game: dealer, and end in its fixed order (Laws 5 and 22 to 25)."""
    nobody = {
        "same": "the same player deals again",
        "left": "the deal passes to the left",
        "high_score": "the best score of the deal deals",
    }[options.no_winner_deal]
    return Course(
        dealer=f"Whoever goes out deals the next deal. When the stock ran out, {nobody}.",
        end=tuple(_end(options)),
        additions=("Game", "Concealed") if options.concealed_timing == "end" else ("Game",),
    )


def _end(options: OklahomaOptions) -> list[str]:
    held = options.concealed_timing == "end"
    counted = " Concealed bonuses wait." if held else " Concealed bonuses count at once."
    verb = "passes" if options.target_test == "pass" else "reaches"
    tie = {
        "divide": "on a tie the bonus is divided",
        "each_full": "on a tie each has the bonus",
        "play_on": "on a tie another deal is played",
    }[options.tie]
    steps = [
        f"Each deal is added to the totals, penalties included.{counted}",
        f"The game ends with the deal in which somebody {verb} {options.target}.",
        f"The highest total wins {options.winner_bonus}; {tie}.",
    ]
    if held:
        bonus = options.concealed_bonus
        steps.append(f"Then {bonus} is added for each hand that went out concealed.")
    if options.rounding == "nearest_100":
        steps.append("Each total is rounded once: 50 counts as a hundred, 45 as nothing.")
    settled = {
        "difference": "With a stake, each settles with each other by the difference.",
        "flat": "With a stake, each settles once with each other whose score differs.",
        "off": "No money is settled.",
    }
    return [*steps, settled[options.settlement]]


def _law(number: int, title: str, text: str) -> Rule:
    return Rule(key=f"Law {number}", title=title, text=text)


_TABLE: Final = Rule(
    key="the table",
    title="A penalty set by the table",
    text="The players agree on points and a reason; they come off that deal’s score.",
)
_PENALTIES: Final = (
    _law(
        17,
        "Disturbing the discard pile",
        "Anyone who exposes a card of it on drawing must take the pile if the rules allow it, and"
        " otherwise pays the penalty.",
    ),
    _law(18, "Drawing out of turn", "The card goes back, and the player pays the penalty."),
    _law(19, "Seeing into the stock", "A player who sees more than its top card pays the penalty."),
)
_NO_BONUS: Final = Rule(
    key="Law 10, by option",
    title="Out on the first turn",
    text="Where it is played, going out on the first turn has no bonus; by the law it has.",
)
_ROUNDING: Final = _law(
    25,
    "Rounding and settling",
    "Final scores go to the nearest hundred, fifty upwards; each wins from all below.",
)

LAWS_RULES: Final = (
    _law(1, "Players and pack", "Two to four play with two packs and, if they like, a Joker."),
    _law(
        2,
        "Seats and first deal",
        "All cut; the player with the lowest card (Joker lowest) chooses a seat and deals, the next"
        " lowest chooses after that.",
    ),
    _law(3, "The deal", "Thirteen cards each, singly; one more is turned up beside the stock."),
    _law(
        4,
        "Misdeals",
        "A faced card or an early wrong count is dealt again. A wrong count found later costs the"
        " player who goes out both bonuses, the concealed one too, unless all agree that this hand"
        " was right.",
    ),
    _law(5, "The next dealer", "Whoever won a deal deals the next one."),
    _law(6, "A turn", "Draw, meld if you wish, discard; going out needs a discard as well."),
    _law(
        7,
        "Melds",
        "Three or four of a rank, or three and more in suit; a set of four is closed, but a second"
        " set of the same rank may be begun.",
    ),
    _law(8, "Deuces", "A deuce stands for any card and, once melded, remains that card."),
    _law(9, "The Joker", "Its owner names its card and may later swap the real one for it."),
    _law(
        10,
        "Scoring a deal",
        "Melds count for a player, cards in hand against; going out earns its bonus.",
    ),
    _law(11, "Aces in runs", "An ace may lie above the king or below the two."),
    _law(
        12,
        "Card values",
        "Aces twenty, king to eight ten, seven to three five; the queen of spades, the Joker and"
        " deuces have values of their own, dearer in hand than melded.",
    ),
    _law(13, "The upcard", "Each in turn may meld it at once; if nobody does, the first draws."),
    _law(
        14,
        "Taking the pile",
        "Its top card must at once extend a meld, free the Joker, or join two cards from hand.",
    ),
    _law(15, "The look of the pile", "Nothing but its top card is to be seen."),
    _law(16, "When melds are final", "All but the pile’s top card may be moved until you discard."),
    *_PENALTIES,
    _law(20, "Asking for counts", "Anybody may ask how many cards a player holds."),
    _law(
        21,
        "Discarding the queen of spades",
        "Only to go out, or when both of your last two cards are queens of spades.",
    ),
    _law(
        22,
        "Game",
        "The deal that brings somebody to the target ends the game; the highest has the bonus.",
    ),
    _law(
        23,
        "Going out concealed",
        "All melded in one turn, after an earlier draw: a bonus added once the winner is known.",
    ),
    _law(
        24,
        "The last card of the stock",
        "The player who draws it discards, the hands are counted, and nobody has a bonus; a player"
        " who really melds out with it has gone out, unless the table plays otherwise.",
    ),
    _ROUNDING,
    _NO_BONUS,
    _TABLE,
)


def _by_option(law: Rule) -> Rule:
    """Return a law that the modern text does not have, but a table may play."""
    return Rule(
        key=f"{law.key}, by option",
        title=law.title,
        text=f"From the laws, where it is played: {without_capital(law.text)}",
    )


MODERN_RULES: Final = (
    rule_under("Number of players", "Best for three; two, four and five play by the same rules."),
    rule_under("Cards", "Two packs and a Joker; deuces and Joker are wild, aces high or low."),
    rule_under(
        "Dealing",
        "The lowest card drawn deals first (Joker lowest), then whoever won the last deal. Thirteen"
        " cards each, singly; the next card starts the discard pile.",
    ),
    rule_under(
        "The first card",
        "From the dealer’s left, each in turn may take the card turned up, but only to meld it at"
        " once. If nobody does, the first player draws from the stock, melds or not, and discards.",
    ),
    rule_under(
        "How to play",
        "Draw a card, or take the top of the pile, meld it at once and take the whole pile with"
        " it. Meld what else you like, then discard.",
    ),
    rule_under(
        "Melds",
        "Sets of three or four, wilds among them; runs of three to fourteen; add to your own only.",
    ),
    rule_under(
        "Wild cards in runs",
        "Say which card a wild stands for when you meld it; it stays that card.",
    ),
    rule_under(
        "The Joker",
        "The real card, when you hold it, buys your Joker back into your hand. You may take the"
        " pile if its top card is the one that your Joker stands for.",
    ),
    rule_under(
        "Queen of spades",
        "It may be discarded only as the last card of your hand.",
    ),
    rule_under(
        "End of the deal",
        "A deal ends when somebody goes out, which earns its bonus except on the first turn, or"
        " when the drawer of the last card has melded, if able, and discarded.",
    ),
    rule_under(
        "Going out",
        "You need a discard to go out, so with two cards in hand a new meld will not do; only cards"
        " added to melds on the table will. Once somebody is out, nobody else adds a card.",
    ),
    rule_under(
        "Card values",
        "Melds count for you, cards in hand against; king to eight in hand twenty, as printed.",
    ),
    rule_under(
        "Bonus for going out",
        "Whoever melds the whole hand has it, but not on the first turn.",
    ),
    rule_under(
        "Out concealed",
        "Going out with nothing melded before earns a second bonus, kept out of the running score.",
    ),
    rule_under(
        "Bonus for game",
        "The deal in which somebody passes the target is the last; the highest has the bonus.",
    ),
    rule_under(
        "Law 4, by option",
        "From the laws: a wrong count found late costs the bonuses, unless that hand is right.",
        "Wrong count",
    ),
    *[_by_option(law) for law in (*_PENALTIES, _ROUNDING)],
    _TABLE,
)
