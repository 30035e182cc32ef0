"""The form that asks for a reason, and the notice shown if there is nothing to ask."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.agreement import agree_to_entry, agreement_of, challenge_entry
from scorekeeper.bookkeeping.game.deals import preview_closing, undo
from scorekeeper.bookkeeping.game.games import close_game, reopen_game
from scorekeeper.bookkeeping.game.posting import Post, Refused, Saved, Stale
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import Opinion, Started
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import SeatNeed, least_role, this_game, this_seat
from scorekeeper.web.core.fields import (
    FOR_A_DEAL,
    FOR_AN_END,
    FOR_AN_ENTRY,
    FOR_GOING_ON,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Values,
    option_path,
    read_reason_fields,
    read_whole,
    reason_fields,
)
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import Action, Page, show
from scorekeeper.web.core.phrases import describe_entry, describe_target, describe_undo, puts_back
from scorekeeper.web.core.posting import (
    EntryFields,
    answer,
    game_after,
    make_entry_fields,
    newer_than,
    read_post,
    see_other,
    status_of,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.live.news import note_own_undo
from scorekeeper.web.review import review_pages
from scorekeeper.web.review.agreement_status import (
    change_of_row,
    may_answer,
    may_take_back,
    read_seen,
    say_challenged,
    say_not_agreed,
    undo_of_row,
)
from scorekeeper.web.review.history import NewsLine, news_lines, undo_of
from scorekeeper.wording import without_capital, write_money, write_points


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonPage:
    """The form that asks why somebody undoes, challenges, closes or reopens.

    ``ways`` are links to what may be done instead. ``amounts`` pairs each player with the points
    and money that closing the game would give.
    """

    template: ClassVar = "review/reason.html"
    game: CurrentGame
    title: str
    lead: str
    button: str
    reasons: tuple[Field, ...]
    entry_fields: EntryFields
    fields: tuple[Field, ...] = ()
    ways: tuple[Action, ...] = ()
    amounts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    faults: tuple[Fault, ...] = ()
    newer: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePage:
    """A page that says why something was not done, and leads to the next page."""

    template: ClassVar = "review/notice.html"
    title: str
    text: str
    address: str
    button: str


def show_notice(title: str, text: str, address: str, *, button: str, status: int = 200) -> Response:
    """Answer with a notice and a button to ``address``."""
    return show(NoticePage(title=title, text=text, address=address, button=button), status=status)


def make_reason_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    title: str,
    lead: str,
    button: str,
    choices: Choices = FOR_AN_ENTRY,
    fields: tuple[Field, ...] = (),
    ways: tuple[Action, ...] = (),
    amounts: tuple[tuple[str, tuple[str, ...]], ...] = (),
    newer: Sequence[LogEntry] = (),
) -> ReasonPage:
    """Return the form with its typed values, its problems, and newer entries of others."""
    faults = [
        Fault(field=option_path(problem.at) or "reason", text=problem.text) for problem in problems
    ]
    return ReasonPage(
        game=game,
        title=title,
        lead=lead,
        button=button,
        reasons=reason_fields(values, choices, FieldProblems(faults).of("reason")),
        entry_fields=make_entry_fields(game, values.get("entry_id")),
        fields=fields,
        ways=ways,
        amounts=amounts,
        faults=tuple(faults),
        newer=news_lines(game, newer),
    )


# --- The views that agree to a deal or an early end, or challenge it; play never waits for them ---


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
    return see_other(back_to(outcome.thing, seq))


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

    def again(problems: tuple[Problem, ...]) -> Page:
        return _challenge_page(game_after(outcome), seq, values, problems)

    return answer(outcome, saved=lambda done: back_to(done.thing, seq), again=again)


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


# --- The views that close a game early, with the agreement of the table, and reopen it ------------


_CLOSE_LEAD: Final = "The game ends here without a winner. It can be reopened."
_SETTLES: Final = "settles"
_NOT: Final = "no"
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
        _agree_at_once(outcome.thing, post, for_all=_ALL in values)
    elif isinstance(outcome, Stale) and outcome.thing.sheet.final:
        return _see_sheet()

    def again(problems: tuple[Problem, ...]) -> Page:
        return _close_page(game_after(outcome), values, problems, newer_than(outcome))

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
    newer: Sequence[LogEntry] = (),
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
        newer=newer,
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
    if isinstance(outcome, Stale) and outcome.thing.sheet.game.closed is None:
        return _see_sheet()

    def again(problems: tuple[Problem, ...]) -> Page:
        return _reopen_page(game_after(outcome), values, problems, newer_than(outcome))

    return answer(outcome, saved=lambda _: url_for("table.sheet"), again=again)


def _reopen_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    newer: Sequence[LogEntry] = (),
) -> ReasonPage:
    return make_reason_page(
        game,
        values,
        problems,
        title="Reopen",
        lead="The game goes on where it stopped.",
        button="Reopen the game",
        choices=FOR_GOING_ON,
        newer=newer,
    )


def _see_sheet() -> Response:
    """Answer a request that is fulfilled already with the score sheet."""
    return see_other(url_for("table.sheet"))


# --- The views that undo an entry, or restore it by undoing the undo ------------------------------


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
        now = outcome.thing if isinstance(outcome, Stale) else game
        not_possible = _answer_not_possible(now, seq, status=409)
        if not_possible:
            return not_possible

    def again(problems: tuple[Problem, ...]) -> Page:
        now = game_after(outcome)
        return _undo_page(now, seq, values, problems, newer=newer_than(outcome))

    if isinstance(outcome, Saved):
        note_own_undo(game.key, outcome.seq)
    return answer(outcome, saved=lambda done: _address_after(done.thing, seq), again=again)


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
    newer: Sequence[LogEntry] = (),
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
        newer=newer,
    )


def _find_entry(game: CurrentGame, seq: int) -> LogEntry:
    """Return an entry that can be undone; answer 404 for the first or a missing one."""
    if not 1 < seq <= len(game.log) or isinstance(game.log[seq - 1].act, Started):
        abort(404)
    return game.log[seq - 1]
