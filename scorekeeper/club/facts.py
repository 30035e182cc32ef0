"""The facts of a club: its people, nights, payments, adjustments and seasons, never a total.

What people saw when a night was closed is a fact too.
"""

from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final, Protocol

from scorekeeper.club.games import ClubGame
from scorekeeper.rules.settlement import Stake


class FeeRule(StrEnum):
    """What a fee is due for: nothing, a person's night, a person's game, or a table's game."""

    NONE = "none"
    PERSON_NIGHT = "person_night"
    PERSON_GAME = "person_game"
    TABLE_GAME = "table_game"

    @property
    def is_personal(self) -> bool:
        """Whether each person pays for themselves, so that a guest may pay something else."""
        return self in (FeeRule.PERSON_NIGHT, FeeRule.PERSON_GAME)


class SettleWay(StrEnum):
    """How a night is settled: among its people, each with the till, or not that night."""

    TRANSFERS = "transfers"
    BANK = "bank"
    CARRIED = "carried"


SETTLE_WORDS: Final = {
    SettleWay.TRANSFERS: "between the players",
    SettleWay.BANK: "through the till",
    SettleWay.CARRIED: "added to everyone’s account",
}
"""How a night is paid out, as papers and the command say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """One rule of a fee, of ``minor`` units; ``guest`` is what a guest pays, None if the same."""

    rule: FeeRule = FeeRule.NONE
    minor: int = 0
    guest: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDefaults:
    """What new games and nights begin with; no figure depends on them."""

    stake: Stake | None = None
    fees: tuple[Fee, ...] = ()
    settle: SettleWay | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """Money that is kept from night to night until an award; ``opening`` is in minor units."""

    id: str
    name: str
    opening: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A club: ``till`` is its cash, in minor units, on the day when it ``opened`` its accounts."""

    name: str
    currency: str
    opened: str
    till: int = 0
    defaults: ClubDefaults = field(default_factory=ClubDefaults)
    pots: tuple[Pot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person; ``opening`` is the opening balance in minor units, positive if the club owes it.

    If this is another spelling of a person, ``same_as`` is that person's id. An empty text is
    unknown.
    """

    id: str
    name: str
    short: str = ""
    joined: str = ""
    left: str = ""
    is_active: bool = True
    opening: int = 0
    same_as: str = ""
    note: str = ""

    @property
    def meant(self) -> str:
        """The id of the person that is meant: another one's if this is another spelling."""
        return self.same_as or self.id

    def is_member_on(self, day: str) -> bool:
        """Tell whether the person was a member on a day; else they were a guest."""
        return bool(self.joined) and self.joined <= day and not (self.left and self.left <= day)

    def without_name(self) -> "Person":
        """Return the person by the id alone, with what figures need and nothing else."""
        return Person(
            id=self.id,
            name=self.id,
            joined=self.joined,
            left=self.left,
            is_active=self.is_active,
            opening=self.opening,
            same_as=self.same_as,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NightMoney:
    """The money of a night in minor units: wins by game and person, and fees by person.

    ``entry`` and ``prize`` are postings by account, plus what is owed to the club; each adds up to
    zero, and has something only if the night is organised.
    """

    games: Mapping[str, Mapping[str, int]]
    fees: Mapping[str, int]
    entry: Mapping[str, int] = field(default_factory=dict)
    prize: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTransfer:
    """One payment that a night asks for, in minor units; either side may be the till."""

    payer: str
    payee: str
    minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What people saw when a night was closed; ``plan`` is who was to pay whom, if it was told.

    ``before`` are the balances brought forward that the payments take in, in minor units by person.
    """

    on: str
    seen: NightMoney
    plan: tuple[PlannedTransfer, ...] | None = None
    before: Mapping[str, int] = field(default_factory=dict)


class NightPart(Protocol):
    """What a night has besides its games, such as rounds and prizes, as far as the club knows it.

    Without ``has_stakes`` games of its rounds bring no money. ``entered`` are those who play them,
    ``concerned`` are they and all others whose money it touches.
    """

    @property
    def has_stakes(self) -> bool: ...
    @property
    def entered(self) -> Collection[str]: ...
    @property
    def concerned(self) -> Collection[str]: ...

    def with_late(self, people: Iterable[str]) -> "NightPart":
        """Return it with people who came late and entered too."""

    def with_meant(self, meant: Mapping[str, str]) -> "NightPart":
        """Return it with each person by the id that is meant."""


class PartFigures(Protocol):
    """The figures of a part of a night, in minor units, as far as the club knows them.

    ``held`` is what each pot held before, ``pots_after`` what it holds after the night.
    """

    @property
    def held(self) -> Mapping[str, int]: ...
    @property
    def pots_after(self) -> Mapping[str, int]: ...
    @property
    def entry_postings(self) -> Mapping[str, int]: ...
    @property
    def prize_postings(self) -> Mapping[str, int]: ...
    @property
    def is_short(self) -> bool: ...

    def unpaid_awards(self) -> Sequence[int]:
        """Return the places, from 0, of the awards that their pot does not hold."""


class BookPart(Protocol):
    """What a club has besides people, nights and money, such as a season."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """An evening of games; it is open until it has been ``closed``.

    The rules in ``fees`` add up. ``corrected_on`` is the day of the last correction since.
    """

    id: str
    date: str
    place: str = ""
    fees: tuple[Fee, ...] = ()
    settle: SettleWay = SettleWay.CARRIED
    organised: NightPart | None = None
    games: tuple[ClubGame, ...] = ()
    closed: Closing | None = None
    corrected_on: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the night was not closed yet."""
        return self.closed is None

    @property
    def correction_day(self) -> str:
        """The day on which corrections stand in the ledger; empty while the night is open."""
        return self.corrected_on or (self.closed.on if self.closed else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPayment:
    """Money that one party paid another, for a night or on account (``night`` empty)."""

    id: str
    date: str
    payer: str
    payee: str
    minor: int
    night: str = ""
    method: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversal:
    """The whole of an earlier payment taken back."""

    id: str
    date: str
    reverses: str
    method: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Money credited to a party, in minor units; for the till, cash that came in (minus: went)."""

    id: str
    date: str
    party: str
    minor: int
    reason: str = ""


def payments_in_force(payments: Sequence[ClubPayment | Reversal]) -> list[ClubPayment]:
    """Return the payments that were not taken back."""
    taken_back = {reversal.reverses for reversal in payments if isinstance(reversal, Reversal)}
    return [
        payment
        for payment in payments
        if isinstance(payment, ClubPayment) and payment.id not in taken_back
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBook:
    """All facts of a club; nights in order of date, payments in the order entered."""

    club: Club
    people: tuple[Person, ...] = ()
    nights: tuple[Night, ...] = ()
    payments: tuple[ClubPayment | Reversal, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    seasons: tuple[BookPart, ...] = ()

    def payments_in_force(self) -> list[ClubPayment]:
        """Return the payments that were not taken back."""
        return payments_in_force(self.payments)


# --- the mark of the club, as it is stored, shown and printed -------------------------------------


_DIGEST_LETTERS: Final = 32


class MarkKind(StrEnum):
    """The format of a mark: a PNG, or an SVG that an earlier version wrote from known shapes."""

    SVG = "svg"
    PNG = "png"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubMark:
    """A mark that was checked and rewritten; ``content`` is its file."""

    kind: MarkKind
    content: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        """A text that stands for the mark: half a SHA-256 in hexadecimal digits."""
        return sha256(self.content).hexdigest()[:_DIGEST_LETTERS]

    @property
    def media_type(self) -> str:
        """The media type of the content, for a browser."""
        return "image/svg+xml" if self.kind is MarkKind.SVG else "image/png"

    @property
    def data_address(self) -> str:
        """The whole mark as a ``data:`` address; the process that prints opens no other ones."""
        return f"data:{self.media_type};base64,{b64encode(self.content).decode()}"
