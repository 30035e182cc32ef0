"""The pages that enter the next deal, or correct one."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.game.deals import (
    UNCHANGED,
    correct_deal,
    leaves_out_suits,
    record_deal,
)
from scorekeeper.bookkeeping.game.posting import Post, Saved, Stale
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.presses import facts_entry, is_fresh
from scorekeeper.domain.journal import Corrected, Dealt
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.record.writing import write_deal
from scorekeeper.web.core.access import SeatNeed, least_role, this_game
from scorekeeper.web.core.fields import Field, FieldProblems, Values
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.phrases import ending_of, next_dealer_of
from scorekeeper.web.core.posting import (
    EntryFields,
    answer,
    demand_whole,
    make_entry_fields,
    read_post,
    see_other,
    typed,
)
from scorekeeper.web.core.reasons import FOR_A_DEAL, read_reason_fields, reason_fields
from scorekeeper.web.core.site import site
from scorekeeper.web.deal.blueprint import deal_pages
from scorekeeper.web.deal.conflict import Conflict, compare, row_meant
from scorekeeper.web.deal.deal_form import (
    DealForm,
    make_deal_document,
    make_deal_form,
    sitting_out,
    tell_unanswered,
    type_deal,
)
from scorekeeper.web.deal.notation import Notation, notation_of
from scorekeeper.web.deal.pad_table import PadTable, pad_table
from scorekeeper.web.deal.presses import kept_presses, read_presses
from scorekeeper.web.live.updates import LivePart, make_form_live_part
from scorekeeper.web.review.history import NewsLine, news_lines, undo_of

SUITS_LEFT_OUT: Final = "suits-left-out"
"""The parameter in a deal's address that makes the page say which suits were not taken."""
_LONGEST_DRAFT: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFormPage:
    """The form of a deal: the next one, or a correction, which may have ``reasons``.

    ``newer`` are the acts of others since this phone looked. ``conflict`` is their deal in the
    place of this one, and ``seen`` the version that this phone knew then. ``draft`` names the form
    among the drafts that the phone keeps; it is empty for the next deal. ``target`` is the entry
    that is corrected. ``undone`` says who took back the deal that was to be corrected. ``presses``
    are those that made the deal, from which the pad goes on. ``is_unchanged`` tells the phone to
    keep nothing of a correction that changed nothing.
    """

    template: ClassVar = "deal/deal_form.html"
    live: LivePart
    number: int
    lead: str
    form: DealForm
    entry_fields: EntryFields
    reasons: tuple[Field, ...]
    notation: Notation
    pad: PadTable | None
    target: int | None = None
    newer: tuple[NewsLine, ...] = ()
    draft: str = ""
    presses: dict[str, Any] | None = None
    conflict: Conflict | None = None
    seen: int | None = None
    undone: NewsLine | None = None
    is_unchanged: bool = False


def row_at(game: CurrentGame, number: int) -> SheetRow:
    """Return the row of deal ``number``, from 1; answer 404 if there is none."""
    if not 1 <= number <= len(game.sheet.rows):
        abort(404)
    return game.sheet.rows[number - 1]


@deal_pages.get("/enter")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_deal() -> Response:
    """Show the form of the next deal; a game that is over or closed leads to its end."""
    game = this_game()
    if game.sheet.final is not None:
        return see_other(url_for("table.final"))
    return show(new_deal_page(game, sitting_out(game.sheet.game.away)))


@deal_pages.post("/enter")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def enter_deal() -> Response:
    """Enter the deal that was typed."""
    game, post, values = this_game(), _read_deal_post(), typed()
    document = make_deal_document(game.sheet.setup, values)
    outcome = record_deal(site().store, game.key, post, document)

    def saved(done: Saved) -> str:
        left_out = done.repeated and leaves_out_suits(done.game, done.seq, document)
        return f"{deal_address(done)}?{SUITS_LEFT_OUT}=yes" if left_out else deal_address(done)

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        page = new_deal_page(now, values, problems, stale)
        return _beside(now, page, row_meant(now, post), values=values, post=post) if stale else page

    return answer(outcome, saved=saved, again=again)


def deal_address(saved: Saved) -> str:
    """Return the address of the deal that was saved, or of the history if it was taken back."""
    entry = saved.game.log[saved.seq - 1]
    seq = entry.act.target if isinstance(entry.act, Corrected) else entry.seq
    row = saved.game.sheet.row_of(seq)
    return url_for("table.deal", number=row.number) if row else url_for("review.history")


