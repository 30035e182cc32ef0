"""A gin hand arranged: read from ticks and text, its best melds, and whether it may knock."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.arrangement import Arrangement, best_arrangement, best_discards
from scorekeeper.domain.cards import (
    NATURAL_CARDS,
    RANK_LETTERS,
    Card,
    read_card,
    write_cards,
)
from scorekeeper.domain.deals import Points
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.domain.variants.oklahoma_gin.facts import limit_words
from scorekeeper.web.core.fields import Fault, Field
from scorekeeper.web.deal.deal_lines import GinSide
from scorekeeper.web.reference.hand_options import HandOptions, SingleHandPage
from scorekeeper.wording import write_card, write_plural

_HAND: Final = 10
_HAND_AND_DRAWN: Final = 11
_SUIT_LENGTH: Final = 13
_MOST_CHARACTERS: Final = 400
Arguments = MultiDict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A card that can be ticked."""

    card: Card
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """The best arrangement of a gin hand, perhaps after a discard, and what the upcard allows."""

    side: GinSide
    points: Points
    verdict: str
    discard: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GinHandPage(SingleHandPage):
    """A gin hand: cards to tick or to type; ``before`` is what the page showed as held."""

    template: ClassVar = "reference/hand_gin.html"
    picks: tuple[tuple[Pick, ...], ...]
    before: str
    upcard: Card | None
    upcard_words: str
    limit_words: str
    found: tuple[Arranged, ...]
    big_gin: GinSide | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """The cards of the hand in the order of the pack, and what is wrong with what was typed."""

    cards: tuple[Card, ...]
    text: str
    faults: tuple[Fault, ...]


def make_gin_page(options: HandOptions, arguments: Arguments) -> GinHandPage:
    """The page of a gin hand as the address gives it."""
    held = _read_held(arguments)
    upcard = read_card(arguments.get("upcard", "")[:5])
    if upcard not in NATURAL_CARDS:
        upcard = None
    limit = _limit(options, upcard)
    found = () if held.faults else tuple(_arrange(held.cards, upcard, limit))
    whole = best_arrangement(held.cards) if len(held.cards) == _HAND_AND_DRAWN else None
    return GinHandPage(
        variant=options.variant,
        variants=tuple(VARIANTS.values()),
        fields=(_cards_field(held), _upcard_field(upcard)),
        options=options.fields,
        options_open=options.are_open,
        faults=(*options.faults, *held.faults),
        picks=tuple(_picks(held.cards)),
        before=write_cards(held.cards),
        upcard=upcard,
        upcard_words=write_card(upcard).capitalize() if upcard else "",
        limit_words=limit_words(limit) if upcard else "",
        found=found,
        big_gin=_side(whole) if found and whole and not whole.points else None,
    )


def _read_held(arguments: Arguments) -> _Held:
    """The hand after what was typed and what was ticked or unticked since ``before`` was shown.

    Text and ticks show the same hand; a change of either counts, so neither overrules the other.
    """
    text = arguments.get("cards", "")[:_MOST_CHARACTERS]
    tokens = text.replace(",", " ").split()
    typed = [read_card(token) for token in tokens]
    before = set(_cards(arguments.get("before", "").split()))
    views = [{card for card in typed if card}, set(_cards(arguments.getlist("card")))]
    added = set[Card]().union(*[view - before for view in views])
    kept = before.intersection(*views)
    cards = tuple([card for card in NATURAL_CARDS if card in added | kept])
    faults = [*_misread(tokens, typed), *_miscounted(cards)]
    is_read = not any(fault.field == "cards" for fault in faults)
    return _Held(cards=cards, text=write_cards(cards) if is_read else text, faults=tuple(faults))


def _cards(tokens: Sequence[str]) -> Iterator[Card]:
    found = [read_card(token) for token in tokens[: len(NATURAL_CARDS)]]
    return (card for card in found if card is not None)


def _misread(tokens: Sequence[str], typed: Sequence[Card | None]) -> Iterator[Fault]:
    for token, card in zip(tokens, typed, strict=True):
        if card is None:
            yield Fault(field="cards", text=f"{token!r} is not a card")
        elif card.suit is None:
            yield Fault(field="cards", text="Gin is played without a Joker")
    for card, count in Counter(typed).items():
        if card is not None and count > 1:
            yield Fault(field="cards", text=f"{card} stands {count} times, the pack has one")


def _miscounted(cards: Sequence[Card]) -> Iterator[Fault]:
    count = len(cards)
    if count and count not in (_HAND, _HAND_AND_DRAWN):
        text = f"{write_plural(count, 'card')} so far: a hand has ten, eleven before the discard"
        yield Fault(field="hand-cards", text=text)


def _arrange(cards: Sequence[Card], upcard: Card | None, limit: Points) -> Iterator[Arranged]:
    if len(cards) == _HAND:
        best = best_arrangement(cards)
        yield Arranged(
            side=_side(best), points=best.points, verdict=_verdict(best.points, upcard, limit)
        )
    elif len(cards) == _HAND_AND_DRAWN:
        for discard, best in best_discards(cards):
            verdict = _verdict(best.points, upcard, limit)
            yield Arranged(side=_side(best), points=best.points, verdict=verdict, discard=discard)


def _side(best: Arrangement) -> GinSide:
    return GinSide(melds=best.melds, lay_offs=(), deadwood=best.deadwood)


def _limit(options: HandOptions, upcard: Card | None) -> Points:
    keys = options.variant.family.keypad
    if upcard is None or keys is None:
        return 0
    return keys(options.chosen).limits[RANK_LETTERS[upcard.rank]]


def _verdict(points: Points, upcard: Card | None, limit: Points) -> str:
    """Whether the upcard allows the knock: ``Knock with 6: the seven of diamonds allows 7.``"""
    if not points:
        return "Gin: no deadwood at all."
    if upcard is None:
        return "Choose the upcard to see whether you may knock."
    allowed = str(limit) if limit else "gin only"
    start = f"Knock with {points}" if points <= limit else f"No knock with {points}"
    return f"{start}: the {write_card(upcard)} allows {allowed}."


def _picks(held: Sequence[Card]) -> Iterator[tuple[Pick, ...]]:
    for start in range(0, len(NATURAL_CARDS), _SUIT_LENGTH):
        suit = NATURAL_CARDS[start : start + _SUIT_LENGTH]
        yield tuple([Pick(card=card, is_held=card in held) for card in suit])


def _cards_field(held: _Held) -> Field:
    return Field(
        name="cards",
        kind="cards",
        label="Or type them",
        value=held.text,
        help="Rank, then suit: KH is the king of hearts, 10S or TS the ten of spades.",
        problems=tuple([fault.text for fault in held.faults if fault.field == "cards"]),
    )


def _upcard_field(upcard: Card | None) -> Field:
    choices = [(str(card), write_card(card)) for card in NATURAL_CARDS]
    return Field(
        name="upcard",
        kind="choice",
        label="Upcard",
        value=str(upcard or ""),
        choices=(("", "not said"), *choices),
    )
