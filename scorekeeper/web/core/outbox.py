"""What the outbox of a phone is answered: data where a person gets a page."""

from typing import Final

from flask import Response, jsonify, request

from scorekeeper.bookkeeping.posting import Saved, Stale
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Problem

_DATA: Final = "application/json"


def asks_for_data() -> bool:
    """Whether this request is the outbox's, which shows no page."""
    return request.accept_mimetypes.best == _DATA


def say(text: str, status: int) -> Response:
    """One sentence about what went wrong."""
    response = jsonify({"text": text})
    response.status_code = status
    return response


def acknowledge(saved: Saved, address: str) -> Response:
    """The post is in the journal: the page to see next, and the version as of that entry."""
    return jsonify({"see": address, "version": saved.seq, "repeated": saved.repeated})


def faster_words(stale: Stale) -> str:
    """Who was faster: ``Bob was faster.``"""
    names = [entry.who for entry in reversed(stale.newer) if entry.who]
    return f"{names[0] if names else 'Somebody'} was faster."


def problem_words(setup: Setup, problem: Problem) -> str:
    """The first problem of a post, with the player whose hand it is in."""
    match problem.at:
        case ("hands", int(seat), *_) if setup.players[seat] not in problem.text:
            return f"{setup.players[seat]}: {problem.text}"
    return problem.text
