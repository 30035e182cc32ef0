"""How the table stands to a deal or an early end, as pages show it, and who may say so."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from flask import Flask, abort

from scorekeeper.bookkeeping.agreement import consent_of, figures_of
from scorekeeper.bookkeeping.links import Role
from scorekeeper.bookkeeping.outcomes import LogEntry, OpenGame
from scorekeeper.domain.consent import Consent
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Agreed, Challenged, Figure, Undone
from scorekeeper.web.access import may, this_seat, this_visit
from scorekeeper.web.filters import write_time
from scorekeeper.web.pages import Ticket
from scorekeeper.web.posting import make_ticket
from scorekeeper.wording import write_names

_FIGURES: Final = re.compile(r"(-?\d{1,9}/-?\d{1,9}( -?\d{1,9}/-?\d{1,9})*)?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """A player who is asked, and when that player agreed; empty while there is no answer."""

    name: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Protest:
    """A challenge that stands: whose, when, and why."""

    who: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTalk:
    """How the table stands to entry ``target``, and what this phone may say to it.

    ``seen`` are the figures of the page, to be agreed to; ``asks_me`` if this phone's player is
    still asked, ``asks_others`` if somebody else is, for whom this phone may agree as well.
    """

    target: int
    voices: tuple[Voice, ...]
    state: str
    protests: tuple[Protest, ...]
    seen: str
    asks_me: bool
    asks_others: bool
    may_speak: bool
    ticket: Ticket


def register(app: Flask) -> None:
    """Let pages show how the table stands to what is on them."""
    app.jinja_env.globals["talk_of"] = talk_of


def may_speak() -> bool:
    """Whether this phone may agree or challenge: whoever sits at the table, and the host."""
    is_at_table = this_seat() is not None or this_visit().role is Role.HOST
    return is_at_table and may("game.agree")


def may_take_back(game: OpenGame, seq: int) -> bool:
    """Whether this phone may take an entry back; what somebody said, only that player's or host's.

    That goes for taking it back as well. Whether it is taken back already is another question.
    """
    act = game.log[seq - 1].act
    while isinstance(act, Undone):
        act = game.log[act.target - 1].act
    if this_visit().role is Role.HOST:
        return True
    match act:
        case Agreed(seats=seats):
            return this_seat() in seats
        case Challenged(seat=seat):
            return seat is not None and seat == this_seat()
    return may("game.take_back")


def talk_of(game: OpenGame, target: int) -> TableTalk | None:
    """How the table stands to an entry; ``None`` if nothing of it stands or nobody is asked."""
    consent = consent_of(game, target)
    if consent is None or not (consent.agreed or consent.asked or consent.objections):
        return None
    mine = this_seat()
    speaks = may_speak()
    return TableTalk(
        target=target,
        voices=tuple(_voices(game, consent)),
        state=state_of_table(game, consent),
        protests=tuple(_protests(game, consent)),
        seen=write_seen(figures_of(game, target)),
        asks_me=speaks and mine in consent.asked,
        asks_others=speaks and any(seat != mine for seat in (*consent.asked, *_objectors(consent))),
        may_speak=speaks,
        ticket=make_ticket(game),
    )


def state_of_table(game: OpenGame, consent: Consent) -> str:
    """Who is still to answer: ``Waiting for Bob and Cal.``; or that all agree."""
    if consent.complete:
        return "All agree."
    objectors = _objectors(consent)
    silent = [seat for seat in consent.asked if seat not in objectors]
    players = game.sheet.setup.players
    return f"Waiting for {write_names([players[seat] for seat in silent])}." if silent else ""


def _objectors(consent: Consent) -> list[Seat | None]:
    return [objection.seat for objection in consent.objections]


def _voices(game: OpenGame, consent: Consent) -> Iterator[Voice]:
    for seat in sorted((*consent.agreed, *consent.asked)):
        seq = consent.agreed.get(seat)
        at = "" if seq is None else write_time(game.log[seq - 1].at)
        yield Voice(name=game.sheet.setup.players[seat], at=at)


def _protests(game: OpenGame, consent: Consent) -> Iterator[Protest]:
    for objection in consent.objections:
        entry = game.log[objection.seq - 1]
        yield Protest(
            who=challenger_of(game, entry, objection.seat),
            at=write_time(entry.at),
            reason=objection.reason,
        )


def challenger_of(game: OpenGame, entry: LogEntry, seat: Seat | None) -> str:
    """Who made a challenge, by name where one is known."""
    return game.sheet.setup.players[seat] if seat is not None else entry.who or "The host"


def write_seen(figures: tuple[Figure, ...]) -> str:
    """Figures as a form carries them, by seat: points and those held to the end."""
    return " ".join([f"{figure.points}/{figure.held}" for figure in figures])


def read_seen(values: Mapping[str, str]) -> tuple[Figure, ...]:
    """The figures that a form carried; one of ours always carries some, or none for an end."""
    text = values.get("seen", "")
    if not _FIGURES.fullmatch(text):
        abort(400)
    pairs = [part.split("/") for part in text.split()]
    return tuple([Figure(int(points), int(held)) for points, held in pairs])
