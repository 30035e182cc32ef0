"""Cards and melds as they were said, and phrases that say one card or cards of one rank.

Which ranks are wild is all that is known of the rules here, so a phrase may say cards that are no
meld.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.chart import Said
from scorekeeper.rules import Card, Colour, MeldKind, Rank, Suit

Act = Callable[[Said], Sequence[Any]]
Acts = Mapping[str, Act]
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
_SEVERAL_MOST: Final = 6
"""Nobody holds more cards of one rank: "eight four's" are an eight and a four."""
_LEAST: Final = 3
"""A set has so many cards or more."""
_ALIKE_MOST: Final = 2
"""No game has more packs, and so more cards of one rank and suit."""
_COUNT_MOST: Final = 8
"""No more cards of one rank are said by their number after them."""


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
    return (values_of(said, name) or [None])[-1]


def values_of(said: Said, name: str) -> list[Any]:
    return [value for symbol, value in said if symbol == name]


def has(said: Said, *names: str) -> bool:
    return any(symbol in names for symbol, _ in said)


def weakly(act: Act) -> Act:
    """Return an act of which another way to understand the same words comes first."""
    return lambda said: [value._replace(is_weak=True) for value in act(said)]


def mark_of(said: Said) -> str:
    """Return the mark among the words, which says whether the cards are melded or in hand."""
    return next((name for name, _ in said if name in ("hand", "melded")), "")


def card_of(said: Said) -> Sequence[Any]:
    made = [value for _, value in said if isinstance(value, SaidCard)]
    if made:
        return (made[0],)
    parts = dict(said)
    rank, *_ = [parts[name] for name in ("rank", "ace", "inner_to") if name in parts] or [None]
    if "wild" in parts:
        rank = Rank.JOKER if parts["wild"] == "JK" else ANY_WILD
    suit, *_ = [parts[name] for name in ("of_suit", "any_suit", "suit") if name in parts] or [None]
    return () if rank is None else (SaidCard(int(rank), suit, parts.get("colour")),)


def _deuce(said: Said) -> Sequence[Any]:
    """Return a deuce; a "joker two" may be one as well."""
    if value_of(said, "rank") is not Rank.TWO:
        return ()
    return card_of([part for part in said if part[0] != "wild"])


def _suits(said: Said) -> Sequence[Any]:
    """Return the suits of cards, one as often as a number before it says: "two clubs, a heart"."""
    so_far = value_of(said, "suits") or ()
    number = value_of(said, "number") or value_of(said, "count") or 1 + has(said, "twice")
    suits = (*so_far, *values_of(said, "suit") * number)
    return (suits,) if max(Counter(suits).values()) <= _ALIKE_MOST else ()


def _colours(said: Said) -> Sequence[Any]:
    """Return the suits of cards of which two have a colour: "the reds and the spade"."""
    number = value_of(said, "number") or value_of(said, "count") or 2
    return ((*(value_of(said, "suits") or ()), *values_of(said, "colour") * number),)


def suited(card: SaidCard, suit: Suit | Colour) -> SaidCard:
    """Return a card with a suit or a colour."""
    return card._replace(suit=suit) if isinstance(suit, Suit) else card._replace(colour=suit)


ONE_CARD: Final[Acts] = {
    "same": lambda said: (said[-1][1],),
    "first": lambda said: (said[0][1],),
    "suit": lambda said: (said[-1][1],),
    "suits": _suits,
    "suits_of": _colours,
    "suits_of_more": lambda said: (
        _colours(said) if all(isinstance(suit, Colour) for suit in said[0][1]) else ()
    ),
    "card": card_of,
    "twin_cards": lambda said: (
        [SaidCards((card,) * 2) for card in card_of(said)]
        if value_of(said, "number") in (None, 2)
        else ()
    ),
    "deuce": _deuce,
    "named": lambda said: (
        value_of(said, "wild_card")._replace(
            name=Card(value_of(said, "rank") or value_of(said, "plural"), value_of(said, "of_suit"))
        ),
    ),
}


# --- cards of one rank ----------------------------------------------------------------------------


def several(said: Said) -> Sequence[Any]:
    count = value_of(said, "count") or value_of(said, "number")
    if count > _SEVERAL_MOST and not has(said, "of_suit"):
        return ()
    rank = Rank.JOKER if has(said, "wilds") else value_of(said, "plural")
    suit = value_of(said, "of_suit") or value_of(said, "suit")
    card = SaidCard(int(rank), suit, value_of(said, "colour"))
    return (SaidCards((card,) * count),)


def _each(said: Said) -> Sequence[Any]:
    """Return a card of each suit that is named."""
    suits = value_of(said, "suits_and") or value_of(said, "suits")
    ranks = [int(value) for symbol, value in said if symbol in ("plural", "rank")]
    count = value_of(said, "count") or (len(ranks) if len(ranks) > 1 else len(suits))
    if len(suits) < 2 or count != len(suits) or len(set(ranks)) > 1:
        return ()
    if len(suits) == 2 and suits[0] == suits[1]:
        return ()  # "two fives, two clubs" may have a deuce of clubs
    cards = tuple([suited(SaidCard(ranks[0]), suit) for suit in suits])
    return (SaidCards(cards, mark=mark_of(said)),)


def _unnumbered(said: Said) -> Sequence[Any]:
    card = SaidCard(int(value_of(said, "plural")))
    if card.rank == Rank.TWO:
        return ()  # nobody can tell how many wild cards there are
    return [SaidCards((card,) * count, lacks_number=True) for count in (2, 3, 4)]


def _counted(said: Said) -> Sequence[Any]:
    """Return cards whose number is said after them: "red kings, three of them"."""
    rank = value_of(said, "plural") or value_of(said, "rank")
    count = value_of(said, "count") or value_of(said, "number")
    count = count or 2 * has(said, "pairs")
    if not 2 <= count <= _COUNT_MOST:
        return ()
    card = SaidCard(int(rank), colour=value_of(said, "colour"))
    return (SaidCards((card,) * count, mark=mark_of(said)),)


def _split_suits(said: Said) -> Sequence[Any]:
    """Return cards of one rank by their suits: "three queens, two diamonds, one club"."""
    numbers = [int(value) for symbol, value in said if symbol in ("count", "number")]
    suits = values_of(said, "suit")
    if len(numbers) != len(suits) + 1 or sum(numbers[1:]) != numbers[0]:
        return ()
    by_suit = zip(numbers[1:], suits, strict=True)
    rank = int(value_of(said, "plural"))
    return (
        SaidCards(tuple([SaidCard(rank, suit) for count, suit in by_suit for _ in range(count)])),
    )


def _coloured(said: Said) -> Sequence[Any]:
    """Return cards whose colour is said after them: "two nines, both red"."""
    cards, count = value_of(said, "several"), value_of(said, "count")
    if count not in (None, len(cards.cards)) or any(
        card.suit or card.colour for card in cards.cards
    ):
        return ()
    coloured = [card._replace(colour=value_of(said, "colour")) for card in cards.cards]
    return (cards._replace(cards=tuple(coloured)),)


def _suits_again(said: Said) -> Sequence[Any]:
    """Return cards whose suits are said behind them, perhaps once more."""
    cards, suits = said[0][1], value_of(said, "suits")
    if {card.suit for card in cards.cards} == {None}:
        rank = cards.cards[0].rank
        return _each([("rank", rank), ("count", len(cards.cards)), ("suits", suits)])
    told = Counter([card.suit for card in cards.cards])
    return (cards,) if told == Counter(suits) else ()


def _others(said: Said) -> Sequence[Suit | Colour]:
    """Return the suits of all cards but one; one suit may be that of all others."""
    suits: Sequence[Suit | Colour] = value_of(said, "suits")
    return tuple(suits) * (len(said[0][1].cards) - 1) if len(suits) == 1 else suits


def _both_of(said: Said) -> Sequence[Any]:
    """Return two cards of one suit or colour that is told behind them: "both spades"."""
    cards = said[0][1].cards
    is_bare = len(cards) == _ALIKE_MOST and {card.suit for card in cards} == {None}
    suit = value_of(said, "suit")
    if not is_bare or value_of(said, "count") != _ALIKE_MOST:
        return ()
    return (said[0][1]._replace(cards=tuple([card._replace(suit=suit) for card in cards])),)


def _each_same(said: Said) -> Sequence[Any]:
    """Return two cards of one rank and suit: "tens, clubs and clubs"."""
    suits, rank = values_of(said, "suit"), value_of(said, "plural")
    count = value_of(said, "count") or _ALIKE_MOST
    is_same = suits[0] == suits[1] and count == _ALIKE_MOST
    return (SaidCards((SaidCard(int(rank), suits[0]),) * _ALIKE_MOST),) if is_same else ()


def _singular(said: Said) -> Sequence[Any]:
    """Return a set that is said without its plural: "three king", but not "three four"."""
    count, rank = value_of(said, "number"), int(value_of(said, "rank"))
    is_set = count in (3, 4) and rank not in (2, count - 1, count, count + 1)
    return (SaidCards((SaidCard(rank),) * count, is_weak=True),) if is_set else ()


def _one_more(said: Said) -> Sequence[Any]:
    """Return cards of one rank with another: "a pair of threes and a third"."""
    cards = said[0][1]
    plain = cards.cards[0]._replace(suit=None, colour=None)
    return () if cards.lacks_number else (cards._replace(cards=(*cards.cards, plain)),)


def _pair(said: Said) -> Sequence[Any]:
    """Return two cards that are said without their plural: "two queen"."""
    card = SaidCard(int(value_of(said, "rank")), value_of(said, "of_suit"))
    return (SaidCards((card,) * 2),) if card.rank != Rank.TWO else ()


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


def _all_but(said: Said) -> Sequence[Any]:
    rank = int(value_of(said, "plural"))
    if value_of(said, "rank") not in (None, rank):
        return ()
    lacking = value_of(said, "suit") or value_of(said, "of_suit")
    cards = [SaidCard(rank, suit) for suit in Suit if suit is not lacking]
    count = value_of(said, "count") or value_of(said, "number")
    if count == len(Suit) and has(said, "suit"):
        return (SaidCards((SaidCard(rank),) * count, mark=mark_of(said)),)  # "four, no heart"
    if count not in (None, len(cards)):
        return ()
    return (SaidCards(tuple(cards), mark=mark_of(said)),)


def _including(said: Said) -> Sequence[Any]:
    """Return cards of one rank, the last with its suit: "three queens, one of them spades"."""
    cards = said[0][1].cards
    rank = cards[0].rank
    if said[0][1].lacks_number or value_of(said, "rank") not in (None, rank):
        return ()
    one = SaidCard(rank, value_of(said, "of_suit") or value_of(said, "suit"))
    if one in cards:
        return (said[0][1],)
    is_bare = set(cards) == {SaidCard(rank)}
    return (said[0][1]._replace(cards=(*cards[1:], one)),) if is_bare else ()


def _suits_of_some(said: Said) -> Sequence[Any]:
    """Return cards of which some have the suits said: "four queens, two of those the spades".

    "Four queens with two queens of spades" are four or six.
    """
    cards = said[0][1].cards
    suits = value_of(said, "suits") or (value_of(said, "of_suit") or value_of(said, "suit"),)
    count = value_of(said[1:], "count") or value_of(said[1:], "number") or 1 + has(said, "twice")
    plain = SaidCard(cards[0].rank)
    ranks = {int(value) for symbol, value in said[1:] if symbol in ("plural", "rank")}
    is_right = set(cards) == {plain} and ranks <= {plain.rank} and len(suits) in (1, count)
    if not is_right or not 1 < count <= len(cards):
        return ()
    colour = value_of(said, "colour")
    suited = tuple(
        [plain._replace(suit=suit, colour=colour) for suit in suits * (count // len(suits))]
    )
    kept = [cards[count:], cards] if has(said, "with") > has(said, "of_them") else [cards[count:]]
    return [said[0][1]._replace(cards=(*plain_ones, *suited)) for plain_ones in kept]


def _bag(said: Said) -> Sequence[Any]:
    """Return the cards of one rank and wild cards that were said so far, if they go together."""
    so_far = value_of(said, "bag") or SaidCards(())
    more = value_of(said, "same")
    if isinstance(more, SaidCard):
        more = SaidCards((more,))
    if len(more.cards) > 1 and so_far.cards == more.cards[:1]:
        return ()  # "a queen, two queens" are hardly three
    cards = so_far.cards + more.cards
    ranks = {card.rank for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    is_wild = all(card.rank in WILDS or card.suit for card in more.cards)
    is_again = so_far.lacks_number and {card.rank for card in so_far.cards} == ranks
    if is_again and has(said, "with") and not more.lacks_number and len(more.cards) > 1:
        return (more,)  # "a set of threes, with two threes and a joker"
    must_be_wild = has(said, "with", "melded")
    if len(ranks) > 1 or len(cards) > CARDS_MOST or (must_be_wild and not is_wild):
        return ()
    if more.lacks_number and any(card.rank == Rank.TWO for card in so_far.cards):
        return ()  # "two kings" are no deuce and several kings
    if so_far.lacks_number and more.cards[0].rank in [card.rank for card in so_far.cards]:
        # "Jacks with the joker, two jacks" are two.
        others = [card for card in so_far.cards if card.rank != more.cards[0].rank]
        is_wild = more.cards[0].rank in WILDS
        return (more._replace(cards=(*more.cards, *others)),) if others and not is_wild else ()
    lacks_number = so_far.lacks_number or more.lacks_number
    is_weak = so_far.is_weak or more.is_weak
    mark = so_far.mark or more.mark or mark_of(said)
    return (SaidCards(cards, False, lacks_number, is_weak, mark),)


def _alike(said: Said) -> Sequence[Any]:
    """Return cards of one rank, each with its suit, that were said one by one."""
    so_far, card = value_of(said, "suited_set"), card_of(said[1:])[0]
    more = (card,) * (2 if has(said, "twice") else 1)
    if card.rank != so_far.cards[0].rank or len(so_far.cards) + len(more) > len(Suit):
        return ()
    return (SaidCards((*so_far.cards, *more)),)


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
    "several_weakly": weakly(several),
    "each": _each,
    "each_weakly": weakly(_each),
    "each_three": lambda said: (
        weakly(_each)(said)
        if len(value_of(said, "suits")) >= _LEAST
        and all(isinstance(suit, Suit) for suit in value_of(said, "suits"))
        else ()
    ),
    "counted_four": lambda said: _counted(said) if value_of(said, "count") == len(Suit) else (),
    "unnumbered": _unnumbered,
    "counted": _counted,
    "counted_of_rank": lambda said: (
        # "one, two, three, four of them" counts on, and has no threes.
        () if abs(value_of(said, "rank") - value_of(said, "number")) == 1 else _counted(said)
    ),
    "perhaps_counted": weakly(
        lambda said: _counted(said) if value_of(said, "number") <= len(Suit) else ()
    ),
    "restated": lambda said: _counted(said) if len(set(values_of(said, "plural"))) == 1 else (),
    "twice": lambda said: _counted([*said, ("number", 2)]),
    "told_bag": lambda said: (
        (said[0][1],)
        if said[-1][1] is Rank.TWO and any(card.rank == Rank.TWO for card in said[0][1].cards)
        else ()
    ),
    "every": lambda said: (SaidCards((SaidCard(int(value_of(said, "rank"))),) * len(Suit)),),
    "every_plural": lambda said: (
        SaidCards((SaidCard(int(value_of(said, "plural"))),) * len(Suit)),
    ),
    "every_but": lambda said: _all_but(
        [("plural", value_of(said, "plural") or value_of(said, "rank"))]
        + [part for part in said if part[0] not in ("number", "plural")]
    ),
    "some_wild": lambda said: (
        said[0][1]._replace(cards=(*said[0][1].cards[1:], value_of(said, "wild_card"))),
    ),
    "split_suits": _split_suits,
    "suits_again": _suits_again,
    "trio_but": lambda said: (
        _all_but([*said, ("plural", said[0][1])]) if len(set(values_of(said, "rank"))) == 1 else ()
    ),
    "singular": _singular,
    "both_of": _both_of,
    "both_colour": lambda said: several(said) if value_of(said, "count") == _ALIKE_MOST else (),
    "each_same": _each_same,
    "one_more": _one_more,
    "wild_first": lambda said: (
        value_of(said, "several")._replace(
            cards=(value_of(said, "wild_card"), *value_of(said, "several").cards)
        ),
    ),
    "pair": _pair,
    "counted_one": lambda said: several([*said, ("plural", value_of(said, "rank"))]),
    "more": _more,
    "more_of_run": _more_of_run,
    "coloured": _coloured,
    "alike": _alike,
    "together": _together,
    "colour_and": lambda said: _each(
        [
            ("rank", value_of(said, "plural")),
            ("count", _LEAST),
            (
                "suits",
                (
                    *values_of(said, "colour") * 2,
                    value_of(said, "of_suit") or value_of(said, "suit"),
                ),
            ),
            *[part for part in said[2:] if part[0] == "rank"],
        ]
    ),
    "told_member": lambda said: (
        (said[0][1],)
        if value_of(said, "rank") == said[0][1].cards[0].rank and len(said[0][1].cards) == len(Suit)
        else ()
    ),
    "suits_and_card": lambda said: (
        _suits_again([said[0], ("suits", (value_of(said, "of_suit"), *_others(said)))])
        if value_of(said, "rank") == said[0][1].cards[0].rank
        else ()
    ),
    "cards_again": lambda said: (
        (said[0][1],)
        if [card.rank for card in said[0][1].cards]
        == [card.rank for card in value_of(said, "list").cards]
        else ()
    ),
    "all_but": _all_but,
    "not_suit": lambda said: (
        several([part for part in said if part[0] not in ("but", "the", "suit", "a")])
        if value_of(said, "count") < _LEAST
        else ()
    ),
    "told_but": lambda said: _all_but(
        [("plural", said[0][1].cards[0].rank), ("count", len(said[0][1].cards)), *said[1:]]
    ),
    "including": _including,
    "suits_of_some": _suits_of_some,
    "suits_of_some_weakly": weakly(_suits_of_some),
    "bag": _bag,
    "set": lambda said: [
        SaidMeld(
            MeldKind.SET,
            bag.cards,
            lacks_number=bag.lacks_number,
            mark=bag.mark,
            is_weak=bag.is_weak,
        )
        for _, bag in said[-1:]
    ],
    "trio": lambda said: (
        (SaidCards((SaidCard(int(value_of(said, "rank"))),) * len(values_of(said, "rank"))),)
        if len(set(values_of(said, "rank"))) == 1
        else ()
    ),
}
