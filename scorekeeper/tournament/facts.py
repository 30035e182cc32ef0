"""The facts of an organised night, which has rounds, entry money and prizes; and of a season."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, TypeVar

from scorekeeper.club.facts import Night
from scorekeeper.rules import OptionValue, Stake
from scorekeeper.tournament.seats.plan import Entrant, SeatWishes

FEES: Final = "fees"
"""What prizes leave goes to the club's fees unless a pot gets it."""


class RoundEnd(StrEnum):
    """What ends a round: the game's own end, a number of deals, or the bell."""

    GAME = "game"
    DEALS = "deals"
    BELL = "bell"


class PointsBy(StrEnum):
    """What gives points at a table: the result of the game, the place there, or winning."""

    GAME = "game"
    PLACES = "places"
    WINS = "wins"


class NightPointsBy(StrEnum):
    """What a night gives in a season: by the place in its standing, its points, or its wins."""

    PLACES = "places"
    NIGHT = "night"
    WINS = "wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """When a round ends; ``minutes`` are those to the bell, ``warn`` those from the warning on."""

    by: RoundEnd = RoundEnd.GAME
    deals: int | None = None
    minutes: int | None = None
    warn: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlay:
    """What the tables of a round play; no figure depends on options and stake."""

    variant: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    stake: Stake | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPoints:
    """How a round gives points; ``scale`` is for places, the best first, empty for s, s - 1, … 1.

    ``bye`` is what a rest is worth; None is the person's own average of the night.
    """

    by: PointsBy = PointsBy.GAME
    scale: tuple[int, ...] = ()
    bye: int | None = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryMoney:
    """What each entrant pays, in minor units; ``guest`` is what a guest pays, None if the same.

    Out of it ``fee`` is the club's, and ``pots`` get their parts by id.
    """

    minor: int
    guest: int | None = None
    fee: int = 0
    pots: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePrizes:
    """The prizes of places for up to so many people, None for any number.

    There are either ``parts``, by which the money is divided, or ``fixed`` minor units.
    """

    up_to: int | None = None
    parts: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """What is paid from the pool: ``deal`` minor units to the winner of a deal, then for places.

    ``rest`` is the pot that gets what is left, or ``FEES``.
    """

    deal: int = 0
    places: tuple[PlacePrizes, ...] = ()
    rest: str = FEES


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine:
    """Minor units that a person pays into a pot."""

    person: str
    minor: int
    pot: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Minor units for a person from a ``pot``, or from the pool if it is empty.

    None is all that the pot holds.
    """

    person: str
    minor: int | None
    pot: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Organised:
    """The organised part of a night; ``seats`` has its rounds, its people and the plan shown.

    ``free`` are those who enter without paying. ``play`` has what each round plays, the last for
    all later rounds. Without ``has_stakes`` games of rounds bring no money. ``added`` minor units
    come from the club.
    """

    seats: SeatWishes
    free: frozenset[str] = frozenset()
    ends: Ends = field(default_factory=Ends)
    play: tuple[TablePlay, ...] = ()
    points: RoundPoints = field(default_factory=RoundPoints)
    has_stakes: bool = True
    entry: EntryMoney | None = None
    added: int = 0
    prizes: Prizes = field(default_factory=Prizes)
    fines: tuple[Fine, ...] = ()
    awards: tuple[Award, ...] = ()

    @property
    def entered(self) -> tuple[str, ...]:
        """The people who entered, in the order of the plan."""
        return tuple([entrant.id for entrant in self.seats.people])

    @property
    def concerned(self) -> set[str]:
        """All whose money it touches: who entered, is fined or gets an award."""
        fined, awarded = (
            [fine.person for fine in self.fines],
            [award.person for award in self.awards],
        )
        return {*self.entered, *fined, *awarded}

    def with_late(self, people: Iterable[str]) -> "Organised":
        """Return the facts with people who enter for the rounds that have not been shown yet."""
        late = [Entrant(id=person, since=len(self.seats.shown) + 1) for person in people]
        return replace(self, seats=replace(self.seats, people=(*self.seats.people, *late)))

    def with_meant(self, meant: Mapping[str, str]) -> "Organised":
        """Return the part with each person under the id that is meant."""
        return replace(
            self,
            seats=self.seats.with_meant(meant),
            free=frozenset([meant.get(who, who) for who in self.free]),
            fines=_with_meant(self.fines, meant),
            awards=_with_meant(self.awards, meant),
        )

    def played_in(self, number: int) -> TablePlay | None:
        """Return what a round plays, None if nobody said it."""
        return self.play[min(number, len(self.play)) - 1] if self.play else None


_Personal = TypeVar("_Personal", Fine, Award)


def _with_meant(facts: Iterable[_Personal], meant: Mapping[str, str]) -> tuple[_Personal, ...]:
    return tuple([replace(fact, person=meant.get(fact.person, fact.person)) for fact in facts])


def organised_of(night: Night) -> Organised | None:
    """Return what is organised at a night, None if nothing is."""
    return night.organised if isinstance(night.organised, Organised) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """Nights from a day to a day whose points add up; ``ended`` is the day that made a champion.

    ``attendance`` are points for each night played. Of a person's nights ``best`` count, or all
    but ``drop`` of those held, or all.
    """

    id: str
    name: str
    since: str
    to: str
    by: NightPointsBy = NightPointsBy.PLACES
    scale: tuple[int, ...] = ()
    attendance: int = 0
    best: int | None = None
    drop: int | None = None
    members_only: bool = False
    ended: str = ""

    def has(self, day: str) -> bool:
        """Tell whether a day is in the season."""
        return self.since <= day <= self.to

    def counting(self, held: int) -> int:
        """Return how many nights of a person count after so many were held."""
        return self.best if self.best is not None else max(0, held - (self.drop or 0))
