"""Error pages: each says in plain words what went wrong and what to do next."""

from http import HTTPStatus
from typing import Final

from flask import Flask, Response, current_app, g, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.config import MAX_REQUEST_BYTES
from scorekeeper.games.journals import UnreadableGame
from scorekeeper.games.links import Role
from scorekeeper.store.database import StorageError
from scorekeeper.web.core.page import Action, make_error_page, show
from scorekeeper.web.core.posting import (
    FORMS_WITH_FILES,
    TOO_LARGE,
    asks_for_data,
    send_text,
    show_too_large,
)
from scorekeeper.web.core.security import request_details

_WORDS: Final = {
    400: ("Not understood", "The browser sent something this page cannot read."),
    403: ("Not with this link", "This page needs another link. Ask the host of the table for it."),
    404: ("No such page", "Check the address, or ask the table for its link."),
    405: ("Not this way", "That cannot be done at this address. Go back and try again."),
    409: ("Somebody was faster", "Open the game again to see what is new."),
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
    "What is stored of it was damaged. Whoever keeps the computer can restore a backup."
    " The other games are whole.",
)
_SERVER_ERROR: Final = ("Something broke", "This is our mistake. Every saved deal is safe.")


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
        "The form is from another visit, or cookies are off."
        " Go back, load the page again, and send it once more.",
    )


def show_error(
    status: int, title: str, text: str, *, action: Action | None = None, home: Action | None = None
) -> Response:
    """Answer with a page, or with JSON if the phone's outbox asks.

    ``home`` is the way on, to all games if it is left out.
    """
    if asks_for_data():
        return send_text(f"{title}. {text}", status)
    page = make_error_page(title, text, home=home, action=action)
    return show(page, status=status)
