"""Slips of people who enter a deal on the pad, one a deal, by chance."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

_ROWS: Final = ("S H D C QS new", "A 2 3 4 5 6 7", "8 9 T J Q K JK")
_KEYS: Final = [row.split() for row in _ROWS]
_BESIDE: Final = {
    key: [
        other
        for there, others in enumerate(_KEYS)
        for at, other in enumerate(others)
        if abs(there - here) + abs(at - place) == 1
    ]
    for here, row in enumerate(_KEYS)
    for place, key in enumerate(row)
}
_IN_SETS: Final = frozenset("3456789TJQKA")
_LOOSE: Final = _IN_SETS | {"2", "QS", "JK"}
KINDS: Final = (
    "wrong key",
    "missing key",
    "doubled key",
    "wrong player",
    "wrong side",
    "wrong way",
)


def slip(kind: str, presses: Sequence[str], chance: Random) -> list[str] | None:
    """Return the presses with one slip of a kind; None where it has no place."""
    hands = split_hands(presses)
    at = chance.choice([at for at, key in enumerate(presses) if _card(key)] or [0])
    found = list(presses)
    match kind:
        case "wrong key":
            key = _card(found[at])
            beside = chance.choice(_BESIDE[key])
            can_be = _LOOSE if "down" in found[at] else _IN_SETS
            found[at] = found[at].replace(key, beside) if beside in can_be else beside
        case "missing key":
            # A key that is held too shortly, or not slid far enough, is tapped.
            found[at : at + 1] = [_card(found[at])] if ":" in found[at] else []
        case "doubled key":
            found.insert(at, found[at])
        case "wrong player":
            one = chance.randrange(len(hands) - 1)
            # Who ended the deal was said before any hand.
            ended = hands[0].pop(0)
            hands[one], hands[one + 1] = hands[one + 1], hands[one]
            found = [ended, *join_hands(hands)]
        case "wrong side":
            if not _change_side(hands, chance):
                return None
            found = join_hands(hands)
        case "wrong way":
            _change_way(hands, chance)
            found = join_hands(hands)
    return found


def split_hands(presses: Sequence[str]) -> list[list[str]]:
    """Return the presses of each hand."""
    hands: list[list[str]] = [[]]
    for press in presses:
        if press == "next":
            hands.append([])
        else:
            hands[-1].append(press)
    return hands


def join_hands(hands: Sequence[Sequence[str]]) -> list[str]:
    """Return the presses of hands that are entered one after the other."""
    joined = [press for hand in hands for press in ("next", *hand)]
    return joined[1:]


def _change_side(hands: list[list[str]], chance: Random) -> bool:
    """Slide a key down a card too early or too late, or none; tell whether one was to be slid."""
    sides = [(hand, at) for hand in hands for at in range(1, len(hand)) if "down" in hand[at]]
    if not sides:
        return False
    hand, side = chance.choice(sides)
    hand[side] = _touch(hand[side], "")
    place = chance.choice([side - 1, side + 1, None])
    if place is not None and place < len(hand) and _card(hand[place]) in _LOOSE:
        hand[place] = _touch(hand[place], "down")
    return True


def _change_way(hands: list[list[str]], chance: Random) -> None:
    """Slide a key that should be tapped, or the other way, or tap one that should be slid."""
    hand, at = chance.choice([place for hand in hands for place in _melded(hand)])
    ways = {"", "up", "down"} - {hand[at].split(":")[0]}
    hand[at] = _touch(hand[at], chance.choice(sorted(ways)))


def _melded(hand: list[str]) -> Iterator[tuple[list[str], int]]:
    """Yield where a key of a hand can be slid: in no run, and until one is slid down."""
    for at, press in enumerate(hand):
        if _card(press) in _IN_SETS and hand[at - 1] not in _KEYS[0]:
            yield hand, at
        if press.startswith("down"):
            return


def _card(press: str) -> str:
    """Return the key of a card that is tapped, held or slid; empty for any other."""
    way, *keys = press.split(":")
    key = keys[-1] if way in ("held", "up", "down") else press
    return key if key in _BESIDE else ""


def _touch(press: str, way: str) -> str:
    """Return the press of the same key that is slid that way, or not at all; held if it was."""
    key = _card(press)
    is_held = press.startswith("held") or press.endswith(f":{key}:{key}")
    if not way:
        return f"held:{key}" if is_held else key
    return ":".join([way, key, *([key] if is_held else [])])
