"""How two people did in the games that they played together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.club.results import counted, pairs_of


@dataclass(slots=True, kw_only=True)
class HeadToHead:
    """Two people: how often each had the better result, and the money between them.

    ``money`` is in minor units, positive if ``first`` won it; ``first`` comes before ``second`` in
    the club's order.
    """

    first: str
    second: str
    games: int = 0
    first_ahead: int = 0
    second_ahead: int = 0
    money: int = 0


def heads_to_head(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> list[HeadToHead]:
    """Return each pair of people with a common game that counts, in the order of ``ranks``."""
    pairs: dict[tuple[str, str], HeadToHead] = {}
    for chosen in counted(games):
        for each in pairs_of(chosen, ranks):
            ends = each.first, each.second
            pair = pairs.setdefault(ends, HeadToHead(first=each.first, second=each.second))
            pair.games += 1
            pair.first_ahead += each.lead > 0
            pair.second_ahead += each.lead < 0
            pair.money += each.money
    return sorted(pairs.values(), key=lambda pair: (ranks[pair.first], ranks[pair.second]))
