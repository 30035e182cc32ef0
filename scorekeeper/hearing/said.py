"""Cards and melds as they were said, and what the parts of a phrase say of one card.

Which ranks are wild is all that is known of the rules here, so a phrase may say cards that are no
meld.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.chart import Said
from scorekeeper.rules import Card, Colour, MeldKind, Rank, Suit

Acts = Mapping[str, Callable[[Said], Sequence[Any]]]
"""What makes the values of a phrase from those of its parts, by its name in the table."""
ANY_WILD: Final = -1
"""The rank of a card that was only said to be wild."""
WILDS: Final = (Rank.JOKER, Rank.TWO, ANY_WILD)
SUITS_OF: Final = {
    Colour.BLACK: (Suit.SPADES, Suit.CLUBS),
    Colour.RED: (Suit.HEARTS, Suit.DIAMONDS),
}
CARDS_MOST: Final = 16
"""No meld is said in more cards."""


class SaidCard(NamedTuple):
    """A card as it was said; a wild one may have the ``name`` of the card that it stands for.

    One that is ``added`` ("and a deuce") has no place of its own in its run.
    """

    rank: int
    suit: Suit | None = None
    colour: Colour | None = None
    name: Card | None = None
    added: bool = False


class SaidCards(NamedTuple):
    """Cards that were said together: of one rank, in hand, or the steps of a run.

    ``lacks_number`` is true of a plural without one, ``is_weak`` if another way to understand the
    same words comes first. A ``mark`` may stand among the words: whether they are melded or in
    hand. The ``order`` is 1 if suits come before ranks, 2 if they come after without "of".
    """

    cards: tuple[SaidCard, ...]
    is_range: bool = False
    lacks_number: bool = False
    is_weak: bool = False
    mark: str = ""
    order: int = 0


class SaidMeld(NamedTuple):
    """A meld as it was said; ``kind`` is None if it was taken back.

    ``added`` are wild cards said after a run: they take any place, or that of their names.
    """

    kind: MeldKind | None
    cards: tuple[SaidCard, ...] = ()
    suit: Suit | None = None
    is_range: bool = False
    lacks_number: bool = False
    added: tuple[SaidCard, ...] = ()
    mark: str = ""
    is_weak: bool = False


def value_of(said: Said, name: str) -> Any:
    """Return the value of the last part with this name, None if there is none."""
    found = [value for symbol, value in said if symbol == name]
    return found[-1] if found else None


def has(said: Said, *names: str) -> bool:
    return any(symbol in names for symbol, _ in said)


def mark_of(said: Said) -> str:
    """Return the mark among the words, which says whether the cards are melded or in hand."""
    return next((name for name, _ in said if name in ("hand", "melded")), "")


def _same(said: Said) -> Sequence[Any]:
    return (said[-1][1],)


def _first(said: Said) -> Sequence[Any]:
    return (said[0][1],)


def _suits(said: Said) -> Sequence[Any]:
    return ((*(value_of(said, "suits") or ()), value_of(said, "suit")),)


def _two_suits(said: Said) -> Sequence[Any]:
    """Return the suits of "the diamond one and the club one"."""
    return (tuple([value for symbol, value in said if symbol == "suit"]),)


def _colour_suits(said: Said) -> Sequence[Any]:
    """Return the suits of "both black ones and the diamond"."""
    suit, suits = value_of(said, "suit"), SUITS_OF[value_of(said, "colour")]
    return ((*suits, suit),) if suit not in suits and value_of(said, "count") in (None, 2) else ()


def card_of(said: Said) -> Sequence[Any]:
    rank, suit, colour = None, None, None
    for symbol, value in said:
        if isinstance(value, SaidCard):
            return (value,)
        if symbol in ("rank", "ace", "inner_to"):
            rank = int(value)
        elif symbol == "wild":
            rank = int(Rank.JOKER) if value == "JK" else ANY_WILD
        elif symbol in ("of_suit", "any_suit", "suit"):
            suit = value
        elif symbol == "colour":
            colour = value
    return () if rank is None else (SaidCard(rank, suit, colour),)


def _deuce(said: Said) -> Sequence[Any]:
    """Return a deuce; a "joker two" may be one as well."""
    if value_of(said, "rank") is not Rank.TWO:
        return ()
    return card_of([part for part in said if part[0] != "wild"])


def _named(said: Said) -> Sequence[Any]:
    name = Card(value_of(said, "rank"), value_of(said, "of_suit"))
    return (value_of(said, "wild_card")._replace(name=name),)


ONE_CARD: Final[Acts] = {
    "same": _same,
    "first": _first,
    "suit": _same,
    "suits": _suits,
    "two_suits": _two_suits,
    "colour_suits": _colour_suits,
    "card": card_of,
    "deuce": _deuce,
    "named": _named,
}
