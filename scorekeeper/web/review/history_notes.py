"""What the history tells beside entries: on which phone they were made, and what came between."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Final

from scorekeeper.bookkeeping.access.seat_history import SeatHistory, seat_history_of
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.web.core.access import this_phone, this_visit
from scorekeeper.web.core.entry_words import names_doer
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.phone_words import name_of_phone, takeover_words, words_of_phone


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNote:
    """Something that happened between two entries; ``at`` is its time, ``about`` says more."""

    text: str
    at: str = ""
    about: str = ""


SET_BACK: Final = HistoryNote(
    text="The clock of the server was set back here",
    about="What stands above came later, whatever its time says.",
)
_LEAST_STEP: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNotes:
    """What is told beside the entries of a game, by their numbers.

    ``phones`` say on which phone an entry was made, where that says something, ``doers`` the same
    as a name, ``Phone 4, without a seat``, for entries of nobody by name; ``since`` is what
    happened after an entry and before the next, the latest first.
    """

    phones: Mapping[int, str]
    doers: Mapping[int, str]
    since: Mapping[int, tuple[HistoryNote, ...]]


def make_notes(shown: Iterable[int]) -> HistoryNotes:
    """Return what is told beside the entries with these numbers, of this request's game."""
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
    """Return where the time of an entry is before that of the entry before."""
    return {
        before.seq: (SET_BACK,)
        for before, after in pairwise(game.log)
        if after.at < before.at - _LEAST_STEP
    }


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
