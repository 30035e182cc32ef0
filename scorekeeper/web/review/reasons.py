"""The form that asks for a reason, and the notice shown if there is nothing to ask."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from flask import Response, abort, request, url_for

from scorekeeper.games import (
    CurrentGame,
    LogEntry,
    Post,
    Refused,
    Role,
    Saved,
    Stale,
    agree_to_entry,
    agreement_of,
    challenge_entry,
    close_game,
    preview_closing,
    reopen_game,
    undo,
    with_act,
)
from scorekeeper.rules import (
    Corrected,
    Dealt,
    Opinion,
    Problem,
    ScoreSheet,
    Seat,
    SheetRow,
    Started,
    Undone,
)
from scorekeeper.web.core import (
    FOR_A_DEAL,
    FOR_AN_END,
    FOR_AN_ENTRY,
    FOR_GOING_ON,
    Action,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Page,
    SeatNeed,
    Values,
    answer,
    closed_night_here,
    game_after,
    least_role,
    make_entry_fields,
    make_error_page,
    newer_than,
    night_game,
    option_path,
    read_post,
    read_reason_fields,
    read_whole,
    reason_fields,
    see_other,
    show,
    site,
    status_of,
    this_game,
    this_seat,
    typed,
)
from scorekeeper.web.live import note_own_undo
from scorekeeper.web.review import review_pages
from scorekeeper.web.review.agreement_status import (
    deals_not_agreed,
    find_objecting,
    may_answer,
    may_take_back,
    read_seen,
)
from scorekeeper.web.review.history import undo_of

Notice = Literal["not seated", "corrected", "not agreed", "gone", "undone", "other phone"]


def _show_notice(
    why: Notice,
    address: str,
    *,
    status: int,
    game: CurrentGame | None = None,
    target: int = 0,
    undo: LogEntry | None = None,
    problem: str = "",
) -> Response:
    return show(
        Page(
            "review/notice.html",
            why=why,
            game=game or this_game(),
            address=address,
            target=target,
            undo=undo,
            problem=problem,
        ),
        status=status,
    )


def _form_values(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...],
    newer: Sequence[LogEntry],
    *,
    choices: Choices,
) -> dict[str, Any]:
    """Return the fields of every kind of form, with what was typed and what is wrong."""
    faults = [
        Fault(field=option_path(problem.at) or "reason", text=problem.text) for problem in problems
    ]
    return {
        "game": game,
        "reasons": reason_fields(values, choices, FieldProblems(faults).of("reason")),
        "entry_fields": make_entry_fields(game, values.get("entry_id")),
        "faults": tuple(faults),
        "newer": tuple(newer),
        "closed_night": closed_night_here(),
    }


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
        # A host without a seat agrees for all or not at all.
        return _show_notice("not seated", url_for("people.ask_seat"), status=403)
    game = this_game()
    outcome = agree_to_entry(
        site().store,
        game.key,
        post,
        seq,
        seats=_but_objecting(game, seq) if for_all or seat is None else (seat,),
        seen=read_seen(values),
    )
    if isinstance(outcome, Refused):
        return _answer_refused(seq, outcome.problems)
    return see_other(back_to(outcome.thing, seq))


def _but_objecting(game: CurrentGame, seq: int) -> tuple[Seat, ...] | None:
    """Return for whom one phone agrees that agrees for all; None if nobody stays out."""
    agreement = agreement_of(game, seq)
    objecting = find_objecting(agreement) if agreement else ()
    asked = agreement.asked if agreement else ()
    return tuple([seat for seat in asked if seat not in objecting]) if objecting else None


@review_pages.get("/challenge/<int:seq>")
@least_role(Role.PLAYER, SeatNeed.YES)
def ask_challenge(seq: int) -> Response:
    """Ask what is wrong with a deal or an early end."""
    game = this_game()
    return _answer_gone() if agreement_of(game, seq) is None else show(_challenge_page(game, seq))


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
    if isinstance(outcome, Refused) and ("reason",) not in [
        problem.at for problem in outcome.problems
    ]:
        return _answer_refused(seq, outcome.problems)

    return answer(
        outcome,
        saved=lambda done: back_to(done.thing, seq),
        again=lambda problems: _challenge_page(game_after(outcome), seq, values, problems),
    )


def _challenge_page(
    game: CurrentGame, seq: int, values: Values | None = None, problems: tuple[Problem, ...] = ()
) -> Page:
    row, typed_so_far = game.sheet.row_of(seq), values or {}
    return Page(
        "review/challenge.html",
        **_form_values(game, typed_so_far, problems, (), choices=FOR_A_DEAL if row else FOR_AN_END),
        row=row,
        about=_about_field(game, row, typed_so_far) if row else None,
    )


def _about_field(game: CurrentGame, row: SheetRow, values: Values) -> Field:
    """Return the field that asks whose hand is not right, with the player's own hand chosen."""
    players = game.sheet.setup.players
    cells = game.sheet.cells_in_turn(row)
    played = [(str(cell.seat), players[cell.seat]) for cell in cells if not cell.sat_out]
    own = str(this_seat())
    chosen = own if own in dict(played) else ""
    return Field(
        name=_ABOUT,
        kind="chips",
        label="Whose hand?",
        value=values.get(_ABOUT, chosen),
        choices=(*played, ("", "The whole deal")),
    )


