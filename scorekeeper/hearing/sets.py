"""Phrases that say cards of one rank: sets, and in hand."""

from collections.abc import Sequence
from typing import Any, Final

from scorekeeper.hearing.chart import Said
from scorekeeper.hearing.said import (
    CARDS_MOST,
    WILDS,
    Acts,
    SaidCard,
    SaidCards,
    SaidMeld,
    card_of,
    has,
    mark_of,
    value_of,
)
from scorekeeper.rules import MeldKind, Rank, Suit

_COUNT_MOST: Final = 8
"""No more cards of one rank are said by their number after them."""


def several(said: Said) -> Sequence[Any]:
    rank = Rank.JOKER if has(said, "wilds") else value_of(said, "plural")
    card = SaidCard(int(rank), value_of(said, "of_suit"), value_of(said, "colour"))
    return (SaidCards((card,) * value_of(said, "count")),)


def _each(said: Said) -> Sequence[Any]:
    """Return a card of each suit that is named."""
    suits = value_of(said, "suits_and") or value_of(said, "suits")
    ranks = [int(value) for symbol, value in said if symbol in ("plural", "rank")]
    count = value_of(said, "count") or (len(ranks) if len(ranks) > 1 else len(suits))
    if not 1 < len(suits) == len(set(suits)) or count != len(suits) or len(set(ranks)) > 1:
        return ()
    cards = tuple([SaidCard(ranks[0], suit) for suit in suits])
    return (SaidCards(cards, mark=mark_of(said)),)


def _each_weakly(said: Said) -> Sequence[Any]:
    """Return the same where no "and" joins the suits: the last may belong to what follows."""
    return [cards._replace(is_weak=True) for cards in _each(said)]


def _unnumbered(said: Said) -> Sequence[Any]:
    card = SaidCard(int(value_of(said, "plural")))
    if card.rank == Rank.TWO:
        return ()  # nobody can tell how many wild cards there are
    return [SaidCards((card,) * count, lacks_number=True) for count in (2, 3, 4)]


def _counted(said: Said) -> Sequence[Any]:
    """Return cards whose number is said after them: "kings, three of them"."""
    rank = value_of(said, "plural") or value_of(said, "rank")
    count = value_of(said, "count") or value_of(said, "number")
    if not 2 <= count <= _COUNT_MOST:
        return ()
    return (SaidCards((SaidCard(int(rank)),) * count, mark=mark_of(said)),)


def _perhaps_counted(said: Said) -> Sequence[Any]:
    return [cards._replace(is_weak=True) for cards in _counted(said)]


def _restated(said: Said) -> Sequence[Any]:
    ranks = {value for symbol, value in said if symbol == "plural"}
    return _counted(said) if len(ranks) == 1 else ()


def _coloured(said: Said) -> Sequence[Any]:
    """Return cards whose colour is said after them: "two nines, both red"."""
    cards, count = value_of(said, "several"), value_of(said, "count")
    if count not in (None, len(cards.cards)) or any(
        card.suit or card.colour for card in cards.cards
    ):
        return ()
    coloured = [card._replace(colour=value_of(said, "colour")) for card in cards.cards]
    return (cards._replace(cards=tuple(coloured)),)


def _twice(said: Said) -> Sequence[Any]:
    """Return cards that are said twice in other words: "38s, like three eights"."""
    return (said[0][1],) if said[0][1].cards == said[-1][1].cards else ()


def _suits_again(said: Said) -> Sequence[Any]:
    """Return cards whose suits are said behind them, perhaps once more."""
    cards, suits = said[0][1], value_of(said, "suits")
    if {card.suit for card in cards.cards} == {None}:
        rank = cards.cards[0].rank
        return _each([("rank", rank), ("count", len(cards.cards)), ("suits", suits)])
    return (cards,) if {card.suit for card in cards.cards} == set(suits) else ()


def _singular(said: Said) -> Sequence[Any]:
    """Return a set that is said without its plural: "three king", but not "three four"."""
    count, rank = value_of(said, "number"), int(value_of(said, "rank"))
    is_set = count in (3, 4) and rank not in (1, 2, count - 1, count + 1)
    return (SaidCards((SaidCard(rank),) * count, is_weak=True),) if is_set else ()


def _more(said: Said) -> Sequence[Any]:
    """Return cards of one rank with another of it: "two red kings and the club king"."""
    cards, card = said[0][1], card_of(said[1:])[0]
    is_same = not cards.lacks_number and cards.cards[0].rank == card.rank
    return (cards._replace(cards=(*cards.cards, card)),) if is_same else ()


