"""The notes beside the entries of the history: about phones, and about events between entries.

They also say how each challenge was settled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Final

from scorekeeper.bookkeeping.access.seat_history import SeatHistory, seat_history_of
from scorekeeper.bookkeeping.game.agreement import agreement_of
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.journal import Agreed, Challenged
from scorekeeper.storage.clock_steps import ClockStep, steps_forward
from scorekeeper.web.core.access import this_phone, this_visit
from scorekeeper.web.core.entry_words import names_doer
from scorekeeper.web.core.filters import write_day, write_moment, write_time
from scorekeeper.web.core.phone_words import name_of_phone, takeover_words, words_of_phone
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_duration, write_names


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
