"""House rules of Oklahoma gin, and the defaults of its two printed texts."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from scorekeeper.rules.deals import Points
from scorekeeper.rules.options import OptionGroup, choice, points, yes_no


@dataclass(frozen=True, slots=True, kw_only=True)
class GinOptions:
    """The house rules of Oklahoma gin; the defaults are those of the game to 150."""

    target: Points = points(
        150,
        least=1,
        group=OptionGroup.END,
        label="Target",
        help="The score that ends the game.",
        source="Scoring",
    )
    gin_bonus: Points = points(
        20,
        group=OptionGroup.BONUSES,
        label="Gin",
        help="Bonus for going gin, on top of the whole count.",
        source="Scoring",
    )
    undercut_bonus: Points = points(
        10,
        group=OptionGroup.BONUSES,
        label="Undercut",
        help="Bonus for the defender who undercuts.",
        source="Scoring",
    )
    undercut_on_tie: bool = yes_no(
        True,
        group=OptionGroup.BONUSES,
        label="Equal counts undercut",
        help="On a tie the defender has the bonus. Otherwise nobody scores.",
        source="Scoring; some sites score nothing",
    )
    gin_immune: bool = yes_no(
        True,
        group=OptionGroup.BONUSES,
        label="Gin cannot be undercut",
        help="Even when the defender has no deadwood either.",
        source="Gin custom (Pagat)",
    )
    ace_upcard: Literal["gin_only", "one"] = choice(
        "gin_only",
        {"gin_only": "gin only", "one": "knock with one"},
        group=OptionGroup.CARDS,
        label="With an ace turned up",
        help="Printed is gin only; some tables allow a knock with one point.",
        source="Rules of gin on rummy-games.com",
    )
    big_gin_bonus: Points | None = points(
        None,
        group=OptionGroup.BONUSES,
        label="Big gin",
        help="Bonus for eleven cards melded, in place of the gin bonus; 31 and 50 are usual.",
        source="Custom of gin clubs",
    )
    spade_double: bool = yes_no(
        False,
        group=OptionGroup.BONUSES,
        label="Spades double",
        help="A spade turned up doubles the score of that deal, bonuses too.",
        source="Bicycle: often played",
    )
    box_bonus: Points = points(
        0,
        group=OptionGroup.BONUSES,
        label="Box",
        help="For each deal won, added at the end of the game; 20 and 25 are usual.",
        source="Gin custom (Pagat, Bicycle)",
    )
    game_bonus: Points = points(
        0,
        group=OptionGroup.BONUSES,
        label="Game bonus",
        help="For the winner, added at the end; 100 is usual.",
        source="Gin custom (Pagat)",
    )
    extra_boxes: bool = yes_no(
        False,
        group=OptionGroup.BONUSES,
        label="Extra boxes",
        help="Gin earns two more boxes, an undercut one more, doubled in a doubled deal.",
        source="Scarne, by rummy-games.com",
    )
    shutout: Literal[
        "none",
        "double_game_bonus",
        "flat_100",
        "double_total",
        "double_difference",
        "double_hand_points",
    ] = choice(
        "none",
        {
            "none": "nothing",
            "double_game_bonus": "the game bonus twice",
            "flat_100": "100 more",
            "double_total": "the whole total twice",
            "double_difference": "the difference twice",
            "double_hand_points": "the deals' points twice",
        },
        group=OptionGroup.BONUSES,
        label="A shutout gives",
        help="When the loser won no deal at all.",
        source="Gin custom, in five ways",
        reads_on=True,
    )
    settlement: Literal["difference", "flat", "off"] = choice(
        "difference",
        {"difference": "by the difference", "flat": "once", "off": "not at all"},
        group=OptionGroup.MONEY,
        label="Players settle",
        help="The loser pays the difference of the final scores, or the stake once.",
        source="Custom of gin",
        reads_on=True,
    )
    deal: Literal["alternate", "winner", "loser"] = choice(
        "alternate",
        {"alternate": "in turn", "winner": "by the winner", "loser": "by the loser"},
        group=OptionGroup.CARDS,
        label="The next deal is dealt",
        help="In turn also after a dead deal; otherwise a dead deal is dealt again.",
        source="Not printed; custom of gin",
        reads_on=True,
    )
    scoring: Literal["single", "hollywood"] = choice(
        "single",
        {"single": "one game", "hollywood": "Hollywood: three games"},
        group=OptionGroup.END,
        label="Scoring",
        help="Hollywood writes a side’s first win into one game, its second into two, then into"
        " all three.",
        source="Hollywood gin on rummy-games.com",
        at_start=True,
    )
    last_column_double: bool = yes_no(
        False,
        group=OptionGroup.BONUSES,
        label="Third game counts twice",
        help="In Hollywood: points, boxes and bonuses of the third game.",
        source="The score sheet on rummytalk.com",
    )
    roodle: bool = yes_no(
        False,
        group=OptionGroup.BONUSES,
        label="Roodle",
        help="Partners who win every pair of a deal have a box more for each.",
        source="Partnership play on rummytalk.com",
    )


GIN150: Final = GinOptions()
GIN100: Final = replace(GIN150, target=100, gin_bonus=25, undercut_bonus=25)
