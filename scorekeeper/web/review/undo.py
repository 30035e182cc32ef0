"""Changes to a game that are no deals: what was done is taken back, and put back."""

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.current_game import CurrentGame, LogEntry
from scorekeeper.bookkeeping.deals import undo
from scorekeeper.bookkeeping.links import Role
from scorekeeper.bookkeeping.posting import Refused, Stale
from scorekeeper.domain.journal import Started
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.entry_words import act_of, leaving_of, puts_back
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, read_post, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.review.agreement_status import may_take_back
from scorekeeper.web.review.blueprint import review_pages
from scorekeeper.web.review.history import taken_back_by
from scorekeeper.web.review.reasons import ReasonPage, make_reason_page, notify


@review_pages.get("/undo/<int:seq>")
@least_role(Role.PLAYER)
def ask_undo(seq: int) -> Response:
    """Why an entry is taken back; one that is taken back already says so."""
    game = this_game()
    return _answer_barred(game, seq) or show(_undo_page(game, seq, {}))


@review_pages.post("/undo/<int:seq>")
@least_role(Role.PLAYER)
def take_back(seq: int) -> Response:
    """Take back an entry; the history keeps it, and it can be put back."""
    game, post, values = this_game(), read_post(), typed()
    _entry(game, seq)
    if not may_take_back(game, seq):
        return _answer_foreign()
    outcome = undo(site().store, game.key, post, seq, reason=values.get("reason", ""))
    if isinstance(outcome, Stale | Refused):
        now = outcome.game if isinstance(outcome, Stale) else game
        barred = _answer_barred(now, seq, status=409)
        if barred:
            return barred

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _undo_page(now, seq, values, problems, stale=stale)

    return answer(outcome, saved=lambda _: url_for("table.sheet"), again=again)


def _answer_barred(game: CurrentGame, seq: int, *, status: int = 200) -> Response | None:
    """Why an entry cannot be taken back on this phone, if it cannot."""
    entry = _entry(game, seq)
    if entry.undone:
        back = taken_back_by(game, seq)
        by = f" by {back.who}" if back.who else ""
        return notify(
            "Done already",
            f"{act_of(game, entry)}: this was taken back{by}, {write_moment(back.at)}.",
            url_for("review.history"),
            button="History",
            status=status,
        )
    return None if may_take_back(game, seq) else _answer_foreign()


def _answer_foreign() -> Response:
    return notify(
        "Not on this phone",
        "Who said it takes it back, or the host does.",
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
    entry = _entry(game, seq)
    back = puts_back(game, seq)
    lead = f"{act_of(game, entry)}. {leaving_of(game, seq)}".strip()
    return make_reason_page(
        game,
        values,
        problems,
        title="Put it back" if back else "Undo",
        lead=lead,
        button="Put it back" if back else "Take it back",
        stale=stale,
    )


def _entry(game: CurrentGame, seq: int) -> LogEntry:
    """An entry that can be taken back: any but the first."""
    if not 1 < seq <= len(game.log) or isinstance(game.log[seq - 1].act, Started):
        abort(404)
    return game.log[seq - 1]
