"""The hidden fields of forms, their posts, and the answers to these, including those of errors.

The outbox of a phone, which sends a post again until it is answered, gets JSON where a person would
get a page.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from http import HTTPStatus
from typing import Final

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    redirect,
    request,
    session,
    url_for,
)
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.config import MAX_REQUEST_BYTES
from scorekeeper.games import (
    TOO_MUCH,
    About,
    CurrentGame,
    GameOutcome,
    LogEntry,
    Outcome,
    Post,
    Refused,
    Role,
    Saved,
    Sender,
    Stale,
    Thing,
    UnreadableGame,
)
from scorekeeper.rules import Problem, Seat, refusal
from scorekeeper.store.database import StorageError
from scorekeeper.web.core.access import (
    SIT,
    demand,
    this_game,
    this_officer,
    this_phone,
    this_seat,
    this_visit,
)
from scorekeeper.web.core.filters import problem_words
from scorekeeper.web.core.forms import Field, Values, read_whole
from scorekeeper.web.core.page import NOT_DRAWN, Action, Page, make_error_page, render, show
from scorekeeper.web.core.security import request_details
from scorekeeper.wording.sentences import among, isolate

WHO: Final = "who"
_ID_BYTES: Final = 16
_LONGEST_ID: Final = 30
_FINGERPRINT_BYTES: Final = 12
_DATA: Final = "application/json"
_CARRIED: Final = frozenset(("csrf_token", "entry_id", "version", "presses", SIT))

TOO_LARGE: Final = "At most 1 MiB can be sent: choose a smaller file"
FORMS_WITH_FILES: Final[dict[str, Callable[..., Response]]] = {}
"""The view of each form with a file, by the endpoint that takes it; both ask for the same role."""
_WORDS: Final = {
    400: ("Not understood", "The browser sent something this page cannot read."),
    403: ("Not with this link", "This page needs another link. Ask the host of the table for it."),
    404: ("No such page", "Check the address, or ask the table for its link."),
    405: ("Not this way", "That cannot be done at this address. Go back and try again."),
    409: ("Someone was faster", "Open the game again to see what is new."),
    410: (
        "The link was withdrawn",
        "Ask the host for the new one. Nothing that was entered is lost.",
    ),
    413: ("Too large", "A request or a record has at most 1 MiB."),
    422: ("Not complete", "Go back and look at the marked fields."),
    503: ("Not now", "The score book cannot be reached. Try again in a minute."),
}
_OFFICERS_ONLY: Final = "Only officers of the club may do this. They sign in with its passphrase."
_WITHDRAWN_OF_CLUB: Final = "Ask an officer of the club for the new one. Nothing is lost."
_HOSTS_ONLY: Final = "Only the host may do this, with the host’s own link."
_UNREADABLE: Final = (
    "This game cannot be read",
    "Its stored data is damaged. The person who runs the server can restore a backup. The other"
    " games are fine.",
)
_SERVER_ERROR: Final = ("Something broke", "This is our mistake. Every saved deal is safe.")


# --- The hidden fields of forms -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFields:
    """The hidden fields of every form: the id of the entry or act that the form will make.

    Forms of a game also have its ``version`` at the time the form was drawn, and a field for
    ``who`` writes; that is ``None`` on a phone with a seat, since its player writes.
    """

    entry_id: str = field(metadata=NOT_DRAWN)
    version: int = 0
    who: Field | None = None


def new_entry_id() -> str:
    """Return a new id for the entry that a form will make."""
    return secrets.token_urlsafe(_ID_BYTES)


def make_entry_fields(game: CurrentGame, entry_id: str | None = None) -> EntryFields:
    """Return the fields of a form that builds on the current game."""
    players = game.sheet.setup.players
    writer = session.get(WHO, "")
    who = Field(
        name=WHO,
        kind="choice",
        label="Written by",
        value=writer if writer in players else "",
        choices=(("", "not said"), *[(name, name) for name in game.sheet.setup.names]),
    )
    return EntryFields(
        entry_id=entry_id or new_entry_id(),
        version=game.sheet.game.facts_version,
        who=who if this_seat() is None else None,
    )


def make_club_fields(entry_id: str = "") -> EntryFields:
    """Return the fields of a form of the club."""
    return EntryFields(entry_id=entry_id or new_entry_id())


# --- Reading posts --------------------------------------------------------------------------------


def read_post() -> Post:
    """Return the post of a form of a game; answer 400 if a hidden field is missing."""
    version, post = demand_whole(request.form, "version"), read_any_post(b"")
    return replace(post, version=version, who=_read_who())


def read_act(file: bytes = b"") -> Post:
    """Return the post of a form of the club, with the content of an uploaded file, if any.

    Answers 400 if a hidden field is missing.
    """
    officer = this_officer()
    return replace(
        # Two buttons of one page are two acts, though nothing is typed for either.
        read_any_post(request.path.encode() + file),
        person=this_visit().person,
        officer=None if officer is None else officer.number,
    )


def read_any_post(more: bytes) -> Post:
    """Return the post of a form; answer 400 without an id. ``more`` also tells posts apart."""
    entry_id = request.form.get("entry_id", "")
    if not entry_id:
        abort(400)
    return Post(entry_id=entry_id_of(entry_id, more), phone=this_phone(), sender=this_sender())


def this_sender() -> Sender:
    """Return where this request comes from, and its size."""
    return Sender(request.remote_addr or "", request.content_length or 0)


def demand_whole(values: Values, name: str) -> int:
    """Return the whole number in a field that the site's forms always fill, else answer 400."""
    return demand(read_whole(values.get(name, "")), 400)


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


