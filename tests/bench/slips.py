"""Slips of people who enter a deal on the pad, one a deal, by chance."""

from collections.abc import Sequence
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
KINDS: Final = ("wrong key", "missing key", "doubled key", "wrong player", "wrong side")


def slip(kind: str, presses: Sequence[str], chance: Random) -> list[str] | None:
    """Return the presses with one slip of a kind; None where it has no place."""
    hands = split_hands(presses)
    at = chance.choice([at for at, key in enumerate(presses) if _card(key)] or [0])
    found = list(presses)
    match kind:
        case "wrong key":
            beside = chance.choice(_BESIDE[_card(found[at])])
            is_held = ":" in found[at] and beside in "3456789TJQKA"
            found[at] = f"held:{beside}" if is_held else beside
        case "missing key":
            # Of a key that is held too shortly, the first press counts.
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
            sides = [number for number, hand in enumerate(hands) if "in_hand" in hand[1:]]
            if not sides:
                return None
            hand = hands[chance.choice(sides)]
            side = hand.index("in_hand")
            # The side is changed a card too early or too late, or not at all.
            place = chance.choice([side - 1, side + 1, None])
            del hand[side]
            if place is not None:
                hand.insert(place, "in_hand")
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


def _card(press: str) -> str:
    """Return the key of a card that is pressed or held; empty for any other."""
    key = press.removeprefix("held:")
    return key if key in _BESIDE else ""
