"""Answers to the outbox of a phone: JSON where a person would get a page."""

from typing import Final

from flask import Response, jsonify, request

from scorekeeper.bookkeeping.game.posting import Saved, Stale

_DATA: Final = "application/json"


def asks_for_data() -> bool:
    """Tell whether the outbox makes this request, and so wants JSON."""
    return request.accept_mimetypes.best == _DATA


def send_text(text: str, status: int, *, way: str = "", page: str = "") -> Response:
    """Answer with one sentence about what went wrong, and the words of the way to mend it.

    ``page`` is the page that a person would get, so that the phone need not ask for it.
    """
    more = {"way": way, "page": page}
    response = jsonify({"text": text} | {name: value for name, value in more.items() if value})
    response.status_code = status
    return response


def send_saved(saved: Saved, address: str) -> Response:
    """Answer that the post is saved, with the page to see next and the version of its entry."""
    return jsonify({"see": address, "version": saved.seq, "repeated": saved.repeated})


def faster_words(stale: Stale) -> str:
    """Return who was faster: ``Bob was faster.``"""
    names = [entry.who for entry in reversed(stale.newer) if entry.who]
    return f"{names[0] if names else 'Somebody'} was faster."
