"""The link to the next deal, as every page of a game shows it."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.game.comparing import ENDED_DEAL, Fact, Facts
from scorekeeper.bookkeeping.hands import (
    CollectedHand,
    CollectedHands,
    HandState,
    HandVersion,
    OpenQuestion,
    QuestionKind,
    collect_hands,
)
from scorekeeper.bookkeeping.store.game_store import CurrentGame
from scorekeeper.domain.deals import AskKind, Asks, Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.web.core.access import may, this_seat, this_visit
from scorekeeper.web.core.filters import CardFace, face_of_code
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import site
from scorekeeper.web.deal.deal_form import make_deal_document
from scorekeeper.wording import write_names, write_sentence, write_subject

# --- Words and cards for the collected hands of the next deal -------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLine:
    """A fact on a page, such as one in which two versions of a hand differ."""

    words: str
    cards: tuple[CardFace, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    """One of several versions of a hand: who entered it, and its facts that others lack."""

    fingerprint: str
    whose: str
    lines: tuple[FactLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One player's hand on the page of hands; ``action`` is the text of the link to enter it."""

    seat: Seat
    name: str
    words: str
    is_in: bool
    action: str
    is_mine: bool
    may_drop: bool
    versions: tuple[VersionLine, ...]


def hand_lines(
    collected: CollectedHands, setup: Setup, *, phone: str, seat: Seat | None
) -> tuple[HandLine, ...]:
    """Return all hands as a phone shows them; ``seat`` is that of the phone."""
    asks = setup.variant.family.asks(setup.options)
    return tuple([_hand_line(hand, asks, phone, seat) for hand in collected.hands])


def _hand_line(hand: CollectedHand, asks: Asks, phone: str, seat: Seat | None) -> HandLine:
    is_mine = hand.seat == seat
    has_written = hand.is_written_by(phone)
    differs = hand.state is HandState.DIFFERS
    return HandLine(
        seat=hand.seat,
        name=hand.name,
        words=_state_words(hand),
        is_in=bool(hand.versions),
        action=_action(hand, has_written=has_written, is_mine=is_mine),
        is_mine=is_mine,
        may_drop=has_written,
        versions=tuple([_version_line(each, asks) for each in hand.versions]) if differs else (),
    )


def _action(hand: CollectedHand, *, has_written: bool, is_mine: bool) -> str:
    """Return the text of a hand's link; the page's main button is for one's own missing hand."""
    if has_written:
        return "Change"
    if hand.versions:
        return "Enter again to check"
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


def _version_line(version: HandVersion, asks: Asks) -> VersionLine:
    named = [writer for writer in version.writers if writer]
    return VersionLine(
        fingerprint=version.fingerprint,
        whose=write_names(named) if named else "Somebody",
        lines=tuple(fact_lines(version.own_facts, asks)),
    )


# --- sentences ------------------------------------------------------------------------------------


def headline_of(collected: CollectedHands) -> str:
    """Return whose hands are in: ``Ann is in. Bob is entering. Waiting for Cal.``"""
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
        yield write_sentence(f"Waiting for {write_names(waits)}")


def question_words(question: OpenQuestion, setup: Setup) -> str:
    """Return a question that the players have to settle before the deal can be scored."""
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


def fact_lines(facts: Facts, asks: Asks) -> Iterator[FactLine]:
    """Yield facts as lines: one for each meld, one for loose cards, and one for each other fact."""
    every = [*asks.hand, *asks.deal]
    kinds = {ask.name: ask.kind for ask in every}
    labels = {ask.name: ask.label for ask in every}
    if Fact(ENDED_DEAL) in facts:
        yield FactLine(words=asks.by_words)
    for name, kind in kinds.items():
        named = sorted([fact for fact in facts.elements() if fact.name == name])
        label = labels[name].lower()
        if kind is AskKind.CARDS and named:
            faces = tuple([face_of_code(code) for fact in named for code in fact.cards])
            yield FactLine(words=label, cards=faces)
            continue
        for fact in named:
            faces = tuple([face_of_code(code) for code in fact.cards])
            words = " ".join([word for word in (label, fact.text) if word])
            yield FactLine(words=words, cards=faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDeal:
    """The link to the next deal; ``headline`` says which hands are in, empty if none is.

    ``offers_whole`` is true if the main link leads to hands and another to the whole deal.
    """

    number: int
    headline: str
    action: Action
    offers_whole: bool


def collect_hands_now() -> CollectedHands:
    """Return the hands of the next deal of this request's game."""
    store, visit = site().store, this_visit()
    present = store.entering.present(visit.game.key)
    return collect_hands(
        visit, make_deal_document, {each.seat for each in present if each.seat is not None}
    )


def make_next_deal(game: CurrentGame) -> NextDeal | None:
    """Return the link to the next deal; ``None`` if there is none or the visitor is a viewer."""
    if game.sheet.final is not None or not may("deal.ask_deal"):
        return None
    collected = collect_hands_now()
    own = _enters_own_hand(game)
    return NextDeal(
        number=collected.number,
        headline=headline_of(collected) if collected.is_begun else "",
        action=_own_action(collected) if own else _whole_action(collected),
        offers_whole=own or collected.is_complete,
    )


def _enters_own_hand(game: CurrentGame) -> bool:
    """Tell whether this player enters their own hand, as all do if several phones have seats."""
    seat = this_seat()
    return seat is not None and len(this_visit().seats) > 1 and seat not in game.sheet.game.away


def _own_action(collected: CollectedHands) -> Action:
    seat = this_seat()
    if seat is not None and collected.hands[seat].versions:
        return Action(words=f"Hands of deal {collected.number}", address=url_for("hands.overview"))
    return Action(words="Enter my hand", address=url_for("hands.ask_hand", seat=seat))


def _whole_action(collected: CollectedHands) -> Action:
    if collected.is_complete:
        return Action(words="Show the hands", address=url_for("hands.overview"))
    return Action(words=f"Enter deal {collected.number}", address=url_for("deal.ask_deal"))
