"""Chooses among the readings of all pieces of a line: what the pack has, and what gin prefers."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, Final

from scorekeeper.hearing.cards import Game, fits
from scorekeeper.hearing.ways import Heard, Piece, Ways, join, meaning
from scorekeeper.rules.arrangement import best_arrangement
from scorekeeper.rules.cards import Card

READINGS_MOST: Final = 4
"""A piece with more readings is marked."""
_CHOICES_MOST: Final = 512
_TRIES_MOST: Final = 4
_HAND_CARDS: Final = (10, 11)
"""The numbers of cards in a hand of gin, the usual one first."""
_NEAR: Final = 2
"""The article of "two and a three of clubs", heard as an ace, would take two cards from those
outside."""
_Choice = tuple[Heard, ...]
"""A reading of each piece that has several."""


def settle(ways: Sequence[Ways], game: Game) -> list[Piece]:
    """Return the pieces of all sections with the readings that go together."""
    found = [each.pieces() for each in ways]
    for _ in range(_TRIES_MOST):
        if not _ban_surplus(ways, found, game):
            break
        found = [each.pieces() for each in ways]
    pieces = _with_sums_alone([piece for each in found for piece in each])
    if _cards(pieces, surely=True) and not fits(_cards(pieces, surely=True), game):
        return [Piece(pieces[0].start, pieces[-1].end, ())]
    open_at = [number for number, piece in enumerate(pieces) if len(piece.readings) > 1]
    if open_at and (game.arranges or not fits(_cards(pieces, surely=False), game)):
        pieces = _choose(pieces, open_at, game)
    return _joined(
        [
            piece if len(piece.readings) <= READINGS_MOST else piece._replace(readings=())
            for piece in pieces
        ]
    )


def _with_sums_alone(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces without readings as cards beside a sure sum: no hand has both."""
    if not any(len(piece.readings) == 1 and _is_sum(piece.readings[0]) for piece in pieces):
        return list(pieces)
    return [
        piece._replace(readings=tuple(filter(_is_sum, piece.readings)) or piece.readings)
        for piece in pieces
    ]


def _is_sum(heard: Heard) -> bool:
    return any(name.endswith("_points") for name, _ in heard.facts)


def _cards(pieces: Sequence[Piece], *, surely: bool) -> list[Card]:
    """Return the cards of the pieces with one reading, or of all readings."""
    return [
        card
        for piece in pieces
        if len(piece.readings) == 1 or not surely
        for heard in piece.readings
        for card in heard.cards
    ]


def _ban_surplus(ways: Sequence[Ways], found: Sequence[Sequence[Piece]], game: Game) -> bool:
    """Ban the steps whose cards the pack does not have beside those before; tell if there are."""
    cards: list[Card] = []
    has_surplus = False
    for section, pieces in zip(ways, found, strict=True):
        for piece in pieces:
            if len(piece.readings) == 1:
                more = piece.readings[0].cards
                if fits([*cards, *more], game):
                    cards += more
                else:
                    section.banned.add((piece.start, piece.end, piece.readings[0]))
                    has_surplus = True
    return has_surplus


def _choose(pieces: list[Piece], open_at: list[int], game: Game) -> list[Piece]:
    """Return the pieces with the readings that the pack has together, and that gin prefers."""
    several = [pieces[number].readings for number in open_at]
    if prod([len(each) for each in several]) > _CHOICES_MOST:
        return [
            piece if len(piece.readings) == 1 else piece._replace(readings=()) for piece in pieces
        ]
    sure = _cards(pieces, surely=True)
    kept = [each for each in product(*several) if fits([*sure, *join(each).cards], game)]
    if game.arranges:
        kept = _best_hands(kept, sure)
    if not kept:
        last = open_at[-1]
        pieces = [*pieces[:last], pieces[last]._replace(readings=()), *pieces[last + 1 :]]
        return _choose(pieces, open_at[:-1], game) if open_at[:-1] else pieces
    apart = [tuple(dict.fromkeys(readings)) for readings in zip(*kept, strict=True)]
    if prod([len(each) for each in apart]) == len(kept):
        for number, readings in zip(open_at, apart, strict=True):
            pieces[number] = pieces[number]._replace(readings=readings)
        return pieces
    return _tied(pieces, open_at, kept)


def _tied(pieces: Sequence[Piece], open_at: Sequence[int], kept: Sequence[_Choice]) -> list[Piece]:
    """Return the pieces with those as one whose readings depend on one another."""
    first, last = open_at[0], open_at[-1]
    readings: dict[tuple[Any, ...], Heard] = {}
    for choice in kept:
        chosen = dict(zip(open_at, choice, strict=True))
        between = [
            chosen.get(number) or pieces[number].readings[0]
            for number in range(first, last + 1)
            if pieces[number].readings
        ]
        heard = join(between)
        readings.setdefault(meaning(heard), heard)
    is_marked = any(not piece.readings for piece in pieces[first : last + 1])
    every = () if is_marked else tuple(readings.values())
    one = Piece(pieces[first].start, pieces[last].end, every)
    return [*pieces[:first], one, *pieces[last + 1 :]]


def _best_hands(choices: Sequence[_Choice], sure: Sequence[Card]) -> list[_Choice]:
    """Return the choices of gin with the fewest cards outside runs and sets, or two cards more.

    Of these, hands of ten cards come first, then those of eleven.
    """
    hands = [(choice, [*sure, *join(choice).cards]) for choice in choices]
    outside = [len(best_arrangement(cards).deadwood) for _, cards in hands]
    near = [hand for hand, left in zip(hands, outside, strict=True) if left <= min(outside) + _NEAR]
    for count in _HAND_CARDS:
        right = [choice for choice, cards in near if len(cards) == count]
        if right:
            return right
    return [choice for choice, _ in near]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with marked ones side by side as one."""
    found: list[Piece] = []
    for piece in pieces:
        is_one = bool(found) and not piece.readings and not found[-1].readings
        found.append(Piece(found.pop().start, piece.end, ()) if is_one else piece)
    return found
