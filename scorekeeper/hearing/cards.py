"""Finds the cards that a phrase can mean under the rules of a game, as melds or one by one.

What words mean is facts of a hand, most of them cards, and flags.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product
from typing import Any, Final, NamedTuple

from scorekeeper.hearing.runs import places_in_order
from scorekeeper.hearing.said import ANY_WILD, SUITS_OF, SaidCard, SaidMeld
from scorekeeper.rules import (
    ACE_HIGH,
    CARD_TEXTS,
    JOKER,
    TWOS_BY_COLOUR,
    Board,
    Card,
    LaidMeld,
    Meld,
    MeldCard,
    MeldKind,
    MeldRules,
    Pack,
    Points,
    Rank,
    Suit,
    SuitlessCards,
    Variant,
    read_naturals,
    readings_of,
    surplus_cards,
)

READINGS_MOST: Final = 4
"""A piece of a text with more readings is marked."""
_SHORTEST_MELD: Final = 3
_READINGS_ENOUGH: Final = 16
"""More than a meld has as a set, so that one as a run is among them."""
_CHOICES_MOST: Final = 16
"""More ways to give cards suits and colours could not be shown anyway."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """What decides what words can mean: rules of melds, pack, cards that need no suit.

    ``arranges`` is true where a hand is shown as cards that the program arranges, ``facts`` are
    those that a hand can have, ``step`` is what all points in hand are a multiple of, ``in_hand``
    are those of a card by its text or its rank.
    """

    rules: MeldRules
    suitless: SuitlessCards
    pack: Pack
    arranges: bool
    facts: frozenset[str]
    step: Points
    in_hand: Mapping[str, Points]


def game_of(variant: Variant, options: Any, players: int) -> Game | None:
    """Return what decides the meaning of words in a variant, None for a family without a pad."""
    family = variant.family
    if family.keypad is None:
        return None
    facts = family.keypad(options)
    asks = family.asks(options)
    return Game(
        rules=facts.rules,
        suitless=asks.suitless,
        pack=family.pack(options, players),
        arranges=facts.board is Board.CARDS,
        facts=frozenset([ask.name for ask in asks.hand]),
        step=family.smallest_step,
        in_hand=facts.in_hand,
    )


class LaidCards(NamedTuple):
    """Cards as they were understood: in the notation, in a fixed order, and with their points."""

    text: str
    cards: tuple[Card, ...]
    points: Points = 0


def fits(cards: Iterable[Card], game: Game) -> bool:
    """Tell whether the pack has all these cards."""
    return not surplus_cards(Counter(cards), game.pack, game.suitless)


def points_in_hand(cards: Iterable[Card], game: Game) -> Points:
    """Return what cards come to that are left in hand."""
    values = game.in_hand
    return sum([values.get(CARD_TEXTS[card], values.get(card.rank.letter, 0)) for card in cards])


# --- One card -------------------------------------------------------------------------------------


def choices(said: SaidCard, game: Game) -> tuple[Card, ...]:
    """Return what a card can be, as it was said; a suit that was not said is given only in gin."""
    if said.rank == Rank.JOKER:
        return (JOKER,) if game.pack.jokers else ()
    if said.rank == ANY_WILD:
        deuces = choices(SaidCard(2), game)
        wilds = [card for card in (JOKER, *deuces) if card in game.rules.wilds]
        return tuple([card for card in wilds if game.pack.limit(card)])
    rank = Rank(said.rank)
    if said.suit is not None:
        return (Card(rank, said.suit),)
    suits = SUITS_OF[said.colour] if said.colour else tuple(Suit)
    bare = Card(rank, None)
    if bare in game.suitless:
        # A colour may mean a card that needs its suit: the queen of spades among black queens.
        others = [Card(rank, suit) for suit in suits if said.colour]
        return (*[card for card in others if card not in game.suitless[bare]], bare)
    by_colour = [card for card in TWOS_BY_COLOUR if card.rank is rank and card in game.suitless]
    if by_colour:
        return tuple([card for card in by_colour if said.colour in (None, card.suit)])
    return tuple([Card(rank, suit) for suit in suits])


def is_wild(card: Card, game: Game) -> bool:
    return card in game.rules.wilds


def several_choices(cards: Sequence[SaidCard], game: Game) -> Iterator[tuple[MeldCard, ...]]:
    """Yield every way to understand cards, in the order said; equal ones are exchangeable."""
    groups = Counter(cards)
    options = []
    count = 1
    for said, number in groups.items():
        ways = list(combinations_with_replacement(choices(said, game), number))
        ways = [way for way in ways if fits(way, game)]
        count *= len(ways)
        if not 0 < count <= _CHOICES_MOST:
            return
        options.append([tuple([MeldCard(card, said.name) for card in way]) for way in ways])
    for ways_of_all in product(*options):
        yield tuple([item for way in ways_of_all for item in way])


@lru_cache(maxsize=2048)
def lay_cards(cards: tuple[SaidCard, ...], game: Game) -> list[LaidCards]:
    """Return the ways to understand cards in hand."""
    ways = [[item.card for item in way] for way in several_choices(cards, game)]
    return [lay(way) for way in ways if len(set(cards)) == 1 or fits(way, game)]


def lay(cards: Sequence[Card]) -> LaidCards:
    return LaidCards(" ".join([CARD_TEXTS[card] for card in cards]), put_in_order(cards))


def put_in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in a fixed order; one without a suit comes first."""
    return tuple(sorted(cards, key=lambda card: (card.rank, card.suit or "")))


