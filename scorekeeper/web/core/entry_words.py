"""Sentences for the entries of a game's journal."""

from collections.abc import Sequence

from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry, with_act
from scorekeeper.domain.game import replay
from scorekeeper.domain.game_acts import PutAway, SetupChanged
from scorekeeper.domain.journal import (
    Agreed,
    Challenged,
    Closed,
    Corrected,
    Dealt,
    Joined,
    Left,
    Renamed,
    Reopened,
    Returned,
    Started,
    Undone,
)
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.wording import without_capital, write_names, write_points, write_sentence


def describe_entry(game: CurrentGame, entry: LogEntry) -> str:
    """Return a sentence without its full stop for an entry: ``Deal 2 corrected``."""
    match entry.act:
        case Dealt():
            return f"{deal_name(game, entry.seq)} entered"
        case Corrected(target=target):
            return f"{deal_name(game, target)} corrected"
        case Undone(target=target):
            return _undo_words(game, entry, target)
        case Agreed() | Challenged() as opinion:
            return _opinion_words(game, opinion, entry)
        case Started() | Closed() | Reopened() | SetupChanged() | PutAway() as act:
            return _game_words(act, settles=game.sheet.setup.settles)
    return _player_words(_players_before(game, entry), entry.act)


def names_doer(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether the sentence for an entry says by itself who made it."""
    match entry.act:
        case Agreed(seats=seats):
            return [_players_before(game, entry)[seat] for seat in seats] == [entry.who]
        case Challenged(seat=seat):
            return seat is None or _players_before(game, entry)[seat] == entry.who
        case Undone(target=target):
            return isinstance(game.log[target - 1].act, Challenged)
    return False


def who_beside(game: CurrentGame, entry: LogEntry) -> str:
    """Return who made an entry, to stand beside its sentence; empty if not known or named there."""
    return "" if names_doer(game, entry) else entry.who


def tell_entry(game: CurrentGame, entry: LogEntry) -> str:
    """Return a sentence for an entry that names who made it: ``Deal 2 corrected by Bob.``"""
    who = who_beside(game, entry)
    return write_sentence(f"{describe_entry(game, entry)}{f' by {who}' if who else ''}")


def _undo_words(game: CurrentGame, undo: LogEntry, target: int) -> str:
    """Return the words for an undo; an undo of an undo puts an act back, and so on."""
    taken, entry = game.log[target - 1], game.log[undo.root - 1]
    if isinstance(taken.act, Challenged):
        return _stands_words(game, taken.act, undo)
    puts_back = undo.undos % 2 == 0
    if isinstance(entry.act, PutAway):
        return "The game was put away again" if puts_back else "The game was brought back"
    return f"{'Put' if puts_back else 'Taken'} back: {without_capital(describe_entry(game, entry))}"


def _opinion_words(game: CurrentGame, act: Agreed | Challenged, entry: LogEntry) -> str:
    players = _players_before(game, entry)  # a player may have been removed since
    what = without_capital(describe_target(game, act.target))
    if isinstance(act, Agreed):
        return f"{write_names([players[seat] for seat in act.seats])} agreed to {what}"
    who = entry.who or "The host" if act.seat is None else players[act.seat]
    return f"{who} challenged {what}"


def _stands_words(game: CurrentGame, act: Challenged, entry: LogEntry) -> str:
    """Return the words for the end of a challenge: by its maker, or by the host's ruling."""
    what, players = without_capital(describe_target(game, act.target)), _players_before(game, entry)
    challenger = players[act.seat] if act.seat is not None and act.seat < len(players) else ""
    if entry.who == challenger:
        return f"{challenger or 'The host'} took back the challenge of {what}"
    return f"{entry.who or 'The host'} ruled that {what} stands"


def _game_words(act: Started | Closed | Reopened | SetupChanged | PutAway, *, settles: bool) -> str:
    """Return the words for an act about the whole game; ``settles`` is true if it settles money."""
    match act:
        case Started(variant=variant):
            return f"The game began: {VARIANTS[variant].name}"
        case Closed() if not settles:
            return "The game was ended early"
        case Closed(settles=settled):
            return f"The game was ended early, {'settled' if settled else 'not settled'}"
        case Reopened():
            return "The game was reopened"
        case SetupChanged():
            return "The stake or the house rules were changed"
        case PutAway():
            return "The game was put away"


def _player_words(players: Sequence[str], act: Renamed | Joined | Left | Returned) -> str:
    match act:
        case Renamed(seat=seat, name=name):
            return f"{players[seat]} is called {name}"
        case Joined(name=name):
            return f"{name} sat down"
        case Left(seat=seat):
            return f"{players[seat]} sits out"
        case Returned(seat=seat):
            return f"{players[seat]} plays again"


def _players_before(game: CurrentGame, entry: LogEntry) -> tuple[str, ...]:
    """Return the players and their names as they were before an entry."""
    return replay([each for each in game.naming if each.seq < entry.seq]).players


def describe_undo(game: CurrentGame, seq: int) -> str:
    """Return what the undo of an entry would do, in one or two sentences.

    ``Take back deal 3? Ann 220 and Bob 65 come off the sheet.``
    """
    entry, row = game.log[seq - 1], game.sheet.row_of(seq)
    if row is not None:
        points = _points_of(game, row)
        off = f" {points} come off the sheet." if points else ""
        return f"Take back {without_capital(deal_name(game, seq))}?{off}"
    words = write_sentence(describe_entry(game, entry))
    if not isinstance(entry.act, Corrected):
        return words
    after = with_act(game, Undone(target=seq, reason=""), who="", at=entry.at)
    row = after.sheet.row_of(entry.act.target)
    points = _points_of(after, row) if row else ""
    return f"{words} Without that it is {points}." if points else words


def _points_of(game: CurrentGame, row: SheetRow) -> str:
    """Return the points of a deal: ``Ann 220 and Bob 65``; empty if it does not count."""
    players = game.sheet.setup.players
    played = [cell for cell in row.cells if row.counts and not cell.sat_out]
    points = [f"{players[cell.seat]} {write_points(cell.points or 0)}" for cell in played]
    return write_names(points) if points else ""


def deal_name(game: CurrentGame, seq: int) -> str:
    """Return ``Deal`` with the number of an entry's deal, or the one it would have if restored."""
    return f"Deal {1 + sum([row.seq < seq for row in game.sheet.rows])}"


def describe_target(game: CurrentGame, target: int) -> str:
    """Return the words for an opinion's subject: ``Deal 3`` or ``The early end``."""
    is_end = 0 < target <= len(game.log) and isinstance(game.log[target - 1].act, Closed)
    return "The early end" if is_end else deal_name(game, target)


def puts_back(game: CurrentGame, seq: int) -> bool:
    """Tell whether undoing entry ``seq`` restores another entry, as undoing an undo does."""
    return game.log[seq - 1].undos % 2 == 1
