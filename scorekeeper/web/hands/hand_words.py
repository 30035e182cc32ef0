"""The hands of the next deal as they come in, in words and cards."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.bookkeeping.hands.collecting import (
    CollectedHand,
    CollectedHands,
    HandState,
    HandVersion,
    OpenQuestion,
    QuestionKind,
)
from scorekeeper.bookkeeping.hands.comparing import ENDED_DEAL, Fact, Facts
from scorekeeper.domain.asks import AskKind, Asks
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.web.core.card_faces import CardFace, face_of_code
from scorekeeper.wording import write_names, write_subject


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """One thing that a version says and others do not: words, or words with cards."""

    words: str
    cards: tuple[CardFace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPart:
    """One of several versions of a hand: whose, and what it says that others do not."""

    fingerprint: str
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
    collected: CollectedHands, setup: Setup, *, phone: str, seat: Seat | None
) -> tuple[HandPart, ...]:
    """All hands, as a phone is shown them."""
    asks = setup.variant.family.asks(setup.options)
    return tuple([_part(hand, asks, phone, seat) for hand in collected.hands])


def _part(hand: CollectedHand, asks: Asks, phone: str, seat: Seat | None) -> HandPart:
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


def _action(hand: CollectedHand, *, has_written: bool, is_mine: bool) -> str:
    """The way to enter a hand; the own one that is missing is the main action of the page."""
    if has_written:
        return "Change"
    if hand.versions:
        return "Enter it too"
    return "" if is_mine or hand.state is HandState.SITS_OUT else f"Enter for {hand.name}"


def _state_words(hand: CollectedHand) -> str:
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


def _version(version: HandVersion, asks: Asks) -> VersionPart:
    named = [writer for writer in version.writers if writer]
    return VersionPart(
        fingerprint=version.fingerprint,
        whose=write_names(named) if named else "Somebody",
        lines=tuple(said_lines(version.own_facts, asks)),
    )


# --- sentences ------------------------------------------------------------------------------------


def headline_of(collected: CollectedHands) -> str:
    """How far the deal has come: ``Ann is in. Bob is entering. Waiting for Cal.``"""
    if not collected.is_begun:
        return "No hand is in yet."
    names: dict[HandState, list[str]] = {}
    for hand in collected.hands:
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
        yield f"{write_subject(arrived, 'is', 'are')} in."
    if differing:
        yield f"Two versions of {write_names([f'{name}’s' for name in differing])} hand."
    if entering:
        yield f"{write_subject(entering, 'is', 'are')} entering."
    if waits:
        yield f"Waiting for {write_names(waits)}."


def question_words(question: OpenQuestion, setup: Setup) -> str:
    """What the table has to settle before the deal can be scored."""
    asks = setup.variant.family.asks(setup.options)
    labels = {ask.name: ask.label for ask in asks.deal} | {"dealer": "Who dealt"}
    label = labels.get(question.name, "")
    names = [setup.players[seat] for seat in question.seats]
    match question.kind:
        case QuestionKind.SEVERAL_OUT:
            return f"{asks.by_label}: {' or '.join(names)}?"
        case QuestionKind.NOBODY_OUT:
            return f"{asks.by_label}? No hand says so."
        case QuestionKind.MISSING:
            return f"{label}: no hand says so."
    if question.name == "ending":
        return f"{asks.by_label}: {' or '.join(names)}, or nobody?"
    return f"{label}: the hands do not agree."


# --- what differs ---------------------------------------------------------------------------------


def said_lines(facts: Facts, asks: Asks) -> Iterator[SaidLine]:
    """Facts as lines: a meld a line, loose cards together, everything else in words."""
    every = [*asks.hand, *asks.deal]
    kinds = {ask.name: ask.kind for ask in every}
    labels = {ask.name: ask.label for ask in every}
    if Fact(ENDED_DEAL) in facts:
        yield SaidLine(words=asks.by_label.removeprefix("Who "))
    for name, kind in kinds.items():
        said = sorted([fact for fact in facts.elements() if fact.name == name])
        label = labels[name].lower()
        if kind is AskKind.CARDS and said:
            faces = tuple([face_of_code(code) for fact in said for code in fact.cards])
            yield SaidLine(words=label, cards=faces)
            continue
        for fact in said:
            faces = tuple([face_of_code(code) for code in fact.cards])
            words = " ".join([word for word in (label, fact.text) if word])
            yield SaidLine(words=words, cards=faces)
