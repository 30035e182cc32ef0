"""The form of one hand of the next deal, and what becomes of it when it is handed in."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.hands.comparing import hand_facts, what_differs
from scorekeeper.bookkeeping.hands.slips import Kept, Late, Slip, put_slip, read_said
from scorekeeper.bookkeeping.links import Role
from scorekeeper.bookkeeping.posting import Refused
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.slips import SlipRow
from scorekeeper.web.core.access import least_role, this_game, this_phone, this_seat, this_visit
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.page import show
from scorekeeper.web.core.phrases import next_deal_of
from scorekeeper.web.core.posting import (
    EntryFields,
    demand_whole,
    make_entry_fields,
    read_post,
    see,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.deal.deal_form import make_deal_document
from scorekeeper.web.deal.notation import Notation, notation_of
from scorekeeper.web.deal.pad_table import PadTable, pad_hand, pad_table
from scorekeeper.web.hands.blueprint import hands_pages
from scorekeeper.web.hands.hand_form import (
    OwnHandForm,
    answers,
    make_hand_form,
    question,
    read_hand,
    type_hand,
)
from scorekeeper.web.hands.hand_words import SaidLine, said_lines
from scorekeeper.web.live.updates import LivePart, make_form_live_part
from scorekeeper.web.review.history import NewsLine, tell


@dataclass(frozen=True, slots=True, kw_only=True)
class LateNews:
    """What came before a hand: who did it, and where the sheet says otherwise than the hand."""

    line: NewsLine
    scored: int | None
    sheet: tuple[SaidLine, ...]
    typed: tuple[SaidLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHandPage:
    """The form of one hand; ``is_second`` where another phone has handed it in before."""

    template: ClassVar = "hands/own_hand.html"
    number: int
    seat: Seat
    title: str
    lead: str
    form: OwnHandForm
    entry_fields: EntryFields
    live: LivePart
    pad: PadTable | None
    notation: Notation
    is_second: bool
    is_own: bool
    late: LateNews | None


@hands_pages.get("/hand/<int:seat>")
@least_role(Role.PLAYER)
def ask_hand(seat: int) -> Response:
    """The form of one hand, with what this phone wrote of it; never with what another did."""
    game = this_game()
    known = read_seat(str(seat))
    if game.sheet.final is not None:
        return see(url_for("table.final"))
    own = next((row for row in _slips(known) if row.phone == this_phone()), None)
    return show(_hand_page(known, type_hand(own.fields) if own else {}))


def _slips(seat: Seat) -> list[SlipRow]:
    return [row for row in this_visit().slips if row.seat == seat]


@hands_pages.post("/hand/<int:seat>")
@least_role(Role.PLAYER)
def hand_in(seat: int) -> Response:
    """Hand in one hand of the next deal."""
    known, game, post, values = read_seat(str(seat)), this_game(), read_post(), typed()
    slip = Slip(
        number=read_number(values),
        seat=known,
        phone=this_phone(),
        who=post.who,
        fields=read_hand(game.sheet.setup, known, values),
    )
    store = site().store
    outcome = put_slip(store, game.key, slip, make_deal_document)
    match outcome:
        case Kept():
            store.entering.clear(game.key, this_phone())
            return see(url_for("hands.overview"))
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
        said = read_said(setup, make_deal_document(setup, slip.fields))
        rests = what_differs([hand_facts(setup, deal, slip.seat) for deal in (entered, said)])
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
) -> OwnHandPage:
    game = this_game()
    setup = game.sheet.setup
    name, is_mine = setup.players[seat], seat == this_seat()
    number = read_number(values) if late else game.sheet.next_number
    entry_fields = make_entry_fields(game, values.get("entry_id"))
    return OwnHandPage(
        number=number,
        seat=seat,
        title=f"Deal {number}: {'your' if is_mine else f'{name}’s'} hand",
        lead=next_deal_of(game.sheet),
        form=make_hand_form(setup, seat, values, problems, is_mine=is_mine),
        entry_fields=entry_fields,
        live=make_form_live_part(entry_fields.version, is_own=is_mine),
        pad=None if late else _pad(game, seat, is_mine=is_mine),
        notation=notation_of(setup.variant.family, setup.options),
        is_second=any(row.phone != this_phone() for row in _slips(seat)),
        is_own=is_mine,
        late=late,
    )


def _pad(game: CurrentGame, seat: Seat, *, is_mine: bool) -> PadTable | None:
    setup = game.sheet.setup
    table = pad_table(setup, game.sheet.next_number, [head.running for head in game.sheet.heads])
    asks, name = setup.variant.family.asks(setup.options), setup.players[seat]
    if table is None:
        return None
    given = answers(asks, name, is_mine=is_mine)
    return pad_hand(table, seat, given, question(asks))


def read_number(values: Values) -> int:
    """The number of the deal that a form is about."""
    return demand_whole(values, "number")


def read_seat(text: str) -> Seat:
    """The seat with this number; nobody else is found."""
    seats = [str(seat) for seat in range(len(this_game().sheet.setup.players))]
    if text not in seats:
        abort(404)
    return Seat(int(text))