def _read_deal_post() -> Post:
    """Return the post of a deal with the presses that made it."""
    return replace(read_post(), presses=read_presses(typed()))


def new_deal_page(
    game: CurrentGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> DealFormPage:
    """Return the form of the next deal with the typed values, their problems, or newer entries."""
    entry_fields = make_entry_fields(game, values.get("entry_id"))
    return DealFormPage(
        live=make_form_live_part(entry_fields.version, follows=True),
        number=game.sheet.next_number,
        lead=next_dealer_of(game.sheet),
        form=_deal_form(game, values, problems),
        entry_fields=entry_fields,
        reasons=(),
        notation=notation_of(game.sheet.variant.family, game.sheet.setup.options),
        pad=_pad(game, game.sheet.next_number),
        newer=news_lines(game, stale.newer) if stale else (),
        draft=values.get("draft", "")[:_LONGEST_DRAFT],
    )


def _deal_form(game: CurrentGame, values: Values, problems: tuple[Problem, ...]) -> DealForm:
    setup = game.sheet.setup
    return make_deal_form(setup, values, tell_unanswered(setup, values, problems))


def _pad(game: CurrentGame, number: int, **words: Any) -> PadTable | None:
    running = [head.running for head in game.sheet.heads]
    return pad_table(game.sheet.setup, number, running, **words)


@deal_pages.get("/deal/<int:number>/correct")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_correction(number: int) -> Response:
    """Show the form of a deal with everything that was entered."""
    game = this_game()
    row = row_at(game, number)
    setup = game.sheet.setup
    document = write_deal(game.sheet.game.deals[number - 1].deal, setup.players)
    return show(_correction_page(game, row, type_deal(setup, document)))


@deal_pages.post("/deal/<int:number>/correct")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def enter_correction(number: int) -> Response:
    """Correct the deal; the history keeps how it was entered before."""
    game, post, values = this_game(), _read_deal_post(), typed()
    target = demand_whole(values, "target")
    _check_meant(game, number, target, post.version)
    outcome = correct_deal(
        site().store,
        game.key,
        post,
        target,
        document=make_deal_document(game.sheet.setup, values),
        reason=read_reason_fields(values),
    )

    def again(now: CurrentGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        row = now.sheet.row_of(target)
        if row is None:
            return _undone_page(now, target, values, problems)
        page = _correction_page(now, row, values, problems, stale=stale)
        return _beside(now, page, row, values=values, post=post) if stale else page

    return answer(outcome, saved=deal_address, again=again)


def _check_meant(game: CurrentGame, number: int, target: int, version: int) -> None:
    """Answer 404 if ``target`` is no deal, or does not have the number in the address.

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
) -> DealFormPage:
    """Return the form of the next deal with a correction whose deal was taken back meanwhile."""
    page = new_deal_page(game, {**values, "draft": f"undone-{target}"}, problems)
    (line,) = news_lines(game, [undo_of(game, target)])
    return replace(page, undone=line)


def _correction_page(
    game: CurrentGame,
    row: SheetRow,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    stale: Stale | None = None,
) -> DealFormPage:
    form = _deal_form(game, values, problems)
    entry_fields = make_entry_fields(game, values.get("entry_id"))
    return DealFormPage(
        live=make_form_live_part(entry_fields.version, follows=False),
        number=row.number,
        lead=ending_of(game.sheet, row),
        form=form,
        entry_fields=entry_fields,
        reasons=() if is_fresh(game, row.seq) else _reasons(form, values),
        notation=notation_of(game.sheet.variant.family, game.sheet.setup.options),
        pad=_pad(game, row.number, done="Save the change"),
        target=row.seq,
        newer=news_lines(game, stale.newer) if stale else (),
        # Presses begun on another version of the deal are no draft of this one.
        draft=f"{row.number}.{facts_entry(game, row.number)}",
        presses=kept_presses(game, row.number),
        is_unchanged=any(problem.code == UNCHANGED for problem in problems),
    )


def _reasons(form: DealForm, values: Values) -> tuple[Field, ...]:
    return reason_fields(values, FOR_A_DEAL, FieldProblems(form.faults).of("reason"))


def _beside(
    game: CurrentGame, page: DealFormPage, row: SheetRow | None, *, values: Values, post: Post
) -> DealFormPage:
    """Return the form of a deal that came too late, beside the deal that took its place."""
    if row is None:
        return page
    document = make_deal_document(game.sheet.setup, values)
    conflict = compare(game, row, page.form, document, is_new=page.target is None)
    return replace(page, conflict=conflict, seen=post.version)