# --- A meld ---------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def lay_meld(said: SaidMeld, game: Game) -> list[LaidCards]:
    """Return the legal melds that were said, only the first of those worth the same."""
    return _apart_by_worth(
        _sets(said, game) if said.kind is MeldKind.SET else _runs(said, game), game
    )


def _apart_by_worth(readings: Iterable[Meld], game: Game) -> list[LaidCards]:
    """Return one meld for all legal readings of the same cards that are worth the same."""
    legal = [meld for meld in readings if meld.naturals >= game.rules.min_naturals]
    by_worth: dict[tuple[tuple[str, ...], Points], list[Meld]] = {}
    for meld in legal:
        cards = tuple(sorted([_kind_of(item.card, game) for item in meld.cards]))
        by_worth.setdefault((cards, _worth(meld, game)), []).append(meld)
    might_be_run = any(meld.kind is MeldKind.RUN for meld in legal)
    found = [_choose_written(alike, game, might_be_run) for alike in by_worth.values()]
    return [laid for laid in found if fits(laid.cards, game)]


def _kind_of(card: Card, game: Game) -> str:
    """Return the text of a card; a two in its own place is like one that lies elsewhere."""
    if card.rank is Rank.TWO and is_wild(card, game):
        return "2"
    return CARD_TEXTS[card]


def _worth(meld: Meld, game: Game) -> Points:
    worth = game.rules.worth
    return sum([worth(card, name or card) for card, name in meld.cards]) if worth else 0


def lay_typed(items: LaidMeld, game: Game) -> list[LaidCards]:
    """Return the legal melds that cards in the notation can be."""
    is_long = len(items) >= _SHORTEST_MELD
    if not is_long or not _is_known(items, game) or not fits([item.card for item in items], game):
        return []
    return _apart_by_worth(_readings(items, game), game)


def is_meld(cards: Sequence[Card], game: Game) -> bool:
    """Tell whether cards are a legal meld."""
    laid = tuple([MeldCard(card) for card in cards])
    return len(laid) >= _SHORTEST_MELD and any(True for _ in readings_of(laid, game.rules))


def _sets(said: SaidMeld, game: Game) -> Iterator[Meld]:
    if len(said.cards) < _SHORTEST_MELD:
        return
    for way in several_choices(said.cards, game):
        meld = read_naturals(way, game.rules)
        if meld is not None:
            yield meld
        elif _is_known(way, game):
            yield from _readings(way, game)


def _readings(laid: LaidMeld, game: Game) -> list[Meld]:
    """Return the readings of a meld; where melds are worth nothing, a few of them stand for all."""
    compares = game.rules.worth is not None or game.rules.min_naturals > 0
    return list(islice(readings_of(laid, game.rules), None if compares else _READINGS_ENOUGH))


def _is_known(laid: LaidMeld, game: Game) -> bool:
    """Tell whether a card of a meld is known; wild ones alone may stand for too much."""
    if game.rules.worth is None:
        return True
    return any(item.stands_for is not None or not is_wild(item.card, game) for item in laid)


def _runs(said: SaidMeld, game: Game) -> Iterator[Meld]:
    if said.suit is None:
        return
    steps, added = _split_steps(said)
    for lying in _lay_steps(steps, said.suit, game):
        for way in _with_added(lying, added, said.suit, game):
            if len(way) < _SHORTEST_MELD or not _is_known(way, game):
                continue
            yield from [meld for meld in _readings(way, game) if meld.kind is MeldKind.RUN]


def _split_steps(said: SaidMeld) -> tuple[list[SaidCard], list[SaidCard]]:
    """Return the steps of a run and the cards that were added without a place among them."""
    steps = [card for card in said.cards if not card.added]
    added = [card for card in said.cards if card.added]
    for card in said.added:
        name = card.name
        taken = [step for step in steps if name and step.rank == name.rank and not step.name]
        if taken:
            steps[steps.index(taken[0])] = card
        else:
            added.append(card)
    return steps, added


