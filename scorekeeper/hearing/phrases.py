"""What phrases say: the acts of the rows of the table make values from the parts of a phrase.

Those of one card, of cards of one rank and of runs stand in modules of their own; here are melds
with what was added to them or said again, corrections, cards in hand and sums.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from scorekeeper.hearing.chart import Said
from scorekeeper.hearing.runs import RUNS
from scorekeeper.hearing.said import (
    CARDS_MOST,
    ONE_CARD,
    SAME_RANK,
    SUITS_OF,
    WILDS,
    Acts,
    SaidCard,
    SaidCards,
    SaidMeld,
    card_of,
    has,
    mark_of,
    several,
    suited,
    value_of,
    weakly,
)
from scorekeeper.rules import ACE_HIGH, Card, MeldKind, Rank, Suit

_MELD_LEAST: Final = 3
_HUNDRED: Final = 100


# --- melds with what was added, and corrections ---------------------------------------------------


def _tail(said: Said) -> Sequence[Any]:
    if not has(said, "count"):
        return ((said[-1][1],),)
    added = [together.cards for together in several(said)]
    return [cards for cards in added if cards[0].rank in (Rank.JOKER, Rank.TWO)]


def _with_tail(said: Said) -> Sequence[Any]:
    meld, tail = value_of(said, "meld"), value_of(said, "tail") or value_of(said, "named_tail")
    if meld.kind is not MeldKind.RUN or len(meld.cards + meld.added + tail) > CARDS_MOST:
        return ()
    return (meld._replace(added=meld.added + tail, mark=meld.mark or mark_of(said)),)


def _own_two(said: Said) -> Sequence[Any]:
    """Return a run of which is only said that its two is wild."""
    meld = said[0][1]
    has_two = meld.kind is MeldKind.RUN and any(card.rank == Rank.TWO for card in meld.cards)
    is_told = all(value is Rank.TWO for symbol, value in said if symbol in ("rank", "plural"))
    suit = value_of(said, "of_suit")
    if is_told and suit and not has(said, "itself"):
        return tuple(
            dict.fromkeys([*_deuce_told(meld, suit), *([meld] if suit is meld.suit else [])])
        )
    return (meld,) if has_two and is_told and suit in (None, meld.suit) else ()


def _deuce_told(meld: SaidMeld, suit: Suit) -> Sequence[SaidMeld]:
    """Return a meld with the suit of its only deuce that lies for another card."""
    deuces = [card for card in (*meld.cards, *meld.added) if card.rank == Rank.TWO]
    is_bare = len(deuces) == 1 and deuces[0].suit is None
    is_bare = is_bare and (not deuces[0].colour or suit in SUITS_OF[deuces[0].colour])
    if not is_bare or not (deuces[0].name or deuces[0] in meld.added or meld.suit is None):
        return ()
    cards, added = (
        tuple(
            [card._replace(suit=suit, colour=None) if card is deuces[0] else card for card in part]
        )
        for part in (meld.cards, meld.added)
    )
    return (meld._replace(cards=cards, added=added),)


def _wild_told(said: Said) -> Sequence[Any]:
    """Return a meld of which is said what its wild card stands for: "the joker is the ten"."""
    meld, wild, rank = said[0][1], value_of(said, "wild_card"), value_of(said, "rank")
    if wild is None:
        wild = SaidCard(int(value_of(said, "plural") or Rank.JOKER))  # "the two's a nine"
    alike = [card for card in meld.cards if card.rank == wild.rank and not card.name]
    if len(alike) != 1 or wild.rank not in WILDS:
        return ()
    if meld.kind is MeldKind.SET:
        return (meld,) if rank in [card.rank for card in meld.cards] else ()
    named = alike[0]._replace(name=Card(rank, value_of(said, "of_suit")))
    cards = tuple([named if card is alike[0] else card for card in meld.cards])
    return (meld._replace(cards=cards),)


def _extended(said: Said) -> Sequence[Any]:
    """Return a run to which its next card is added: "five six seven of clubs, and the eight"."""
    meld, rank = said[0][1], int(value_of(said, "rank"))
    is_other = value_of(said, "of_suit") not in (None, meld.suit)
    if meld.kind is not MeldKind.RUN or rank == Rank.TWO or is_other:
        return ()
    cards = (*meld.cards, *meld.added)
    ranks = [rank, *[int(card.name.rank) if card.name else card.rank for card in cards]]
    if any(card.name and card.name.rank is Rank.TWO for card in cards):
        return ()
    high = Rank.KING in ranks
    places = sorted([ACE_HIGH if rank == 1 and high else rank for rank in ranks])
    is_next = places == list(range(places[0], places[-1] + 1)) and places[0] > 0
    return (meld._replace(cards=(*meld.cards, SaidCard(rank))),) if is_next else ()


def _continued(said: Said) -> Sequence[Any]:
    """Return a run that goes on behind its wild card: "8 9 and a two for the ten, jack queen"."""
    meld, more = said[0][1], value_of(said, "list").cards
    named = [card for card in (*meld.cards, *meld.added) if card.name]
    is_plain = meld.kind is MeldKind.RUN and len(named) == 1 and not any(card.name for card in more)
    if not is_plain:
        return ()
    cards = (*meld.cards, *meld.added, *more)
    ranks = [int(card.name.rank) if card.name else card.rank for card in cards]
    places = [ACE_HIGH if rank == 1 and Rank.KING in ranks else rank for rank in ranks]
    last = places[: len(places) - len(more)]
    is_next = max(last) == named[0].name.rank and places[len(last) :] == list(
        range(max(last) + 1, max(last) + 1 + len(more))
    )
    return (meld._replace(cards=(*meld.cards, *more)),) if is_next else ()


def _over_wild(said: Said) -> Sequence[Any]:
    """Return a run whose wild card fills a gap: "four five with a joker and the seven"."""
    meld, rank = said[0][1], int(value_of(said, "rank"))
    wild = value_of(said, "wild_card")
    added = (*meld.added, *([wild] if wild else []))
    ranks = [card.rank for card in meld.cards]
    is_plain = meld.kind is MeldKind.RUN and not set(ranks) & set(WILDS)
    if not is_plain or len(added) != 1 or added[0].name or rank != max(ranks) + 2:
        return ()
    is_wild = added[0].rank in WILDS
    return (
        (meld._replace(cards=(*meld.cards, *added, SaidCard(rank)), added=()),) if is_wild else ()
    )


def _set_suits(said: Said) -> Sequence[Any]:
    """Return a set whose suits are told behind it: "two fours and the joker, club and heart"."""
    meld, suits, wild = said[0][1], value_of(said, "suits"), value_of(said, "wild_card")
    plain = [card for card in meld.cards if card.rank not in WILDS]
    is_bare = meld.kind is MeldKind.SET and all(card.suit is None for card in plain)
    if not is_bare or meld.lacks_number or len(plain) != len(suits) or not plain:
        return ()
    wilds = [card for card in meld.cards if card.rank in WILDS]
    if wild is not None and wild.rank not in [card.rank for card in wilds]:
        return ()
    named = [suited(card, suit) for card, suit in zip(plain, suits, strict=True)]
    told = meld._replace(cards=(*named, *wilds))
    return (_deuce_told(told, wild.suit) if wild and wild.suit else ()) or (told,)


def _pair_told(said: Said) -> Sequence[Any]:
    """Return a set of two alike and a wild card: "kings, a joker and two diamonds".

    The two may also be a deuce, so that this is asked.
    """
    rank, suits, wild = (value_of(said, name) for name in ("plural", "suits", "wild_card"))
    if len(suits) != 2 or suits[0] != suits[1] or rank in WILDS:
        return ()
    cards = (*(suited(SaidCard(int(rank)), suit) for suit in suits), wild)
    return (SaidMeld(MeldKind.SET, cards, lacks_number=True, is_weak=True),)


def _set_again(said: Said) -> Sequence[Any]:
    """Return a set that is told once more card by card: "four sevens, seven of clubs, ..."."""
    meld, again = said[0][1], value_of(said, "suited_set")
    is_same = meld.kind is MeldKind.SET and len(meld.cards) == len(again.cards)
    is_same = is_same and {card.rank for card in meld.cards} == {again.cards[0].rank}
    is_bare = all(card.suit is None for card in meld.cards) or Counter(meld.cards) == Counter(
        again.cards
    )
    return (meld._replace(cards=again.cards),) if is_same and is_bare else ()


def _list_again(said: Said) -> Sequence[Any]:
    """Return a run of which the ranks are said once more."""
    meld, again = said[0][1], value_of(said, "list")
    ranks = [card.rank for card in meld.cards]
    is_same = meld.kind is MeldKind.RUN and not meld.added
    # The ranks of a list may also begin the next run, in another suit.
    is_weak = meld.is_weak or not meld.is_range
    told = meld._replace(is_weak=is_weak)
    return (told,) if is_same and ranks == [card.rank for card in again.cards] else ()


def _total(said: Said) -> Sequence[Any]:
    """Return a meld after which is said how many cards it has."""
    meld = said[0][1]
    count = value_of(said, "number") or value_of(said, "count")
    rank = value_of(said, "plural")
    is_own = rank is None or rank in [card.rank for card in meld.cards]
    return (meld,) if is_own and len(meld.cards + meld.added) == count else ()


def _total_told(said: Said) -> Sequence[Any]:
    """Return a set of which all suits were told, before its number: "7H 7H 7C, three sevens"."""
    plain = [card for card in said[0][1].cards if card.rank not in WILDS]
    is_told = all(card.suit or card.colour for card in plain)
    return _total(said) if is_told and said[0][1].kind is MeldKind.SET else ()


def _again(said: Said) -> Sequence[Any]:
    """Return a meld that is said a second time, card by card or as a whole."""
    before, after = said[0][1], said[1][1]
    if before.kind is not after.kind or before.added or after.lacks_number:
        return ()
    old, new = ({card.rank for card in meld.cards} for meld in (before, after))
    if after.kind is MeldKind.RUN:
        return (after,) if before.suit == after.suit and old == new else ()
    wilds = tuple([card for card in before.cards if card.rank in WILDS])
    if not any(card.rank in WILDS for card in after.cards):
        old -= set(WILDS)
        after = after._replace(cards=(*after.cards, *wilds))  # "4 4 4 2, the fours have no heart"
    is_same = old <= new and (before.lacks_number or len(before.cards) == len(after.cards))
    plain = [card for card in before.cards if card.rank not in WILDS]
    return (after,) if is_same and all(card.suit is None for card in plain) else ()


def _card_again(said: Said) -> Sequence[Any]:
    """Return a card of which is said once more that it has a suit: "a jack, the jack of spades"."""
    ranks = [int(value) for symbol, value in said if symbol == "rank"]
    card = SaidCard(ranks[0], value_of(said, "of_suit"))
    return (SaidCards((card,), mark=mark_of(said)),) if ranks[0] == ranks[1] else ()


def _instead(said: Said) -> Sequence[Any]:
    (_, before), _, (_, after) = said
    if isinstance(before, SaidCards):
        return (after,)
    begins_wild = before.cards[:1] and before.cards[0].rank in WILDS
    return (after,) if before.kind in (after.kind, None) and not begins_wild else ()


def _listed(said: Said) -> Sequence[Any]:
    """Return cards that were said one by one."""
    before, more = (value_of(said, name) for name in ("listed", "bare"))
    cards = (*(before.cards if before else ()), *more.cards)
    return (SaidCards(cards),) if len(cards) <= CARDS_MOST and not more.lacks_number else ()


def _unsuited(said: Said) -> Sequence[Any]:
    """Return several cards of which no suit was said, and which are no set."""
    cards = said[0][1].cards
    is_loose = len(cards) > 1 and max(Counter(cards).values()) < _MELD_LEAST
    return (said[0][1],) if is_loose and {card.suit for card in cards} == {None} else ()


def _worth(said: Said) -> Sequence[Any]:
    """Return cards of which is said what they come to."""
    pips = sum([min(card.rank, Rank.TEN) for card in said[0][1].cards])
    return (said[0][1],) if pips == value_of(said, "amount") else ()


# --- in hand, and sums ----------------------------------------------------------------------------


def _cards(said: Said) -> Sequence[Any]:
    return [SaidCards((card,), mark=mark_of(said)) for card in card_of(said)]


def _spread(said: Said) -> Sequence[Any]:
    """Return cards of one suit that were said together."""
    suit = value_of(said, "of_suit") or value_of(said, "any_suit") or value_of(said, "suit")
    ranks = value_of(said, "group") or [card.rank for card in value_of(said, "range").cards]
    if (value_of(said, "number") or value_of(said, "count")) not in (None, len(ranks)):
        return ()  # "my two spades are the queen and the four"
    cards = tuple([SaidCard(int(rank), suit) for rank in ranks])
    return (SaidCards(cards, mark=mark_of(said)),)


def _suited(said: Said) -> Sequence[Any]:
    suit = value_of(said, "any_suit") or value_of(said, "suit")
    steps = value_of(said, "list").cards
    if any(card.suit or card.name for card in steps):
        return ()
    if has(said, "run") and len(steps) < _MELD_LEAST:
        return ()
    ranks = sorted([card.rank for card in steps])
    is_weak = len(ranks) > 2 and ranks[-1] - ranks[0] >= len(ranks) and ranks[:2] != [1, 10]
    return (SaidCards(tuple([SaidCard(card.rank, suit) for card in steps]), is_weak=is_weak),)


def _counted_suited(said: Said) -> Sequence[Any]:
    """Return cards of one suit whose number is said before: "three spades, the two three four"."""
    count = value_of(said, "number") or value_of(said, "count")
    least = _MELD_LEAST - (said[-2][0] == "the" or has(said, "hand"))
    counted = [cards for cards in _suited(said) if least <= len(cards.cards) == count]
    told = [sorted([card.rank for card in cards.cards]) for cards in counted]
    are_runs = [ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in told]
    ways = zip(counted, are_runs, strict=True)
    return [cards._replace(is_weak=not is_run) for cards, is_run in ways]


def _amount(said: Said) -> Sequence[Any]:
    """Return the number that words say: ``a hundred and twenty five``, ``twenty five``."""
    numbers = [int(value) for symbol, value in said if symbol != "and"]
    total = 0
    if _HUNDRED in numbers:
        at = numbers.index(_HUNDRED)
        if at > 1 or numbers[:at] == [_HUNDRED]:
            return ()
        total = _HUNDRED * (numbers[0] if at else 1)
        numbers = numbers[at + 1 :]
    elif has(said, "and"):
        return ()
    if len(numbers) > 1 and (numbers[0] < 20 or not 0 < numbers[1] < 10 or len(numbers) > 2):
        return ()
    return (total + sum(numbers),)


def _owed_sum(said: Said) -> Sequence[Any]:
    return (value_of(said, "amount"),)


ACTS: Final[Acts] = {
    **ONE_CARD,
    **SAME_RANK,
    **RUNS,
    "extended": _extended,
    "over_wild": _over_wild,
    "continued": _continued,
    "wild_told": _wild_told,
    "told": lambda said: (
        (
            value_of(said, "wild_card")._replace(
                name=Card(value_of(said[:-1], "rank") or value_of(said, "plural"), None)
            ),
        ),
    ),
    "knocking": _owed_sum,
    "owed_sum": _owed_sum,
    "sum_for": lambda said: [amount for amount in _owed_sum(said) if amount > Rank.TEN],
    "tail": _tail,
    "with_tail": _with_tail,
    "again": _again,
    "card_again": _card_again,
    "own_two": _own_two,
    "wild_suit": lambda said: _deuce_told(said[0][1], value_of(said, "suit")),
    "total": _total,
    "total_told": _total_told,
    "list_again": _list_again,
    "set_suits": _set_suits,
    "pair_told": _pair_told,
    "set_again": _set_again,
    "set_named": lambda said: (
        (said[-1][1],)
        if len(said[-1][1].cards) == len(value_of(said, "several").cards)
        and said[-1][1].cards[0].rank == value_of(said, "several").cards[0].rank
        else ()
    ),
    "total_cards": lambda said: (
        (said[0][1],)
        if (value_of(said, "number") or value_of(said, "count")) == len(said[0][1].cards)
        else ()
    ),
    "own_two_weakly": weakly(_own_two),
    "sum_again": lambda said: (said[0][1],) if said[0][1] == said[-1][1] > Rank.TEN else (),
    "instead": _instead,
    "gone": lambda said: (SaidMeld(None) if isinstance(said[0][1], SaidMeld) else SaidCards(()),),
    "group": lambda said: ((*(value_of(said, "group") or ()), value_of(said, "rank")),),
    "cards": _cards,
    "alone": weakly(_cards),
    "spread": _spread,
    "suited": _suited,
    "counted_suited": _counted_suited,
    "sized_suited": lambda said: [
        cards
        for cards in _counted_suited(said)
        if cards.cards[0].rank != value_of(said, "number") + 1
    ],
    "listed": _listed,
    "unsuited": _unsuited,
    "worth": _worth,
    "amount": _amount,
}
