"""What every form of a game carries and every post of one is answered with."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from flask import Response, abort, redirect, request, session

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.posting import Outcome, Post, Refused, Saved, Stale
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import this_game, this_seat
from scorekeeper.web.core.fields import Field, Values, read_whole
from scorekeeper.web.core.outbox import (
    acknowledge,
    asks_for_data,
    faster_words,
    problem_words,
    say,
)
from scorekeeper.web.core.page import Page, show

WHO: Final = "who"
_ID_BYTES: Final = 16
_LONGEST_ID: Final = 30
_FINGERPRINT_BYTES: Final = 12
_CARRIED: Final = frozenset(("csrf_token", "entry_id", "version"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFields:
    """The hidden fields of every form that makes an entry, and the field for who writes it.

    ``version`` is where the game stood when the form was drawn. ``who`` is ``None`` on a phone
    that has a seat, since its player writes.
    """

    entry_id: str = field(repr=False)
    version: int
    who: Field | None


def new_entry_id() -> str:
    """An id for what a form will enter, made as the form is drawn."""
    return secrets.token_urlsafe(_ID_BYTES)


def make_entry_fields(game: CurrentGame, entry_id: str | None = None) -> EntryFields:
    """What a form on top of the game as it stands carries; who has a seat is not asked who."""
    players = game.sheet.setup.players
    writer = session.get(WHO, "")
    choices = (("", "not said"), *[(name, name) for name in players])
    who = Field(
        name=WHO,
        kind="choice",
        label="Written by",
        value=writer if writer in players else "",
        choices=choices,
    )
    return EntryFields(
        entry_id=entry_id or new_entry_id(),
        version=game.sheet.game.facts_version,
        who=who if this_seat() is None else None,
    )


def read_post() -> Post:
    """Who posts what on top of which version; a form of ours always says so."""
    version, entry_id = demand_whole(request.form, "version"), request.form.get("entry_id", "")
    if not entry_id:
        abort(400)
    return Post(entry_id=entry_id_of(entry_id), version=version, who=_read_who())


def demand_whole(values: Values, name: str) -> int:
    """Return the whole number in a field that our own forms always fill; else answer 400."""
    number = read_whole(values.get(name, ""))
    if number is None:
        abort(400)
    return number


def demand_seat(values: Values) -> Seat:
    """Return the seat that a form of ours names; answer 400 where nobody sits there."""
    seat = demand_whole(values, "seat")
    if seat >= len(this_game().sheet.heads):
        abort(400)
    return Seat(seat)


def _read_who() -> str:
    """Who writes: the player whose seat this phone has, else whom the form names."""
    seat, players = this_seat(), this_game().sheet.setup.players
    if seat is not None:
        return players[seat]
    who = str(request.form.get(WHO, session.get(WHO, "")))
    if who not in players:
        who = ""
    if WHO in request.form:
        session[WHO] = who
    return who


def entry_id_of(form_id: str, file: bytes = b"") -> str:
    """The id of what a form enters: a form sent twice is one entry, one changed and sent is two."""
    fields = sorted(typed().items())
    text = repr([field for field in fields if field[0] not in _CARRIED])
    fingerprint = blake2b(text.encode() + file, digest_size=_FINGERPRINT_BYTES).hexdigest()
    return f"{form_id[:_LONGEST_ID]}.{fingerprint}"


def typed() -> dict[str, str]:
    """What was typed, by field."""
    return request.form.to_dict()


def see(address: str) -> Response:
    """The answer after a post: the page to look at next."""
    return redirect(address, code=303)  # type: ignore[return-value]


def answer(
    outcome: Outcome,
    *,
    saved: Callable[[CurrentGame], str],
    again: Callable[[CurrentGame, tuple[Problem, ...], Stale | None], Page],
) -> Response:
    """The answer to any post of a game.

    ``saved`` gives the address to see next; ``again`` the form with what was typed, its problems,
    or what others did meanwhile. The outbox of a phone gets the same as data.
    """
    if asks_for_data():
        return _tell_outbox(outcome, saved)
    match outcome:
        case Saved(game=game):
            return see(saved(game))
        case Stale(game=game):
            return show(again(game, (), outcome), status=409)
        case Refused(problems=problems):
            return show(again(this_game(), problems, None), status=422)


def _tell_outbox(outcome: Outcome, saved: Callable[[CurrentGame], str]) -> Response:
    match outcome:
        case Saved(game=game):
            return acknowledge(outcome, saved(game))
        case Stale():
            return say(faster_words(outcome), 409)
        case Refused(problems=problems):
            return say(problem_words(this_game().sheet.setup, problems[0]), 422)