# --- Files that are too large, of which nothing is read -------------------------------------------


def show_too_large(ask: Callable[..., Response]) -> Response:
    """Answer 413 with the form that a view shows, as it is without what was sent."""
    g.is_too_large = True
    response = ask(**(request.view_args or {}))
    response.status_code = 413
    return response


def too_large(field: str) -> tuple[Problem, ...]:
    """Return the problem of the field of a file, if more was sent than is read."""
    return refusal("bad_value", TOO_LARGE, at=(field,)) if "is_too_large" in g else ()


# --- Answers --------------------------------------------------------------------------------------


def see_other(address: str) -> Response:
    """Answer a post with 303 See Other and the address of the next page."""
    return redirect(address, code=303)  # type: ignore[return-value]


def status_of(problems: Sequence[Problem]) -> int:
    """Return the status of the answer to a post that was refused for these problems."""
    return 429 if TOO_MUCH in [problem.code for problem in problems] else 422


def answer(
    outcome: Outcome[About],
    *,
    saved: Callable[[Saved[About]], str],
    again: Callable[[tuple[Problem, ...]], Page],
) -> Response:
    """Answer the outcome of a post, as a page or, for an outbox, as JSON.

    ``saved`` returns the address of the page after a saved post. ``again`` returns the form once
    more, with what was typed and with its problems; if others were faster, with what they did.
    """
    if isinstance(outcome, Saved):
        return answer_saved(outcome, saved(outcome))
    status = 409 if isinstance(outcome, Stale) else status_of(outcome.problems)
    if asks_for_data():
        page = "" if isinstance(outcome, Stale) else render(again(outcome.problems))
        return send_text(refusal_words(outcome), status, page=page)
    return show(again(outcome.problems), status=status)


def answer_saved(saved: Saved[About], address: str) -> Response:
    """Answer that a post is saved, with the page to see next and the version of its entry."""
    if asks_for_data():
        return jsonify({"see": address, "version": saved.seq, "repeated": saved.repeated})
    return see_other(address)


def game_after(outcome: GameOutcome) -> CurrentGame:
    """Return the game of this request as it is after a post."""
    return this_game() if isinstance(outcome, Refused) else outcome.thing


def newer_than(outcome: Outcome[About]) -> tuple[LogEntry, ...]:
    """Return the entries of others that made a post come too late; empty for any other post."""
    return outcome.newer if isinstance(outcome, Stale) else ()


