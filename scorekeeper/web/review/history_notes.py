"""What the history tells beside entries: on which phone they were made, and what came between."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.bookkeeping.access.seat_history import SeatHistory, seat_history_of
from scorekeeper.web.core.access import this_visit
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.phone_words import takeover_words, words_of_phone


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNote:
    """Something that happened between two entries; ``at`` is its time, ``about`` says more."""

    text: str
    at: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNotes:
    """What is told beside the entries of a game, by their numbers.

    ``phones`` say on which phone an entry was made, where that says something; ``since`` is what
    happened after an entry and before the next, the latest first.
    """

    phones: Mapping[int, str]
    since: Mapping[int, tuple[HistoryNote, ...]]


def make_notes(shown: Iterable[int]) -> HistoryNotes:
    """Return what is told beside the entries with these numbers, of this request's game."""
    history = seat_history_of(this_visit())
    words = {seq: words_of_phone(history, history.game.log[seq - 1]) for seq in shown}
    return HistoryNotes(
        phones={seq: text for seq, text in words.items() if text},
        since=_takeovers(history),
    )


def _takeovers(history: SeatHistory) -> Mapping[int, tuple[HistoryNote, ...]]:
    found: dict[int, tuple[HistoryNote, ...]] = {}
    for each in history.takeovers:
        taken = HistoryNote(
            text=takeover_words(history, each.seat),
            at=write_time(each.at),
            about=f"phone {each.taker}, before that phone {each.former}",
        )
        found[each.entry] = (taken, *found.get(each.entry, ()))
    return found
