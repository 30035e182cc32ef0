"""The views that undo an entry, or restore it by undoing the undo."""

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.deals import undo
from scorekeeper.bookkeeping.game.posting import Refused, Saved, Stale
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.journal import Opinion, Started
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import SeatNeed, least_role, this_game
from scorekeeper.web.core.fields import Values, read_reason_fields
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.phrases import describe_entry, describe_undo, puts_back
from scorekeeper.web.core.posting import answer, read_post, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.live.news import note_own_undo
from scorekeeper.web.review.agreement import back_to
from scorekeeper.web.review.agreement_status import change_of_row, may_take_back
from scorekeeper.web.review.blueprint import review_pages
from scorekeeper.web.review.history import undo_of
from scorekeeper.web.review.reasons import ReasonPage, make_reason_page, show_notice


@review_pages.get("/undo/<int:seq>")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_undo(seq: int) -> Response:
    """Ask why an entry is undone, or say that it is undone already."""
    game = this_game()
    return _answer_not_possible(game, seq) or show(_undo_page(game, seq, {}))


@review_pages.post("/undo/<int:seq>")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def take_back(seq: int) -> Response:
    """Undo an entry; the history still shows it, and it can be restored."""
    game, post, values = this_game(), read_post(), typed()
    _find_entry(game, seq)
    if not may_take_back(game, seq):
        return _answer_other_phone()
    outcome = undo(site().store, game.key, post, seq, reason=read_reason_fields(values))
    if isinstance(outcome, Stale | Refused):
        now = outcome.game if isinstance(outcome, Stale) else game
        not_possible = _answer_not_possible(now, seq, status=409)
        if not_possible:
            return not_possible

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _undo_page(now, seq, values, problems, stale=stale)

    if isinstance(outcome, Saved):
        note_own_undo(game.key, outcome.seq)
    return answer(outcome, saved=lambda done: _address_after(done.game, seq), again=again)


def _address_after(game: CurrentGame, seq: int) -> str:
    """Return the page to see after an undo: of the deal that an opinion is about, or the sheet."""
    act = game.log[seq - 1].act
    return back_to(game, act.target) if isinstance(act, Opinion) else url_for("table.sheet")


def _answer_not_possible(game: CurrentGame, seq: int, *, status: int = 200) -> Response | None:
    """Return a notice of why this phone cannot undo an entry; ``None`` if it can."""
    entry = _find_entry(game, seq)
    if entry.undone:
        earlier = undo_of(game, seq)
        by = f" by {earlier.who}" if earlier.who else ""
        return show_notice(
            "Done already",
            f"{describe_entry(game, entry)}: this was taken back{by}, {write_moment(earlier.at)}.",
            url_for("review.history"),
            button="History",
            status=status,
        )
    return None if may_take_back(game, seq) else _answer_other_phone()


def _answer_other_phone() -> Response:
    return show_notice(
        "Not on this phone",
        "Only the player who said it, or the host, can take it back.",
        url_for("review.history"),
        button="History",
        status=403,
    )


def _undo_page(
    game: CurrentGame,
    seq: int,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    stale: Stale | None = None,
) -> ReasonPage:
    back, row = puts_back(game, seq), game.sheet.row_of(seq)
    return make_reason_page(
        game,
        values,
        problems,
        title="Put it back" if back else "Undo",
        lead=describe_undo(game, seq),
        button="Put it back" if back else "Take it back",
        ways=() if row is None else (change_of_row(row),),
        stale=stale,
    )


def _find_entry(game: CurrentGame, seq: int) -> LogEntry:
    """Return an entry that can be undone; answer 404 for the first or a missing one."""
    if not 1 < seq <= len(game.log) or isinstance(game.log[seq - 1].act, Started):
        abort(404)
    return game.log[seq - 1]