def asks_for_data() -> bool:
    """Tell whether the outbox makes this request, and so wants JSON."""
    return request.accept_mimetypes.best == _DATA


def send_text(text: str, status: int, *, way: str = "", page: str = "") -> Response:
    """Answer with one sentence about what went wrong, and the words of the link that helps.

    ``page`` is the page that a person would get, so that the phone need not ask for it.
    """
    more = {"way": way, "page": page}
    response = jsonify(
        {"text": isolate(text)} | {name: value for name, value in more.items() if value}
    )
    response.status_code = status
    return response


def refusal_words(refused: Stale[About] | Refused) -> str:
    """Return the first problem of a post as a sentence, or who was faster: ``Bob was faster.``"""
    if not refused.problems:
        names = [entry.who for entry in newer_than(refused)][::-1]
        return f"{next(filter(None, names), 'Someone')} was faster."
    if this_visit().opens is Thing.GAME:
        setup = this_game().sheet.setup
        with among(setup.players):
            return str(isolate(problem_words(refused.problems[0], setup)))
    return f"{refused.problems[0].text}."


# --- Error pages: each says in plain words what went wrong and what to do next --------------------


def register(app: Flask) -> None:
    """Register the site's own error pages, and what a page says of a file before it is sent."""
    app.jinja_env.globals["file_limit"] = {"bytes": MAX_REQUEST_BYTES, "words": TOO_LARGE}
    app.register_error_handler(HTTPException, answer_error)
    app.register_error_handler(CSRFError, answer_missing_token)
    app.register_error_handler(StorageError, answer_storage)
    app.register_error_handler(UnreadableGame, answer_unreadable)


def answer_error(error: HTTPException) -> Response:
    """Answer an HTTP error with its page and status."""
    status = error.code or 500
    ask = FORMS_WITH_FILES.get(request.endpoint or "")
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE and ask is not None:
        return show_too_large(ask)
    title, text = _WORDS.get(status, _SERVER_ERROR)
    if status == HTTPStatus.FORBIDDEN and "visit" in g and g.visit.role is Role.PLAYER:
        text = _HOSTS_ONLY
    response = _answer_club(status) if _is_of_club() else None
    response = response or show_error(status, title, text)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(error.valid_methods)
    return response


def _is_of_club() -> bool:
    return request.blueprint is not None and request.path.startswith(("/club/", "/night/"))


def _answer_club(status: int) -> Response | None:
    """Return the club's own page for 403, with a link to sign in, or for 410; else None."""
    match status:
        case HTTPStatus.FORBIDDEN:
            way = Action(words="Sign in", address=url_for("officers.ask_passphrase"))
            return show_error(status, "For officers", _OFFICERS_ONLY, action=way)
        case HTTPStatus.GONE:
            return show_error(status, _WORDS[status][0], _WITHDRAWN_OF_CLUB)
    return None


def answer_storage(error: StorageError) -> Response:
    """Answer 503 if the database cannot be used, and log the reason."""
    current_app.logger.error("%s", error, extra={"details": request_details()})
    title, text = _WORDS[503]
    return show_error(503, title, text)


def answer_unreadable(error: UnreadableGame) -> Response:
    """Answer 503 for a game that cannot be read, and log which entry it is."""
    current_app.logger.error("%s", error, extra={"details": request_details()})
    return show_error(503, *_UNREADABLE)


def answer_missing_token(error: CSRFError) -> Response:
    """Answer 400 to a form without this browser's CSRF token, which saves nothing."""
    return show_error(
        400,
        "Nothing was saved",
        "The form is from another visit, or cookies are off. Go back, reload the page and send it"
        " again.",
    )


def show_error(
    status: int, title: str, text: str, *, action: Action | None = None, home: Action | None = None
) -> Response:
    """Answer with a page, or with JSON if the phone's outbox asks.

    ``home`` is the next step, which leads to all games if it is left out.
    """
    if asks_for_data():
        return send_text(f"{title}. {text}", status)
    return show(make_error_page(title, text, home=home, action=action), status=status)