def _more_of_run(said: Said) -> Sequence[Any]:
    """Return cards of a suit in a row with the next one: "eight nine of clubs and the ten"."""
    cards, rank = said[0][1].cards, int(value_of(said, "rank"))
    ranks = [card.rank for card in cards]
    is_run = len({card.suit for card in cards}) == 1 and len(ranks) == max(ranks) - min(ranks) + 1
    is_next = is_run and len(ranks) > 1 and rank in (min(ranks) - 1, max(ranks) + 1)
    return (SaidCards((*cards, SaidCard(rank, cards[0].suit))),) if is_next else ()


def _every(said: Said) -> Sequence[Any]:
    """Return all cards of a rank in one pack."""
    return (SaidCards(tuple([SaidCard(int(value_of(said, "rank")), suit) for suit in Suit])),)


def _trio_but(said: Said) -> Sequence[Any]:
    """Return cards that are said one by one, of all suits but one: "five five five, no clubs"."""
    ranks = {value for symbol, value in said if symbol == "rank"}
    return _all_but([*said, ("plural", ranks.pop())]) if len(ranks) == 1 else ()


def _all_but(said: Said) -> Sequence[Any]:
    rank = int(value_of(said, "plural"))
    cards = [SaidCard(rank, suit) for suit in Suit if suit is not value_of(said, "suit")]
    if (value_of(said, "count") or value_of(said, "number")) not in (None, len(cards)):
        return ()
    return (SaidCards(tuple(cards), mark=mark_of(said)),)


def _including(said: Said) -> Sequence[Any]:
    rank, count = value_of(said, "plural"), value_of(said, "count")
    suit = value_of(said, "of_suit") or value_of(said, "suit")
    if value_of(said, "rank") not in (None, rank):
        return ()
    plain = (SaidCard(int(rank)),) * (count - 1)
    return (SaidCards((*plain, SaidCard(int(rank), suit))),)


def _bag(said: Said) -> Sequence[Any]:
    """Return the cards of one rank and wild cards that were said so far, if they go together."""
    so_far = value_of(said, "bag") or SaidCards(())
    more = value_of(said, "same")
    if isinstance(more, SaidCard):
        more = SaidCards((more,))
    cards = so_far.cards + more.cards
    ranks = {card.rank for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    is_wild = all(card.rank in WILDS for card in more.cards)
    must_be_wild = has(said, "with", "melded")
    if len(ranks) > 1 or len(cards) > CARDS_MOST or (must_be_wild and not is_wild):
        return ()
    if more.lacks_number and any(card.rank == Rank.TWO for card in so_far.cards):
        return ()  # "two kings" are no deuce and several kings
    lacks_number = so_far.lacks_number or more.lacks_number
    is_weak = so_far.is_weak or more.is_weak
    mark = so_far.mark or more.mark or mark_of(said)
    return (SaidCards(cards, False, lacks_number, is_weak, mark),)


def _set(said: Said) -> Sequence[Any]:
    bag = value_of(said, "bag")
    meld = SaidMeld(MeldKind.SET, bag.cards, lacks_number=bag.lacks_number, mark=bag.mark)
    return (meld._replace(is_weak=bag.is_weak),)


def _alike(said: Said) -> Sequence[Any]:
    """Return cards of one rank, each with its suit, that were said one by one."""
    so_far, card = value_of(said, "suited_set"), card_of(said[1:])[0]
    if card.rank != so_far.cards[0].rank or len(so_far.cards) >= len(Suit):
        return ()
    return (SaidCards((*so_far.cards, card)),)


def _trio(said: Said) -> Sequence[Any]:
    """Return three or four cards of one rank that were said one by one."""
    ranks = [int(value) for symbol, value in said if symbol == "rank"]
    return (SaidCards((SaidCard(ranks[0]),) * len(ranks)),) if len(set(ranks)) == 1 else ()


def _together(said: Said) -> Sequence[Any]:
    """Return the cards of a run, each with its suit."""
    cards = value_of(said, "suited_list").cards
    if (
        len(cards) < 2
        or len({card.suit for card in cards}) > 1
        or not all(card.suit and card.rank > 0 and not card.name for card in cards)
    ):
        return ()
    return (SaidCards(tuple([SaidCard(card.rank, card.suit) for card in cards])),)


SAME_RANK: Final[Acts] = {
    "several": several,
    "each": _each,
    "each_weakly": _each_weakly,
    "unnumbered": _unnumbered,
    "counted": _counted,
    "perhaps_counted": _perhaps_counted,
    "restated": _restated,
    "twice": _twice,
    "suits_again": _suits_again,
    "trio_but": _trio_but,
    "singular": _singular,
    "more": _more,
    "every": _every,
    "more_of_run": _more_of_run,
    "coloured": _coloured,
    "alike": _alike,
    "together": _together,
    "all_but": _all_but,
    "including": _including,
    "bag": _bag,
    "set": _set,
    "trio": _trio,
}
