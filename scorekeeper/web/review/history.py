"""The history of a game: who did what, when, why, and which figures it changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from flask import Response, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.game_acts import SetupChanged
from scorekeeper.domain.journal import (
    Challenged,
    Closed,
    Corrected,
    Dealt,
    Reopened,
    Started,
    Undone,
)
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.domain.table_checks import placed_cards
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.entry_words import describe_entry, puts_back, who_beside
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.filters import write_day, write_moment, write_time
from scorekeeper.web.core.phrases import title_of
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.review.agreement_status import may_take_back
from scorekeeper.web.review.blueprint import review_pages
from scorekeeper.web.review.deal_changes import Change, changes_of, changes_of_setup
from scorekeeper.web.review.history_notes import (
    HistoryNotes,
    make_notes,
    say_settled,
    write_later,
)
from scorekeeper.web.review.past import Past
from scorekeeper.wording import write_points

LINES_A_PAGE: Final = 100
"""About the most entries of one evening; a longer game needs further pages."""
_DEALS_A_PAGE: Final = 600
"""How many deals the earlier sheets of a page may have together before the page ends."""

SUITS_CHOSEN: Final = "Where nobody gave a suit, in sets and in hand, the program chose one."
"""The note on deals from before cards could be entered without a suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsLine:
    """One entry of a game in short; ``who`` made it, unless ``text`` says so."""

    seq: int
    text: str
    who: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """One entry of a game in full; ``who`` made it, unless ``text`` says so.

    ``changes`` are the facts that a correction changed, ``moves`` the points that the entry brought
    or changed, ``note`` says what else must be known. ``taken_back`` says by whom and when it was
    undone. ``undo`` is the text of the link that undoes it. Each is empty if there is none.
    ``is_silent`` is true if a reason was asked and none was given, ``is_latest`` if no later entry
    can be undone.
    """

    seq: int
    text: str
    who: str
    at: str
    reason: str
    is_silent: bool
    changes: tuple[Change, ...]
    moves: tuple[str, ...]
    note: str
    taken_back: str
    undo: str
    is_latest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryDay:
    """The entries of one day, the latest first."""

    day: str
    lines: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """The page of the entries of a game, by day, the latest first.

    ``is_latest`` is true if it begins with the last entry. ``earlier`` is the first entry of the
    page of earlier ones, 0 if there is none. ``notes`` stand beside the entries.
    """

    template: ClassVar = "review/history.html"
    live: LivePart
    title: str
    days: tuple[HistoryDay, ...]
    is_latest: bool
    earlier: int
    notes: HistoryNotes


@review_pages.get("/history")
@least_role(Role.VIEWER)
def history() -> Response:
    """Show the entries of a game, the latest first; further pages show the earlier ones."""
    game = this_game()
    asked = read_whole(request.args.get("from", ""))
    first = min(game.version, max(1, asked or game.version))
    days = history_days(game, first)
    page = HistoryPage(
        live=make_live_part(),
        title=title_of(game),
        days=days,
        is_latest=first == game.version,
        earlier=days[-1].lines[-1].seq - 1,
        notes=make_notes([line.seq for day in days for line in day.lines]),
    )
    return show_live(page)


def news_lines(game: CurrentGame, entries: Sequence[LogEntry]) -> tuple[NewsLine, ...]:
    """Return entries of a game in short, the latest first."""
    return tuple(
        [
            NewsLine(
                seq=entry.seq,
                text=describe_entry(game, entry),
                who=who_beside(game, entry),
                at=write_moment(entry.at),
                reason=_reason(entry),
            )
            for entry in reversed(entries)
        ]
    )


def history_days(game: CurrentGame, first: int) -> tuple[HistoryDay, ...]:
    """Return the entries of a page by day, from entry ``first`` to earlier ones."""
    undoable = (entry.seq for entry in reversed(game.log) if _undo_link_text(game, entry))
    latest = next(undoable, 0)
    days = groupby(
        _history_lines(Past(game), first, latest),
        key=lambda line: write_day(game.log[line.seq - 1].at),
    )
    return tuple([HistoryDay(day=day, lines=tuple(lines)) for day, lines in days])


def undo_of(game: CurrentGame, seq: int) -> LogEntry:
    """Return the entry that undid another and is not undone; raises StopIteration if none did."""
    return next(
        entry
        for entry in game.log
        if isinstance(entry.act, Undone) and entry.act.target == seq and not entry.undone
    )


def _history_lines(past: Past, first: int, latest: int) -> Iterator[HistoryLine]:
    """Yield the lines of a page; it has fewer if many earlier sheets must be made for them."""
    for entry in reversed(past.game.log[max(0, first - LINES_A_PAGE) : first]):
        yield _history_line(past, entry, latest)
        if past.deals_scored > _DEALS_A_PAGE:
            return


