"""The history of a game: who did what, when, why, and which figures it changed."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from functools import cached_property, partial
from itertools import groupby, pairwise
from typing import Any, Final

from flask import Response, request

from scorekeeper.games import (
    CurrentGame,
    LogEntry,
    Role,
    SeatHistory,
    agreement_of,
    officers_of,
    seat_history_of,
)
from scorekeeper.record.writing import write_deal
from scorekeeper.rules import (
    Agreed,
    AskKind,
    Challenged,
    Closed,
    Corrected,
    Deal,
    Dealt,
    Entry,
    Points,
    Reopened,
    ScoreSheet,
    Seat,
    Setup,
    SetupChanged,
    SheetRow,
    Started,
    Undone,
    make_sheet,
    replay,
    values_of,
)
from scorekeeper.store.rows import steps_forward
from scorekeeper.web.core import (
    Page,
    Part,
    here,
    least_role,
    night_game,
    once,
    place_of,
    puts_back,
    read_whole,
    seat_taken,
    show_live,
    site,
    this_game,
    this_phone,
    this_visit,
)
from scorekeeper.web.live import make_live_part
from scorekeeper.web.review import review_pages
from scorekeeper.web.review.agreement_status import may_take_back
from scorekeeper.wording import write_stake

# --- A game as it was after each of its entries, for the history and for pages that were open -----


class Past:
    """A game and the sheet after each entry; an opinion changes no figure and has no sheet.

    ``deals_scored`` is how many deals the sheets made so far have in total.
    """

    def __init__(self, game: CurrentGame) -> None:
        self.game = game
        self.deals_scored = 0
        self._facts = [Entry(entry.seq, entry.act) for entry in game.log if entry.is_fact]
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
        return {row.seq: row for row in self.game.sheet.rows if row.counts and not row.corrected}

    @cached_property
    def undos(self) -> dict[int, LogEntry]:
        """The undo of each entry that is undone, by that entry."""
        undos = [
            entry for entry in self.game.log if isinstance(entry.act, Undone) and not entry.undone
        ]
        return {entry.act.target: entry for entry in undos if isinstance(entry.act, Undone)}

    def deal(self, version: int, target: int) -> Deal | None:
        """Return the deal of entry ``target`` as it was after entry ``version``, or ``None``."""
        deals = self.sheet(version).game.deals
        return next((deal.deal for deal in deals if deal.seq == target), None)


def is_another_since(game: CurrentGame, number: int, seen: int) -> bool:
    """Tell whether another deal had the number ``number`` after entry ``seen``."""
    if not any(isinstance(entry.act, Undone) for entry in game.log[seen:]):
        return False
    earlier = Past(game).sheet(seen).rows[number - 1 : number]
    return bool(earlier) and earlier[0].seq != game.sheet.rows[number - 1].seq


# --- What a correction changed in a deal, or a new setup in the game ------------------------------


_CARD_KINDS: Final = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
_LONE_TEN: Final = re.compile(r"\bT\b")
"""Matches a ten without a suit; a ten with a suit is drawn."""
_JOKER: Final = re.compile(r"\bJK\b")


_change: Final = partial(Part, player="", blank="not said", of_many=False)
"""Makes a fact or rule that was changed, by its label; ``player`` is that of a hand, else empty.

