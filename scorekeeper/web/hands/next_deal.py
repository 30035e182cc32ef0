"""The link to the next deal, as every page of a game shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scorekeeper.games import (
    ENDED_DEAL,
    CollectedHands,
    CurrentGame,
    Fact,
    Facts,
    Visit,
    collect_hands,
    seat_of,
)
from scorekeeper.rules import AskKind, Asks, Seat
from scorekeeper.web.core import (
    Part,
    face_of_code,
    has_played_round,
    is_in_night,
    may,
    site,
    this_phone,
    this_visit,
)
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
)

# --- The facts in which two versions of a hand differ ---------------------------------------------


def fact_lines(facts: Facts, asks: Asks) -> Iterator[Part]:
    """Yield facts as lines: one for each meld, one for loose cards, and one for each other fact."""
    every = [*asks.hand, *asks.deal]
    kinds = {ask.name: ask.kind for ask in every}
    labels = {ask.name: ask.label for ask in every}
    if Fact(ENDED_DEAL) in facts:
        yield Part(words=asks.by_words, cards=())
    for name, kind in kinds.items():
        named = sorted([fact for fact in facts.elements() if fact.name == name])
        label = labels[name].lower()
        if kind is AskKind.CARDS and named:
            faces = tuple([face_of_code(code) for fact in named for code in fact.cards])
            yield Part(words=label, cards=faces)
            continue
        for fact in named:
            faces = tuple([face_of_code(code) for code in fact.cards])
            words = " ".join([word for word in (label, fact.text) if word])
            yield Part(words=words, cards=faces)


# --- The way to the next deal ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDeal:
    """The next deal with the hands that are in.

    ``own`` is the seat whose hand this phone can enter, None without one. ``enters_whole`` is true
    if this phone entered the last deal for all.
    """

    collected: CollectedHands
    own: Seat | None
    enters_whole: bool

    @property
    def mine(self) -> Seat | None:
        """The seat whose hand this phone enters; None for a phone that enters whole deals.

        One phone may do so at a table where others have seats, until a hand is begun elsewhere.
        """
        return None if self.enters_whole and not self.collected.is_begun else self.own

    @property
    def offers_whole(self) -> bool:
        """Whether the main link leads to hands, and another to the whole deal."""
        return self.mine is not None or self.collected.is_complete


def collect_hands_now(visit: Visit) -> CollectedHands:
    """Return the hands of the next deal of a game."""
    present = site().store.entering.present(visit.game.key)
    return collect_hands(
        visit, make_deal_document, {phone.seat for phone in present if phone.seat is not None}
    )


def make_next_deal(game: CurrentGame) -> NextDeal | None:
    """Return the way to the next deal; ``None`` if there is none or the visitor is a viewer.

    There is none once the last deal of the game's round is played. Players enter their own hands
    if several phones play.
    """
    if game.sheet.final is not None or not may("deal.ask_deal") or has_played_round(game.sheet):
        return None
    return next_deal_of(this_visit(), is_in_night=is_in_night())


def next_deal_of(visit: Visit, *, is_in_night: bool) -> NextDeal:
    """Return this phone’s way to the next deal of a game that goes on, and that it may enter."""
    seat = seat_of(visit.seats, this_phone())
    enters_own = (
        _plays_with_others(visit, is_in_night=is_in_night)
        and seat not in visit.game.sheet.game.away
    )
    return NextDeal(
        collected=collect_hands_now(visit),
        own=seat if enters_own else None,
        enters_whole=_enters_whole(visit.game),
    )


OF_HANDS: Final = "hands."
"""Begins the id of an entry that was made of hands from several phones."""


def _plays_with_others(visit: Visit, *, is_in_night: bool) -> bool:
    """Tell whether another phone has a seat too, or entered something.

    At home it is enough that it began the game; at a night that may be an officer's.
    """
    log = visit.game.log[1:] if is_in_night else visit.game.log
    acted = {entry.phone for entry in log if entry.phone}
    return len(visit.seats) > 1 or not acted <= {this_phone()}


def _enters_whole(game: CurrentGame) -> bool:
    """Tell whether this phone entered the last deal for the whole table."""
    if not game.sheet.rows:
        return False
    entry = game.log[game.sheet.rows[-1].seq - 1]
    return entry.phone == this_phone() and not entry.entry_id.startswith(OF_HANDS)
