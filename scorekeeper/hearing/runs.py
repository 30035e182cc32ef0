"""Phrases that say runs: step by step or as a range, with a suit for all or for each."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from scorekeeper.hearing.chart import Said
from scorekeeper.hearing.said import (
    CARDS_MOST,
    WILDS,
    Act,
    Acts,
    SaidCard,
    SaidCards,
    SaidMeld,
    has,
    mark_of,
    value_of,
    weakly,
)
from scorekeeper.rules import ACE_HIGH, MeldKind, Rank

_LOW_TO: Final = 7
"""The highest rank near which an ace that opens or ends a range is a low card."""


def _step(said: Said) -> Sequence[Any]:
    names = ("steps", "suited_list", "anded", "enumerated")
    so_far = next((value for symbol, value in said if symbol in names), SaidCards(()))
    card = said[-1][1]
    if has(said, "and") and card.rank in WILDS:
        card = card._replace(added=True)
    cards = (*so_far.cards, card)
    return (SaidCards(cards),) if may_be_run(cards) else ()


def _neighbour(said: Said) -> Sequence[Any]:
    """Return steps with the next one that was said apart: "and the eight"."""
    *before, last = said[0][1].cards
    rank = _rank_of(last) if before else None
    is_next = rank is not None and abs(int(value_of(said, "rank")) - rank) == 1
    return _step([said[0], ("rank", SaidCard(int(value_of(said, "rank"))))]) if is_next else ()


def _each_step(said: Said) -> Sequence[Any]:
    cards = tuple([value for symbol, value in said if symbol == "step"])
    return (SaidCards(cards),) if may_be_run(cards) else ()


def may_be_run(cards: Sequence[SaidCard]) -> bool:
    """Tell whether cards could be steps of a run: no rank comes twice, wild cards are in order."""
    plain = [card.rank for card in cards if card.rank > Rank.TWO]
    aces = sum([card.rank == Rank.ACE for card in cards])
    if len(set(plain)) < len(plain) or aces > 2 or len(cards) > CARDS_MOST:
        return False
    in_order = [card for card in cards if not card.added]
    twos = [card for card in in_order if card.rank == Rank.TWO and card.name is None]
    wilds = [card for card in in_order if card.rank in WILDS]
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


def _range_on(said: Said) -> Sequence[Any]:
    """Return a range and the steps that go on from it: "ace to three four five"."""
    cards = (*said[0][1].cards, *said[1][1].cards)
    ranks = [card.rank for card in cards]
    is_rising = ranks == list(range(Rank.ACE, Rank.ACE + len(ranks)))  # "to" is a two there
    return (SaidCards(cards),) if is_rising and not any(card.name for card in cards) else ()


def _up(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    last = ACE_HIGH if last == Rank.ACE else last
    return _spans([(first, last)]) if first < last else ()


def _down(said: Said) -> Sequence[Any]:
    (first, last) = [int(value) for symbol, value in said if symbol in ("rank", "ace")]
    first = ACE_HIGH if first == Rank.ACE else first
    return _spans([(first, last)]) if first > last else ()


def _onward(said: Said) -> Sequence[Any]:
    """Return steps and those up to a rank: "three four all the way to eight"."""
    ranks = [card.rank for card in said[0][1].cards]
    last = int(said[-1][1])
    last = ACE_HIGH if last == Rank.ACE else last
    is_rising = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return _spans([(ranks[0], last)]) if is_rising and ranks[-1] < last else ()


def _suited_range(said: Said) -> Sequence[Any]:
    """Return a run with its suit at both ends: "nine of clubs up to the king of clubs"."""
    suits = [value for symbol, value in said if symbol == "of_suit"]
    return (
        [SaidMeld(MeldKind.RUN, cards.cards, suits[0], True) for cards in _range(said)]
        if suits[0] == suits[-1]
        else ()
    )


def _led_run(said: Said) -> Sequence[Any]:
    """Return a run whose first card alone has its suit: "three of hearts, four, five, six"."""
    cards, is_range = value_of(said, "list")[:2]
    ranks = [int(value_of(said, "rank")), *[card.rank for card in cards]]
    places = [
        ACE_HIGH if rank == 1 and at and ranks[at - 1] == Rank.KING else rank
        for at, rank in enumerate(ranks)
    ]
    is_rising = places == list(range(places[0], places[0] + len(places)))
    is_long = len(cards) > 1 and not is_range
    if not is_long or not is_rising or any(card.name for card in cards):
        return ()
    led = SaidCard(ranks[0])
    return (SaidMeld(MeldKind.RUN, (led, *cards), value_of(said, "of_suit")),)


def _from_wild(said: Said) -> Sequence[Any]:
    """Return a range that a wild card begins: "a deuce as the three, up to nine"."""
    wild, last = value_of(said, "named"), value_of(said, "rank") or value_of(said, "ace")
    if has(said, "range"):
        rest = value_of(said, "range").cards
        ranks = [card.rank for card in rest]
        is_next = wild.name.rank in (ranks[0] - 1, ranks[0] + 1) and ranks == sorted(ranks)
        return (SaidCards((wild, *rest)),) if is_next else ()
    first, last = int(wild.name.rank), int(last)
    last = ACE_HIGH if last == Rank.ACE else last
    return [
        SaidCards((wild, *cards.cards[1:])) for cards in _spans([(first, last)]) if first < last
    ]


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
    suit = value_of(said, "any_suit") or value_of(said, "suit")
    cards, is_range = (value_of(said, "list") or value_of(said, "enumerated"))[:2]
    return (SaidMeld(MeldKind.RUN, cards, suit, is_range, mark=mark_of(said)),)


def _counted_run(said: Said) -> Sequence[Any]:
    """Return a run whose number of cards is said before it: "run of four, diamonds, ..."."""
    is_weak = not has(said, "run")
    fitting = [meld for meld in _run(said) if len(meld.cards) == value_of(said, "number")]
    return [meld._replace(is_weak=is_weak) for meld in fitting]


def _sized_run(said: Said) -> Sequence[Any]:
    """Return a run whose size is said right before its ranks: "club run of six, five to ten"."""
    number = value_of(said, "number")
    return [meld for meld in _counted_run(said) if meld.cards[0].rank != number + 1]


def _begun_run(said: Said) -> Sequence[Any]:
    """Return a run by its size and its first card: "run of seven spades from the ace up"."""
    first, number = int(value_of(said, "rank") or Rank.ACE), value_of(said, "number")
    last = first + number - 1
    spans = _spans([(first, last)]) if number > Rank.TWO and last <= ACE_HIGH else ()
    return [SaidMeld(MeldKind.RUN, span.cards, value_of(said, "suit"), True) for span in spans]


def _as_cards(act: Act) -> Act:
    """Return an act that makes cards with their suit of the runs that another makes."""
    return lambda said: [
        SaidCards(tuple([card._replace(suit=run.suit) for card in run.cards])) for run in act(said)
    ]


def _suited_run(said: Said) -> Sequence[Any]:
    cards = value_of(said, "suited_list").cards
    suits = {card.suit for card in cards if card.rank > Rank.TWO or card.rank == Rank.ACE}
    if len(suits) != 1:
        return ()
    return (SaidMeld(MeldKind.RUN, cards, suits.pop()),)


def _joined_run(said: Said) -> Sequence[Any]:
    """Return a run whose first cards have their own suit: "nine of clubs, ten jack of clubs"."""
    parts = [
        (value,) if isinstance(value, SaidCard) else value.cards
        for symbol, value in said
        if symbol in ("list", "suited_list", "wild_card", "named")
    ]
    cards = sum(parts, ())
    own = {card.suit for card in cards if card.suit and card.rank not in WILDS}
    suits = own | {value_of(said, "any_suit")}
    adds_wild = len(parts) == 2 and parts[1][0].rank in WILDS and not parts[1][0].name
    if len(suits) != 1 or adds_wild or not may_be_run(cards):
        return ()
    ranks = [card.rank for card in cards if card.rank > Rank.TWO]
    is_weak = ranks not in (sorted(ranks), sorted(ranks, reverse=True))  # "queen king, nine ten"
    return (SaidMeld(MeldKind.RUN, cards, suits.pop(), is_weak=is_weak),)


RUNS: Final[Acts] = {
    "counted_run": _counted_run,
    "sized_run": _sized_run,
    "step": _step,
    "neighbour": _neighbour,
    "step_at_last": _step,
    "each_step": _each_step,
    "range": _range,
    "onward": _onward,
    "range_on": _range_on,
    "from_wild": _from_wild,
    "led_run": _led_run,
    "led_cards": _as_cards(_led_run),
    "begun_run": _begun_run,
    "begun_suited": _as_cards(_begun_run),
    "suited_range": _suited_range,
    "up": _up,
    "down": _down,
    "run": _run,
    "run_weakly": weakly(_run),
    "run_twice": lambda said: (
        _run(said) if value_of(said, "suit") == value_of(said, "any_suit") else ()
    ),
    "run_again": lambda said: [
        run
        for _, run in said[-1:]
        if [card.rank for card in run.cards] == [card.rank for card in said[0][1].cards]
    ],
    "suited_run": _suited_run,
    "joined_run": _joined_run,
}
