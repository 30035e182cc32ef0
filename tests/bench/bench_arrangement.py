"""How fast the best arrangement and the best knock are found; ``python -m`` prints the rows."""

import importlib
import random
from collections.abc import Callable, Sequence
from time import perf_counter

from scorekeeper.domain.arrangement import best_arrangement, best_knock
from scorekeeper.domain.cards import CARD_TEXTS, NATURAL_CARDS, Card

HANDS = 20_000
REPEATS = 7
LIMIT = 10

Hand = tuple[Card, ...]


def run() -> list[tuple[str, str, str]]:
    """What was measured, the mean, and the goal."""
    chance = random.Random(20_260)
    deals = [tuple(chance.sample(NATURAL_CARDS, 20)) for _ in range(HANDS)]
    hands = [(deal[:10],) for deal in deals]
    knockable = _knockable(chance)
    rows = [
        ("best_arrangement, random ten cards", _mean(best_arrangement, hands), "8 µs"),
        (
            "best_arrangement, hands that can knock",
            _mean(best_arrangement, _knockers(knockable)),
            "",
        ),
        ("best_knock, random knockable, limit 10", _mean(_knock, knockable), "60 µs"),
    ]
    return rows + _rlcard_rows(hands[: HANDS // 10])


def _knockable(chance: random.Random) -> list[tuple[Hand, Hand]]:
    """Random deals in which the first hand can knock."""
    found: list[tuple[Hand, Hand]] = []
    while len(found) < HANDS // 10:
        cards = tuple(chance.sample(NATURAL_CARDS, 20))
        if best_arrangement(cards[:10]).points <= LIMIT:
            found.append((cards[:10], cards[10:]))
    return found


def _knockers(deals: Sequence[tuple[Hand, Hand]]) -> list[tuple[Hand]]:
    return [(knocker,) for knocker, _ in deals]


def _knock(knocker: Hand, defender: Hand) -> object:
    return best_knock(knocker, defender, limit=LIMIT, net=_net)


def _net(knocker: int, defender: int) -> int:
    if knocker == 0:
        return defender + 25
    return defender - knocker if defender > knocker else defender - knocker - 25


def _mean(measured: Callable[..., object], calls: Sequence[tuple[object, ...]]) -> str:
    """The mean time of a call in the fastest of a few repeats, in microseconds."""
    times = []
    for _ in range(REPEATS):
        started = perf_counter()
        for call in calls:
            measured(*call)
        times.append(perf_counter() - started)
    return f"{min(times) / len(calls) * 1_000_000:.1f} µs"


def _rlcard_rows(hands: Sequence[tuple[Hand]]) -> list[tuple[str, str, str]]:
    """The same hands by rlcard, where it is installed (it need not be)."""
    try:
        melding = importlib.import_module("rlcard.games.gin_rummy.utils.melding")
        cards = importlib.import_module("rlcard.games.base")
    except ImportError:
        return []
    theirs = {
        card: cards.Card(suit=text[1], rank=text[0])
        for card, text in CARD_TEXTS.items()
        if card in NATURAL_CARDS
    }
    calls = [([theirs[card] for card in hand],) for (hand,) in hands]
    return [("rlcard get_best_meld_clusters", _mean(melding.get_best_meld_clusters, calls), "")]


if __name__ == "__main__":
    for what, measured, goal in run():
        print(f"{what:45} {measured:>12} {goal:>8}")