A value is as in the game record, a text, or empty for none; ``blank`` tells how people say that a
fact is missing: that there is ``none`` of it, or that it was ``not said``. Of several melds,
``of_many``, there are only those that differ.
"""


def changes_of_setup(before: Setup, after: Setup) -> Iterator[Part]:
    """Yield the stake and the house rules that differ."""
    if before.stake != after.stake:
        old, new = [write_stake(stake) if stake else "" for stake in (before.stake, after.stake)]
        yield _change(label="Stake", old=old, new=new)
    was, now = values_of(before.options), values_of(after.options)
    for option in after.variant.options:
        if was[option.name] != now[option.name]:
            words = option.with_value if option.reads_on else option.words
            old, new = [words(values[option.name]) for values in (was, now)]
            label = "House rule" if option.reads_on else option.label
            yield _change(label=label, old=old, new=new)


def changes_of(setup: Setup, before: Deal, after: Deal) -> Iterator[Part]:
    """Yield the facts that differ, those of the deal first, then those of each hand."""
    asks = setup.variant.family.asks(setup.options)
    versions = [_facts_by_owner(setup, deal) for deal in (before, after)]
    facts: dict[str, tuple[str, AskKind | None]] = {
        "ending": ("Ending", None),
        "by": (asks.by_label, None),
        "dealer": ("Dealer", None),
        "players": ("Who plays whom", None),
        **{ask.name: (ask.label, ask.kind) for ask in (*asks.deal, *asks.hand)},
    }
    for player in dict.fromkeys([owner for version in versions for owner in version]):
        old, new = [version.get(player, {}) for version in versions]
        for name, (label, kind) in facts.items():
            if old.get(name) != new.get(name):
                blank = "none" if kind is AskKind.PENALTIES else "not said"
                was, now = old.get(name), new.get(name)
                of_many = kind is AskKind.MELDS and None not in (was, now)
                if of_many:
                    was, now = _without(was, now), _without(now, was)
                yield _change(
                    player=player,
                    label=label,
                    old=_value(was, kind),
                    new=_value(now, kind),
                    blank=blank,
                    of_many=of_many,
                )


def _without(melds: Any, others: Any) -> list[str]:
    """Return the melds that are not among others as well."""
    return list((Counter(melds) - Counter(others)).elements())


def _facts_by_owner(setup: Setup, deal: Deal) -> dict[str, dict[str, Any]]:
    """Return the facts of the deal, of each pair of partners, and of each hand, by whose they are.

    Pairs are known by the player of the first side, so that each has facts before and after a
    change of opponents.
    """
    document = write_deal(deal, setup.players)
    first = {setup.players[seat] for seat in setup.sides[0]}
    pairs = {
        tuple(sorted(pair.pop("players"), key=lambda name: name not in first)): pair
        for pair in document.get("pairs", ())
    }
    opponents = " · ".join(sorted([" – ".join(names) for names in pairs]))
    owners = {"": {**document, "players": opponents}}
    owners |= {f"{names[0]}’s pair": pair for names, pair in pairs.items()}
    hands: dict[str, Any] = {}
    for part in (document, *pairs.values()):
        hands |= part.get("hands", {})
    return owners | {name: hands.get(name, {}) for name in setup.names}


def _value(value: Any, kind: AskKind | None) -> Any:
    """Return a value of the record, cards as one text with a star for the Joker."""
    if isinstance(value, list):
        value = tuple(value) if kind is AskKind.PENALTIES else " · ".join(value)
    if kind in _CARD_KINDS and value is not None:
        return _JOKER.sub("★", _LONE_TEN.sub("10", value))
    return value


# --- The notes between entries, and how challenges were settled -----------------------------------


_LEAST_STEP: Final = timedelta(seconds=1)


def notes_since(history: SeatHistory) -> Mapping[int, tuple[Part, ...]]:
    """Return the events after each entry and before the next, the latest first.

    A seat was ``taken`` over, or the clock was set ``forward``; else it was set back.
    """
    found = dict(_clock_steps(history.game))
    for takeover in history.takeovers:
        taken = Part(taken=seat_taken(history, takeover, this_phone()))
        steps = [note for note in found.get(takeover.entry, ()) if note.taken is None]
        others = [note for note in found.get(takeover.entry, ()) if note.taken is not None]
        found[takeover.entry] = (*steps, taken, *others)
    return found


def _clock_steps(game: CurrentGame) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Yield where the clock was set: back, as the entries show, or forward, as stored."""
    with site().store.database.reading() as db:
        forward = list(steps_forward(db, game.log[0].at, game.log[-1].at))
    for before, after in pairwise(game.log):
        steps = [step for step in forward if before.at <= step.before and step.after <= after.at]
        if steps:
            length = sum([step.after - step.before for step in steps], timedelta())
            yield before.seq, (Part(taken=None, forward=length),)
            # A clock that was set back later shows the same times again.
            forward = [step for step in forward if step not in steps]
        elif after.at < before.at - _LEAST_STEP:
            yield before.seq, (Part(taken=None, forward=None),)


