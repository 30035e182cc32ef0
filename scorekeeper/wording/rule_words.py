"""Writes the rules of a variant under its options: players, cards, and what a meld is."""

from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.words import write_numbers

_COUNTS: Final = {3: "three", 4: "four"}
_RED_TWO: Final = Card(Rank.TWO, Suit.HEARTS)


def write_span(variant: Variant, options: Any) -> str:
    """Return the numbers of players and cards in words: ``2 to 4 players, 105 cards``."""
    family = variant.family
    numbers = family.players(options)
    packs = [family.pack(options, players) for players in (numbers[0], numbers[-1])]
    cards = [pack.copies * 52 + pack.jokers for pack in packs]
    return f"{write_numbers(numbers)} players, {_span(*cards)} cards"


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def write_meld_rules(variant: Variant, options: Any) -> Iterator[str]:
    """Yield sentences that say what a meld is, from the rules behind the pad."""
    family = variant.family
    if family.keypad is None:
        return
    facts = family.keypad(options)
    rules = facts.rules
    several = "or four" if rules.set_max else "or more"
    yield f"A set is three {several} cards of one rank."
    yield f"A run is {_COUNTS[rules.run_min]} or more of one suit in sequence."
    yield _ace_words(rules)
    yield _wild_words(rules, family.pack(options, family.players(options)[-1]).jokers)
    if facts.limit_rule:
        yield facts.limit_rule


def _ace_words(rules: MeldRules) -> str:
    if rules.ace_both_ends:
        return "An ace is high or low; ace to ace is a run of fourteen. K-A-2 is not a run."
    if rules.ace_low and rules.ace_high:
        return "An ace is high or low, never both in one run."
    if rules.ace_low:
        return "The ace is low: A-2-3 is a run, Q-K-A is not."
    return "The ace is high: J-Q-K-A is a run, A-2-3-4 is not."


def _wild_words(rules: MeldRules, jokers: int) -> str:
    if not rules.wilds:
        return "No card is wild."
    all_twos = _RED_TWO in rules.wilds
    twos = "Twos" if all_twos else "Black twos"
    kinds = {0: twos, 1: f"{twos} and the Joker"}.get(jokers, f"{twos} and Jokers")
    red = "" if all_twos else ", red twos are not"
    alone = {0: "even a meld of wilds alone is good", 1: "a meld needs one natural card"}
    words = alone.get(rules.min_naturals, f"a meld needs {rules.min_naturals} natural cards")
    return f"{kinds} are wild{red}; {words}."
