"""The page that arranges one hand: it reads ticks and text, and shows the best ways to lay it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.domain.cards import JOKER, NATURAL_CARDS, Card, read_card, write_cards
from scorekeeper.domain.names import quote_text
from scorekeeper.domain.one_hand import HandAdvice, HandArranger
from scorekeeper.web.core.fields import Fault, Field
from scorekeeper.web.reference.hand_options import HandOptions, SingleHandPage, hand_variants
from scorekeeper.wording import write_card

_SUIT_LENGTH: Final = 13
_MOST_CHARACTERS: Final = 400
Arguments = MultiDict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A card that can be ticked."""

    card: Card
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrangedHandPage(SingleHandPage):
    """A hand of cards to tick or to type, and the best ways to lay it.

    ``before`` is the hand as the page last showed it, in the short notation. ``advice`` is ``None``
    while there is nothing to arrange.
    """

    template: ClassVar = "reference/hand_arranged.html"
    request: str
    picks: tuple[tuple[Pick, ...], ...]
    before: str
    upcard: Card | None
    upcard_words: str
    advice: HandAdvice | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """The cards of the hand in the order of the pack, the typed text and its problems."""

    cards: tuple[Card, ...]
    text: str
    faults: tuple[Fault, ...]


def make_arranged_page(
    options: HandOptions, arranger: HandArranger, arguments: Arguments
) -> ArrangedHandPage:
    """Return the page of the hand that the address holds."""
    held = _read_held(arguments, arranger)
    upcard = read_card(arguments.get("upcard", "")[:5])
    if upcard not in NATURAL_CARDS:
        upcard = None
    advice = arranger.arrange(options.chosen, held.cards, upcard)
    faults = [*held.faults]
    if advice.missing:
        faults.append(Fault(field="hand-cards", text=advice.missing))
    return ArrangedHandPage(
        variant=options.variant,
        variants=hand_variants(),
        fields=(_cards_field(held), _upcard_field(upcard)),
        options=options.fields,
        options_open=options.are_open,
        faults=(*options.faults, *faults),
        request=arranger.request,
        picks=tuple(_picks(held.cards)),
        before=write_cards(held.cards),
        upcard=upcard,
        upcard_words=write_card(upcard).capitalize() if upcard else "",
        advice=advice if advice.ways and not faults else None,
    )


def _read_held(arguments: Arguments, arranger: HandArranger) -> _Held:
    """Return the hand after the changes to the text and the ticks since ``before`` was shown.

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
    faults = tuple(_misread(tokens, typed, arranger))
    return _Held(cards=cards, text=text if faults else write_cards(cards), faults=faults)


def _cards(tokens: Sequence[str]) -> Iterator[Card]:
    found = [read_card(token) for token in tokens[: len(NATURAL_CARDS)]]
    return (card for card in found if card is not None)


def _misread(
    tokens: Sequence[str], typed: Sequence[Card | None], arranger: HandArranger
) -> Iterator[Fault]:
    for token, card in zip(tokens, typed, strict=True):
        if card is None:
            yield Fault(field="cards", text=f"{quote_text(token)} is not a card")
        elif card == JOKER:
            yield Fault(field="cards", text=arranger.no_joker)
        elif card not in NATURAL_CARDS:
            yield Fault(field="cards", text=f"{quote_text(token)} needs its suit")
    for card, count in Counter(typed).items():
        if card in NATURAL_CARDS and count > 1:
            yield Fault(field="cards", text=f"{card} stands {count} times, the pack has one")


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
        problems=tuple([fault.text for fault in held.faults]),
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
