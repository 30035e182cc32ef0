"""The history of a game: who did what, when, why, and which figures it changed."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, ClassVar, Final

from flask import Response, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.access.seats import SeatHistory, seat_history_of
from scorekeeper.bookkeeping.game.agreement import agreement_of
from scorekeeper.bookkeeping.store.game_store import CurrentGame, LogEntry
from scorekeeper.domain.deals import AskKind, Deal
from scorekeeper.domain.game import replay
from scorekeeper.domain.journal import (
    Agreed,
    Challenged,
    Closed,
    Corrected,
    Dealt,
    Entry,
    Reopened,
    SetupChanged,
    Started,
    Undone,
)
from scorekeeper.domain.options import values_of
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.sheet import ScoreSheet, SheetRow, make_sheet
from scorekeeper.domain.table_checks import placed_cards
from scorekeeper.record.writing import write_deal
from scorekeeper.storage.clock_steps import ClockStep, steps_forward
from scorekeeper.web.core.access import least_role, this_game, this_phone, this_visit
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.filters import write_day, write_moment, write_time
from scorekeeper.web.core.page import show_live
from scorekeeper.web.core.phrases import (
    describe_entry,
    name_of_phone,
    names_doer,
    puts_back,
    takeover_words,
    title_of,
    who_beside,
    words_of_phone,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.review import review_pages
from scorekeeper.web.review.agreement_status import may_take_back
from scorekeeper.wording import (
    without_capital,
    write_duration,
    write_names,
    write_points,
    write_stake,
)

# --- A game as it was after each of its entries, for the history and for pages that were open -----


class Past:
    """A game and the sheet after each entry; an opinion changes no figure and has no sheet.

    ``deals_scored`` is how many deals the sheets made so far have together.
    """

    def __init__(self, game: CurrentGame) -> None:
        self.game = game
        self.deals_scored = 0
        self._facts = [Entry(each.seq, each.act) for each in game.log if each.is_fact]
        self._sheets: dict[int, ScoreSheet] = {}

    def sheet(self, version: int) -> ScoreSheet:
        """Return the sheet as it was after an entry, without opinions."""
        facts = bisect_right(self._facts, version, key=lambda entry: entry.seq)
        if facts == len(self._facts):
            return self.game.sheet
        if facts not in self._sheets:
            game = replay(self._facts[:facts])
            self._sheets[facts] = make_sheet(game, self.game.sheet.variant)
            self.deals_scored += len(game.deals)
        return self._sheets[facts]

    @cached_property
    def untouched(self) -> dict[int, SheetRow]:
        """The rows of deals that were never changed, by entry; the current sheet still has them."""
        if self.game.sheet.game.setup_by > 1:
            return {}
        rows = self.game.sheet.rows
        return {row.seq: row for row in rows if row.counts and not row.corrected}

    @cached_property
    def undos(self) -> dict[int, LogEntry]:
        """The undo of each entry that is undone, by that entry."""
        undos = [each for each in self.game.log if isinstance(each.act, Undone) and not each.undone]
        return {each.act.target: each for each in undos if isinstance(each.act, Undone)}

    def deal(self, version: int, target: int) -> Deal | None:
        """Return the deal of entry ``target`` as it was after entry ``version``, or ``None``."""
        deals = self.sheet(version).game.deals
        return next((each.deal for each in deals if each.seq == target), None)


def is_another_since(game: CurrentGame, number: int, seen: int) -> bool:
    """Tell whether another deal had the number ``number`` after entry ``seen``."""
    if not any(isinstance(entry.act, Undone) for entry in game.log[seen:]):
        return False
    earlier = Past(game).sheet(seen).rows[number - 1 : number]
    return bool(earlier) and earlier[0].seq != game.sheet.rows[number - 1].seq


# --- Writes in words what a correction changed in a deal, or a new setup in the game --------------


_CARD_KINDS: Final = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
_LONE_TEN: Final = re.compile(r"\bT\b")
"""Matches a ten without a suit; a ten with a suit is drawn."""
_NOTHING: Final = "nothing"
_BLANK: Final = "not said"
_NONE: Final = "none"
_JOKER: Final = re.compile(r"\bJK\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One changed fact or rule; cards are in the notation of the game record."""

    label: str
    old: str
    new: str


