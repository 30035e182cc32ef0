"""Agreeing to a deal or an early end, and challenging it; play never waits for either."""

from typing import Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.agreement import agree_to_entry, agreement_of, challenge_entry
from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.links import Role
from scorekeeper.bookkeeping.posting import Refused, Stale
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, this_game, this_seat
from scorekeeper.web.core.entry_words import describe_target
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, read_post, see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.review.agreement_status import may_answer, read_seen
from scorekeeper.web.review.blueprint import review_pages
from scorekeeper.web.review.reasons import ReasonPage, make_reason_page, show_notice

_ALL: Final = "all"
_TABLE: Final = "table"


@review_pages.post("/agree/<int:seq>")
@least_role(Role.PLAYER)
def agree(seq: int) -> Response:
    """Agree to a deal or an early end, for the seat of this phone or for all at the table."""
    values, post, seat = typed(), read_post(), this_seat()
    for_all = _ALL in values
    if not may_answer() or (seat is None and not for_all):
        return _answer_not_seated()
    seats = None if for_all or seat is None else (seat,)
    seen = read_seen(values)
    outcome = agree_to_entry(site().store, this_game().key, post, seq, seats=seats, seen=seen)
    if isinstance(outcome, Refused):
        return _answer_refused(seq, outcome.problems)
    return see_other(_back_to(outcome.game, seq))


@review_pages.get("/challenge/<int:seq>")
@least_role(Role.PLAYER)
def ask_challenge(seq: int) -> Response:
    """Ask what is wrong with a deal or an early end."""
    game = this_game()
    if not may_answer():
        return _answer_not_seated()
    return (
        _answer_gone(seq) if agreement_of(game, seq) is None else show(_challenge_page(game, seq))
    )


@review_pages.post("/challenge/<int:seq>")
@least_role(Role.PLAYER)
def challenge(seq: int) -> Response:
    """Challenge a deal or an early end, which stays on the sheet with a flag."""
    values, post = typed(), read_post()
    if not may_answer():
        return _answer_not_seated()
    reason = values.get("reason", "")
    outcome = challenge_entry(
        site().store, this_game().key, post, seq, seat=this_seat(), reason=reason
    )
    if isinstance(outcome, Refused) and ("reason",) not in [each.at for each in outcome.problems]:
        return _answer_refused(seq, outcome.problems)

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _challenge_page(now, seq, values, problems)

    return answer(outcome, saved=lambda done: _back_to(done.game, seq), again=again)


def _challenge_page(
    game: CurrentGame, seq: int, values: Values | None = None, problems: tuple[Problem, ...] = ()
) -> ReasonPage:
    return make_reason_page(
        game,
        values or {},
        problems,
        title="Challenge",
        lead=f"{describe_target(game, seq)} stays, with a flag, until it is changed or you agree.",
        button="Challenge",
    )


def _back_to(game: CurrentGame, seq: int) -> str:
    """Return the address of the page from which the form was sent: deal, final or sheet."""
    if request.form.get("from") == _TABLE:
        return url_for("table.sheet")
    if seq == game.sheet.game.closed_by:
        return url_for("table.final")
    row = game.sheet.row_of(seq)
    return url_for("table.sheet") if row is None else url_for("table.deal", number=row.number)


def _answer_not_seated() -> Response:
    """Answer 403 to a phone without a seat, which cannot agree or challenge."""
    return show_notice(
        "Who are you?",
        "Only players with a seat, and the host, agree or challenge.",
        url_for("people.ask_seat"),
        button="Take your seat",
        status=403,
    )


def _answer_refused(seq: int, problems: tuple[Problem, ...]) -> Response:
    """Answer a post that was refused, with 409 if the deal has changed meanwhile."""
    at = problems[0].at
    if at == ("figures",):
        target = describe_target(this_game(), seq)
        return show_notice(
            "Corrected meanwhile",
            f"{target} was corrected after you looked. Look at it again.",
            _back_to(this_game(), seq),
            button="Look again",
            status=409,
        )
    if at == ("target",):
        return _answer_gone(seq)
    address = _back_to(this_game(), seq)
    return show_notice("Not agreed", f"{problems[0].text}.", address, button="Back", status=422)


def _answer_gone(seq: int) -> Response:
    return show_notice(
        "Taken back meanwhile",
        "What you answer to is no longer on the sheet.",
        url_for("table.sheet"),
        button="Score sheet",
        status=409,
    )
