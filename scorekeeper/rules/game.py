"""A game: its journal, which has the acts of its players in order, and its state by replay.

Acts are appended and never changed. An undo takes back an earlier act, which may be an undo. A
correction replaces a deal by another. Replay never fails: an act has no effect if its target was
taken back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from scorekeeper.rules.deals import Deal, Points, Seat, seat_players
from scorekeeper.rules.options import OptionValue
from scorekeeper.rules.settlement import Stake

# --- the acts -------------------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered:
    """The order of play was corrected: ``order`` has the seats; seats themselves keep their number.

    It is that of the whole game, but who dealt a deal that was entered before stays.
    """

    order: tuple[Seat, ...]


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
    | Reordered
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


# --- the state of a game, by replay ---------------------------------------------------------------

_SETUPS: Final = (Started, SetupChanged)


class Root(NamedTuple):
    """The entry at the end of a chain of undos, which take it back or put it back.

    ``undos`` is the number of undos in the chain; an entry that is no undo is its own root, with 0.
    """

    entry: Entry
    undos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDeal:
    """A deal in effect: the number of its entry, and those of the entries that corrected it.

    ``order`` is the order of play when it was entered, by which it is told who dealt in turn.
    """

    seq: int
    deal: Deal
    order: tuple[Seat, ...] = ()
    corrections: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The state of a game after a replay of its journal; entries are given by their numbers.

    ``closed`` is the early end in effect and ``closed_by`` its entry. ``version`` is the last
    entry, ``facts_version`` the last one that may have changed a figure. ``joined_by`` has, for
    each seat, the entry by which its player came; ``away`` are the seats that sit out the next
    deal. ``opinions`` are the agreements and challenges in effect, by the entry that they are
    about. ``undone`` are the entries that were taken back and have no effect. ``setup`` has the
    options and the stake in effect, and ``setup_by`` is the last entry that changed them;
    ``put_away_by`` is the one by which the game was put away. ``order`` are the seats in order of
    play, none if that is the order of their numbers.
    """

    started: Started
    players: tuple[str, ...]
    deals: tuple[GameDeal, ...]
    closed: Closed | None
    closed_by: int | None
    version: int
    facts_version: int
    joined_by: tuple[int, ...] = ()
    away: frozenset[Seat] = frozenset()
    opinions: Mapping[int, tuple[Entry, ...]] = field(default_factory=dict)
    undone: frozenset[int] = field(default_factory=frozenset)
    setup: Started | SetupChanged
    setup_by: int = 1
    put_away_by: int | None = None
    order: tuple[Seat, ...] = ()


def replay(entries: Sequence[Entry]) -> Game:
    """Return the game that results from the entries, of which the first is ``Started``.

    A caller may leave out entries that do not matter for what it reads; the others keep their
    numbers. Raises ``TypeError`` if the first entry is another.
    """
    started = entries[0].act
    if not isinstance(started, Started):
        raise TypeError("a journal begins with Started")
    undone = _undone(entries)
    standing = [entry for entry in entries if entry.seq not in undone]
    players, away = _table(started, standing)
    closing = _closing(standing)
    joined = [seq for seq, act in standing if isinstance(act, Joined)]
    roots = [(seq, root.entry.act) for seq, root in find_roots(entries).items()]
    return Game(
        started=started,
        players=players,
        deals=_deals(entries, standing, len(players)),
        closed=closing[1] if closing else None,
        closed_by=closing[0] if closing else None,
        version=entries[-1].seq,
        facts_version=max([seq for seq, act in roots if not isinstance(act, Opinion)]),
        joined_by=(*[1] * len(started.players), *joined),
        away=away,
        opinions=_opinions(standing),
        undone=undone,
        setup=next(
            (act for _, act in reversed(standing) if isinstance(act, SetupChanged)), started
        ),
        setup_by=max([seq for seq, act in roots if isinstance(act, _SETUPS)]),
        put_away_by=max([seq for seq, act in standing if isinstance(act, PutAway)], default=None),
        order=_order(standing, len(players)),
    )


def find_roots(entries: Iterable[Entry]) -> dict[int, Root]:
    """Return the root of every entry, by its number."""
    roots: dict[int, Root] = {}
    for entry in entries:
        below = roots.get(entry.act.target) if isinstance(entry.act, Undone) else None
        roots[entry.seq] = Root(entry, 0) if below is None else Root(below.entry, below.undos + 1)
    return roots


def _opinions(standing: Iterable[Entry]) -> dict[int, tuple[Entry, ...]]:
    opinions: dict[int, list[Entry]] = {}
    for entry in standing:
        if isinstance(entry.act, Opinion):
            opinions.setdefault(entry.act.target, []).append(entry)
    return {target: tuple(about) for target, about in opinions.items()}


def _table(started: Started, standing: Iterable[Entry]) -> tuple[tuple[str, ...], frozenset[Seat]]:
    """Return the present names of the players, and the seats that sit out the next deal."""
    players = list(started.players)
    away: set[Seat] = set()
    for _, act in standing:
        match act:
            case Renamed(seat=seat, name=name) if seat < len(players):
                players[seat] = name
            case Joined(name=name):
                players.append(name)
            case Left(seat=seat) if seat < len(players):
                away.add(seat)
            case Returned(seat=seat):
                away.discard(seat)
    return tuple(players), frozenset(away)