def find_settling(game: CurrentGame, entry: LogEntry) -> int | None:
    """Return the entry that settled a challenge: a correction, or the agreement that closed it.

    It is None for an open challenge, for one that was taken back, and for any other entry.
    """
    if not isinstance(entry.act, Challenged) or entry.undone:
        return None
    agreement = agreement_of(game, entry.act.target)
    if agreement is None or entry.seq in [challenge.seq for challenge in agreement.challenges]:
        return None
    row = game.sheet.row_of(entry.act.target)
    made = () if row is None else game.sheet.game.deals[row.number - 1].corrections
    later = [seq for seq in made if seq > entry.seq]
    return later[0] if later else _consent_after(game, entry, entry.act)


def _consent_after(game: CurrentGame, entry: LogEntry, act: Challenged) -> int | None:
    """Return the agreement that closed a challenge: the challenger's own, or the host's for all."""
    for seq, opinion in game.sheet.game.opinions.get(act.target, ()):
        if seq > entry.seq and isinstance(opinion, Agreed) and act.seat in (None, *opinion.seats):
            return seq
    return None


LINES_A_PAGE: Final = 100
"""About the most entries of one evening; a longer game needs further pages."""
_DEALS_A_PAGE: Final = 600
"""How many deals the earlier sheets of a page may have together before the page ends."""


@review_pages.get("/history")
@least_role(Role.VIEWER)
def history() -> Response:
    """Show the entries of a game, the latest first; further pages show the earlier ones."""
    game = this_game()
    asked = read_whole(request.args.get("from", ""))
    return show_live(make_history(game, min(game.version, max(1, asked or game.version))))


def make_history(game: CurrentGame, first: int) -> Page:
    """Return the page that begins with entry ``first``."""
    history = seat_history_of(this_visit())
    since = notes_since(history)
    agreed = _find_agreements(game, since)
    lines = _history_lines(history, since, agreed, first)
    by_day = groupby(lines, key=lambda line: here(game.log[line.seq - 1].at).date())
    days = tuple([tuple(of_day) for _, of_day in by_day])
    return Page(
        "review/history.html",
        live=make_live_part(),
        game=game,
        days=days,
        first=first,
        earlier=days[-1][-1].seq - 1,
        latest=next(
            (
                entry.seq
                for entry in reversed(game.log)
                if entry.seq not in agreed and _may_undo(game, entry)
            ),
            0,
        ),
    )


def _find_agreements(game: CurrentGame, since: Mapping[int, tuple[Part, ...]]) -> Mapping[int, int]:
    """Return what each agreement that holds agreed to: it is told there, and has no line.

    An agreement after which a note comes has one, as the note stands between two lines.
    """
    held = {row.seq: row.agreement for row in game.sheet.rows if row.counts}
    if game.sheet.closing is not None and game.sheet.game.closed_by is not None:
        held[game.sheet.game.closed_by] = game.sheet.closing
    return {
        seq: target
        for target, agreement in held.items()
        for seq in sorted(agreement.agreed.values())
        if seq not in since
    }


def undo_of(game: CurrentGame, seq: int) -> LogEntry:
    """Return the entry that undid another and is not undone; raises StopIteration if none did."""
    return next(
        entry
        for entry in game.log
        if isinstance(entry.act, Undone) and entry.act.target == seq and not entry.undone
    )


