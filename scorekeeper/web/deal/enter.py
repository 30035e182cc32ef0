"""The pages that enter the next deal, or correct one."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, abort, request, url_for

from scorekeeper.games import (
    UNCHANGED,
    CurrentGame,
    DealPreview,
    GameOutcome,
    LogEntry,
    Post,
    Refused,
    Role,
    Saved,
    Stale,
    collect_hands,
    correct_deal,
    deal_of_post,
    facts_entry,
    hand_facts,
    is_fresh,
    leaves_out_suits,
    left_out_digest,
    pair_places,
    pairs_before,
    presses_of,
    preview_deal,
    record_deal,
    weigh_left_out,
)
from scorekeeper.record.writing import write_deal
from scorekeeper.rules import Corrected, Dealt, Points, Problem, ScoreSheet, Seat, SheetRow
from scorekeeper.web.core import (
    FOR_A_DEAL,
    Field,
    FieldProblems,
    Page,
    Part,
    SeatNeed,
    Values,
    answer,
    closed_night_here,
    demand_whole,
    game_after,
    least_role,
    make_entry_fields,
    newer_than,
    read_post,
    read_reason_fields,
    read_whole,
    reason_fields,
    see_other,
    show,
    site,
    this_game,
    this_phone,
    this_seat,
    this_visit,
    typed,
)
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.deal.deal_form import (
    DealForm,
    HandFields,
    make_deal_form,
    notation_of,
    tell_unanswered,
)
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
    sitting_out,
    type_deal,
)
from scorekeeper.web.deal.pad import PadTable, pad_table, pairs_table
from scorekeeper.web.deal.said import hear_hands, said_fields
from scorekeeper.web.live import make_form_live_part
from scorekeeper.web.review.history import undo_of

# --- Two versions of one deal side by side: the one on the sheet, and the one on this phone -------


TWICE_ENTERED: Final = "two phones entered it"


def row_meant(game: CurrentGame, post: Post) -> SheetRow | None:
    """Return the row of the deal that others entered first; ``None`` if they entered none."""
    number, entered = deal_of_post(game, post)
    return game.sheet.rows[number - 1] if entered else None


def compare(
    game: CurrentGame, row: SheetRow, form: DealForm, document: dict[str, Any], *, is_new: bool
) -> Part:
    """Return both versions of a deal, each with the sheet that it stands on.

    If ``is_new``, the typed one may also be the next deal.
    """
    sheet = game.sheet
    found = preview_deal(game, document, row.seq)
    drafted = found if isinstance(found, DealPreview) else None
    return Part(
        number=row.number,
        target=row.seq,
        theirs=Part(sheet=sheet, row=row),
        mine=None if drafted is None else Part(sheet=drafted.sheet, row=drafted.row),
        typed=tuple([_typed_texts(hand) for hand in form.hands]),
        same=tuple(
            [_is_same(sheet, row, drafted, seat) for seat in range(len(sheet.setup.players))]
        ),
        next_number=sheet.next_number if is_new and sheet.final is None else None,
        reason=TWICE_ENTERED,
    )


def _is_same(sheet: ScoreSheet, row: SheetRow, drafted: DealPreview | None, seat: int) -> bool:
    """Tell whether a hand has the same facts and the same points in both versions."""
    if drafted is None or _worth(row, Seat(seat)) != _worth(drafted.row, Seat(seat)):
        return False
    places = ((sheet, row), (drafted.sheet, drafted.row))
    deals = [other.game.deals[place.number - 1].deal for other, place in places]
    theirs, mine = hand_facts(sheet.setup, deals, Seat(seat))
    return theirs == mine


def _worth(row: SheetRow, seat: Seat) -> object:
    """Return the points of a hand; for partners, who won the pair and how much."""
    pair = row.pair_of(seat)
    if pair is None:
        return row.cells[seat].points
    return pair.score and (pair.score.winner, pair.score.points)


def _typed_texts(hand: HandFields) -> tuple[str, ...]:
    """Return the texts that were typed for a hand, field by field."""
    others = [field for group in hand.others for field in group.fields]
    return tuple([field.value for field in [*hand.usual, *others] if field.value.strip()])


# --- The presses of the pad that a form brings, and those that a page gives back to the pad -------
# Any phone can send any text, so its shape is checked here, and no deal is made from it.


PRESSES: Final = "presses"
"""The field of the form: ``{"base": {field: text}, "presses": [press, ...]}`` as JSON."""
_LONGEST: Final = 30_000
_MOST: Final = 2_000
_Presses = dict[str, Any]


def read_presses(values: Values) -> str:
    """Return the typed presses as compact JSON, empty if there are none or they are no presses."""
    found = _judge(values.get(PRESSES, ""))
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")) if found else ""
    return text if len(text) <= _LONGEST else ""


def _judge(text: str) -> _Presses | None:
    """Return the presses in a text if it has their shape, else ``None``."""
    if not 0 < len(text) <= _LONGEST:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match found:
        case {"base": dict(base), "presses": [*presses]} if presses and len(presses) <= _MOST:
            if all(isinstance(text, str) for text in (*base.values(), *presses)):
                return {"base": base, "presses": presses}
    return None


LEFT_OUT: Final = "left-out"
"""The field with the digest of the hands of other phones that the table knowingly leaves out."""
SUITS_LEFT_OUT: Final = "suits-left-out"
"""The parameter in a deal's address that makes the page say which suits were not taken."""
_LONGEST_DRAFT: Final = 40


