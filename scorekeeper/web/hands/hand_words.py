"""The hands of the next deal as they come in, in words and cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.hands.collecting import (
    Doubt,
    GatheredHand,
    Gathering,
    HandState,
    OpenQuestion,
    Version,
)
from scorekeeper.bookkeeping.hands.comparing import OUT, Fact, Facts
from scorekeeper.domain.asks import AskKind, Asks
from scorekeeper.domain.cards import CARD_TEXTS, RANK_LETTERS, RANK_WORDS, Rank
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.web.core.filters import CardFace
from scorekeeper.wording import write_card, write_names

_SUITS: Final = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
_COLOURS: Final = {"R": "heart", "B": "club"}
_RANKS: Final = {letter: RANK_WORDS[rank] for rank, letter in RANK_LETTERS.items()}
_CARDS: Final = {text: card for card, text in CARD_TEXTS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """One thing that a version says and others do not: words, or words with cards."""

    words: str
    cards: tuple[CardFace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPart:
    """One of several versions of a hand: whose, and what it says that others do not."""

    mark: str
    whose: str
    lines: tuple[SaidLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPart:
    """One player's hand as the page of hands shows it; ``action`` is the way to enter it."""

    seat: Seat
    name: str
    words: str
    is_in: bool
    action: str
    is_mine: bool
    may_drop: bool
    versions: tuple[VersionPart, ...]


def hand_parts(
    gathering: Gathering, setup: Setup, *, phone: str, seat: Seat | None
) -> tuple[HandPart, ...]:
    """All hands, as a phone is shown them."""
    asks = setup.variant.family.asks(setup.options)
    return tuple([_part(hand, asks, phone, seat) for hand in gathering.hands])


def _part(hand: GatheredHand, asks: Asks, phone: str, seat: Seat | None) -> HandPart:
    is_mine = hand.seat == seat
    has_written = hand.is_written_by(phone)
    differs = hand.state is HandState.DIFFERS
    return HandPart(
        seat=hand.seat,
        name=hand.name,
        words=_state_words(hand),
        is_in=bool(hand.versions),
        action=_action(hand, has_written=has_written, is_mine=is_mine),
        is_mine=is_mine,
        may_drop=has_written,
        versions=tuple([_version(each, asks) for each in hand.versions]) if differs else (),
    )


def _action(hand: GatheredHand, *, has_written: bool, is_mine: bool) -> str:
    """The way to enter a hand; the own one that is missing is the main action of the page."""
    if has_written:
        return "Change"
    if hand.versions:
        return "Enter it too"
    return "" if is_mine or hand.state is HandState.SITS_OUT else f"Enter for {hand.name}"


def _state_words(hand: GatheredHand) -> str:
    match hand.state:
        case HandState.MISSING:
            return "not in yet"
        case HandState.ENTERING:
            return "is being entered"
        case HandState.SITS_OUT:
            return "sits out"
        case HandState.DIFFERS:
            return f"{len(hand.versions)} versions"
        case HandState.CHECKED:
            return f"entered {len(hand.versions[0].phones)} times, all the same"
    version = hand.versions[0]
    (writer,) = version.writers
    by = f", by {writer}" if writer not in ("", hand.name) else ""
    return f"in{by}, at {version.at.astimezone():%H:%M}"


def _version(version: Version, asks: Asks) -> VersionPart:
    named = [writer for writer in version.writers if writer]
    return VersionPart(
        mark=version.mark,
        whose=write_names(named) if named else "Somebody",
        lines=tuple(said_lines(version.rest, asks)),
    )


# --- sentences ------------------------------------------------------------------------------------


def headline_of(gathering: Gathering) -> str:
    """How far the deal has come: ``Ann is in. Bob is entering. Waiting for Cal.``"""
    if not gathering.is_begun:
        return "No hand is in yet."
    names: dict[HandState, list[str]] = {}
    for hand in gathering.hands:
        state = HandState.IN if hand.state is HandState.CHECKED else hand.state
        names.setdefault(state, []).append(hand.name)
    return " ".join(_sentences(names))


def _sentences(names: dict[HandState, list[str]]) -> Iterator[str]:
    waits = names.get(HandState.MISSING, [])
    entering = names.get(HandState.ENTERING, [])
    differing = names.get(HandState.DIFFERS, [])
    arrived = names.get(HandState.IN, [])
    if not (waits or entering or differing):
        yield "All hands are in."
        return
    if arrived:
        yield f"{write_names(arrived)} {_is(arrived)} in."
    if differing:
        yield f"Two versions of {write_names([f'{name}’s' for name in differing])} hand."
    if entering:
        yield f"{write_names(entering)} {_is(entering)} entering."
    if waits:
        yield f"Waiting for {write_names(waits)}."


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def question_words(question: OpenQuestion, setup: Setup) -> str:
    """What the table has to settle before the deal can be scored."""
    asks = setup.variant.family.asks(setup.options)
    labels = {ask.name: ask.label for ask in asks.deal} | {"dealer": "Who dealt"}
    label = labels.get(question.name, "")
    names = [setup.players[seat] for seat in question.seats]
    match question.doubt:
        case Doubt.SEVERAL_OUT:
            return f"{asks.by_label}: {' or '.join(names)}?"
        case Doubt.NOBODY_OUT:
            return f"{asks.by_label}? No hand says so."
        case Doubt.MISSING:
            return f"{label}: no hand says so."
    if question.name == "ending":
        return f"{asks.by_label}: {' or '.join(names)}, or nobody?"
    return f"{label}: the hands do not agree."


# --- what differs ---------------------------------------------------------------------------------


def said_lines(facts: Facts, asks: Asks) -> Iterator[SaidLine]:
    """Facts as lines: a meld a line, loose cards together, everything else in words."""
    every = [*[ask for form in asks.forms for ask in form.asks], *asks.extras, *asks.deal]
    kinds = {ask.name: ask.kind for ask in every}
    labels = {ask.name: ask.label for ask in every}
    if Fact(OUT) in facts:
        yield SaidLine(words=asks.by_label.removeprefix("Who "))
    for name, kind in kinds.items():
        said = sorted([fact for fact in facts.elements() if fact.part == name])
        label = labels[name].lower()
        if kind is AskKind.CARDS and said:
            faces = tuple([face_of_code(code) for fact in said for code in fact.cards])
            yield SaidLine(words=label, cards=faces)
            continue
        for fact in said:
            faces = tuple([face_of_code(code) for code in fact.cards])
            words = " ".join([word for word in (label, fact.text) if word])
            yield SaidLine(words=words, cards=faces)


def face_of_code(code: str) -> CardFace:
    """The face of a card as a fact tells it: a wild shows what it stands for."""
    card, _, name = code.partition("=")
    if not name:
        return CardFace(rank=_rank(card), mark=_mark(card), words=_words(card))
    wild = "Joker" if card == "JK" else "two"
    return CardFace(
        rank=_rank(name),
        mark=_mark(name),
        words=f"{_words(name)}, a {wild}",
        badge="joker" if card == "JK" else "2",
    )


def _rank(code: str) -> str:
    return "" if code == "JK" else {"T": "10"}.get(code[0], code[0])


def _mark(code: str) -> str:
    if code == "JK":
        return "joker"
    return {**_SUITS, **_COLOURS}.get(code[1:], "plain")


def _words(code: str) -> str:
    if code in _CARDS:
        return write_card(_CARDS[code])
    colour = {"R": "red ", "B": "black "}.get(code[1:], "")
    return colour + (RANK_WORDS[Rank.JOKER] if code == "JK" else _RANKS[code[0]])
