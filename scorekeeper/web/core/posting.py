"""The hidden fields of a game's forms, reading posts, and the answers to them."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from flask import Response, abort, redirect, request, session

from scorekeeper.bookkeeping.game.posting import TOO_MUCH, Outcome, Post, Refused, Saved, Stale
from scorekeeper.bookkeeping.limits import Sender
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import SIT, this_game, this_phone, this_seat
from scorekeeper.web.core.fields import Field, Values, read_whole
from scorekeeper.web.core.filters import problem_words
from scorekeeper.web.core.outbox import (
    asks_for_data,
    faster_words,
    send_saved,
    send_text,
)
from scorekeeper.web.core.page import NOT_DRAWN, Page, render, show

WHO: Final = "who"
_ID_BYTES: Final = 16
_LONGEST_ID: Final = 30
_FINGERPRINT_BYTES: Final = 12
SavedAddress = Callable[[Saved], str]
DrawAgain = Callable[[CurrentGame, tuple[Problem, ...], Stale | None], Page]
_CARRIED: Final = frozenset(("csrf_token", "entry_id", "version", "presses", SIT))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFields:
    """The hidden fields of every form that makes an entry, and the field for who writes it.

    ``version`` is the game's version when the form was drawn. ``who`` is ``None`` on a phone
    with a seat, since its player writes.
    """

    entry_id: str = field(metadata=NOT_DRAWN)
    version: int
    who: Field | None


def new_entry_id() -> str:
    """Return a new id for the entry that a form will make."""
    return secrets.token_urlsafe(_ID_BYTES)


def make_entry_fields(game: CurrentGame, entry_id: str | None = None) -> EntryFields:
    """Return the fields of a form on top of the current game."""
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
    """Return entry id, version and writer of the posted form; answer 400 if one is missing."""
    version, entry_id = demand_whole(request.form, "version"), request.form.get("entry_id", "")
    if not entry_id:
        abort(400)
    return Post(
        entry_id=entry_id_of(entry_id),
        version=version,
        who=_read_who(),
        phone=this_phone(),
        sender=this_sender(),
    )


def this_sender() -> Sender:
    """Return where this request comes from, and its size."""
    return Sender(request.remote_addr or "", request.content_length or 0)


def status_of(problems: Sequence[Problem]) -> int:
    """Return the status of the answer to a post that was refused for these problems."""
    return 429 if TOO_MUCH in [problem.code for problem in problems] else 422


def demand_whole(values: Values, name: str) -> int:
    """Return the whole number in a field that the site's forms always fill, else answer 400."""
    number = read_whole(values.get(name, ""))
    if number is None:
        abort(400)
    return number


def demand_seat(values: Values) -> Seat:
    """Return the seat that a form names; answer 400 if no player has it."""
    seat = demand_whole(values, "seat")
    if seat >= len(this_game().sheet.heads):
        abort(400)
    return Seat(seat)


def _read_who() -> str:
    """Return who writes: the player of this phone's seat, or else the name in the form."""
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
    """Return the id of a form's entry: the same if the form is sent again, new if it changed."""
    fields = sorted(typed().items())
    text = repr([field for field in fields if field[0] not in _CARRIED])
    fingerprint = blake2b(text.encode() + file, digest_size=_FINGERPRINT_BYTES).hexdigest()
    return f"{form_id[:_LONGEST_ID]}.{fingerprint}"


def typed() -> dict[str, str]:
    """Return the typed values of the posted form, by field name."""
    return request.form.to_dict()


def see_other(address: str) -> Response:
    """Answer a post with 303 See Other and the address of the next page."""
    return redirect(address, code=303)  # type: ignore[return-value]


def answer(
    outcome: Outcome,
    *,
    saved: SavedAddress,
    again: DrawAgain,
) -> Response:
    """Answer the outcome of a post, as a page or, for an outbox, as JSON.

    ``saved`` returns the address of the page after a saved post. ``again`` returns the form once
    more with its typed values, and its problems or the others' newer entries.
    """
    if asks_for_data():
        return _answer_outbox(outcome, saved, again)
    match outcome:
        case Saved():
            return see_other(saved(outcome))
        case Stale(game=game):
            return show(again(game, (), outcome), status=409)
        case Refused(problems=problems):
            return show(again(this_game(), problems, None), status=status_of(problems))


def _answer_outbox(outcome: Outcome, saved: SavedAddress, again: DrawAgain) -> Response:
    match outcome:
        case Saved():
            return send_saved(outcome, saved(outcome))
        case Stale():
            return send_text(faster_words(outcome), 409)
        case Refused(problems=problems):
            words = problem_words(problems[0], this_game().sheet.setup)
            page = render(again(this_game(), problems, None))
            return send_text(words, status_of(problems), page=page)
