"""The journal of a game: the acts of its players in order.

Acts are appended and never changed. An undo takes back an earlier act, which may be an undo. A
correction replaces a deal by another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.deals import Deal, Points, Seat
from scorekeeper.rules.options import OptionValue
from scorekeeper.rules.settlement import Stake

# --- Acts about a game as a whole, after its start; the journal has them among its acts -----------


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupChanged:
    """The stake or house rules were changed, for all deals; ``options`` has every option."""

    options: Mapping[str, OptionValue]
    stake: Stake | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway:
    """The game was put away: it stands on no list of games under way until this is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A game was begun. ``options`` has every option, so that later defaults do not change it."""

    variant: str
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    stake: Stake | None = None
    title: str = ""
    place: str = ""
    played_on: str = ""


class SentHand(NamedTuple):
    """The cards of the player in ``seat`` as a phone had sent them, as text."""

    seat: Seat
    cards: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A deal was entered; ``sent`` are hands that other phones had sent with other cards."""

    deal: Deal
    sent: tuple[SentHand, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The deal of entry ``target`` was corrected: ``deal`` replaces it."""

    target: int
    deal: Deal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Entry ``target`` was taken back; it may itself be an ``Undone``."""

    target: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The player in ``seat`` got another name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A player joined, in the seat after the last; this player sat out all earlier deals."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """The player in ``seat`` sits out from the next deal on."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """The player in ``seat`` plays again."""

    seat: Seat


class Figure(NamedTuple):
    """A player's result of a deal: its points, and those held until the end of the game."""

    points: Points
    held: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """The players in ``seats`` agreed to entry ``target``, a deal or an early end.

    ``figures`` are those that the players saw, one for each seat, so that an agreement stays valid
    if a correction leaves the player's figure as it was. An early end has no figures.
    """

    target: int
    seats: tuple[Seat, ...]
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A player, or the host if ``seat`` is None, said that entry ``target`` is not right.

    ``about`` is the seat of the hand that is not right, if the challenger named one.
    """

    target: int
    seat: Seat | None
    reason: str
    about: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The game was ended early; its stake is settled by the present scores, if ``settles``."""

    reason: str
    settles: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened:
    """A game that was ended early was continued."""

    reason: str


Opinion = Agreed | Challenged
"""An opinion: an act that says whether the score is right, and changes no figure."""

Act = (
    Started
    | Dealt
    | Corrected
    | Undone
    | Renamed
    | Joined
    | Left
    | Returned
    | Opinion
    | Closed
    | Reopened
    | SetupChanged
    | PutAway
)


class Entry(NamedTuple):
    """An act with its place in the journal, counted from 1."""

    seq: int
    act: Act
