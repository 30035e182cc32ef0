"""Packs the document of a record into one that is shorter as JSON, and unpacks it again.

A packed document has no format, names players of deals by their seats from 0, lists hands in the
order of the players, and has cards in one letter each. All else is as in the record, so that a new
fact needs no change here.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from scorekeeper.domain.names import NAME_LENGTH
from scorekeeper.record import FORMAT
from scorekeeper.record.document import Document
from scorekeeper.record.sheet_code import SheetCodeError
from scorekeeper.record.sheet_code.symbols import expand_cards, shorten_cards

_SEATS: Final = frozenset({"dealer", "by"})
_CARDS: Final = frozenset(
    {"upcard", "melds", "in_hand", "discard", "cards", "deadwood", "lay_offs"}
)


def pack_document(document: Document) -> Document:
    """Return the packed document of a record that ``write_record`` wrote."""
    players = document["players"]
    packed = {name: value for name, value in document.items() if name != "format"}
    return {**packed, "deals": [_pack_deal(deal, players) for deal in document["deals"]]}


def _pack_deal(deal: Document, players: Sequence[str]) -> Document:
    packed = _change_cards(deal, shorten_cards)
    packed |= {name: players.index(packed[name]) for name in _SEATS & packed.keys()}
    if "hands" in deal:
        hands = [_change_cards(deal["hands"][name], shorten_cards) for name in players]
        packed["hands"] = hands
    return packed


def unpack_document(packed: Any) -> Document:
    """Return the document of a record; raises SheetCodeError if ``packed`` cannot be one."""
    try:
        players = [_check_name(name) for name in packed["players"]]
        deals = [_unpack_deal(deal, players) for deal in packed["deals"]]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise SheetCodeError("The sheet code holds no game") from error
    return {"format": FORMAT, **packed, "deals": deals}


def _check_name(name: Any) -> str:
    """Return a name; a longer one, which each deal repeats, could make a code a huge document."""
    if isinstance(name, str) and len(name) <= NAME_LENGTH:
        return name
    raise ValueError(name)


def _unpack_deal(packed: Any, players: Sequence[str]) -> Document:
    deal = _change_cards(packed, expand_cards)
    deal |= {name: players[_check_seat(deal[name])] for name in _SEATS & deal.keys()}
    if "hands" in deal:
        hands = [_change_cards(hand, expand_cards) for hand in deal["hands"]]
        deal["hands"] = dict(zip(players, hands, strict=True))
    return deal


def _check_seat(seat: Any) -> int:
    if type(seat) is int and seat >= 0:
        return seat
    raise ValueError(seat)


def _change_cards(facts: Document, change: Callable[[str], str]) -> Document:
    """Return the facts of a deal or a hand with all texts of cards changed."""
    return {
        name: _change(value, change) if name in _CARDS else value for name, value in facts.items()
    }


def _change(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_change(each, change) for each in value]
    return change(value) if isinstance(value, str) else value
