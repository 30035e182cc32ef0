"""How two people did in the games that they played together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.domain.club.chosen import ChosenGame
from scorekeeper.domain.settlement import Pair


@dataclass(slots=True, kw_only=True)
class HeadToHead:
    """Two people: how often each had the better result, and the money between them.

    ``money`` is in minor units, plus to the good of ``first``, who comes first in the club's order.
    """

    first: str
    second: str
    games: int = 0
    first_ahead: int = 0
    second_ahead: int = 0
    money: int = 0


def heads_to_head(games: Iterable[ChosenGame], ranks: Mapping[str, int]) -> list[HeadToHead]:
    """Return each pair with a game together that counts, in the order of people."""
    pairs: dict[tuple[str, str], HeadToHead] = {}
    for chosen in games:
        if chosen.game.counts:
            _add_pairs(pairs, chosen, ranks)
    return sorted(pairs.values(), key=lambda pair: (ranks[pair.first], ranks[pair.second]))


def _add_pairs(
    pairs: dict[tuple[str, str], HeadToHead], chosen: ChosenGame, ranks: Mapping[str, int]
) -> None:
    game = chosen.game
    results = game.results or ()
    sign = -1 if game.played.low_wins else 1
    seats = sorted(chosen.seats, key=lambda seat: ranks[game.people[seat]])
    owed = {frozenset((each.payer, each.payee)): each for each in game.played.pairs}
    for first, second in combinations(seats, 2):
        ends = game.people[first], game.people[second]
        pair = pairs.setdefault(ends, HeadToHead(first=ends[0], second=ends[1]))
        lead = sign * (results[first] - results[second])
        pair.games += 1
        pair.first_ahead += lead > 0
        pair.second_ahead += lead < 0
        pair.money += _to_the_good_of(first, owed.get(frozenset((first, second))))


def _to_the_good_of(seat: int, owed: Pair | None) -> int:
    if owed is None:
        return 0
    return owed.minor if owed.payee == seat else -owed.minor
