"""News for everybody at the table: what was just taken back, what came later, the next game."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from flask import session, url_for

from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.journal import Challenged, Corrected, Dealt, Undone
from scorekeeper.web.core.access import may, this_phone, this_visit
from scorekeeper.web.core.page import NOT_DRAWN, hide_key
from scorekeeper.web.core.phrases import puts_back
from scorekeeper.web.core.posting import EntryFields, make_entry_fields
from scorekeeper.web.core.site import site

SECONDS_SHOWN: Final = 60
_OWN_UNDO: Final = "own_undo"
_MOST_LATER: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """An undo, entry ``seq``, which is shown with a button to reverse it; ``is_own`` by this phone.

    It is shown for ``seconds`` more or, if it took a deal off the sheet (``None``), until somebody
    changes the game.
    """

    seq: int
    is_own: bool
    seconds: int | None = field(metadata=NOT_DRAWN)
    entry_fields: EntryFields


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """The recent undos, the latest first, and the address of the next game, empty if none."""

    taken_back: tuple[TakenBack, ...]
    next_game: str


def make_news(game: CurrentGame) -> News:
    """Return the news of a game for this visitor.

    Undos are news for a minute, that of a deal until the game goes on, and only for visitors who
    may reverse them.
    """
    return News(
        taken_back=tuple(_taken_back(game)) if may("review.take_back") else (),
        next_game=next_game_address(),
    )


def entries_since(game: CurrentGame, seen: int, own: int) -> tuple[int, ...]:
    """Return the last entry of others about each deal after version ``seen``, the oldest first.

    ``own`` is the entry of the page's own deal, whose challenges the page itself shows. Undos are
    left out, since the news tell of them.
    """
    last: dict[int, int] = {}
    for entry in game.log[seen:]:
        target = _deal_of(entry)
        if entry.undone or entry.phone == this_phone() != "":
            continue
        if target == own and isinstance(entry.act, Challenged):
            continue
        if target is not None and game.sheet.row_of(target) is not None:
            last[target] = entry.seq
    return tuple(list(last.values())[-_MOST_LATER:])


def _deal_of(entry: LogEntry) -> int | None:
    """Return the deal that an entry brought, corrected or challenged; else ``None``."""
    match entry.act:
        case Dealt():
            return entry.seq
        case Corrected(target=target) | Challenged(target=target):
            return target
    return None


def note_own_undo(key: str, seq: int) -> None:
    """Remember that this browser made entry ``seq``, an undo; the news then say so to it."""
    session[_OWN_UNDO] = [hide_key(key), seq]


def next_game_address() -> str:
    """Return the address of the game that was started after this one; empty if none was."""
    link = this_visit().next_link
    return url_for("table.sheet", link=link) if link else ""


def _taken_back(game: CurrentGame) -> Iterator[TakenBack]:
    """Yield the undos that are still news and have not been reversed."""
    now = site().store.now()
    for entry in reversed(game.log):
        # Without abs(), an undo would be offered for as long as a clock was set back.
        seconds = SECONDS_SHOWN - int(abs((now - entry.at).total_seconds()))
        stays = entry.seq == game.sheet.game.facts_version and _takes_deal(game, entry)
        if _is_news(game, entry) and (stays or seconds > 0):
            yield TakenBack(
                seq=entry.seq,
                is_own=session.get(_OWN_UNDO) == [hide_key(game.key), entry.seq],
                seconds=None if stays else min(seconds, SECONDS_SHOWN),
                entry_fields=make_entry_fields(game),
            )
        if entry.is_fact and seconds <= 0:
            return


def _takes_deal(game: CurrentGame, entry: LogEntry) -> bool:
    """Tell whether an entry took a deal off the sheet."""
    act = entry.act
    return isinstance(act, Undone) and isinstance(game.log[act.target - 1].act, Dealt)


def _is_news(game: CurrentGame, entry: LogEntry) -> bool:
    is_undo = isinstance(entry.act, Undone) and puts_back(game, entry.seq)
    return is_undo and entry.is_fact and not entry.undone