def changes_of_setup(before: Setup, after: Setup) -> Iterator[Change]:
    """Yield the stake and the house rules that differ."""
    if before.stake != after.stake:
        old, new = [write_stake(each) if each else _NOTHING for each in (before.stake, after.stake)]
        yield Change(label="Stake", old=old, new=new)
    was, now = values_of(before.options), values_of(after.options)
    for option in after.variant.options:
        if was[option.name] != now[option.name]:
            old, new = [option.words(each[option.name]) for each in (was, now)]
            yield Change(label=option.label, old=old, new=new)


def changes_of(setup: Setup, before: Deal, after: Deal) -> Iterator[Change]:
    """Yield the facts that differ, those of the deal first, then those of each hand."""
    old, new = write_deal(before, setup.players), write_deal(after, setup.players)
    labels, kinds = _labels(setup), _kinds(setup)
    yield from _compare(old, new, labels, kinds)
    for name in setup.players:
        hands = [document.get("hands", {}).get(name, {}) for document in (old, new)]
        for change in _compare(hands[0], hands[1], labels, kinds):
            label = f"{name}, {without_capital(change.label)}"
            yield Change(label=label, old=change.old, new=change.new)


def _labels(setup: Setup) -> dict[str, str]:
    """Return the labels of all facts as on the form, by name."""
    asks = setup.variant.family.asks(setup.options)
    named = {ask.name: ask.label for ask in (*asks.deal, *asks.hand)}
    return {"ending": "Ending", "by": asks.by_label, "dealer": "Dealer", **named}


def _kinds(setup: Setup) -> dict[str, AskKind]:
    """Return the kinds of all facts, by name."""
    asks = setup.variant.family.asks(setup.options)
    return {ask.name: ask.kind for ask in (*asks.deal, *asks.hand)}


def _compare(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    labels: Mapping[str, str],
    kinds: Mapping[str, AskKind],
) -> Iterator[Change]:
    for name, label in labels.items():
        if old.get(name) != new.get(name):
            blank = _NONE if kinds.get(name) is AskKind.PENALTIES else _BLANK
            texts = [_write_value(each.get(name), blank) for each in (old, new)]
            if kinds.get(name) in _CARD_KINDS:
                texts = [_JOKER.sub("★", _LONE_TEN.sub("10", text)) for text in texts]
            yield Change(label=label, old=texts[0], new=texts[1])


def _write_value(value: Any, blank: str) -> str:
    """Return a value of the game record in words; ``blank`` stands for a missing one."""
    match value:
        case None:
            return blank
        case bool():
            return "yes" if value else "no"
        case "" | []:
            return _NOTHING
        case [dict(), *_]:
            return "; ".join([_write_penalty(each) for each in value])
        case list():
            return " · ".join(value)
    return str(value)


def _write_penalty(penalty: Mapping[str, Any]) -> str:
    what = penalty.get("reason") or f"Law {penalty.get('law')}"
    return f"{what} {penalty['points']}" if "points" in penalty else str(what)


# --- The notes beside the entries of the history: about phones, and about events between entries
# They also say how each challenge was settled.


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNote:
    """An event between two entries; ``at`` is its time, ``about`` says more."""

    text: str
    at: str = ""
    about: str = ""


SET_BACK: Final = HistoryNote(
    text="The clock of the server was set back here",
    about="The entries above came later, whatever their times say.",
)
_LEAST_STEP: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNotes:
    """The notes beside the entries of a game, by the numbers of the entries.

    ``phones`` say on which phone an entry was made, if that says something. ``doers`` say it as a
    name, ``Phone 4, without a seat``, for entries without a writer's name. ``since`` are the events
    after an entry and before the next, the latest first.
    """

    phones: Mapping[int, str]
    doers: Mapping[int, str]
    since: Mapping[int, tuple[HistoryNote, ...]]


def make_notes(shown: Iterable[int]) -> HistoryNotes:
    """Return the notes beside the entries with these numbers in this request's game."""
    history = seat_history_of(this_visit())
    words = {seq: words_of_phone(history, history.game.log[seq - 1]) for seq in shown}
    phones = {seq: text for seq, text in words.items() if text}
    nobodys = [seq for seq in phones if not _has_name(history.game, history.game.log[seq - 1])]
    return HistoryNotes(
        phones={seq: text for seq, text in phones.items() if seq not in nobodys},
        doers={seq: name_of_phone(phones[seq]) for seq in nobodys},
        since=_merge(_clock_steps(history.game), _takeovers(history)),
    )


