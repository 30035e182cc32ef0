"""Deals: to look at line by line, to enter, to correct."""

from dataclasses import fields
from typing import Final

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.games import correct_deal, record_deal
from scorekeeper.bookkeeping.outcomes import OpenGame, Post, Stale
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import Problem
from scorekeeper.record.writing import write_deal
from scorekeeper.web.access import game_pages, this_game
from scorekeeper.web.conflict import ConflictPage, compare, row_meant
from scorekeeper.web.deal_lines import draw_gin, draw_lines
from scorekeeper.web.forms.deal_form import make_deal_form, read_deal, sitting_out, type_deal
from scorekeeper.web.forms.fields import Field, Values
from scorekeeper.web.history import tell
from scorekeeper.web.needs import meaning_of
from scorekeeper.web.pages import DealFormPage, DealPage, Page, show, site
from scorekeeper.web.phrases import ending_of, next_deal_of, out_word
from scorekeeper.web.posting import answer, make_ticket, read_post, see, typed
from scorekeeper.web.spoken import say_deal
from scorekeeper.web.unchanged import live_page

_LONGEST_DRAFT: Final = 40


@game_pages.get("/deal/<int:number>")
@live_page
def deal(number: int) -> Response:
    """One deal: who got what, and why."""
    game = this_game()
    row = _row(game, number)
    entered = game.sheet.game.deals[number - 1].deal
    is_last = number == len(game.sheet.rows)
    meaning = meaning_of(game.sheet, row)
    next_deal = next_deal_of(game.sheet) if is_last else ""
    page = DealPage(
        game=game,
        row=row,
        ending=ending_of(game.sheet, row),
        out_word=out_word(game.sheet).removeprefix("went "),
        opened=_opened(row),
        upcard=entered.upcard,
        limit_words=row.outcome.condition if row.outcome else "",
        count_words=row.outcome.counts(game.sheet.setup.players) if row.outcome else "",
        gin_sides=draw_gin(row),
        lines=draw_lines(game.sheet, row),
        meaning=meaning,
        next_deal=next_deal,
        spoken=say_deal(game.sheet, row, meaning, next_deal),
        is_last=is_last,
        is_final=game.sheet.final is not None,
        warnings=tuple([_words_of(game.sheet, problem) for problem in row.problems]),
        correction=_correction_words(game, number),
    )
    return show(page)


def _row(game: OpenGame, number: int) -> SheetRow:
    if not 1 <= number <= len(game.sheet.rows):
        abort(404)
    return game.sheet.rows[number - 1]


def _opened(row: SheetRow) -> int | None:
    """The hand to show at once: the one asked for, else the one that ended the deal."""
    asked = request.args.get("hand", "")
    return int(asked) if asked.isdecimal() and len(asked) < 3 else row.by


def _correction_words(game: OpenGame, number: int) -> str:
    """Who corrected a deal last, and why; empty if nobody did."""
    corrections = game.sheet.game.deals[number - 1].corrections
    if not corrections:
        return ""
    (line,) = tell(game, [game.log[corrections[-1] - 1]])
    return f"Corrected{f' by {line.who}' if line.who else ''}: “{line.reason}”"


def _words_of(sheet: ScoreSheet, problem: Problem) -> str:
    match problem.at:
        case ("hands", int(seat), *_):
            return f"{sheet.setup.players[seat]}: {problem.text}"
    return problem.text


def _has_wilds(sheet: ScoreSheet) -> bool:
    """Games with wild cards shuffle more than one pack together."""
    setup = sheet.setup
    return sheet.variant.family.pack(setup.options, len(setup.players)).copies > 1


@game_pages.get("/enter")
def ask_deal() -> Response:
    """The form of the next deal; a game that is over or closed has none."""
    game = this_game()
    if game.sheet.final is not None:
        return see(url_for("game.final"))
    return show(new_deal_page(game, sitting_out(game.sheet.game.away)))


@game_pages.post("/enter")
def enter_deal() -> Response:
    """Enter the deal that was typed."""
    game, post, values = this_game(), read_post(), typed()
    outcome = record_deal(site().books, game.key, post, read_deal(game.sheet.setup, values))

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        page = new_deal_page(now, values, problems, stale)
        return _beside(page, row_meant(now, post), values, post) if stale else page

    return answer(
        outcome,
        saved=lambda now: url_for("game.deal", number=max(1, len(now.sheet.rows))),
        again=again,
    )


def new_deal_page(
    game: OpenGame,
    values: Values,
    problems: tuple[Problem, ...] = (),
    stale: Stale | None = None,
) -> DealFormPage:
    """The form of the next deal, with what was typed, its problems, or what others did."""
    return DealFormPage(
        game=game,
        number=game.sheet.next_number,
        lead=next_deal_of(game.sheet),
        form=make_deal_form(game.sheet.setup, values, problems),
        ticket=make_ticket(game, values.get("entry_id")),
        reason=None,
        has_wilds=_has_wilds(game.sheet),
        newer=tell(game, stale.newer) if stale else (),
        draft=values.get("draft", "")[:_LONGEST_DRAFT],
    )


@game_pages.get("/deal/<int:number>/correct")
def ask_correction(number: int) -> Response:
    """The form of a deal with all that was entered."""
    game = this_game()
    row = _row(game, number)
    setup = game.sheet.setup
    document = write_deal(game.sheet.game.deals[number - 1].deal, setup.players)
    return show(_correction_page(game, row, type_deal(setup, document)))


@game_pages.post("/deal/<int:number>/correct")
def enter_correction(number: int) -> Response:
    """Put the deal right; what it was stays in the history."""
    game, post, values = this_game(), read_post(), typed()
    target = values.get("target", "")
    if not target.isdecimal() or len(target) > 9:
        abort(400)
    outcome = correct_deal(
        site().books,
        game.key,
        post,
        int(target),
        document=read_deal(game.sheet.setup, values),
        reason=values.get("reason", ""),
    )

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        row = next((row for row in now.sheet.rows if row.seq == int(target)), None)
        if row is None:
            abort(409)
        page = _correction_page(now, row, values, problems, stale=stale)
        return _beside(page, row, values, post) if stale else page

    def saved(now: OpenGame) -> str:
        numbers = [row.number for row in now.sheet.rows if row.seq == int(target)]
        return url_for("game.deal", number=numbers[0]) if numbers else url_for("game.history")

    return answer(outcome, saved=saved, again=again)


def _correction_page(
    game: OpenGame,
    row: SheetRow,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    stale: Stale | None = None,
) -> DealFormPage:
    form = make_deal_form(game.sheet.setup, values, problems)
    return DealFormPage(
        game=game,
        number=row.number,
        lead=ending_of(game.sheet, row),
        form=form,
        ticket=make_ticket(game, values.get("entry_id")),
        reason=Field(
            name="reason",
            kind="text",
            label="Why it is corrected",
            value=values.get("reason", ""),
            problems=tuple([fault.text for fault in form.faults if fault.field == "reason"]),
        ),
        has_wilds=_has_wilds(game.sheet),
        target=row.seq,
        newer=tell(game, stale.newer) if stale else (),
    )


def _beside(page: DealFormPage, row: SheetRow | None, values: Values, post: Post) -> DealFormPage:
    """The form of a deal that came too late with what is on the table in its place, if anything."""
    if row is None:
        return page
    setup = page.game.sheet.setup
    both = compare(page.game, row, page.form, read_deal(setup, values), is_new=page.reason is None)
    return ConflictPage(
        **{each.name: getattr(page, each.name) for each in fields(page)},
        conflict=both,
        seen=post.version,
    )
