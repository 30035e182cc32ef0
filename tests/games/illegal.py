"""A game as older versions of the program could store it: with a deal that is illegal by now."""

from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import CurrentGame, GameStore, with_act
from scorekeeper.games.journals import append
from scorekeeper.rules.game import Undone
from tests.games.table import Document, opened, post, saved

TWO_SETS = ["KH KD KC", "5S 5H 5D"]
SET_AND_RUN = ["KH KD KC", "5S 6S 7S 8S"]
TWO_RUNS = ["5S 6S 7S 8S", "5H 6H 7H 8H"]
CONTRACTS = {
    1: TWO_SETS,
    2: SET_AND_RUN,
    3: TWO_RUNS,
    4: [*TWO_SETS, "9S TS JS QS"],
    5: [*TWO_RUNS, "KH KD KC"],
}


def contract_deal(melds: list[str]) -> Document:
    """Return a deal of contract in which Ann goes out with melds, or with none that is known."""
    ann = {"in_hand": "", **({"laid_down": True, "melds": melds} if melds else {})}
    return {"ending": "out", "by": "Ann", "hands": {"Ann": ann, "Bob": {"in_hand_points": 50}}}


def deal_two_contracts(store: GameStore, key: str) -> CurrentGame:
    """Enter two deals of contract, each with the melds that its contract asks for."""
    for melds in (TWO_SETS, SET_AND_RUN):
        seen = post(opened(store, key).version, store.new_key())
        saved(record_deal(store, key, seen, contract_deal(melds)))
    return opened(store, key)


def take_back_unchecked(store: GameStore, key: str, target: int) -> CurrentGame:
    """Take an entry back whatever becomes illegal by that."""
    act = Undone(target=target, reason="twice")
    after = with_act(opened(store, key), act, who="", at=store.now(), entry_id=store.new_key())
    with store.database.writing() as db:
        append(db, key, after.log[-1], seats=len(after.sheet.setup.players))
    return opened(store, key)
