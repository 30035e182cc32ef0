"""Answers to the outbox of a phone: JSON where a person would get a page."""

from typing import Final

from flask import Response, jsonify, request

from scorekeeper.bookkeeping.posting import Saved, Stale
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Problem

_DATA: Final = "application/json"


def asks_for_data() -> bool:
    """Tell whether the outbox makes this request, and so wants JSON."""
    return request.accept_mimetypes.best == _DATA


def send_text(text: str, status: int, *, way: str = "") -> Response:
    """Answer with one sentence about what went wrong, and the words of the way to mend it."""
    response = jsonify({"text": text} | ({"way": way} if way else {}))
    response.status_code = status
    return response


def send_saved(saved: Saved, address: str) -> Response:
    """Answer that the post is saved, with the page to see next and the version of its entry."""
    return jsonify({"see": address, "version": saved.seq, "repeated": saved.repeated})


def faster_words(stale: Stale) -> str:
    """Return who was faster: ``Bob was faster.``"""
    names = [entry.who for entry in reversed(stale.newer) if entry.who]
    return f"{names[0] if names else 'Somebody'} was faster."


def problem_words(setup: Setup, problem: Problem) -> str:
    """Return the text of a problem, with the player's name if it is in a hand."""
    match problem.at:
        case ("hands", int(seat), *_) if setup.players[seat] not in problem.text:
            return f"{setup.players[seat]}: {problem.text}"
    return problem.text