def _history_lines(
    history: SeatHistory,
    since: Mapping[int, tuple[Part, ...]],
    agreed: Mapping[int, int],
    first: int,
) -> Iterator[Part]:
    """Yield the lines of a page; it has fewer if many earlier sheets must be made for them."""
    past = Past(history.game)
    log = [entry for entry in past.game.log[:first] if entry.seq not in agreed]
    for entry in reversed(log[-LINES_A_PAGE:]):
        agreements = [past.game.log[seq - 1] for seq in agreed if agreed[seq] == entry.seq]
        notes = since.get(entry.seq, ())
        yield _history_line(past, entry, history, agreements=agreements, since=notes)
        if past.deals_scored > _DEALS_A_PAGE:
            return


def _history_line(
    past: Past,
    entry: LogEntry,
    history: SeatHistory,
    *,
    agreements: list[LogEntry],
    since: tuple[Part, ...],
) -> Part:
    game = past.game
    return Part(
        seq=entry.seq,
        place=place_of(history, entry),
        officer=_officer_of(history, entry),
        agreed=tuple(
            [
                Part(seq=by.seq, place=place_of(history, by), may_undo=_may_undo(game, by))
                for by in agreements
            ]
        ),
        agreement=agreement_of(game, entry.seq) if agreements else None,
        is_silent=not getattr(entry.act, "reason", "") and _is_asked_why(game, entry),
        changes=tuple(_changes(past, entry)),
        points=tuple(_deal_points(past, entry)),
        moves=tuple(_moves(past, entry)),
        settled=find_settling(game, entry),
        undo=past.undos[entry.seq].seq if entry.undone else None,
        may_undo=_may_undo(game, entry),
        since=since,
    )


def _officer_of(history: SeatHistory, entry: LogEntry) -> str:
    """Return the officer who made an entry at a night; empty for a phone with a seat."""
    if night_game() is None or history.seat_of(entry) is not None:
        return ""
    officers = once("officers_of", lambda: site().store.read(officers_of, history.game.key))
    return officers.get(entry.seq, "")


def _is_asked_why(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether people are asked why they make such an entry; nobody is asked to restore one."""
    if isinstance(entry.act, Undone):
        return entry.is_fact and puts_back(game, entry.seq)
    return isinstance(entry.act, Corrected | Challenged | Closed | Reopened)


def _may_undo(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether an entry can be undone here; an undone opinion is given again instead."""
    is_opinion_undone = isinstance(entry.act, Undone) and not entry.is_fact
    if entry.undone or is_opinion_undone or isinstance(entry.act, Started):
        return False
    return may_take_back(game, entry.seq)


def _changes(past: Past, entry: LogEntry) -> Iterable[Part]:
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


def _deal_points(past: Past, entry: LogEntry) -> Iterator[tuple[str, Points]]:
    """Yield the points that a deal brought to each side that played."""
    if not isinstance(entry.act, Dealt):
        return
    row = past.untouched.get(entry.seq) or past.sheet(entry.seq).row_of(entry.seq)
    if row is None or not row.counts:
        return
    for side in past.game.sheet.sides:
        if side.seat < len(row.cells) and not row.cells[side.seat].sat_out:
            yield side.name, row.cells[side.seat].points or 0


def _moves(past: Past, entry: LogEntry) -> Iterator[Part]:
    """Yield each total that an entry changed, with the points of the deal that it corrected."""
    if not (entry.is_fact and isinstance(entry.act, Corrected | SetupChanged | Undone)):
        return
    target = entry.act.target if isinstance(entry.act, Corrected) else 0
    before, after = past.sheet(entry.seq - 1), past.sheet(entry.seq)
    rows = before.row_of(target), after.row_of(target)
    for side, old, new in zip(past.game.sheet.sides, before.sides, after.sides, strict=False):
        if old.running != new.running:
            points, totals = _changed_points(*rows, old.seat), (old.running, new.running)
            yield Part(name=side.name, totals=totals, points=points)


def _changed_points(
    was: SheetRow | None, now: SheetRow | None, seat: Seat
) -> tuple[Points, Points] | None:
    if was is None or now is None or not (was.counts and now.counts):
        return None
    return was.cells[seat].points or 0, now.cells[seat].points or 0
