"""What the sentences about a game and its entries have to know; templates write the sentences."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.bookkeeping.access.seat_history import SeatHistory, Takeover
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.game import Agreement, Challenge, replay
from scorekeeper.domain.journal import Agreed, Challenged, Closed, Started, Undone
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.wording import write_names, write_points

_CROWD: Final = 4
_LETTERS_OF_TWO: Final = 20
"""The most letters of the first two names that leave room for “and 8 others” in a title."""


def title_of(sheet: ScoreSheet) -> str:
    """Return the title of a game, or else its players: ``Ann, Bob and 8 others`` from four on."""
    names = sheet.setup.players
    if sheet.game.started.title or len(names) < _CROWD:
        return sheet.game.started.title or write_names(names)
    named = 2 if len("".join(names[:2])) <= _LETTERS_OF_TWO else 1
    return write_names([*names[:named], f"{len(names) - named} others"])


def problem_words(problem: Problem, setup: Setup) -> str:
    """Return the text of a problem, with the player's name if it is in a hand."""
    match problem.at:
        case ("hands", int(seat), *_) if setup.players[seat] not in problem.text:
            return f"{setup.players[seat]}: {problem.text}"
    return problem.text


def points_by_name(row: SheetRow, players: Sequence[str]) -> list[str]:
    """Return the points of each who played in a deal that counts: ``Ann 220``, ``Bob 65``."""
    played = [cell for cell in row.cells if row.counts and not cell.sat_out]
    return [f"{players[cell.seat]} {write_points(cell.points or 0)}" for cell in played]


# --- The entries of a game's journal --------------------------------------------------------------


def who_closed(game: CurrentGame) -> str:
    """Return the name of the player who closed the game early; empty if there is none."""
    seq = game.sheet.game.closed_by
    return "" if seq is None else game.log[seq - 1].who


def deal_number(game: CurrentGame, seq: int) -> int:
    """Return the number of an entry's deal, or the one it would have if restored."""
    return 1 + sum([row.seq < seq for row in game.sheet.rows])


def is_of_end(game: CurrentGame, target: int) -> bool:
    """Tell whether an opinion about an entry is about an early end, and not about a deal."""
    return 0 < target <= len(game.log) and isinstance(game.log[target - 1].act, Closed)


def players_before(game: CurrentGame, entry: LogEntry) -> tuple[str, ...]:
    """Return the players and their names as they were before an entry."""
    return replay([each for each in game.naming if each.seq < entry.seq]).players


def challenger_before(act: Challenged, game: CurrentGame, entry: LogEntry) -> str:
    """Return who made a challenge that an entry ends; empty for the host, or a player removed."""
    players = players_before(game, entry)
    return players[act.seat] if act.seat is not None and act.seat < len(players) else ""


def challenger_of(game: CurrentGame, challenge: Challenge) -> str:
    """Return who made an open challenge; empty for a host who gave no name."""
    if challenge.seat is None:
        return game.log[challenge.seq - 1].who
    return game.sheet.setup.players[challenge.seat]


def hand_challenged(game: CurrentGame, challenge: Challenge) -> str:
    """Return whose hand an open challenge is about; empty if it names none."""
    players, about = game.sheet.setup.players, challenge.about
    return "" if about is None or about >= len(players) else players[about]


def names_doer(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether the sentence for an entry says by itself who made it."""
    match entry.act:
        case Agreed(seats=seats):
            return [players_before(game, entry)[seat] for seat in seats] == [entry.who]
        case Challenged(seat=seat):
            return seat is None or players_before(game, entry)[seat] == entry.who
        case Undone(target=target):
            return isinstance(game.log[target - 1].act, Challenged)
    return False


def doer_of(game: CurrentGame, entry: LogEntry) -> str:
    """Return who made an entry, to stand beside its sentence; empty if not known or named there."""
    return "" if names_doer(game, entry) else entry.who


def puts_back(game: CurrentGame, seq: int) -> bool:
    """Tell whether undoing entry ``seq`` restores another entry, as undoing an undo does."""
    return game.log[seq - 1].undos % 2 == 1


# --- The phones of a game: on which one somebody acted, and seats taken over ----------------------


class PhonePlace(NamedTuple):
    """A phone by the player who had a seat on it, as the one that began the game, or by number."""

    owner: str
    began: bool
    number: int


class SeatTaken(NamedTuple):
    """A player's seat that another phone took: this one if ``by_this``, else phone ``taker``."""

    name: str
    at: datetime
    by_this: bool
    taker: int


class AgreedElsewhere(NamedTuple):
    """A player's agreement from a phone that had just taken the seat, or else from another one."""

    name: str
    taken_at: datetime | None
    place: PhonePlace | None


def place_of(history: SeatHistory, entry: LogEntry) -> PhonePlace | None:
    """Return on which phone an entry was made; None if that says nothing.

    That is so for the phone of the player who made the entry, for the only phone of the game, and
    if the phone is not known.
    """
    if isinstance(entry.act, Started) or not history.knows_phone_of(entry):
        return None
    seat, began = history.seat_of(entry), history.began(entry.phone)
    if seat is None:
        return PhonePlace("", began, history.numbers[entry.phone])
    agrees = entry.act.seats if isinstance(entry.act, Agreed) else (seat,)
    return None if set(agrees) <= {seat} else PhonePlace(_name(history, seat), began, 0)


def seat_taken(history: SeatHistory, takeover: Takeover, own: str) -> SeatTaken:
    """Return a seat that was taken over, as phone ``own`` is told."""
    by_this = history.numbers.get(own) == takeover.taker
    return SeatTaken(_name(history, takeover.seat), takeover.at, by_this, takeover.taker)


def seats_taken(history: SeatHistory, own: str) -> tuple[SeatTaken, ...]:
    """Return each seat that was ever taken over, as it was last, as phone ``own`` is told."""
    last = {each.seat: each for each in history.takeovers}
    return tuple([seat_taken(history, last[seat], own) for seat in sorted(last)])


def agreed_elsewhere(
    history: SeatHistory, agreement: Agreement, target: int
) -> tuple[AgreedElsewhere, ...]:
    """Return each agreement that came from an unexpected phone.

    Either the phone had taken the seat just before, or the player has a phone and it was another.
    """
    found = [
        _agreed_elsewhere(history, seat, history.game.log[seq - 1], target)
        for seat, seq in sorted(agreement.agreed.items())
    ]
    return tuple([each for each in found if each.taken_at or each.place])


def _agreed_elsewhere(
    history: SeatHistory, seat: Seat, entry: LogEntry, target: int
) -> AgreedElsewhere:
    own = history.holders_at(entry.seq).get(seat, entry.phone)
    return AgreedElsewhere(
        name=_name(history, seat),
        taken_at=history.taken_lately(seat, entry, target),
        place=None if own == entry.phone else place_of(history, entry),
    )


def _name(history: SeatHistory, seat: Seat) -> str:
    """Return the name in a seat, or its number if the player's joining was taken back."""
    players = history.game.sheet.setup.players
    return players[seat] if seat < len(players) else f"player {seat + 1}"
