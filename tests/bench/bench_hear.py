"""How fast a said hand is heard."""

from random import Random
from time import process_time

from scorekeeper.hearing import TEXT_MOST, hear
from scorekeeper.hearing.cards import lay_meld
from scorekeeper.record.hearing import vocabulary
from tests.hearing.comparing import game
from tests.hearing.people import say_hand

PHRASES = 2_000
BEST_OF = 3
"""Others that use the machine double the time of a processor now and then."""
HOSTILE = (
    *("king ", "two to too 2 2 2 ", "ace to ", "2", "a 2 3 ", "nines ", "three kings sorry "),
    *("wild wild wild wild 3s ", "2 wild 2 2 wild wild 2 joker jokers ", "and and nines nines 8 "),
)


def run() -> list[tuple[str, str, str]]:
    """Measure phrases of every variant, none of them heard before."""
    chance = Random(1)
    hands = [say_hand(chance) for _ in range(PHRASES)]
    times = sorted([_time(hand.text, hand.variant, hand.line) for hand in hands])
    worst = max(
        min([_time((words * TEXT_MOST)[:length], variant, line) for _ in range(BEST_OF)])
        for words in HOSTILE
        for length in (300, 600, TEXT_MOST)
        for variant, line in (("laws", "melds"), ("contract", "melds"), ("gin100", "gin"))
    )
    return [
        ("a said hand, 50 %", f"{times[PHRASES // 2]:.2f} ms", "1 ms"),
        ("a said hand, 95 %", f"{times[PHRASES * 95 // 100]:.2f} ms", "5 ms"),
        ("a text made to take long", f"{worst:.0f} ms", "50 ms"),
    ]


def _time(text: str, variant: str, line: str) -> float:
    known, words = game(variant), vocabulary()
    lay_meld.cache_clear()
    start = process_time()
    hear(text, line, known, words)
    return (process_time() - start) * 1000