def row_at(game: CurrentGame, number: int) -> SheetRow:
    """Return the row of deal ``number``, from 1; answer 404 if there is none."""
    if not 1 <= number <= len(game.sheet.rows):
        abort(404)
    return game.sheet.rows[number - 1]


@deal_pages.get("/enter")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_deal() -> Response:
    """Show the form of the next deal; redirect to the end of a game that is over or closed."""
    game = this_game()
    if game.sheet.final is not None:
        return see_other(url_for("table.final"))
    return show(new_deal_page(game, first_values(game)))


def first_values(game: CurrentGame) -> dict[str, str]:
    """Return the values of a new form: who sits out, and for partners who plays whom as before.

    They include the hands that phones have sent; a hand in a draft on the phone takes precedence.
    """
    values = {**sitting_out(game.sheet.game.away), **pairs_before(game.sheet)}
    if not this_visit().slips:
        return values
    return {**values, **collect_hands(this_visit(), make_deal_document).values}


@deal_pages.post("/enter")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def enter_deal() -> Response:
    """Enter the deal that was typed."""
    game, post = this_game(), _read_deal_post()
    values, said = hear_hands(game.sheet.setup, typed())
    document = make_deal_document(game.sheet.setup, values)
    weigh = weigh_left_out(values.get(LEFT_OUT, ""), post.phone, make_deal_document)
    outcome: GameOutcome = (
        Refused(problems=said)
        if said
        else record_deal(site().store, game.key, post, document, weigh_hands=weigh)
    )

    def saved(done: Saved[CurrentGame]) -> str:
        if not done.repeated:
            site().store.entering.forget(game.key)
        left_out = done.repeated and leaves_out_suits(done.thing, done.seq, document)
        return f"{deal_address(done)}?{SUITS_LEFT_OUT}=yes" if left_out else deal_address(done)

    def again(problems: tuple[Problem, ...]) -> Page:
        now = game_after(outcome)
        page = new_deal_page(now, values, problems, newer_than(outcome))
        if isinstance(outcome, Stale):
            return _show_beside(now, page, row_meant(now, post), values=values, post=post)
        return page.replace(left_out=left_out_digest(problems) or None)

    return answer(outcome, saved=saved, again=again)


def deal_address(saved: Saved[CurrentGame]) -> str:
    """Return the address of the deal that was saved, or of the history if it was taken back."""
    entry = saved.thing.log[saved.seq - 1]
    seq = entry.act.target if isinstance(entry.act, Corrected) else entry.seq
    row = saved.thing.sheet.row_of(seq)
    return url_for("table.deal", number=row.number) if row else url_for("review.history")


def _read_deal_post() -> Post:
    """Return the post of a deal with the presses that made it."""
    return replace(read_post(), presses=read_presses(typed()))


def new_deal_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    newer: Sequence[LogEntry] = (),
) -> Page:
    """Return the form of the next deal with the typed values, their problems, or newer entries."""
    form = _deal_form(game, values, problems)
    entry_fields = make_entry_fields(game, values.get("entry_id"))
    return Page(
        "deal/deal_form.html",
        live=make_form_live_part(entry_fields.version, follows=True, is_next=True),
        game=game,
        number=game.sheet.next_number,
        form=form,
        said=_said_lines(game, values, form),
        entry_fields=entry_fields,
        reasons=(),
        notation=notation_of(game.sheet.variant.family, game.sheet.setup.options),
        pad=_pad(game, game.sheet.next_number, values),
        newer=tuple(newer),
        draft=values.get("draft", "")[:_LONGEST_DRAFT],
        target=None,
        presses=None,
        conflict=None,
        seen=None,
        undone=None,
        left_out=None,
        opened=None,
        is_unchanged=False,
        closed_night=None,
    )


def _deal_form(game: CurrentGame, values: Values, problems: tuple[Problem, ...]) -> DealForm:
    setup = game.sheet.setup
    return make_deal_form(setup, values, tell_unanswered(setup, values, problems))


def _said_lines(game: CurrentGame, values: Values, form: DealForm) -> tuple[tuple[Field, ...], ...]:
    """Return the lines in which hands are said, by seat, each with its questions."""
    setup = game.sheet.setup
    return tuple([said_fields(setup, hand.seat, values, form.faults) for hand in form.hands])


