"""The fields of a deal of partners: each pair has those of a deal of two, under names of its own.

``pair1-upcard`` is the upcard of the second pair. The hands have the names that they have in any
deal, ``hand2-cards``, whoever plays whom: that is the field ``pair1-players``.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.rules.deals import Asks, Seat
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.rules.variant import Path

Values = Mapping[str, str]
"""The texts of a form by the names of its fields."""

PLAYERS: Final = "players"
_OF_PAIR: Final = 2
_HAND: Final = re.compile(r"hand(\d+)(?=-|$)")
_NAMED: Final = re.compile(rf"pair\d+-{PLAYERS}")


class PairPlace(NamedTuple):
    """A pair of a form: its number, from 0, and the seats of its two players at the table."""

    number: int
    seats: tuple[Seat, Seat]

    def field(self, name: str) -> str:
        """Return the name of a field of a deal of two in the form of the whole deal."""
        hand = _HAND.match(name)
        if hand is None:
            return f"pair{self.number}-{name}"
        return f"hand{self.seats[int(hand[1])]}{name[hand.end() :]}"

    def inner(self, values: Values) -> dict[str, str]:
        """Return the values of the whole deal's form as those of a deal of two."""
        prefix, places = f"pair{self.number}-", {seat: at for at, seat in enumerate(self.seats)}
        found = {}
        for name, text in values.items():
            hand = _HAND.match(name)
            if hand is not None and int(hand[1]) in places:
                found[f"hand{places[Seat(int(hand[1]))]}{name[hand.end() :]}"] = text
            elif name.startswith(prefix):
                found[name.removeprefix(prefix)] = text
        return found

    def outer(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the values of a deal of two as those of the whole deal's form."""
        own = {self.field(name): text for name, text in values.items()}
        return own | {self.field(PLAYERS): write_seats(self.seats)}

    def of_two(self, setup: Setup) -> Setup:
        """Return the setup of the pair as a game of two."""
        return setup._replace(players=tuple([setup.players[seat] for seat in self.seats]))

    def inner_path(self, at: Path) -> Path | None:
        """Return a place of a record in a deal of two; None if it is not in this pair."""
        match at:
            case ("pairs", self.number, *rest) if rest[:1] != [PLAYERS]:
                return self._inner_hand(rest)
            case ("hands", int(seat), *_) if seat in self.seats:
                return self._inner_hand(at)
        return None

    def _inner_hand(self, at: Sequence[str | int]) -> Path:
        match at:
            case ("hands", int(seat), *rest) if seat in self.seats:
                return ("hands", self.seats.index(Seat(seat)), *rest)
        return tuple(at)


def pair_places(asks: Asks, players: int, values: Values) -> tuple[PairPlace, ...]:
    """Return the pairs of a form; none unless so many players play in pairs.

    Where it is not said who plays whom, partners play those who sit after them.
    """
    if players not in asks.paired:
        return ()
    return tuple(
        [
            PairPlace(number, _read_seats(values, number, players))
            for number in range(players // _OF_PAIR)
        ]
    )


def place_of(places: Sequence[PairPlace], seat: Seat) -> PairPlace | None:
    """Return the pair in which a player sits, None if there are no pairs or none has the player."""
    return next((place for place in places if seat in place.seats), None)


def _read_seats(values: Values, number: int, players: int) -> tuple[Seat, Seat]:
    typed = values.get(f"pair{number}-{PLAYERS}", "").split()
    known = [str(seat) for seat in range(players)]
    if len(typed) == _OF_PAIR and all(text in known for text in typed):
        return Seat(int(typed[0])), Seat(int(typed[1]))
    return Seat(_OF_PAIR * number), Seat(_OF_PAIR * number + 1)


def write_seats(seats: Sequence[Seat]) -> str:
    return " ".join([str(seat) for seat in seats])


def ended_by(setup: Setup, values: Values, seat: Seat, ending: str) -> dict[str, str]:
    """Return the values that say that a player ended the deal, of partners that of the pair."""
    places = pair_places(setup.variant.family.asks(setup.options), len(setup.players), values)
    place = place_of(places, seat)
    if place is None:
        return {"by": str(seat), "ending": ending}
    return {place.field("by"): str(place.seats.index(seat)), place.field("ending"): ending}


def write_pairs(places: Sequence[PairPlace]) -> dict[str, str]:
    """Return the values that say who plays whom."""
    return {place.field(PLAYERS): write_seats(place.seats) for place in places}


def named_pairs(values: Values) -> dict[str, str]:
    """Return the values that say who plays whom, of those of a form or of a slip."""
    return {name: text for name, text in values.items() if _NAMED.fullmatch(name)}


def change_opponent(places: Sequence[PairPlace], seat: Seat, other: Seat) -> tuple[PairPlace, ...]:
    """Return the pairs with ``other`` against the player in ``seat``; their opponents swap."""
    own = place_of(places, seat)
    before = next((each for each in own.seats if each != seat), other) if own else other
    swapped = {before: other, other: before}
    return tuple(
        [
            PairPlace(number, (swapped.get(one, one), swapped.get(two, two)))
            for number, (one, two) in places
        ]
    )


def pairs_before(sheet: ScoreSheet) -> dict[str, str]:
    """Return the values that say who plays whom as in the deal before; none at its start."""
    before = sheet.rows[-1].pairs if sheet.rows else ()
    return {f"pair{at}-{PLAYERS}": write_seats(pair.seats) for at, pair in enumerate(before)}
