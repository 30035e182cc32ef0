"""The views that agree to a deal or an early end, or challenge it; play never waits for them."""

from collections.abc import Iterator
from typing import Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.agreement import agree_to_entry, agreement_of, challenge_entry
from scorekeeper.bookkeeping.game.posting import Refused, Stale
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import SeatNeed, least_role, this_game, this_seat
from scorekeeper.web.core.fields import (
    FOR_A_DEAL,
    FOR_AN_END,
    Field,
    Values,
    read_reason_fields,
    read_whole,
)
from scorekeeper.web.core.page import Action, Page, show
from scorekeeper.web.core.phrases import describe_target
from scorekeeper.web.core.posting import answer, read_post, see_other, status_of, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.review.agreement_status import (
    change_of_row,
    read_seen,
    undo_of_row,
)
from scorekeeper.web.review.blueprint import review_pages
from scorekeeper.web.review.reasons import ReasonPage, make_reason_page, show_notice
from scorekeeper.wording import without_capital

_ALL: Final = "all"
_TABLE: Final = "table"
_ABOUT: Final = "about"


@review_pages.post("/agree/<int:seq>")
@least_role(Role.PLAYER, SeatNeed.YES)
def agree(seq: int) -> Response:
    """Agree to a deal or an early end, for the seat of this phone or for all at the table."""
    values, post, seat = typed(), read_post(), this_seat()
    for_all = _ALL in values
    if seat is None and not for_all:
        return _answer_not_seated()
    seats = None if for_all or seat is None else (seat,)
    seen = read_seen(values)
    outcome = agree_to_entry(site().store, this_game().key, post, seq, seats=seats, seen=seen)
    if isinstance(outcome, Refused):
        return _answer_refused(seq, outcome.problems)
    return see_other(back_to(outcome.game, seq))


@review_pages.get("/challenge/<int:seq>")
@least_role(Role.PLAYER, SeatNeed.YES)
def ask_challenge(seq: int) -> Response:
    """Ask what is wrong with a deal or an early end."""
    game = this_game()
    return (
        _answer_gone(seq) if agreement_of(game, seq) is None else show(_challenge_page(game, seq))
    )


@review_pages.post("/challenge/<int:seq>")
@least_role(Role.PLAYER, SeatNeed.YES)
def challenge(seq: int) -> Response:
    """Challenge a deal or an early end, which stays on the sheet with a flag."""
    values, post = typed(), read_post()
    outcome = challenge_entry(
        site().store,
        this_game().key,
        post,
        seq,
        seat=this_seat(),
        reason=read_reason_fields(values),
        about=_read_about(this_game(), seq, values),
    )
    if isinstance(outcome, Refused) and ("reason",) not in [each.at for each in outcome.problems]:
        return _answer_refused(seq, outcome.problems)

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _challenge_page(now, seq, values, problems)

    return answer(outcome, saved=lambda done: back_to(done.game, seq), again=again)


def _challenge_page(
    game: CurrentGame, seq: int, values: Values | None = None, problems: tuple[Problem, ...] = ()
) -> ReasonPage:
    row, what = game.sheet.row_of(seq), describe_target(game, seq)
    return make_reason_page(
        game,
        values or {},
        problems,
        title=f"What is wrong with {without_capital(what)}?",
        lead="The table is told: the sheet shows a flag until this is settled.",
        button="Challenge it",
        choices=FOR_A_DEAL if row else FOR_AN_END,
        fields=(_about_field(game, row, values or {}),) if row else (),
        ways=tuple(_ways_on(game, seq, row)),
    )


def _about_field(game: CurrentGame, row: SheetRow, values: Values) -> Field:
    """Return the field that asks whose hand is not right, with the player's own hand chosen."""
    players = game.sheet.setup.players
    played = [(str(cell.seat), players[cell.seat]) for cell in row.cells if not cell.sat_out]
    own = str(this_seat())
    chosen = own if own in dict(played) else ""
    return Field(
        name=_ABOUT,
        kind="chips",
        label="Whose hand?",
        value=values.get(_ABOUT, chosen),
        choices=(*played, ("", "the whole deal")),
    )


def _read_about(game: CurrentGame, seq: int, values: Values) -> Seat | None:
    """Return the seat of the hand in question, if the form names one who played in the deal."""
    row, seat = game.sheet.row_of(seq), read_whole(values.get(_ABOUT, ""))
    played = [cell.seat for cell in row.cells if not cell.sat_out] if row else []
    return Seat(seat) if seat in played and seat is not None else None


def _ways_on(game: CurrentGame, seq: int, row: SheetRow | None) -> Iterator[Action]:
    """Yield links to what can be done at once if something is not right."""
    if row is None:
        yield Action(words="Reopen the game", address=url_for("review.ask_reopen"))
        return
    yield change_of_row(row)
    yield undo_of_row(game, row)


def back_to(game: CurrentGame, seq: int) -> str:
    """Return the address of the page from which the form was sent: deal, final or sheet."""
    if request.form.get("from") == _TABLE:
        return url_for("table.sheet")
    if seq == game.sheet.game.closed_by:
        return url_for("table.final")
    row = game.sheet.row_of(seq)
    return url_for("table.sheet") if row is None else url_for("table.deal", number=row.number)


def _answer_not_seated() -> Response:
    """Answer 403 to a host without a seat, who agrees for all or not at all."""
    return show_notice(
        "Who are you?",
        "Only players with a seat agree for themselves.",
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
            back_to(this_game(), seq),
            button="Look again",
            status=409,
        )
    if at == ("target",):
        return _answer_gone(seq)
    address = back_to(this_game(), seq)
    agreement = agreement_of(this_game(), seq)
    if agreement is not None and agreement.complete:  # another phone was faster
        return see_other(address)
    return show_notice(
        "Not agreed",
        f"{problems[0].text}.",
        address,
        button="Back",
        status=status_of(problems),
    )


def _answer_gone(seq: int) -> Response:
    return show_notice(
        "Taken back meanwhile",
        "That deal is no longer on the sheet.",
        url_for("table.sheet"),
        button="Score sheet",
        status=409,
    )