def _history_line(past: Past, entry: LogEntry, latest: int) -> HistoryLine:
    game = past.game
    undo = past.undos[entry.seq] if entry.undone else None
    return HistoryLine(
        seq=entry.seq,
        text=describe_entry(game, entry),
        who=who_beside(game, entry),
        at=write_time(entry.at),
        reason=_reason(entry),
        is_silent=_reason(entry) == "" and _is_asked_why(game, entry),
        changes=tuple(_changes(past, entry)),
        moves=tuple(_moves(past, entry)),
        note=_suits_note(game, entry) or say_settled(game, entry),
        taken_back="" if undo is None else _undo_words(entry, undo),
        undo=_undo_link_text(game, entry),
        is_latest=entry.seq == latest,
    )


def _reason(entry: LogEntry) -> str:
    return str(getattr(entry.act, "reason", ""))


def _suits_note(game: CurrentGame, entry: LogEntry) -> str:
    """Return the note that the program chose suits of a deal, if it may have; else an empty text.

    The deals of an imported game have the suits of the record, and the time of the import.
    """
    is_old = entry.seq <= game.suits_chosen_to and entry.at != game.created_at
    if not (is_old and isinstance(entry.act, Dealt | Corrected)):
        return ""
    suitless = game.sheet.variant.family.asks(game.sheet.setup.options).suitless
    loose = {card for kind in suitless.values() for card in kind}
    has_loose = any(card in loose for card, _ in placed_cards(entry.act.deal))
    return SUITS_CHOSEN if has_loose else ""


def _is_asked_why(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether people are asked why they make such an entry; nobody is asked to restore one."""
    if isinstance(entry.act, Undone):
        return entry.is_fact and puts_back(game, entry.seq)
    return isinstance(entry.act, Corrected | Challenged | Closed | Reopened)


def _undo_link_text(game: CurrentGame, entry: LogEntry) -> str:
    """Return the text of the link that undoes an entry; empty if it cannot be undone here.

    An undo of an opinion has none: the player gives the opinion again.
    """
    is_opinion_undone = isinstance(entry.act, Undone) and not entry.is_fact
    if entry.undone or is_opinion_undone or isinstance(entry.act, Started):
        return ""
    if not may_take_back(game, entry.seq):
        return ""
    return "Put it back" if puts_back(game, entry.seq) else "Undo"


def _undo_words(entry: LogEntry, undo: LogEntry) -> str:
    """Return in words who undid an entry and when, with the day if it was a later one."""
    at = write_later(entry, undo)
    verb = "put" if isinstance(entry.act, Undone) and entry.undos % 2 else "taken"
    return f"{verb} back by {undo.who}, {at}" if undo.who else f"{verb} back, {at}"


def _changes(past: Past, entry: LogEntry) -> Iterable[Change]:
    """Return the changes of a correction or a new setup; none for any other entry."""
    if isinstance(entry.act, SetupChanged):
        return changes_of_setup(past.sheet(entry.seq - 1).setup, past.sheet(entry.seq).setup)
    if not isinstance(entry.act, Corrected):
        return ()
    before = past.deal(entry.seq - 1, entry.act.target)
    after = past.deal(entry.seq, entry.act.target)
    if before is None or after is None:
        return ()
    return changes_of(past.sheet(entry.seq).setup, before, after)


def _moves(past: Past, entry: LogEntry) -> Iterator[str]:
    """Yield the points that an entry brought, or the points and totals that it changed."""
    match entry.act:
        case Dealt():
            yield from _deal_points(past, entry)
        case Corrected(target=target):
            yield from _changed_totals(past, entry, target)
        case SetupChanged():
            yield from _changed_totals(past, entry, None)
        case Undone() if entry.is_fact:
            yield from _changed_totals(past, entry, None)


def _deal_points(past: Past, entry: LogEntry) -> Iterator[str]:
    row = past.untouched.get(entry.seq) or past.sheet(entry.seq).row_of(entry.seq)
    if row is None or not row.counts:
        return
    names = past.game.sheet.setup.players
    played = [cell for cell in row.cells if not cell.sat_out]
    yield ", ".join([f"{names[cell.seat]} {write_points(cell.points or 0)}" for cell in played])


def _changed_totals(past: Past, entry: LogEntry, target: int | None) -> Iterator[str]:
    """Yield a text for each changed total, with the points of deal ``target`` if given."""
    before, after = past.sheet(entry.seq - 1), past.sheet(entry.seq)
    names = past.game.sheet.setup.players
    for name, old, new in zip(names, before.heads, after.heads, strict=False):
        if old.running == new.running:
            continue
        total = f"{write_points(old.running)} → {write_points(new.running)}"
        points = None if target is None else _changed_points(before, after, target, old.seat)
        yield f"{name} {total} in all" if points is None else f"{name} {points}, {total} in all"


def _changed_points(before: ScoreSheet, after: ScoreSheet, target: int, seat: int) -> str | None:
    was, now = before.row_of(target), after.row_of(target)
    if was is None or now is None or not (was.counts and now.counts):
        return None
    old, new = was.cells[seat].points or 0, now.cells[seat].points or 0
    return f"{write_points(old)} → {write_points(new)}"
