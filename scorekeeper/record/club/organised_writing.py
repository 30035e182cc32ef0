"""Writes the organised part of a night, pots and seasons as a club book has them."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.club.organised import (
    FEES,
    Award,
    Ends,
    EntryMoney,
    Fine,
    NightPointsBy,
    Organised,
    PlacePrizes,
    PointsBy,
    Pot,
    Prizes,
    RoundEnd,
    RoundPoints,
    Season,
    TablePlay,
)
from scorekeeper.domain.seats.plan import Entrant, Pair, PartnersSit, SeatMode
from scorekeeper.domain.settlement import write_amount
from scorekeeper.record.document import Document
from scorekeeper.record.seat_wishes import write_rounds
from scorekeeper.record.writing import make_stake_document


def given(facts: Mapping[str, Any]) -> Document:
    """Return the facts that are there: neither None nor an empty text."""
    return {name: value for name, value in facts.items() if value not in (None, "")}


def _filled(facts: Mapping[str, Any]) -> Document:
    """Return the facts that say something: neither None nor empty."""
    return {name: value for name, value in facts.items() if value not in (None, "", [], {})}


class OrganisedWriter:
    """Writes what is organised; money is in ``currency``."""

    def __init__(self, currency: str) -> None:
        self.currency = currency

    def _money(self, minor: int) -> str:
        return write_amount(minor, self.currency)

    def _some(self, minor: int) -> str | None:
        return self._money(minor) if minor else None

    def write(self, organised: Organised) -> Document:
        """Return the organised part of a night; what is as it would be anyway is left out."""
        seats, prizes = organised.seats, organised.prizes
        people = {
            each.id: _entrant(each, is_free=each.id in organised.free) for each in seats.people
        }
        return {"rounds": seats.rounds, "people": people} | _filled(
            {
                "sizes": [*seats.sizes],
                "mode": None if seats.mode is SeatMode.AHEAD else str(seats.mode),
                "standing_from": seats.standing_from,
                "apart": _pairs(seats.apart),
                "together": _pairs(seats.together),
                "partners": _pairs(seats.partners),
                "partners_sit": None
                if seats.partners_sit is PartnersSit.TOGETHER
                else str(seats.partners_sit),
                "seed": seats.seed,
                "plan": write_rounds(seats.shown),
                "ends": None if organised.ends == Ends() else _ends(organised.ends),
                "play": [self._play(each) for each in organised.play],
                "points": None if organised.points == RoundPoints() else _points(organised.points),
                "stakes": None if organised.has_stakes else False,
                "entry": organised.entry and self._entry(organised.entry),
                "added": self._some(organised.added),
                "prizes": None if prizes == Prizes() else self._prizes(prizes),
                "fines": [self._fine(each) for each in organised.fines],
                "awards": [self._award(each) for each in organised.awards],
            }
        )

    def _play(self, play: TablePlay) -> Document:
        return _filled(
            {
                "variant": play.variant,
                "options": dict(play.options),
                "stake": play.stake and make_stake_document(play.stake),
            }
        )

    def _entry(self, entry: EntryMoney) -> Document:
        return _filled(
            {
                "amount": self._money(entry.minor),
                "guest": None if entry.guest is None else self._money(entry.guest),
                "fee": self._some(entry.fee),
                "pots": {pot: self._money(minor) for pot, minor in entry.pots.items()},
            }
        )

    def _prizes(self, prizes: Prizes) -> Document:
        return _filled(
            {
                "deal": self._some(prizes.deal),
                "places": [self._places(each) for each in prizes.places],
                "rest": None if prizes.rest == FEES else prizes.rest,
            }
        )

    def _places(self, places: PlacePrizes) -> Document:
        return _filled(
            {
                "up_to": places.up_to,
                "parts": [*places.parts],
                "fixed": [self._money(minor) for minor in places.fixed],
            }
        )

    def _fine(self, fine: Fine) -> Document:
        return _filled(
            {
                "person": fine.person,
                "amount": self._money(fine.minor),
                "pot": fine.pot,
                "reason": fine.reason,
            }
        )

    def _award(self, award: Award) -> Document:
        return _filled(
            {
                "person": award.person,
                "amount": None if award.minor is None else self._money(award.minor),
                "all": True if award.minor is None else None,
                "pot": award.pot,
                "reason": award.reason,
            }
        )

    def pot(self, pot: Pot) -> Document:
        """Return a pot with its opening."""
        return _filled({"id": pot.id, "name": pot.name, "opening": self._some(pot.opening)})


def _entrant(entrant: Entrant, *, is_free: bool) -> Document:
    return _filled(
        {
            "from": entrant.since if entrant.since > 1 else None,
            "until": entrant.until,
            "absent": sorted(entrant.absent),
            "free": is_free or None,
        }
    )


def _pairs(pairs: tuple[Pair, ...]) -> list[list[str]]:
    return [list(pair) for pair in pairs]


def _ends(ends: Ends) -> Document:
    return _filled(
        {
            "by": None if ends.by is RoundEnd.GAME else str(ends.by),
            "deals": ends.deals,
            "minutes": ends.minutes,
            "warn": ends.warn,
        }
    )


def _points(points: RoundPoints) -> Document:
    return _filled(
        {
            "by": None if points.by is PointsBy.GAME else str(points.by),
            "scale": [*points.scale],
            "bye": "average" if points.bye is None else points.bye or None,
        }
    )


def write_season(season: Season) -> Document:
    """Return a season as a club book has it."""
    points = _filled(
        {
            "by": None if season.by is NightPointsBy.PLACES else str(season.by),
            "scale": [*season.scale],
            "attendance": season.attendance or None,
        }
    )
    return _filled(
        {
            "id": season.id,
            "name": season.name,
            "from": season.since,
            "to": season.to,
            "points": points,
            "best": season.best,
            "drop": season.drop,
            "members": season.members_only or None,
            "ended": season.ended,
        }
    )
