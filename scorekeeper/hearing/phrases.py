"""What phrases say: the acts of the rows of the table make values from the parts of a phrase.

Nothing is looked up in the rules of a game here except which ranks are wild, so a phrase may say
cards that are no meld.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.chart import Said
from scorekeeper.rules import ACE_HIGH, Card, Colour, MeldKind, Rank, Suit

ANY_WILD: Final = -1
"""The rank of a card that was only said to be wild."""
_CARDS_MOST: Final = 16
_RUN_LEAST: Final = 3
_COUNT_MOST: Final = 8
"""No more cards of one rank are said by their number after them."""
"""No meld is said in more cards."""
_LOW_TO: Final = 7
"""The highest rank near which an ace that opens or ends a range is a low card."""
_HUNDRED: Final = 100


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


def _value(said: Said, name: str) -> Any:
    """Return the value of the last part with this name, None if there is none."""
    found = [value for symbol, value in said if symbol == name]
    return found[-1] if found else None


def _has(said: Said, *names: str) -> bool:
    return any(symbol in names for symbol, _ in said)


def _same(said: Said) -> Sequence[Any]:
    return (said[-1][1],)


def _first(said: Said) -> Sequence[Any]:
    return (said[0][1],)


def _suits(said: Said) -> Sequence[Any]:
    return ((*(_value(said, "suits") or ()), _value(said, "suit")),)


def _two_suits(said: Said) -> Sequence[Any]:
    """Return the suits of "the diamond one and the club one"."""
    return (tuple([value for symbol, value in said if symbol == "suit"]),)


def _card(said: Said) -> Sequence[Any]:
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
    if _value(said, "rank") is not Rank.TWO:
        return ()
    return _card([part for part in said if part[0] != "wild"])


def _named(said: Said) -> Sequence[Any]:
    name = Card(_value(said, "rank"), _value(said, "of_suit"))
    return (_value(said, "wild_card")._replace(name=name),)


# --- cards of one rank ----------------------------------------------------------------------------


def _several(said: Said) -> Sequence[Any]:
    rank = Rank.JOKER if _has(said, "wilds") else _value(said, "plural")
    card = SaidCard(int(rank), _value(said, "of_suit"), _value(said, "colour"))
    return (SaidCards((card,) * _value(said, "count")),)


def _each(said: Said) -> Sequence[Any]:
    """Return a card of each suit that is named."""
    suits = _value(said, "suits_and") or _value(said, "suits")
    count = _value(said, "count")
    rank = _value(said, "plural") or _value(said, "rank")
    ranks = {int(value) for symbol, value in said if symbol in ("plural", "rank")}
    if not 1 < len(suits) == len(set(suits)) or count not in (None, len(suits)) or len(ranks) > 1:
        return ()
    cards = tuple([SaidCard(int(rank), suit) for suit in suits])
    return (SaidCards(cards, mark=_mark(said)),)


def _each_weakly(said: Said) -> Sequence[Any]:
    """Return the same where no "and" joins the suits: the last may belong to what follows."""
    return [cards._replace(is_weak=True) for cards in _each(said)]


def _unnumbered(said: Said) -> Sequence[Any]:
    card = SaidCard(int(_value(said, "plural")))
    if card.rank == Rank.TWO:
        return ()  # nobody can tell how many wild cards there are
    return [SaidCards((card,) * count, lacks_number=True) for count in (2, 3, 4)]


def _counted(said: Said) -> Sequence[Any]:
    """Return cards whose number is said after them: "kings, three of them"."""
    rank = _value(said, "plural") or _value(said, "rank")
    count = _value(said, "count") or _value(said, "number")
    if not 2 <= count <= _COUNT_MOST:
        return ()
    return (SaidCards((SaidCard(int(rank)),) * count, mark=_mark(said)),)


def _mark(said: Said) -> str:
    """Return the mark among the words, which says whether the cards are melded or in hand."""
    return next((name for name, _ in said if name in ("hand", "melded")), "")


def _perhaps_counted(said: Said) -> Sequence[Any]:
    return [cards._replace(is_weak=True) for cards in _counted(said)]


def _restated(said: Said) -> Sequence[Any]:
    ranks = {value for symbol, value in said if symbol == "plural"}
    return _counted(said) if len(ranks) == 1 else ()


def _recount(said: Said) -> Sequence[Any]:
    """Return cards whose number is said twice: "four aces, four"."""
    cards = _several(said[:-1])
    return [more._replace(is_weak=True) for more in cards if len(more.cards) == said[-1][1]]


def _paired(said: Said) -> Sequence[Any]:
    """Return two cards of one rank before both of their suits: "seven seven spade heart"."""
    return _each([*said, ("count", 2)])


def _coloured(said: Said) -> Sequence[Any]:
    """Return cards whose colour is said after them: "two nines, both red"."""
    cards, count = _value(said, "several"), _value(said, "count")
    if count not in (None, len(cards.cards)) or any(
        card.suit or card.colour for card in cards.cards
    ):
        return ()
    coloured = [card._replace(colour=_value(said, "colour")) for card in cards.cards]
    return (cards._replace(cards=tuple(coloured)),)


def _twice(said: Said) -> Sequence[Any]:
    """Return cards that are said twice in other words: "38s, like three eights"."""
    return (said[0][1],) if said[0][1].cards == said[-1][1].cards else ()


def _suits_again(said: Said) -> Sequence[Any]:
    """Return cards whose suits are said once more."""
    suits = {card.suit for card in said[0][1].cards}
    return (said[0][1],) if suits == set(_value(said, "suits")) else ()


def _all_but(said: Said) -> Sequence[Any]:
    rank = int(_value(said, "plural"))
    cards = [SaidCard(rank, suit) for suit in Suit if suit is not _value(said, "suit")]
    if _value(said, "count") not in (None, len(cards)):
        return ()
    return (SaidCards(tuple(cards), mark=_mark(said)),)


def _including(said: Said) -> Sequence[Any]:
    rank, count = _value(said, "plural"), _value(said, "count")
    suit = _value(said, "of_suit") or _value(said, "suit")
    if _value(said, "rank") not in (None, rank):
        return ()
    plain = (SaidCard(int(rank)),) * (count - 1)
    return (SaidCards((*plain, SaidCard(int(rank), suit))),)


def _bag(said: Said) -> Sequence[Any]:
    """Return the cards of one rank and wild cards that were said so far, if they go together."""
    so_far = _value(said, "bag") or SaidCards(())
    more = _value(said, "same")
    if isinstance(more, SaidCard):
        more = SaidCards((more,))
    cards = so_far.cards + more.cards
    ranks = {card.rank for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    is_wild = all(card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD) for card in more.cards)
    must_be_wild = _has(said, "with", "melded")
    if len(ranks) > 1 or len(cards) > _CARDS_MOST or (must_be_wild and not is_wild):
        return ()
    if more.lacks_number and any(card.rank == Rank.TWO for card in so_far.cards):
        return ()  # "two kings" are no deuce and several kings
    lacks_number = so_far.lacks_number or more.lacks_number
    is_weak = so_far.is_weak or more.is_weak
    mark = so_far.mark or more.mark or _mark(said)
    return (SaidCards(cards, False, lacks_number, is_weak, mark),)


def _set(said: Said) -> Sequence[Any]:
    bag = _value(said, "bag")
    meld = SaidMeld(MeldKind.SET, bag.cards, lacks_number=bag.lacks_number, mark=bag.mark)
    return (meld._replace(is_weak=bag.is_weak),)


def _alike(said: Said) -> Sequence[Any]:
    """Return cards of one rank, each with its suit, that were said one by one."""
    so_far, card = _value(said, "suited_set"), _card(said[1:])[0]
    if card.rank != so_far.cards[0].rank or len(so_far.cards) >= len(Suit):
        return ()
    return (SaidCards((*so_far.cards, card)),)


def _trio(said: Said) -> Sequence[Any]:
    """Return three or four cards of one rank that were said one by one."""
    ranks = [int(value) for symbol, value in said if symbol == "rank"]
    return (SaidCards((SaidCard(ranks[0]),) * len(ranks)),) if len(set(ranks)) == 1 else ()


def _together(said: Said) -> Sequence[Any]:
    """Return the cards of a run, each with its suit."""
    cards = _value(said, "suited_list").cards
    if (
        len(cards) < 2
        or len({card.suit for card in cards}) > 1
        or not all(card.suit and card.rank > 0 and not card.name for card in cards)
    ):
        return ()
    return (SaidCards(tuple([SaidCard(card.rank, card.suit) for card in cards])),)


# --- runs -----------------------------------------------------------------------------------------


def _step(said: Said) -> Sequence[Any]:
    so_far = _value(said, "steps") or _value(said, "suited_list") or SaidCards(())
    card = said[-1][1]
    if _has(said, "and") and card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD):
        card = card._replace(added=True)
    cards = (*so_far.cards, card)
    return (SaidCards(cards),) if may_be_run(cards) else ()


def _each_step(said: Said) -> Sequence[Any]:
    cards = tuple([value for symbol, value in said if symbol == "step"])
    return (SaidCards(cards),) if may_be_run(cards) else ()


def may_be_run(cards: Sequence[SaidCard]) -> bool:
    """Tell whether cards could be steps of a run: no rank comes twice, wild cards are in order."""
    plain = [card.rank for card in cards if card.rank > Rank.TWO]
    aces = sum([card.rank == Rank.ACE for card in cards])
    if len(set(plain)) < len(plain) or aces > 2 or len(cards) > _CARDS_MOST:
        return False
    in_order = [card for card in cards if not card.added]
    twos = [card for card in in_order if card.rank == Rank.TWO and card.name is None]
    wilds = [card for card in in_order if card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD)]
    if not wilds or len(wilds) == len(in_order) or len(wilds) == len(twos) == 1:
        return len(wilds) <= ACE_HIGH
    return bool(places_in_order(in_order))


def places_in_order(cards: Sequence[SaidCard]) -> list[tuple[int, ...]]:
    """Return the places that cards have in a run, if each is a step above or below the last.

    A wild card takes the step at which it was said; at least one card has to be known.
    """
    known = [
        (number, _rank_of(card)) for number, card in enumerate(cards) if _rank_of(card) is not None
    ]
    found = {}
    for step in (1, -1) if known else ():
        number, rank = known[0]
        for place in (rank, ACE_HIGH) if rank == Rank.ACE else (rank,):
            first = int(place or 0) - step * number
            places = tuple([first + step * at for at in range(len(cards))])
            if min(places) >= 1 and max(places) <= ACE_HIGH and _fit(known, places):
                found[places] = True
    return list(found)


def _rank_of(card: SaidCard) -> int | None:
    if card.name is not None:
        return int(card.name.rank)
    return card.rank if card.rank > Rank.TWO or card.rank == Rank.ACE else None


def _fit(known: Iterable[tuple[int, int | None]], places: Sequence[int]) -> bool:
    return all(
        places[number] == rank or (rank == Rank.ACE and places[number] == ACE_HIGH)
        for number, rank in known
    )


def _range(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    if first == last == Rank.ACE:
        return _spans([(1, ACE_HIGH)])
    if Rank.ACE not in (first, last):
        return _spans([(first, last)])
    other = last if first == Rank.ACE else first
    near = Rank.ACE.value if other <= _LOW_TO else ACE_HIGH
    told = Rank.ACE.value if first == Rank.ACE else ACE_HIGH
    return _spans([(ace, other) for ace in dict.fromkeys((told, near))])


def _chain(said: Said) -> Sequence[Any]:
    """Return a range that is said step by step: "from the eight to the nine to the jack"."""
    ranks = [int(value) for symbol, value in said if symbol == "rank"]
    is_rising = all(first < second for first, second in pairwise(ranks))
    return _spans([(ranks[0], ranks[-1])]) if is_rising and Rank.ACE not in ranks else ()


def _up(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    last = ACE_HIGH if last == Rank.ACE else last
    return _spans([(first, last)]) if first < last else ()


def _down(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    first = ACE_HIGH if first == Rank.ACE else first
    return _spans([(first, last)]) if first > last else ()


def _spans(ends: Iterable[tuple[int, int]]) -> Sequence[Any]:
    """Return the cards from one end to the other, for each pair of places."""
    found = []
    for one, other in ends:
        places = range(min(one, other), max(one, other) + 1)
        cards = [SaidCard(1 if place == ACE_HIGH else place) for place in places]
        if len(cards) > 1:
            found.append(SaidCards(tuple(cards), is_range=True))
    return found


def _run(said: Said) -> Sequence[Any]:
    suit = _value(said, "any_suit") or _value(said, "suit")
    cards, is_range = _value(said, "list")[:2]
    return (SaidMeld(MeldKind.RUN, cards, suit, is_range, mark=_mark(said)),)


def _counted_run(said: Said) -> Sequence[Any]:
    """Return a run whose number of cards is said before it: "run of four, diamonds, ..."."""
    is_weak = not _has(said, "run")
    fitting = [meld for meld in _run(said) if len(meld.cards) == _value(said, "number")]
    return [meld._replace(is_weak=is_weak) for meld in fitting]


def _run_twice(said: Said) -> Sequence[Any]:
    """Return a run whose suit is said before and after it."""
    return _run(said) if _value(said, "suit") == _value(said, "any_suit") else ()


def _suited_run(said: Said) -> Sequence[Any]:
    cards = _value(said, "suited_list").cards
    suits = {card.suit for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    if len(suits) != 1:
        return ()
    return (SaidMeld(MeldKind.RUN, cards, suits.pop()),)


def _joined_run(said: Said) -> Sequence[Any]:
    """Return a run whose first cards have their own suit: "nine of clubs, ten jack of clubs"."""
    parts = [value.cards for symbol, value in said if symbol in ("list", "suited_list")]
    cards = (*parts[0], *parts[1])
    suits = {card.suit for card in cards if card.suit} | {_value(said, "any_suit")}
    adds_wild = parts[1][0].rank in (Rank.JOKER, Rank.TWO, ANY_WILD) and not parts[1][0].name
    if len(suits) != 1 or adds_wild or not may_be_run(cards):
        return ()
    return (SaidMeld(MeldKind.RUN, cards, suits.pop()),)


# --- melds with what was added, and corrections ---------------------------------------------------


def _tail(said: Said) -> Sequence[Any]:
    if not _has(said, "count"):
        return ((said[-1][1],),)
    cards = _several(said)[0].cards
    return (cards,) if cards[0].rank in (Rank.JOKER, Rank.TWO) else ()


def _told(said: Said) -> Sequence[Any]:
    """Return the wild card of words such as "the eight's a two"."""
    rank = _value(said[:-1], "rank") or _value(said, "plural")
    return ((_value(said, "wild_card")._replace(name=Card(rank, None)),),)


def _with_tail(said: Said) -> Sequence[Any]:
    meld, tail = _value(said, "meld"), _value(said, "tail") or _value(said, "named_tail")
    if meld.kind is not MeldKind.RUN or len(meld.cards + meld.added + tail) > _CARDS_MOST:
        return ()
    return (meld._replace(added=meld.added + tail, mark=meld.mark or _mark(said)),)


def _own_two(said: Said) -> Sequence[Any]:
    """Return a run of which is only said that its two is wild."""
    meld = said[0][1]
    has_two = meld.kind is MeldKind.RUN and any(card.rank == Rank.TWO for card in meld.cards)
    is_told = all(value is Rank.TWO for symbol, value in said if symbol in ("rank", "plural"))
    is_told = is_told and _value(said, "of_suit") in (None, meld.suit)
    return (meld,) if has_two and is_told else ()


def _extended(said: Said) -> Sequence[Any]:
    """Return a run to which its next card is added: "five six seven of clubs, and the eight"."""
    meld, rank = said[0][1], int(_value(said, "rank"))
    ranks = [card.rank for card in meld.cards]
    if meld.kind is not MeldKind.RUN or meld.added or Rank.ACE in (rank, *ranks):
        return ()
    is_next = rank in (min(ranks) - 1, max(ranks) + 1) and min(ranks) > Rank.TWO
    return (meld._replace(cards=(*meld.cards, SaidCard(rank))),) if is_next else ()


def _list_again(said: Said) -> Sequence[Any]:
    """Return a run of which the ranks are said once more."""
    meld, again = said[0][1], _value(said, "list")
    ranks = [card.rank for card in meld.cards]
    is_same = meld.kind is MeldKind.RUN and not meld.added
    return (meld,) if is_same and ranks == [card.rank for card in again.cards] else ()


def _which_wild(said: Said) -> Sequence[Any]:
    """Return a meld whose wild card is told: "the wild is a deuce"."""
    meld, wild = said[0][1], _value(said, "wild_card") or _value(said, "named")
    at = [number for number, card in enumerate(meld.cards) if card.rank == ANY_WILD]
    if len(at) != 1 or _value(said, "wild") != "?" or meld.cards[at[0]].name:
        return ()
    if _has(said, "rank"):
        wild = wild._replace(name=Card(_value(said, "rank"), None))
    cards = (*meld.cards[: at[0]], wild, *meld.cards[at[0] + 1 :])
    return (meld._replace(cards=cards),)


def _total(said: Said) -> Sequence[Any]:
    """Return a meld after which is said how many cards it has."""
    meld = said[0][1]
    count = _value(said, "number") or _value(said, "count")
    return (meld,) if len(meld.cards + meld.added) == count else ()


def _again(said: Said) -> Sequence[Any]:
    """Return a meld that is said a second time, card by card or as a whole."""
    before, after = said[0][1], said[1][1]
    if before.kind is not after.kind or before.added or after.lacks_number:
        return ()
    old, new = ({card.rank for card in meld.cards} for meld in (before, after))
    if after.kind is MeldKind.RUN:
        return (after,) if before.suit == after.suit and old <= new else ()
    is_same = old <= new and (before.lacks_number or len(before.cards) == len(after.cards))
    return (after,) if is_same and all(card.suit is None for card in before.cards) else ()


def _card_again(said: Said) -> Sequence[Any]:
    """Return a card of which is said once more that it has a suit: "a jack, the jack of spades"."""
    ranks = [int(value) for symbol, value in said if symbol == "rank"]
    card = SaidCard(ranks[0], _value(said, "of_suit"))
    return (SaidCards((card,), mark=_mark(said)),) if ranks[0] == ranks[1] else ()


def _slip(said: Said) -> Sequence[Any]:
    """Return a card that is said again with its right suit: "a jack of clubs, spades, ..."."""
    ranks = [int(value) for symbol, value in said if symbol == "rank"]
    suit = _value(said, "of_suit")
    is_same = ranks[0] == ranks[1] and suit is _value(said, "suit")
    return (SaidCards((SaidCard(ranks[0], suit),)),) if is_same else ()


def _valued(said: Said) -> Sequence[Any]:
    """Return a card whose points are said after it: "king of hearts, ten"."""
    card = _card([part for part in said if part[0] != "amount"])[0]
    is_right = _value(said, "amount") == min(card.rank, Rank.TEN)
    return (SaidCards((card,)),) if is_right else ()


def _instead(said: Said) -> Sequence[Any]:
    (_, before), _, (_, after) = said
    if isinstance(before, SaidCards):
        return (after,)
    begins_wild = before.cards[:1] and before.cards[0].rank in (Rank.JOKER, Rank.TWO, ANY_WILD)
    return (after,) if before.kind in (after.kind, None) and not begins_wild else ()


def _gone(said: Said) -> Sequence[Any]:
    is_meld = isinstance(said[0][1], SaidMeld)
    return (SaidMeld(None) if is_meld else SaidCards(()),)


# --- in hand, and sums ----------------------------------------------------------------------------


def _group(said: Said) -> Sequence[Any]:
    return ((*(_value(said, "group") or ()), _value(said, "rank")),)


def _marked_card(said: Said) -> Sequence[Any]:
    """Return a card among whose words a mark may stand."""
    return [cards._replace(mark=_mark(said)) for cards in _cards(said)]


def _cards(said: Said) -> Sequence[Any]:
    return [SaidCards((card,)) for card in _card(said)]


def _alone(said: Said) -> Sequence[Any]:
    return (SaidCards((SaidCard(int(_value(said, "rank"))),), is_weak=True),)


def _spread(said: Said) -> Sequence[Any]:
    """Return cards of one suit that were said together."""
    suit = _value(said, "of_suit") or _value(said, "any_suit") or _value(said, "suit")
    ranks = _value(said, "group") or [card.rank for card in _value(said, "range").cards]
    return (SaidCards(tuple([SaidCard(int(rank), suit) for rank in ranks])),)


def _suited(said: Said) -> Sequence[Any]:
    suit = _value(said, "any_suit") or _value(said, "suit")
    steps = _value(said, "list").cards
    if any(card.suit or card.name for card in steps):
        return ()
    if _has(said, "run") and len(steps) < _RUN_LEAST:
        return ()
    ranks = sorted([card.rank for card in steps])
    is_weak = len(ranks) > 2 and ranks[-1] - ranks[0] >= len(ranks) and ranks[:2] != [1, 10]
    return (SaidCards(tuple([SaidCard(card.rank, suit) for card in steps]), is_weak=is_weak),)


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
    elif _has(said, "and"):
        return ()
    if len(numbers) > 1 and (numbers[0] < 20 or not 0 < numbers[1] < 10 or len(numbers) > 2):
        return ()
    return (total + sum(numbers),)


def _sum_again(said: Said) -> Sequence[Any]:
    """Return a sum that is said twice; a small one may be two cards."""
    first, again = said[0][1], said[-1][1]
    return (first,) if first == again and first > Rank.TEN else ()


def _owed_sum(said: Said) -> Sequence[Any]:
    return (_value(said, "amount"),)


def _sum_for(said: Said) -> Sequence[Any]:
    """Return the sum after "for"; a small number there is more likely a card."""
    return [amount for amount in _owed_sum(said) if amount > Rank.TEN]


ACTS: Final[Mapping[str, Callable[[Said], Sequence[Any]]]] = {
    "same": _same,
    "first": _first,
    "suit": _same,
    "suits": _suits,
    "two_suits": _two_suits,
    "card": _card,
    "deuce": _deuce,
    "named": _named,
    "several": _several,
    "each": _each,
    "each_weakly": _each_weakly,
    "unnumbered": _unnumbered,
    "counted": _counted,
    "perhaps_counted": _perhaps_counted,
    "restated": _restated,
    "recount": _recount,
    "twice": _twice,
    "suits_again": _suits_again,
    "chain": _chain,
    "extended": _extended,
    "marked_card": _marked_card,
    "paired": _paired,
    "coloured": _coloured,
    "counted_run": _counted_run,
    "slip": _slip,
    "valued": _valued,
    "alike": _alike,
    "together": _together,
    "told": _told,
    "knocking": _owed_sum,
    "owed_sum": _owed_sum,
    "sum_for": _sum_for,
    "all_but": _all_but,
    "including": _including,
    "bag": _bag,
    "set": _set,
    "step": _step,
    "step_at_last": _step,
    "each_step": _each_step,
    "range": _range,
    "up": _up,
    "down": _down,
    "run": _run,
    "run_twice": _run_twice,
    "suited_run": _suited_run,
    "trio": _trio,
    "tail": _tail,
    "with_tail": _with_tail,
    "again": _again,
    "card_again": _card_again,
    "own_two": _own_two,
    "joined_run": _joined_run,
    "total": _total,
    "list_again": _list_again,
    "which_wild": _which_wild,
    "sum_again": _sum_again,
    "instead": _instead,
    "gone": _gone,
    "group": _group,
    "cards": _cards,
    "alone": _alone,
    "spread": _spread,
    "suited": _suited,
    "amount": _amount,
}
