"""The link to the next deal, as every page of a game shows it."""

from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.hands.collecting import CollectedHands, collect_hands
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.web.core.access import may, this_seat, this_visit
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import site
from scorekeeper.web.deal.deal_form import make_deal_document
from scorekeeper.web.hands.hand_words import headline_of


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
