"""What everybody at the table should see at once: what was just taken back, and the next game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from flask import Flask, url_for

from scorekeeper.bookkeeping.outcomes import LogEntry, OpenGame
from scorekeeper.domain.journal import Corrected, Dealt, Undone
from scorekeeper.web.access import may, this_visit
from scorekeeper.web.deeds import act_of, deal_name, puts_back
from scorekeeper.web.pages import Ticket, site
from scorekeeper.web.posting import make_ticket

SECONDS_SHOWN: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """What somebody took back by entry ``seq``, and for how many seconds more it is offered."""

    seq: int
    text: str
    seconds: int
    ticket: Ticket


def register(app: Flask) -> None:
    """Let pages of a game show its news."""
    app.jinja_env.globals["taken_back_in"] = taken_back_in
    app.jinja_env.globals["next_game"] = next_game


def taken_back_in(game: OpenGame) -> tuple[TakenBack, ...]:
    """What was taken back within the last minute, the latest first, for those who may put it back.

    What was put back again since is no news.
    """
    return tuple(_taken_back(game)) if may("game.take_back") else ()


def _taken_back(game: OpenGame) -> Iterator[TakenBack]:
    now = site().books.now()
    for entry in reversed(game.log):
        seconds = SECONDS_SHOWN - int((now - entry.at).total_seconds())
        if seconds <= 0:
            return
        if _is_news(game, entry):
            yield TakenBack(
                seq=entry.seq,
                text=_say(game, entry),
                seconds=min(seconds, SECONDS_SHOWN),
                ticket=make_ticket(game),
            )


def _is_news(game: OpenGame, entry: LogEntry) -> bool:
    is_undo = isinstance(entry.act, Undone) and puts_back(game, entry.seq)
    return is_undo and entry.is_fact and not entry.undone


def _say(game: OpenGame, entry: LogEntry) -> str:
    """Who took back what: ``Bob took back deal 4.``"""
    taken = game.log[entry.act.target - 1] if isinstance(entry.act, Undone) else entry
    match taken.act:
        case Dealt():
            what = _lower(deal_name(game, taken.seq))
        case Corrected(target=target):
            what = f"the correction of {_lower(deal_name(game, target))}"
        case _:
            return f"{entry.who or 'Somebody'} took back: {_lower(act_of(game, taken))}."
    return f"{entry.who or 'Somebody'} took back {what}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def next_game() -> str:
    """The address of the game that was begun after this one, for this visitor; empty if none."""
    link = this_visit().next_link
    return url_for("game.table", key=link) if link else ""