def _has_name(game: CurrentGame, entry: LogEntry) -> bool:
    return bool(entry.who) or names_doer(game, entry)


def _merge(
    first: Mapping[int, tuple[HistoryNote, ...]], second: Mapping[int, tuple[HistoryNote, ...]]
) -> Mapping[int, tuple[HistoryNote, ...]]:
    return {seq: (*first.get(seq, ()), *second.get(seq, ())) for seq in {*first, *second}}


def _clock_steps(game: CurrentGame) -> Mapping[int, tuple[HistoryNote, ...]]:
    """Return notes on where the clock was set: back, as the entries show, or forward, as stored."""
    with site().store.database.reading() as db:
        forward = list(steps_forward(db, game.log[0].at, game.log[-1].at))
    found: dict[int, tuple[HistoryNote, ...]] = {}
    for before, after in pairwise(game.log):
        if after.at < before.at - _LEAST_STEP:
            found[before.seq] = (SET_BACK,)
        steps = [each for each in forward if before.at <= each.before and each.after <= after.at]
        if steps:
            found[before.seq] = (_set_forward(steps),)
            # A clock that was set back later shows the same times again.
            forward = [each for each in forward if each not in steps]
    return found


def _set_forward(steps: Sequence[ClockStep]) -> HistoryNote:
    length = sum([each.after - each.before for each in steps], timedelta())
    return HistoryNote(
        text=f"The clock of the server was set forward here, by {write_duration(length)}",
        about="That much less time passed than the times above and below say.",
    )


def _takeovers(history: SeatHistory) -> Mapping[int, tuple[HistoryNote, ...]]:
    found: dict[int, tuple[HistoryNote, ...]] = {}
    for each in history.takeovers:
        taken = HistoryNote(
            text=takeover_words(history, each, this_phone()),
            at=write_time(each.at),
            about=f"now on phone {each.taker}",
        )
        found[each.entry] = (taken, *found.get(each.entry, ()))
    return found


def write_later(entry: LogEntry, later: LogEntry) -> str:
    """Return the time of a later entry, with its day if that differs."""
    same_day = write_day(entry.at) == write_day(later.at)
    return write_time(later.at) if same_day else write_moment(later.at)


def say_settled(game: CurrentGame, entry: LogEntry) -> str:
    """Return how a challenge was settled: ``settled by Bob’s correction, 21:45``.

    It is empty for an open challenge, for one that was taken back, and for any other entry.
    """
    if not isinstance(entry.act, Challenged) or entry.undone:
        return ""
    agreement = agreement_of(game, entry.act.target)
    if agreement is None or entry.seq in [each.seq for each in agreement.challenges]:
        return ""
    correction = _correction_after(game, entry, entry.act.target)
    if correction is not None:
        whose = f"{correction.who}’s" if correction.who else "a"
        return f"settled by {whose} correction, {write_later(entry, correction)}"
    consent = _consent_after(game, entry, entry.act)
    if consent is None:
        return ""
    agreed = consent.act.seats if isinstance(consent.act, Agreed) else ()
    names = write_names([game.sheet.setup.players[seat] for seat in agreed])
    return f"settled: {names} agreed, {write_later(entry, consent)}"


def _correction_after(game: CurrentGame, entry: LogEntry, target: int) -> LogEntry | None:
    """Return the first correction of a deal after an entry, among those in effect."""
    row = game.sheet.row_of(target)
    made = () if row is None else game.sheet.game.deals[row.number - 1].corrections
    return next((game.log[seq - 1] for seq in made if seq > entry.seq), None)


def _consent_after(game: CurrentGame, entry: LogEntry, act: Challenged) -> LogEntry | None:
    """Return the agreement that closed a challenge: the challenger's own, or the host's for all."""
    for seq, opinion in game.sheet.game.opinions.get(act.target, ()):
        if seq > entry.seq and isinstance(opinion, Agreed) and act.seat in (None, *opinion.seats):
            return game.log[seq - 1]
    return None


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
