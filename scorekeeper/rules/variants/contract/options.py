"""House rules of contract Oklahoma, with the defaults of Wodder's text."""

from dataclasses import dataclass
from typing import Final, Literal

from scorekeeper.rules.options import OptionGroup, choice


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractOptions:
    """The house rules of contract Oklahoma."""

    jokers_per_deck: int = choice(
        2,
        {0: "none", 1: "one", 2: "two"},
        group=OptionGroup.CARDS,
        label="Jokers in each pack",
        help="The text has Jokers but not how many; a pack is sold with two.",
        source="Not printed; Parlett and Bicycle use one or two in all",
    )
    ace: Literal["high", "both"] = choice(
        "high",
        {"high": "high only", "both": "high or low"},
        group=OptionGroup.CARDS,
        label="Aces in runs",
        help="High only: J-Q-K-A is a run, A-2-3-4 is not.",
        source="Introduction: aces are high",
    )
    stock_out: Literal["reshuffle", "hand_ends"] = choice(
        "reshuffle",
        {"reshuffle": "discards are shuffled", "hand_ends": "the deal ends"},
        group=OptionGroup.END,
        label="When the stock runs out",
        help="Shuffle the discards and play on, or end the deal and all count their cards.",
        source="Not printed; Parlett’s Contract Rummy shuffles",
    )
    wild_moves: Literal["next_higher_end", "either_end"] = choice(
        "next_higher_end",
        {"next_higher_end": "to the high end", "either_end": "to either end"},
        group=OptionGroup.CARDS,
        label="A replaced wild moves",
        help="Where a wild goes whose place in a run is taken by the real card.",
        source="Play; Parlett allows either end",
        scores=False,  # the move is over before anything is counted
        reads_on=True,
    )
    min_naturals: int = choice(
        0,
        {0: "none", 1: "one", 2: "two"},
        group=OptionGroup.CARDS,
        label="Natural cards a meld needs",
        help="The text sets no minimum; other contract games limit the wilds.",
        source="Not printed",
    )
    tie: Literal["shared", "play_off"] = choice(
        "shared",
        {"shared": "is shared", "play_off": "is played off"},
        group=OptionGroup.END,
        label="A tie for lowest",
        help="Shared, or more deals of the fifth contract until one is lowest.",
        source="Not printed",
        reads_on=True,
    )
    settlement: Literal["off", "difference", "flat"] = choice(
        "off",
        {"off": "not at all", "difference": "by the difference", "flat": "once a pair"},
        group=OptionGroup.MONEY,
        label="Players settle",
        help="The text settles nothing; where it is played for a stake, low wins from high.",
        source="Not printed",
        reads_on=True,
    )


CONTRACT: Final = ContractOptions()
