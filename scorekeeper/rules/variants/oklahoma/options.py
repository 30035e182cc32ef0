"""House rules of the melding family, and the defaults of its two printed texts.

Where a text is clear, its own rule is the default; where it is silent, that of the laws, and where
they are silent too, that of Parlett.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from scorekeeper.rules.deals import Points
from scorekeeper.rules.options import OptionGroup, choice, points, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class OklahomaOptions:
    """The house rules of Oklahoma; the defaults are those of the Regency and Cavendish laws."""

    joker_in_pack: bool = yes_no(
        True,
        group=OptionGroup.CARDS,
        label="Joker in the pack",
        help="One Joker, wild, 100 melded and 200 against you in hand. The laws make it optional.",
        source="Law 1",
    )
    high_unmelded: int = choice(
        10,
        {10: "10 each", 20: "20 each"},
        group=OptionGroup.CARDS,
        label="King to eight left in hand",
        help="What each counts against you. The modern book prints 20, probably a misprint.",
        source="Law 12; modern book, card values",
    )
    ace_both_ends: bool = yes_no(
        True,
        group=OptionGroup.CARDS,
        label="Aces at both ends of a run",
        help="A run of fourteen, ace to ace, is allowed.",
        source="Modern book; Laws 7 and 11",
    )
    min_naturals: int = choice(
        0,
        {0: "none", 1: "one", 2: "two"},
        group=OptionGroup.CARDS,
        label="Natural cards a meld needs",
        help="No minimum is printed; related games forbid melds of wild cards alone.",
        source="Fosdick’s Fortune Rummy",
    )
    five_players: bool = yes_no(
        False,
        group=OptionGroup.CARDS,
        label="Five may play",
        help="The laws seat two to four; the modern book five as well. The stock shrinks to 39.",
        source="Law 1; modern book, number of players",
    )
    going_out_bonus: Points = points(
        100,
        group=OptionGroup.BONUSES,
        label="Going out",
        help="Bonus for the player who goes out.",
        source="Law 10",
    )
    concealed_bonus: Points = points(
        250,
        group=OptionGroup.BONUSES,
        label="Going out concealed",
        help="Bonus for melding the whole hand in one turn, not on the first.",
        source="Law 23",
    )
    winner_bonus: Points = points(
        200,
        group=OptionGroup.BONUSES,
        label="Winning the game",
        help="Bonus for the high player.",
        source="Law 22",
    )
    first_turn_out: Literal["no_bonus", "out_only", "concealed_only", "both"] = choice(
        "out_only",
        {
            "no_bonus": "no bonus",
            "out_only": "going out only",
            "concealed_only": "concealed only",
            "both": "both bonuses",
        },
        group=OptionGroup.BONUSES,
        label="Out on the first turn",
        help="Which bonuses a player gets who goes out on the first turn.",
        source="Laws 10 and 23; the modern book gives none",
    )
    concealed_timing: Literal["end", "at_once"] = choice(
        "end",
        {"end": "at the end of the game", "at_once": "at once"},
        group=OptionGroup.BONUSES,
        label="The concealed bonus is added",
        help="Held back until the winner is known, or put into the deal and the target.",
        source="Law 23",
        reads_on=True,
    )
    wrong_count_rule: bool = yes_no(
        True,
        group=OptionGroup.BONUSES,
        label="Wrong count forfeits bonuses",
        help="Wrong number of cards found late: no bonus for going out unless that hand was right.",
        source="Law 4",
    )
    last_card_out_bonus: bool = yes_no(
        True,
        group=OptionGroup.BONUSES,
        label="Bonus with the last card",
        help="Going out with the last card of the stock earns the bonus for going out.",
        source="Laws 10 and 24",
    )
    penalty: Points = points(
        25,
        group=OptionGroup.BONUSES,
        label="Penalty",
        help="What a breach of Laws 17, 18 or 19 costs, in the deal’s own score.",
        source="Laws 17 to 19",
    )
    target: Points = points(
        1000,
        least=1,
        group=OptionGroup.END,
        label="Target",
        help="The score that ends the game.",
        source="Law 22",
    )
    target_test: Literal["reach", "pass"] = choice(
        "reach",
        {"reach": "reached", "pass": "passed"},
        group=OptionGroup.END,
        label="The target must be",
        help="The laws end the game at 1000 or more, the modern book above 1000.",
        source="Law 22; modern book, end of the game",
        reads_on=True,
    )
    tie: Literal["divide", "each_full", "play_on"] = choice(
        "divide",
        {
            "divide": "divides the bonus",
            "each_full": "gives each the bonus",
            "play_on": "plays another deal",
        },
        group=OptionGroup.END,
        label="A tie for the win",
        help="What happens when two or more are highest together.",
        source="Law 22",
        reads_on=True,
    )
    tie_split: Literal["exact", "floor_5"] = choice(
        "exact",
        {"exact": "exactly", "floor_5": "down to a multiple of five"},
        group=OptionGroup.END,
        label="A divided bonus is split",
        help="200 among three is 66 2/3, kept exact until the rounding, or 65.",
        source="Not printed; Law 22 divides",
        reads_on=True,
    )
    rounding: Literal["nearest_100", "none"] = choice(
        "nearest_100",
        {"nearest_100": "rounded to the nearest hundred", "none": "not rounded"},
        group=OptionGroup.END,
        label="Final scores are",
        help="Fifty points count as an extra hundred, forty-five as nothing.",
        source="Law 25; the modern book has none",
        reads_on=True,
    )
    negative_half: Literal["away", "up"] = choice(
        "away",
        {"away": "away from zero", "up": "upwards"},
        group=OptionGroup.END,
        label="Minus fifty rounds",
        help="Away: −50 is −100. Upwards: −50 is 0.",
        source="Not printed; Law 25 rounds",
        reads_on=True,
    )
    settlement: Literal["difference", "flat", "off"] = choice(
        "difference",
        {"difference": "by the difference", "flat": "once a pair", "off": "not at all"},
        group=OptionGroup.MONEY,
        label="Players settle",
        help="Each wins from those with lower scores and loses to those with higher.",
        source="Law 25",
        reads_on=True,
    )
    no_winner_deal: Literal["same", "left", "high_score"] = choice(
        "same",
        {
            "same": "the same dealer",
            "left": "the next player",
            "high_score": "the best score of the deal",
        },
        group=OptionGroup.CARDS,
        label="After a deal that nobody won",
        help="Who deals when the stock ran out.",
        source="Not printed; custom of gin",
    )


LAWS: Final = OklahomaOptions()
MODERN: Final = replace(
    LAWS,
    high_unmelded=20,
    five_players=True,
    first_turn_out="no_bonus",
    wrong_count_rule=False,
    penalty=0,
    target_test="pass",
    rounding="none",
)
