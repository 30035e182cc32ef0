"""What people did in a game, told: who, when, why, and what it moved."""

from collections.abc import Iterable, Sequence

from scorekeeper.bookkeeping.outcomes import LogEntry, OpenGame
from scorekeeper.domain.journal import Corrected, Entry, Started, Undone, replay
from scorekeeper.domain.sheet import ScoreSheet, make_sheet
from scorekeeper.web.deeds import act_of
from scorekeeper.web.filters import write_moment
from scorekeeper.web.pages import NewsLine
from scorekeeper.wording import write_points


def tell_history(game: OpenGame) -> tuple[NewsLine, ...]:
    """All entries, the latest first."""
    return tell(game, game.log)


def tell(game: OpenGame, entries: Sequence[LogEntry]) -> tuple[NewsLine, ...]:
    """Some entries of a game, the latest first."""
    return tuple([_line(game, entry) for entry in reversed(entries)])


def _line(game: OpenGame, entry: LogEntry) -> NewsLine:
    is_undo = isinstance(entry.act, Undone)
    return NewsLine(
        seq=entry.seq,
        text=act_of(game, entry),
        who=entry.who,
        at=write_moment(entry.at),
        reason=getattr(entry.act, "reason", ""),
        moves=tuple(_moves(game, entry)) if isinstance(entry.act, Corrected | Undone) else (),
        is_undone=entry.undone,
        may_undo=not entry.undone and not isinstance(entry.act, Started),
        is_undo=is_undo,
    )


def _moves(game: OpenGame, entry: LogEntry) -> Iterable[str]:
    """What an entry moved: the points of its deal where it was corrected, else the totals."""
    before, after = _sheet_at(game, entry.seq - 1), _sheet_at(game, entry.seq)
    was, now = _points(before, entry), _points(after, entry)
    for name, old, new in zip(game.sheet.setup.players, was, now, strict=False):
        if old != new:
            yield f"{name} {write_points(old)} → {write_points(new)}"


def _points(sheet: ScoreSheet, entry: LogEntry) -> list[int]:
    if isinstance(entry.act, Corrected):
        for row in sheet.rows:
            if row.seq == entry.act.target and row.counts:
                return [cell.points or 0 for cell in row.cells]
    return [head.running for head in sheet.heads]


def _sheet_at(game: OpenGame, version: int) -> ScoreSheet:
    entries = [Entry(each.seq, each.act) for each in game.log if each.seq <= version]
    return make_sheet(replay(entries), game.sheet.variant)