def _read_about(game: CurrentGame, seq: int, values: Values) -> Seat | None:
    """Return the seat of the hand in question, if the form names one who played in the deal."""
    row, seat = game.sheet.row_of(seq), read_whole(values.get(_ABOUT, ""))
    played = [cell.seat for cell in row.cells if not cell.sat_out] if row else []
    return Seat(seat) if seat in played and seat is not None else None


def back_to(game: CurrentGame, seq: int) -> str:
    """Return the address of the page from which the form was sent: deal, final or sheet."""
    if request.form.get("from") == _TABLE:
        return url_for("table.sheet")
    if seq == game.sheet.game.closed_by:
        return url_for("table.final")
    row = game.sheet.row_of(seq)
    return url_for("table.sheet") if row is None else url_for("table.deal", number=row.number)


def _answer_refused(seq: int, problems: tuple[Problem, ...]) -> Response:
    """Answer a post that was refused, with 409 if the deal has changed meanwhile."""
    at, address = problems[0].at, back_to(this_game(), seq)
    if at == ("figures",):
        return _show_notice("corrected", address, status=409, target=seq)
    if at == ("target",):
        return _answer_gone()
    agreement = agreement_of(this_game(), seq)
    if agreement is not None and agreement.complete:  # another phone was faster
        return see_other(address)
    return _show_notice("not agreed", address, status=status_of(problems), problem=problems[0].text)


def _answer_gone() -> Response:
    return _show_notice("gone", url_for("table.sheet"), status=409)


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
        agree_at_once(outcome.thing, post, for_all=_ALL in values)
    elif isinstance(outcome, Stale) and outcome.thing.sheet.final:
        return _see_sheet()

    return answer(
        outcome,
        saved=lambda _: url_for("table.final"),
        again=lambda problems: _close_page(
            game_after(outcome), values, problems, newer_than(outcome)
        ),
    )


def agree_at_once(game: CurrentGame, post: Post, *, for_all: bool) -> None:
    """Record the agreement that an early end includes; a repeated post makes no second one."""
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
) -> Page:
    settles = Field(
        name=_SETTLES,
        kind="chips",
        label="Settle the money",
        value=values.get(_SETTLES, "yes"),
        choices=(("yes", "As it stands"), (_NOT, "Not at all")),
    )
    everybody = Field(
        name=_ALL,
        kind="flag",
        label="All at the table agree",
        value=values.get(_ALL, ""),
        help="Or each player agrees on their own phone.",
    )
    return Page(
        "review/close.html",
        **_form_values(game, values, problems, newer, choices=FOR_AN_END),
        fields=((settles,) if game.sheet.setup.settles else ())
        + ((everybody,) if may_answer() else ()),
        final=preview_closing(game),
        not_agreed=deals_not_agreed(game),
    )


