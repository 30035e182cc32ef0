"""Spreads turns as evenly as can be: who rests in a round, who deals first at a table."""

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

_Who = TypeVar("_Who", bound=Hashable)


def balance(
    slots: Sequence[tuple[int, Sequence[_Who]]], had: Mapping[_Who, int]
) -> list[list[_Who]]:
    """Return who takes the turns of each slot, so that Σ n(n − 1)/2 over all is the least.

    A slot has a number of turns and those who may take one each. ``had`` are the turns of before.
    """
    turns: dict[_Who, int] = {who: had.get(who, 0) for _, able in slots for who in able}
    taken: list[list[_Who]] = []
    for count, able in slots:
        chosen = sorted(able, key=turns.__getitem__)[:count]
        for who in chosen:
            turns[who] += 1
        taken.append(chosen)
    # A turn goes along a path of slots from somebody to one who had at least two less. When there
    # is no such path, no other way is more even: the sum is convex in the turns of each.
    while path := _shifting_path(slots, taken, turns):
        turns[path[0][1]] -= 1
        turns[path[-1][2]] += 1
        for slot, giver, receiver in path:
            taken[slot][taken[slot].index(giver)] = receiver
    return taken


def _shifting_path(
    slots: Sequence[tuple[int, Sequence[_Who]]],
    taken: Sequence[Sequence[_Who]],
    turns: Mapping[_Who, int],
) -> list[tuple[int, _Who, _Who]]:
    """Return steps (slot, giver, receiver) that make the turns more even; none if they are."""
    fewest = min(turns.values(), default=0)
    for source in sorted(turns, key=lambda who: -turns[who]):
        if turns[source] < fewest + 2:
            break
        path = _path_from(source, slots, taken, turns)
        if path:
            return path
    return []


def _path_from(
    source: _Who,
    slots: Sequence[tuple[int, Sequence[_Who]]],
    taken: Sequence[Sequence[_Who]],
    turns: Mapping[_Who, int],
) -> list[tuple[int, _Who, _Who]]:
    """Return the shortest steps from somebody to one who has at least two turns less."""
    came: dict[_Who, tuple[int, _Who]] = {}
    waiting = deque([source])
    while waiting:
        giver = waiting.popleft()
        own = [slot for slot, chosen in enumerate(taken) if giver in chosen]
        for slot, receiver in [(each, who) for each in own for who in slots[each][1]]:
            if receiver == source or receiver in came or receiver in taken[slot]:
                continue
            came[receiver] = slot, giver
            if turns[receiver] <= turns[source] - 2:
                return _back(came, source, receiver)
            waiting.append(receiver)
    return []


def _back(
    came: Mapping[_Who, tuple[int, _Who]], source: _Who, end: _Who
) -> list[tuple[int, _Who, _Who]]:
    path: list[tuple[int, _Who, _Who]] = []
    receiver = end
    while receiver != source:
        slot, giver = came[receiver]
        path.append((slot, giver, receiver))
        receiver = giver
    return path[::-1]
