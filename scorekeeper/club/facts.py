"""The facts of a club: its people, nights, games, payments, adjustments and seasons.

Never a total; what people saw when a night was closed is a fact too.
"""

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from scorekeeper.rules import (
    EarlyEnd,
    Ending,
    GameScore,
    Highlight,
    Pair,
    Points,
    Score,
    ScoredDeal,
    Seat,
    Setup,
    Stake,
)

# --- a game: its state, results, money, and the hands of its deals --------------------------------


class GameState(StrEnum):
    """How far a game got; a game that is over or was ended early counts."""

    VOID = "void"
    OVER = "over"
    EARLY = "early"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameName:
    """The name of a game in the club: the key of its variant, its table's name, and its round.

    Of several games at a table ``number`` says which one it is, or ``is_by_variant`` that the
    variant does.
    """

    variant: str
    label: str
    round: int | None = None
    number: int | None = None
    is_by_variant: bool = False


class PlayedHand(NamedTuple):
    """One hand of a deal that counts: its points, and its player's running total after it.

    ``is_out`` is true if its player went out, or knocked.
    """

    deal: int
    seat: Seat
    is_out: bool
    points: Points
    running: Points
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """The figures of one game by seat; ``deal_winners`` has those who won each deal.

    Seats are counted in order of play; ``order`` are the seats in that order, as the table counts
    them, none if that is the same.

    ``state`` follows from its deals, so it is never void. ``results`` are the final totals, None
    while the game is open; ``net`` is None where no money is settled. ``deals`` is the number of
    deals up to the end; ``hands`` has none of a player who sat out.
    """

    variant: str
    low_wins: bool
    state: GameState
    deals: int
    results: tuple[Score, ...] | None
    winners: tuple[Seat, ...]
    net: tuple[int, ...] | None
    pairs: tuple[Pair, ...]
    hands: tuple[PlayedHand, ...]
    deal_winners: tuple[tuple[Seat, ...], ...] = ()
    order: tuple[Seat, ...] = ()
    holds_high_scores: bool = True
    """Whether one person and one game stand behind a figure, unlike with partners or Hollywood."""

    def without_money(self) -> "PlayedGame":
        """Return the game as if it had no stake."""
        return replace(self, net=None, pairs=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGame:
    """A game of a night: ``people`` are the ids of its players in order of play.

    ``closed_early`` is what the club says; the game's own record may say it instead. ``round`` is
    the number of the round that it belongs to, None if it is no part of an organised night.
    """

    id: str
    people: tuple[str, ...]
    played: PlayedGame
    table: str = ""
    round: int | None = None
    is_void: bool = False
    closed_early: EarlyEnd | None = None

    @property
    def sitting(self) -> dict[Seat, str]:
        """The person in each seat, as the table numbers its seats."""
        seats = self.played.order or [Seat(seat) for seat in range(len(self.people))]
        return dict(zip(seats, self.people, strict=True))

    def seat_of(self, person: str) -> Seat:
        """Return the seat of a person who sits there, as the table numbers its seats."""
        return next(seat for seat, who in self.sitting.items() if who == person)

    @property
    def state(self) -> GameState:
        """The state of the game in the club."""
        return GameState.VOID if self.is_void else self.played.state

    @property
    def counts(self) -> bool:
        """Whether the game has results that count."""
        return self.state in (GameState.OVER, GameState.EARLY)

    @property
    def bears_fees(self) -> bool:
        """Whether fees are due: a deal was played, and the game is not void."""
        return self.played.deals > 0 and not self.is_void

    @property
    def results(self) -> tuple[Score, ...] | None:
        """The results by seat, None unless the game counts."""
        return self.played.results if self.counts else None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners; nobody wins a game that is not over."""
        return self.played.winners if self.counts else ()

    @property
    def signed_results(self) -> Mapping[str, Score]:
        """The results by person, the higher the better; none unless the game counts."""
        sign = -1 if self.played.low_wins else 1
        return dict(
            zip(self.people, [sign * result for result in self.results or ()], strict=False)
        )

    @property
    def money(self) -> Mapping[str, int] | None:
        """The net of each person in minor units, None where there is no money."""
        if not self.counts or self.played.net is None:
            return None
        return dict(zip(self.people, self.played.net, strict=True))


def figures_of_game(setup: Setup, score: GameScore) -> PlayedGame:
    """Return what a club keeps of a game without errors."""
    counted = [deal for deal in score.deals if deal.score is not None]
    finish, settlement = score.finish, score.settlement
    state = GameState.OPEN
    if finish is not None:
        state = GameState.OVER if score.over else GameState.EARLY
    return PlayedGame(
        variant=setup.variant.key,
        low_wins=setup.variant.family.low_wins,
        state=state,
        deals=len(counted),
        results=tuple([hand.total for hand in finish.hands]) if finish else None,
        winners=finish.winners if finish else (),
        net=settlement.net if settlement else None,
        pairs=settlement.pairs if settlement else (),
        hands=tuple([hand for deal in counted for hand in _hands_of(setup, deal)]),
        deal_winners=tuple([_winners_of_deal(deal) for deal in counted]),
        holds_high_scores=not (setup.has_partners or score.has_columns),
    )


def _winners_of_deal(deal: ScoredDeal) -> tuple[Seat, ...]:
    """Return who scored, in a family where one does, of partners the side; else who went out."""
    if deal.score is not None and deal.score.pairs:
        return tuple([Seat(at) for at, hand in enumerate(deal.score.hands) if hand.points > 0])
    outcome = deal.score.outcome if deal.score else None
    by = outcome.winner if outcome else deal.deal.by
    has_winner = outcome is not None or deal.deal.ending is Ending.OUT
    return (by,) if has_winner and by is not None else ()


def _hands_of(setup: Setup, deal: ScoredDeal) -> Iterator[PlayedHand]:
    if deal.score is None or deal.running is None:
        return
    highlights = list(setup.variant.family.highlights(deal.deal, deal.score))
    for place, (hand, running) in enumerate(zip(deal.score.hands, deal.running, strict=True)):
        seat = Seat(place)
        if deal.deal.is_played_by(seat):
            yield PlayedHand(
                deal=deal.number,
                seat=seat,
                is_out=deal.deal.is_ended_by(seat),
                points=hand.points,
                running=running,
                highlights=tuple([highlight for who, highlight in highlights if who == seat]),
            )


# --- the club, its people, its nights, and its money ----------------------------------------------


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
    """A club: ``till`` is its cash, in minor units, on the day when it ``opened`` its accounts.

    ``time_zone`` is empty for as long as the club goes by that of its server.
    """

    name: str
    currency: str
    opened: str
    time_zone: str = ""
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
    """What a night has besides its games, such as rounds and prizes, as the club knows it."""

    @property
    def has_stakes(self) -> bool:
        """Whether games of its rounds bring money."""

    @property
    def entered(self) -> Collection[str]:
        """Those who play its rounds."""

    @property
    def concerned(self) -> Collection[str]:
        """They, and all others whose money it touches."""

    def with_late(self, people: Iterable[str]) -> "NightPart":
        """Return the part with people who came late and entered too."""

    def with_meant(self, meant: Mapping[str, str]) -> "NightPart":
        """Return the part with each person under the id that is meant."""


class PartFigures(Protocol):
    """The figures of a part of a night, in minor units, as far as the club knows them."""

    @property
    def held(self) -> Mapping[str, int]:
        """What each pot held before the night."""

    @property
    def pots_after(self) -> Mapping[str, int]:
        """What each pot holds after the night."""

    @property
    def entry_postings(self) -> Mapping[str, int]:
        """What is owed for entry and fines by account, plus if it is owed to the club."""

    @property
    def prize_postings(self) -> Mapping[str, int]:
        """What goes out by account, minus if it is owed to somebody."""

    @property
    def is_short(self) -> bool:
        """Whether it does not pay all in full."""

    def unpaid_awards(self) -> Sequence[int]:
        """Return the places, from 0, of the awards that their pot does not hold."""


class BookPart(Protocol):
    """What a club has besides people, nights and money, such as a season."""

    @property
    def id(self) -> str:
        """What tells it from others of its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """An evening of games; it is open until it has been ``closed``.

    The rules in ``fees`` add up. ``corrected_on`` is the day of the last correction since, and
    ``corrected_at`` when it was made here, which no club book tells.
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
    corrected_at: str = ""

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
    """Money that one party paid another, for a night or on account (``night`` empty).

    ``at`` is when it was entered here, which no club book tells, and so it is with what follows.
    """

    id: str
    date: str
    payer: str
    payee: str
    minor: int
    night: str = ""
    method: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversal:
    """The whole of an earlier payment taken back."""

    id: str
    date: str
    reverses: str
    method: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Money credited to a party, in minor units; for the till, cash that came in (minus: went).

    ``charge`` is the charge that it is a part of, ``undoes`` the one that it takes back for the
    party; a charge is called by the id of its first adjustment.
    """

    id: str
    date: str
    party: str
    minor: int
    reason: str = ""
    charge: str = ""
    undoes: str = ""
    at: str = ""


def payments_in_force(payments: Sequence[ClubPayment | Reversal]) -> list[ClubPayment]:
    """Return the payments that were not taken back."""
    taken_back = {reversal.reverses for reversal in payments if isinstance(reversal, Reversal)}
    return [
        payment
        for payment in payments
        if isinstance(payment, ClubPayment) and payment.id not in taken_back
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRow:
    """What a table from before says of a person, money in minor units; None where it says nothing.

    No figure of the club follows from it.
    """

    person: str
    nights: int | None = None
    points: int | None = None
    money: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """The table of a season from before the club kept its games here, as it was brought."""

    id: str
    name: str
    rows: tuple[PastRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubBook:
    """All facts of a club; nights in order of date, payments in the order entered."""

    club: Club
    people: tuple[Person, ...] = ()
    nights: tuple[Night, ...] = ()
    payments: tuple[ClubPayment | Reversal, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    seasons: tuple[BookPart, ...] = ()
    past: tuple[Past, ...] = ()

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