_NIGHT_CLOSED: Final = (
    "The night of this game is closed",
    "The game must stay over until an officer opens the night again.",
)


@review_pages.get("/reopen")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_reopen() -> Response:
    """Ask why a closed game is reopened."""
    game, row, address = this_game(), night_game(), closed_night_here()
    if game.sheet.game.closed is None:
        return _see_sheet()
    if row is None or row.is_void or address is None:
        return show(_reopen_page(game, {}))
    way = Action(words="Score sheet", address=url_for("table.sheet"))
    if address:
        way = Action(words="Open the night again", address=address)
    return show(make_error_page(*_NIGHT_CLOSED, action=way), status=409)


@review_pages.post("/reopen")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def reopen() -> Response:
    """Reopen a closed game."""
    values = typed()
    outcome = reopen_game(site().store, this_game().key, read_post(), read_reason_fields(values))
    if isinstance(outcome, Stale) and outcome.thing.sheet.game.closed is None:
        return _see_sheet()

    return answer(
        outcome,
        saved=lambda _: url_for("table.sheet"),
        again=lambda problems: _reopen_page(
            game_after(outcome), values, problems, newer_than(outcome)
        ),
    )


def _reopen_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    newer: Sequence[LogEntry] = (),
) -> Page:
    return Page(
        "review/reopen.html", **_form_values(game, values, problems, newer, choices=FOR_GOING_ON)
    )


def _see_sheet() -> Response:
    """Answer a request that is already fulfilled with the score sheet."""
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

    if isinstance(outcome, Saved):
        note_own_undo(game.key, outcome.seq)
    return answer(
        outcome,
        saved=lambda done: _address_after(done.thing, seq),
        again=lambda problems: _undo_page(
            game_after(outcome), seq, values, problems, newer=newer_than(outcome)
        ),
    )


def _address_after(game: CurrentGame, seq: int) -> str:
    """Return the page to see after an undo: of the deal that an opinion is about, or the sheet."""
    act = game.log[seq - 1].act
    return back_to(game, act.target) if isinstance(act, Opinion) else url_for("table.sheet")


def _answer_not_possible(game: CurrentGame, seq: int, *, status: int = 200) -> Response | None:
    """Return a notice of why this phone cannot undo an entry; ``None`` if it can."""
    if _find_entry(game, seq).undone:
        undone = undo_of(game, seq)
        address = url_for("review.history")
        return _show_notice("undone", address, status=status, game=game, target=seq, undo=undone)
    return None if may_take_back(game, seq) else _answer_other_phone()


def _answer_other_phone() -> Response:
    return _show_notice("other phone", url_for("review.history"), status=403)


def _undo_page(
    game: CurrentGame,
    seq: int,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    newer: Sequence[LogEntry] = (),
) -> Page:
    entry = game.log[seq - 1]
    root = game.log[entry.root - 1]
    after = with_act(game, Undone(target=seq, reason=""), who="", at=entry.at).sheet
    match root.act:
        case Dealt():
            row = after.row_of(root.seq) or game.sheet.row_of(root.seq)
        case Corrected(target=target):
            row = after.row_of(target)
        case _:
            row = None
    return Page(
        "review/undo.html",
        **_form_values(game, values, problems, newer, choices=FOR_AN_ENTRY),
        entry=entry,
        root=root,
        row=row,
        moved=_find_moved(game, after, root.seq),
    )


def _find_moved(game: CurrentGame, after: ScoreSheet, seq: int) -> tuple[int, int] | None:
    """Return the first and the last number of the deals that come after a deal put back."""
    last = len(game.sheet.rows)
    row = after.row_of(seq)
    is_between = row is not None and row.number <= last and game.sheet.row_of(seq) is None
    return (row.number, last) if row is not None and is_between else None


def _find_entry(game: CurrentGame, seq: int) -> LogEntry:
    """Return an entry that can be undone; answer 404 for the first or a missing one."""
    if not 1 < seq <= len(game.log) or isinstance(game.log[seq - 1].act, Started):
        abort(404)
    return game.log[seq - 1]
