"""The views that close a game early, with the agreement of the table, and reopen it."""

from dataclasses import replace
from typing import Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.agreement import agree_to_entry
from scorekeeper.bookkeeping.game.deals import preview_closing
from scorekeeper.bookkeeping.game.games import close_game, reopen_game
from scorekeeper.bookkeeping.game.posting import Post, Saved, Stale
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import SeatNeed, least_role, this_game, this_seat
from scorekeeper.web.core.fields import FOR_AN_END, FOR_GOING_ON, Field, Values, read_reason_fields
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, read_post, see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.review.agreement_status import may_answer, say_challenged, say_not_agreed
from scorekeeper.web.review.blueprint import review_pages
from scorekeeper.web.review.reasons import ReasonPage, make_reason_page
from scorekeeper.wording import write_money, write_points

_CLOSE_LEAD: Final = "The game ends here without a winner. It can be reopened."
_SETTLES: Final = "settles"
_NOT: Final = "no"
_ALL: Final = "all"
_AGREEMENT_SUFFIX: Final = ".agreed"
"""The end of the agreement's entry id, which begins with that of the form."""


@review_pages.get("/close")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_close() -> Response:
    """Ask why the game ends early, and whether it is settled."""
    game = this_game()
    return _see_sheet() if game.sheet.final else show(_close_page(game, {}))


@review_pages.post("/close")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def close() -> Response:
    """Close the game early; this phone's player agrees to it, or all players at once."""
    values, post = typed(), read_post()
    outcome = close_game(
        site().store,
        this_game().key,
        post,
        read_reason_fields(values),
        settles=values.get(_SETTLES) != _NOT,
    )
    if isinstance(outcome, Saved):
        _agree_at_once(outcome.game, post, for_all=_ALL in values)
    elif isinstance(outcome, Stale) and outcome.game.sheet.final:
        return _see_sheet()

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _close_page(now, values, problems, stale)

    return answer(outcome, saved=lambda _: url_for("table.final"), again=again)


def _agree_at_once(game: CurrentGame, post: Post, *, for_all: bool) -> None:
    """Record the agreement that the form includes; a repeated post makes no second one."""
    seat, target = this_seat(), game.sheet.game.closed_by
    if target is None or not may_answer() or (seat is None and not for_all):
        return
    seats = None if for_all or seat is None else (seat,)
    agreement = replace(post, entry_id=post.entry_id + _AGREEMENT_SUFFIX)
    agree_to_entry(site().store, game.key, agreement, target, seats=seats, seen=())


def _close_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> ReasonPage:
    settles = Field(
        name=_SETTLES,
        kind="chips",
        label="Settle the money",
        value=values.get(_SETTLES, "yes"),
        choices=(("yes", "as it stands"), (_NOT, "not at all")),
    )
    everybody = Field(
        name=_ALL,
        kind="flag",
        label="All at the table agree",
        value=values.get(_ALL, ""),
        help="Or each player agrees on their own phone.",
    )
    fields = ((settles,) if game.sheet.setup.settles else ()) + (
        (everybody,) if may_answer() else ()
    )
    return make_reason_page(
        game,
        values,
        problems,
        title="End the game early",
        lead=" ".join(filter(None, [_CLOSE_LEAD, say_not_agreed(game), say_challenged(game)])),
        button="End the game",
        choices=FOR_AN_END,
        fields=fields,
        amounts=_amounts(game),
        stale=stale,
    )


def _amounts(game: CurrentGame) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each player's points and, if there is a stake, money if the game were closed now."""
    final = preview_closing(game)
    if final is None:
        return ()
    money = final.settlement
    return tuple(
        [
            (
                name,
                (write_points(hand.rounded),)
                if money is None
                else (write_points(hand.rounded), write_money(net, money.stake.currency)),
            )
            for name, hand, net in zip(
                game.sheet.setup.players,
                final.hands,
                money.net if money else (0,) * len(final.hands),
                strict=True,
            )
        ]
    )


@review_pages.get("/reopen")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_reopen() -> Response:
    """Ask why a closed game is reopened."""
    game = this_game()
    return show(_reopen_page(game, {})) if game.sheet.game.closed else _see_sheet()


@review_pages.post("/reopen")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def reopen() -> Response:
    """Reopen a closed game."""
    values = typed()
    outcome = reopen_game(site().store, this_game().key, read_post(), read_reason_fields(values))
    if isinstance(outcome, Stale) and outcome.game.sheet.game.closed is None:
        return _see_sheet()

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return _reopen_page(now, values, problems, stale)

    return answer(outcome, saved=lambda _: url_for("table.sheet"), again=again)


def _reopen_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> ReasonPage:
    return make_reason_page(
        game,
        values,
        problems,
        title="Reopen",
        lead="The game goes on where it stopped.",
        button="Reopen the game",
        choices=FOR_GOING_ON,
        stale=stale,
    )


def _see_sheet() -> Response:
    """Answer a request that is fulfilled already with the score sheet."""
    return see_other(url_for("table.sheet"))
