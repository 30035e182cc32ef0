"""Slips from the phones of a test table, and the hands collected from them."""

from collections.abc import Mapping

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.hands import CollectedHands, SlipOutcome, collect_hands, hand_in_slip
from scorekeeper.games.links import Role, link_of, open_link
from scorekeeper.games.phones import Slip
from scorekeeper.rules.deals import Seat
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
)

ANN, BOB, CAL = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Bob", "Cal")
ANN_IS_OUT = {"ending": "out", "by": "0", "hand0-melds": "KKK\n8S-KS\n5555"}
BOBS_HAND = {"hand1-melds": "9 9 9", "hand1-in_hand": "7 8 A"}
CALS_HAND = {"hand2-in_hand": "QS 4 4 9"}


def hand_in(
    store: GameStore,
    key: str,
    seat: Seat,
    fields: Mapping[str, str],
    *,
    phone: str = "",
    number: int = 1,
) -> SlipOutcome:
    """Hand in a slip from the phone of the seat's player, or from the phone of ``phone``."""
    who = phone or NAMES[seat]
    at = store.now()
    slip = Slip(number=number, seat=seat, phone=f"{who}’s phone", who=who, fields=fields, at=at)
    return hand_in_slip(store, key, slip, make_deal_document)


def collected_now(store: GameStore, key: str, *entering: Seat) -> CollectedHands:
    """Return the hands collected for the next deal; seats in ``entering`` are being entered."""
    token = link_of(store, key, Role.PLAYER)
    assert token is not None
    return collect_hands(open_link(store, token), make_deal_document, entering)


def states(collected: CollectedHands) -> list[str]:
    """Return the state of each hand, by seat."""
    return [str(hand.state) for hand in collected.hands]


def start(store: GameStore, variant: str, *players: str) -> str:
    """Begin a game and return its key."""
    key = start_game(store, {"variant": variant, "players": list(players)})
    assert isinstance(key, str)
    return key
