"""Each player's own hand, entered at the same time from their own phones, and the deal of them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.games import record_deal
from scorekeeper.bookkeeping.gathering import Gathering, gather
from scorekeeper.bookkeeping.outcomes import OpenGame, Refused, Stale
from scorekeeper.bookkeeping.slip_facts import facts_of, what_differs
from scorekeeper.bookkeeping.slips import (
    Kept,
    Late,
    Slip,
    drop_slip,
    lateness,
    put_slip,
    read_said,
    take_version,
)
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.slips import SlipRow
from scorekeeper.web.access import game_pages, this_game, this_phone, this_seat, this_visit
from scorekeeper.web.deals import new_deal_page
from scorekeeper.web.forms.deal_form import read_deal
from scorekeeper.web.forms.fields import Values
from scorekeeper.web.forms.hand_form import (
    HandForm,
    answers,
    make_hand_form,
    question,
    read_hand,
    type_hand,
)
from scorekeeper.web.gathered import (
    HandPart,
    SaidLine,
    hand_parts,
    headline_of,
    question_words,
    said_lines,
)
from scorekeeper.web.history import tell
from scorekeeper.web.pad_table import PadTable, pad_hand, pad_table
from scorekeeper.web.pages import NewsLine, Page, Ticket, show, site
from scorekeeper.web.phrases import next_deal_of
from scorekeeper.web.posting import answer, make_ticket, read_post, see, typed
from scorekeeper.web.unchanged import live_page

_LONGEST_NUMBER = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPage:
    """The hands of the next deal that are in; ``changed``: somebody was faster with one.

    ``scored`` is the deal that was scored last, while no hand of the next is there.
    """

    template: ClassVar = "hands.html"
    game: OpenGame
    gathering: Gathering
    headline: str
    lead: str
    hands: tuple[HandPart, ...]
    questions: tuple[str, ...]
    waits_for_me: bool
    scored: int | None
    ticket: Ticket
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LateNews:
    """What came before a hand: who did it, and where the sheet says otherwise than the hand."""

    line: NewsLine
    scored: int | None
    sheet: tuple[SaidLine, ...]
    typed: tuple[SaidLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPage:
    """The form of one hand; ``is_second`` where another phone has handed it in before."""

    template: ClassVar = "hand_in.html"
    game: OpenGame
    number: int
    seat: Seat
    title: str
    lead: str
    form: HandForm
    ticket: Ticket
    pad: PadTable | None
    has_wilds: bool
    is_second: bool
    late: LateNews | None


@game_pages.context_processor
def name_hands() -> dict[str, object]:
    """Let pages of a game tell how many hands are in."""
    return {"gathering": cache(_gather), "headline_of": headline_of}


def _gather() -> Gathering:
    """The hands of the next deal as they are now."""
    books, visit = site().books, this_visit()
    present = books.attendance.present(visit.game.key)
    return gather(visit, read_deal, {mark.seat for mark in present if mark.seat is not None})


# --- the page of hands ----------------------------------------------------------------------------


@game_pages.get("/hands")
@live_page
def hands() -> Response:
    """Whose hands are in; a game that is over has none."""
    game = this_game()
    if game.sheet.final is not None:
        return see(url_for("game.final"))
    return show(_hands_page(_gather()))


def _hands_page(gathering: Gathering, *, changed: bool = False) -> HandsPage:
    game, seat = this_game(), this_seat()
    setup = game.sheet.setup
    parts = hand_parts(gathering, setup, phone=this_phone(), seat=seat)
    return HandsPage(
        game=game,
        gathering=gathering,
        headline=headline_of(gathering),
        lead=next_deal_of(game.sheet),
        hands=parts,
        questions=tuple([question_words(each, setup) for each in gathering.questions]),
        waits_for_me=any(hand.seat == seat for hand in gathering.missing),
        scored=None if gathering.is_begun else len(game.sheet.rows) or None,
        ticket=make_ticket(game),
        changed=changed,
    )


@game_pages.get("/hands/deal")
def look_at_deal() -> Response:
    """The form of the whole deal, filled with the hands that are in."""
    game = this_game()
    if game.sheet.final is not None:
        return see(url_for("game.final"))
    return show(new_deal_page(game, _gather().values))


@game_pages.post("/hands")
def score_hands() -> Response:
    """Enter the deal that the hands make; pressed on two phones at once, it is one deal."""
    game, post, values = this_game(), read_post(), typed()
    number = _read_number(values)
    late = lateness(game, number)
    if late is not None:
        return see(_address_of(late))
    gathering = _gather()
    if not gathering.ready or values.get("mark") != gathering.mark:
        return show(_hands_page(gathering, changed=True), status=409)
    document = read_deal(game.sheet.setup, gathering.values)
    same = replace(post, entry_id=f"hands.{gathering.mark}")
    outcome = record_deal(site().books, game.key, same, document)

    def again(now: OpenGame, problems: tuple[Problem, ...], stale: Stale | None) -> Page:
        return new_deal_page(now, gathering.values, problems, stale)

    return answer(outcome, saved=lambda _: url_for("game.deal", number=number), again=again)


def _address_of(late: Late) -> str:
    """Where the deal stands that was scored before, else the sheet."""
    return url_for("game.deal", number=late.scored) if late.scored else url_for("game.table")


@game_pages.post("/hands/take")
def take_hand() -> Response:
    """Keep one of several versions of a hand."""
    values = typed()
    seat = _read_seat(values.get("seat", ""))
    mark = values.get("mark", "")
    if not take_version(site().books, this_game().key, seat, mark, read=read_deal):
        return show(_hands_page(_gather(), changed=True), status=409)
    return see(url_for("game.hands"))


@game_pages.post("/hands/drop")
def drop_hand() -> Response:
    """Take back a hand that this phone has handed in."""
    drop_slip(site().books, this_game().key, _read_seat(typed().get("seat", "")), this_phone())
    return see(url_for("game.hands"))


def _read_number(values: Values) -> int:
    text = values.get("number", "")
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        abort(400)
    return int(text)


def _read_seat(text: str) -> Seat:
    seats = [str(seat) for seat in range(len(this_game().sheet.setup.players))]
    if text not in seats:
        abort(404)
    return Seat(int(text))


# --- the form of one hand -------------------------------------------------------------------------


@game_pages.get("/hand/<int:seat>")
def ask_hand(seat: int) -> Response:
    """The form of one hand, with what this phone wrote of it; never with what another did."""
    game = this_game()
    known = _read_seat(str(seat))
    if game.sheet.final is not None:
        return see(url_for("game.final"))
    own = next((row for row in _slips(known) if row.phone == this_phone()), None)
    return show(_hand_page(known, type_hand(own.fields) if own else {}))


def _slips(seat: Seat) -> list[SlipRow]:
    return [row for row in this_visit().slips if row.seat == seat]


@game_pages.post("/hand/<int:seat>")
def hand_in(seat: int) -> Response:
    """Hand in one hand of the next deal."""
    known, game, post, values = _read_seat(str(seat)), this_game(), read_post(), typed()
    slip = Slip(
        number=_read_number(values),
        seat=known,
        phone=this_phone(),
        who=post.who,
        fields=read_hand(game.sheet.setup, known, values),
    )
    books = site().books
    outcome = put_slip(books, game.key, slip, read_deal)
    match outcome:
        case Kept():
            books.attendance.clear(game.key, this_phone())
            return see(url_for("game.hands"))
        case Refused(problems=problems):
            return show(_hand_page(known, values, problems), status=422)
        case Late():
            return show(_hand_page(known, values, late=_late_news(outcome, slip)), status=409)


def _late_news(late: Late, slip: Slip) -> LateNews:
    """What the sheet says of the hand, beside what was typed, where they differ."""
    game = this_game()
    setup = game.sheet.setup
    lines: list[tuple[SaidLine, ...]] = [(), ()]
    if late.scored is not None:
        entered = game.sheet.game.deals[late.scored - 1].deal
        said = read_said(setup, read_deal(setup, slip.fields))
        rests = what_differs([facts_of(setup, deal, slip.seat) for deal in (entered, said)])
        asks = setup.variant.family.asks(setup.options)
        lines = [tuple(said_lines(rest, asks)) for rest in rests]
    (line,) = tell(game, [late.by])
    return LateNews(line=line, scored=late.scored, sheet=lines[0], typed=lines[1])


def _hand_page(
    seat: Seat,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    late: LateNews | None = None,
) -> HandPage:
    game = this_game()
    setup = game.sheet.setup
    name, is_mine = setup.players[seat], seat == this_seat()
    number = _read_number(values) if late else game.sheet.next_number
    return HandPage(
        game=game,
        number=number,
        seat=seat,
        title=f"Deal {number}: {'your' if is_mine else f'{name}’s'} hand",
        lead=next_deal_of(game.sheet),
        form=make_hand_form(setup, seat, values, problems, is_mine=is_mine),
        ticket=make_ticket(game, values.get("entry_id")),
        pad=None if late else _pad(game, seat, is_mine=is_mine),
        has_wilds=setup.variant.family.pack(setup.options, len(setup.players)).copies > 1,
        is_second=any(row.phone != this_phone() for row in _slips(seat)),
        late=late,
    )


def _pad(game: OpenGame, seat: Seat, *, is_mine: bool) -> PadTable | None:
    setup = game.sheet.setup
    table = pad_table(setup, game.sheet.next_number, [head.running for head in game.sheet.heads])
    asks, name = setup.variant.family.asks(setup.options), setup.players[seat]
    if table is None:
        return None
    given = answers(asks, name, is_mine=is_mine)
    return pad_hand(table, seat, given, question(asks))
