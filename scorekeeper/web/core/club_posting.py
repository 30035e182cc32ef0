"""The hidden field of the club's forms, reading their posts, and the answers to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Response, abort, g, request

from scorekeeper.bookkeeping.club.acting import CHANGED, Acted, ClubOutcome, ClubPost
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import this_phone
from scorekeeper.web.core.club_access import this_officer, this_person
from scorekeeper.web.core.page import NOT_DRAWN, Page, show
from scorekeeper.web.core.posting import (
    entry_id_of,
    new_entry_id,
    see_other,
    status_of,
    this_sender,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFields:
    """The hidden field of every form of the club: the id of the act that it will make."""

    entry_id: str = field(metadata=NOT_DRAWN)


def make_club_fields(entry_id: str = "") -> ClubFields:
    """Return the hidden field of a form."""
    return ClubFields(entry_id=entry_id or new_entry_id())


def read_club_post(file: bytes = b"") -> ClubPost:
    """Return entry id and sender of the posted form; answer 400 if the id is missing.

    ``file`` is the content of an uploaded file, which makes another entry.
    """
    entry_id, officer = request.form.get("entry_id", ""), this_officer()
    if not entry_id:
        abort(400)
    return ClubPost(
        # Two buttons of one page are two acts, though nothing is typed for either.
        entry_id=entry_id_of(entry_id, request.path.encode() + file),
        person=this_person() if "night_visit" in g else "",
        officer=None if officer is None else officer.number,
        phone=this_phone(),
        sender=this_sender(),
    )


def answer_club(
    outcome: ClubOutcome,
    *,
    saved: Callable[[Acted], str],
    again: Callable[[tuple[Problem, ...]], Page],
) -> Response:
    """Answer the outcome of a post: 303 when saved, else the form with what was typed.

    ``saved`` returns the address of the next page, ``again`` the form with its problems.
    """
    if isinstance(outcome, Acted):
        return see_other(saved(outcome))
    return show(again(outcome.problems), status=status_of_refusal(outcome.problems))


def status_of_refusal(problems: Sequence[Problem]) -> int:
    """Return the status of the answer to an act that was refused: 409 if others were faster."""
    if CHANGED in [problem.code for problem in problems]:
        return HTTPStatus.CONFLICT
    return status_of(problems)