def _lay_steps(steps: Sequence[SaidCard], suit: Suit, game: Game) -> Iterator[LaidMeld]:
    """Yield the steps of a run as they can lie, each wild card with what it stands for."""
    wilds = [card.rank in (Rank.JOKER, Rank.TWO, ANY_WILD) for card in steps]
    every = places_in_order(steps) if any(wilds) and game.rules.wilds else []
    if not every:
        # Without wild cards the order does not matter, nor for a two that is itself.
        every = [tuple([card.rank for card in steps])]
        if any(is_one and card.rank != Rank.TWO for card, is_one in zip(steps, wilds, strict=True)):
            return
    for places in every:
        items = [_item(card, place, suit, game) for card, place in zip(steps, places, strict=True)]
        yield from product(*items)


def _item(said: SaidCard, place: int, suit: Suit, game: Game) -> list[MeldCard]:
    """Return what a step can be at a place of a run."""
    name = Card(Rank.ACE if place == ACE_HIGH else Rank(place), suit)
    if said.name is not None and (said.name.rank, said.name.suit or suit) != name:
        return []
    if said.rank > Rank.TWO or said.rank == Rank.ACE:
        return [MeldCard(name)] if said.suit in (None, suit) else []
    if said.rank == place == Rank.TWO and said.suit in (None, suit) and not said.colour:
        return [MeldCard(name, name if is_wild(name, game) else None)]
    return [MeldCard(card, name) for card in choices(said, game) if is_wild(card, game)]


def _with_added(
    lying: LaidMeld, added: Sequence[SaidCard], suit: Suit, game: Game
) -> Iterator[LaidMeld]:
    """Yield a run with each way to understand the wild cards that were added to it."""
    if not added:
        yield lying
        return
    for number, said in enumerate(added):
        if said.rank == Rank.TWO and not said.suit and not said.name and not said.colour:
            others = [*added[:number], *added[number + 1 :]]
            own = Card(Rank.TWO, suit)
            for way in several_choices(others, game):
                yield (
                    *lying,
                    MeldCard(own, own if is_wild(own, game) else None),
                    *_give_suit(way, suit),
                )
            break
    for way in several_choices(added, game):
        if all(is_wild(item.card, game) for item in way):
            yield (*lying, *_give_suit(way, suit))


def _give_suit(way: LaidMeld, suit: Suit) -> list[MeldCard]:
    """Return cards with the suit of their run in what they stand for."""
    return [
        MeldCard(card, Card(name.rank, name.suit or suit) if name else None) for card, name in way
    ]


def _choose_written(alike: Sequence[Meld], game: Game, might_be_run: bool) -> LaidCards:
    """Return the meld of readings that are worth the same, as it is written."""
    own = [meld for meld in alike if any(card == name for card, name in meld.cards)]
    meld = (own or alike)[0]
    if meld.kind is MeldKind.SET:
        texts = [
            f"{CARD_TEXTS[card]}={name.rank.letter}" if name and might_be_run else CARD_TEXTS[card]
            for card, name in meld.cards
        ]
    elif len({meld.cards for meld in own or alike}) == 1:
        texts = [CARD_TEXTS[item.card] if item.is_itself else str(item) for item in meld.cards]
    else:
        ordered = sorted(meld.cards, key=lambda item: not item.is_itself)
        texts = [CARD_TEXTS[item.card] for item in ordered]
    laid = put_in_order([item.card for item in meld.cards])
    return LaidCards(" ".join(texts), laid, _worth(meld, game))


# --- What words mean ------------------------------------------------------------------------------


class Heard(NamedTuple):
    """What words mean: facts of a hand, and flags."""

    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def cards(self) -> list[Card]:
        return [
            card for _, value in self.facts if isinstance(value, LaidCards) for card in value.cards
        ]


NOTHING: Final = Heard((("melds", None),))


def join(heard: Iterable[Heard]) -> Heard:
    return Heard(tuple([fact for part in heard for fact in part.facts]))


def meaning(heard: Heard) -> tuple[Any, ...]:
    """Return what two readings differ in if they differ: a card, a point or a flag."""
    by_fact: dict[str, Any] = {}
    points = 0
    for name, value in heard.facts:
        if isinstance(value, LaidCards):
            by_fact.setdefault(name, []).extend(value.cards)
            points += value.points
        elif value is not None:
            by_fact[name] = value
    facts = [
        (name, put_in_order(value) if isinstance(value, list) else value)
        for name, value in sorted(by_fact.items())
    ]
    return points, tuple(facts)