def place_opinion(entry: Entry, places: Mapping[Seat, Seat]) -> Entry:
    """Return an opinion with other numbers for seats; whoever has none has left the game."""
    match entry.act:
        case Agreed(seats=seats) as act:
            seats = tuple([places.get(seat, seat) for seat in seats])
            return Entry(entry.seq, replace(act, seats=seats))
        case Challenged(seat=seat, about=about) as act:
            by = None if seat is None else places.get(seat, seat)
            about = None if about is None else places.get(about, about)
            return Entry(entry.seq, replace(act, seat=by, about=about))
    return entry


def _closing(standing: Sequence[Entry]) -> tuple[int, Closed] | None:
    """Return the entry that closed the game early and its act, or None if it is not closed."""
    for seq, act in reversed(standing):
        if isinstance(act, Closed | Reopened):
            return (seq, act) if isinstance(act, Closed) else None
    return None


def _order(standing: Iterable[Entry], players: int) -> tuple[Seat, ...]:
    """Return the seats in the order of play in effect, those who came later last."""
    wanted = [act.order for _, act in standing if isinstance(act, Reordered)]
    known = [seat for seat in (wanted[-1] if wanted else ()) if seat < players]
    by_number = list(map(Seat, range(players)))
    order = [*known, *[seat for seat in by_number if seat not in known]]
    return () if order == by_number else tuple(order)


def _order_at(entries: Sequence[Entry], seq: int, players: int) -> tuple[Seat, ...]:
    """Return the order of play that was in effect when an entry was made."""
    before = [entry for entry in entries if entry.seq < seq]
    undone = _undone(before)
    return _order([entry for entry in before if entry.seq not in undone], players)


def _deals(
    entries: Sequence[Entry], standing: Iterable[Entry], players: int
) -> tuple[GameDeal, ...]:
    """Return the deals in the order of their entries, each as last corrected."""
    orders = entries if any(isinstance(act, Reordered) for _, act in entries) else ()
    deals: dict[int, GameDeal] = {}
    for seq, act in standing:
        match act:
            case Dealt(deal=deal):
                order = _order_at(orders, seq, players)
                deals[seq] = GameDeal(seq=seq, deal=seat_players(deal, players), order=order)
            case Corrected(target=target, deal=deal) if target in deals:
                corrections = (*deals[target].corrections, seq)
                deals[target] = replace(
                    deals[target], deal=seat_players(deal, players), corrections=corrections
                )
    return tuple(deals.values())


def _undone(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the entries taken back; the last is read first, as an undo may be undone later."""
    taken_back: set[int] = set()
    for seq, act in reversed(list(entries)):
        if isinstance(act, Undone) and seq not in taken_back and 1 < act.target < seq:
            taken_back.add(act.target)
    return frozenset(taken_back)


# --- which players agree to a deal or an early end, and open challenges ---------------------------
# A player agrees to figures, not to entries: the agreement stays valid after a correction that
# does not change that player's figures. A challenge is open until the deal is corrected, until the
# player who made it agrees, or until all players agree at once.


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """An open challenge: its entry, the challenger's seat (None for the host) and the reason.

    ``about`` is the seat of the hand in question, if the challenger named one.
    """

    seq: int
    seat: Seat | None
    reason: str
    about: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The state of agreement on one deal or early end.

    ``agreed`` has the entry by which each seat agreed first to the present figures; ``asked`` are
    the seats without an answer.
    """

    agreed: Mapping[Seat, int] = field(default_factory=dict)
    asked: tuple[Seat, ...] = ()
    challenges: tuple[Challenge, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everybody agrees and no challenge is open."""
        return not self.asked and not self.challenges


def agreement_on(
    target: int, game: Game, *, figures: Mapping[Seat, Figure | None], changed_at: int = 0
) -> Agreement:
    """Return the state of agreement on entry ``target``, from the opinions in effect.

    ``figures`` has the present figure of each seat that is asked, ``None`` for an early end, which
    has no figures. ``changed_at`` is the last entry that corrected the target, or 0.
    """
    agreed: dict[Seat, int] = {}
    challenges: list[Challenge] = []
    for seq, act in game.opinions.get(target, ()):
        match act:
            case Agreed():
                seen = _figures_seen(game, seq, act)
                fresh = {
                    seat: seq
                    for seat, figure in seen.items()
                    if seat in figures and figure == figures[seat]
                }
                agreed = fresh | agreed
                said_all = figures.keys() <= seen.keys()
                challenges = [
                    challenge
                    for challenge in challenges
                    if not (said_all or challenge.seat in seen)
                ]
            case Challenged(seat=seat, reason=reason, about=about) if seq > changed_at and (
                seat is None or _sits(game, seq, seat)
            ):
                challenges = [challenge for challenge in challenges if challenge.seat != seat]
                challenges.append(Challenge(seq=seq, seat=seat, reason=reason, about=about))
                agreed = {other: by for other, by in agreed.items() if other != seat}
    return Agreement(
        agreed=agreed,
        asked=tuple([seat for seat in figures if seat not in agreed]),
        challenges=tuple(challenges),
    )


def _figures_seen(game: Game, seq: int, act: Agreed) -> dict[Seat, Figure | None]:
    """Return the figures that the agreeing players saw, without players who have been removed."""
    both = zip(act.seats, act.figures or (None,) * len(act.seats), strict=True)
    return {seat: figure for seat, figure in both if _sits(game, seq, seat)}


def _sits(game: Game, seq: int, seat: Seat) -> bool:
    """Tell whether the seat has the same player as at entry ``seq``."""
    return seat < len(game.joined_by) and game.joined_by[seat] < seq