def _pad(game: CurrentGame, number: int, values: Values, **words: Any) -> PadTable | None:
    setup, running = game.sheet.setup, running_totals(game.sheet, number)
    places = pair_places(setup.variant.family.asks(setup.options), setup.turns, values)
    if places:
        return pairs_table(setup, number, running, places, **words)
    return pad_table(setup, number, running, **words)


def running_totals(sheet: ScoreSheet, number: int) -> list[Points]:
    """Return the totals before deal ``number``, by seat; none where a game has several columns."""
    if sheet.score.has_columns:
        return []
    before = [row.cells for row in sheet.rows[: number - 1] if row.counts]
    running = {cell.seat: cell.running or 0 for cell in before[-1]} if before else {}
    return [running.get(head.seat, 0) for head in sheet.heads]


@deal_pages.get("/deal/<int:number>/correct")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_correction(number: int) -> Response:
    """Show the form of a deal with everything that was entered."""
    game = this_game()
    row = row_at(game, number)
    setup = game.sheet.setup
    document = write_deal(game.sheet.game.deals[number - 1].deal, setup.players)
    page = _correction_page(game, row, type_deal(setup, document))
    asked = read_whole(request.args.get("hand", ""))
    return show(page.replace(opened=asked) if asked in setup.turns else page)


@deal_pages.post("/deal/<int:number>/correct")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def enter_correction(number: int) -> Response:
    """Correct the deal; the history keeps how it was entered before."""
    game, post = this_game(), _read_deal_post()
    values, said = hear_hands(game.sheet.setup, typed())
    target = demand_whole(values, "target")
    _check_meant(game, number, target, post.version)
    outcome = Refused(problems=said) if said else _correct(game, post, target, values)
    if isinstance(outcome, Saved):
        site().store.entering.clear(game.key, this_phone())

    def again(problems: tuple[Problem, ...]) -> Page:
        now = game_after(outcome)
        row = now.sheet.row_of(target)
        if row is None:
            return _undone_page(now, target, values, problems)
        page = _correction_page(now, row, values, problems, newer=newer_than(outcome))
        is_late = isinstance(outcome, Stale)
        return _show_beside(now, page, row, values=values, post=post) if is_late else page

    return answer(outcome, saved=deal_address, again=again)


def _correct(game: CurrentGame, post: Post, target: int, values: Values) -> GameOutcome:
    return correct_deal(
        site().store,
        game.key,
        post,
        target,
        document=make_deal_document(game.sheet.setup, values),
        reason=read_reason_fields(values),
    )


def _check_meant(game: CurrentGame, number: int, target: int, version: int) -> None:
    """Answer 404 if ``target`` is not a deal, or does not have the number in the address.

    A form that is older than the last entry may name a deal by the number that it had then.
    """
    if not (0 < target <= game.version and isinstance(game.log[target - 1].act, Dealt)):
        abort(404)
    row = game.sheet.row_of(target)
    is_current = version >= game.sheet.game.facts_version
    if is_current and (row is None or row.number != number):
        abort(404)


def _undone_page(
    game: CurrentGame, target: int, values: Values, problems: tuple[Problem, ...]
) -> Page:
    """Return the form of the next deal with a correction whose deal was taken back meanwhile."""
    page = new_deal_page(game, {**values, "draft": f"undone-{target}"}, problems)
    return page.replace(undone=undo_of(game, target))


def _correction_page(
    game: CurrentGame,
    row: SheetRow,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    newer: Sequence[LogEntry] = (),
) -> Page:
    form = _deal_form(game, values, problems)
    entry_fields = make_entry_fields(game, values.get("entry_id"))
    return Page(
        "deal/deal_form.html",
        live=make_form_live_part(entry_fields.version, follows=False),
        game=game,
        number=row.number,
        form=form,
        said=_said_lines(game, values, form),
        entry_fields=entry_fields,
        reasons=()
        if is_fresh(game, row.seq)
        else reason_fields(values, FOR_A_DEAL, FieldProblems(form.faults).of("reason")),
        notation=notation_of(game.sheet.variant.family, game.sheet.setup.options),
        pad=_pad(game, row.number, values, done="Save the change"),
        target=row.seq,
        newer=tuple(newer),
        # Presses begun on another version of the deal are no draft of this one.
        draft=f"{row.number}.{facts_entry(game, row.number)}",
        presses=_judge(presses_of(site().store, game, row.number)),
        opened=None if game.log[row.seq - 1].phone == this_phone() else this_seat(),
        is_unchanged=any(problem.code == UNCHANGED for problem in problems),
        closed_night=closed_night_here(),
        conflict=None,
        seen=None,
        undone=None,
        left_out=None,
    )


def _show_beside(
    game: CurrentGame, page: Page, row: SheetRow | None, *, values: Values, post: Post
) -> Page:
    """Return the form of a deal that came too late, beside the deal that took its place."""
    if row is None:
        return page
    document = make_deal_document(game.sheet.setup, values)
    conflict = compare(game, row, page.form, document, is_new=page.target is None)
    return page.replace(conflict=conflict, seen=post.version)
