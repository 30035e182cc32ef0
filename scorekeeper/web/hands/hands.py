"""Each player’s own hand of the next deal: its form, and the page of hands that make the deal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Response, abort, request, url_for

from scorekeeper.games import (
    DEALER,
    OTHER_HAND,
    CollectedHands,
    CurrentGame,
    DealPreview,
    HandVersion,
    PairPlace,
    Refused,
    Role,
    Saved,
    Slip,
    SlipSaved,
    SlipTooLate,
    change_opponent,
    choose_version,
    demand_same_hands,
    find_differences,
    find_too_late,
    hand_facts,
    hand_in_slip,
    pair_places,
    place_of,
    preview_deal,
    read_partial_deal,
    record_deal,
    say_who_plays_whom,
    take_back_slip,
    write_pairs,
)
from scorekeeper.rules import Asks, Problem, Seat, Setup
from scorekeeper.web.core import (
    Choices,
    Fault,
    Field,
    Page,
    Part,
    SeatNeed,
    Values,
    answer,
    answer_saved,
    asks_for_data,
    bell_of_this_game,
    demand_whole,
    game_after,
    least_role,
    make_entry_fields,
    make_table_code,
    newer_than,
    read_post,
    read_whole,
    refusal_words,
    render,
    see_other,
    send_text,
    show,
    show_live,
    site,
    this_game,
    this_phone,
    this_seat,
    this_visit,
    typed,
)
from scorekeeper.web.deal.deal_form import fold_fields, make_deal_form, notation_of
from scorekeeper.web.deal.deal_text import hand_field, make_deal_document
from scorekeeper.web.deal.enter import deal_address, new_deal_page, running_totals
from scorekeeper.web.deal.pad import (
    SOMEBODY_ELSE,
    PadTable,
    pad_hand,
    pad_table,
    pairs_so_far,
    problems_in_words,
    send_words,
)
from scorekeeper.web.deal.said import hear_hands, said_fields
from scorekeeper.web.hands import hands_pages
from scorekeeper.web.hands.next_deal import OF_HANDS, collect_hands_now, fact_lines
from scorekeeper.web.live import make_form_live_part, make_live_part
from scorekeeper.web.review.agreement_status import find_asked

# --- The form of one hand: its fields, and those of the deal that its player can answer -----------


_AGAINST: Final = "against"
"""The field with the seat of the opponent of a player who has partners."""
_MOST_FIELDS: Final = 60
_LONGEST_TEXT: Final = 2_000


def make_hand_form(
    place: "HandPlace", values: Values, problems: Sequence[Problem] = (), *, is_mine: bool
) -> Part:
    """Return the form of one hand with its typed values and its problems.

    ``by`` is a hidden field that the pad sets together with ``ending``.
    """
    setup, seat = place.setup, place.at
    whole = make_deal_form(setup, values, problems)
    asks = setup.variant.family.asks(setup.options)
    faults = tuple([_move_to_ending(fault) for fault in whole.faults])
    part = whole.part_of(seat)
    heads = this_game().sheet.in_turn
    dealers = (whole.dealer.choices[0], *[(str(head.seat), head.name) for head in heads])
    about = (*part.flags, replace(whole.dealer, choices=dealers))
    first = str(asks.endings[0][0])
    ending = Field(
        name="ending",
        kind="chips",
        label=ending_question(asks),
        value=values.get("ending", ""),
        choices=ending_choices(asks, setup.players[seat], is_mine=is_mine),
        problems=tuple([fault.text for fault in faults if fault.field == "ending"]),
    )
    return Part(
        ending=ending,
        by=str(seat) if ending.value == first else "",
        facts=part.facts,
        hand=next(hand for hand in whole.hands if hand.seat == seat),
        about=fold_fields("About the deal", about),
        faults=faults,
    )


def _move_to_ending(fault: Fault) -> Fault:
    """Return a fault of ``by``, which this form does not show, as one of ``ending``."""
    return replace(fault, field="ending") if fault.field == "by" else fault


def ending_question(asks: Asks) -> str:
    """Return the question of who ended the deal: ``Who went out?``"""
    return f"{asks.by_label}?"


def ending_choices(asks: Asks, name: str, *, is_mine: bool) -> Choices:
    """Return the answers to the question of who ended the deal: this player, another, nobody."""
    (first, _), *others = asks.endings
    did = asks.by_words
    mine = ((str(first), f"I {did}"), (SOMEBODY_ELSE, "Not me"))
    other = ((str(first), f"{name} {did}"), (SOMEBODY_ELSE, f"Not {name}"))
    return (*(mine if is_mine else other), *[(str(ending), words) for ending, words in others])


def read_hand(setup: Setup, seat: Seat, typed: Values) -> dict[str, str]:
    """Return the typed values of one hand's form as fields of the whole deal's form."""
    asks = setup.variant.family.asks(setup.options)
    values = {name: text[:_LONGEST_TEXT] for name, text in typed.items()}
    own = [name for name in values if name.startswith(hand_field(seat, ""))][:_MOST_FIELDS]
    fields = {name: values[name] for name in own}
    first = str(asks.endings[0][0])
    ending = values.get("ending", "")
    if ending == first:
        fields |= {"ending": first, "by": str(seat)}
    elif ending in asks.ended_by_nobody:
        fields["ending"] = ending
    for name in (DEALER, *[ask.name for ask in asks.deal]):
        if values.get(name, "").strip():
            fields[name] = values[name]
    return fields


def type_hand(fields: Values) -> dict[str, Any]:
    """Return the typed values that would make the fields of a slip."""
    return {"ending": SOMEBODY_ELSE, **fields}


@hands_pages.get("/hand/<int:seat>")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def ask_hand(seat: int) -> Response:
    """Show the form of one hand, filled with this phone's version but never with another's.

    If another player's hand tells how the deal ended, the form says so too.
    """
    found_seat = read_seat(str(seat))
    if this_game().sheet.final is not None:
        return see_other(url_for("table.final"))
    place = place_of_hand(found_seat, request.args.get(_AGAINST, ""))
    own = next((row for row in _slips(found_seat) if row.phone == this_phone()), None)
    values = _told_ending(place) if own is None else type_hand(place.inner(own.fields))
    return show(_hand_page(place, values))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlace:
    """Where the hand of a ``seat`` belongs: the deal, or for partners a ``pair`` as a deal of two.

    ``at`` is the seat there, and ``pairs`` say who plays whom.
    """

    setup: Setup
    seat: Seat
    at: Seat
    pair: PairPlace | None = None
    pairs: tuple[PairPlace, ...] = ()

    def outer(self, fields: Values) -> dict[str, str]:
        """Return the fields as they are named in the form of the whole deal."""
        return self.pair.outer(fields) | write_pairs(self.pairs) if self.pair else dict(fields)

    def inner(self, fields: Values) -> dict[str, str]:
        """Return the fields of the whole deal's form as this form names them."""
        if self.pair is None:
            return dict(fields)
        told = {name: text for name, text in fields.items() if name == DEALER}
        return self.pair.inner(fields) | told

    def own_problems(self, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """Return the problems of a whole deal with their places in this form."""
        if self.pair is None:
            return tuple(problems)
        placed = [(self.pair.inner_path(problem.at), problem) for problem in problems]
        return tuple(
            [replace(problem, at=problem.at if at is None else at) for at, problem in placed]
        )


def place_of_hand(seat: Seat, against: str) -> HandPlace:
    """Return where a hand of the next deal belongs.

    Partners play ``against`` the player in that seat, else the one named by this phone's hand or by
    others' hands, or the one played before. Answers 404 for a seat that is not on the other side.
    """
    sheet = this_game().sheet
    setup = sheet.setup
    slips = sorted(
        this_visit().slips, key=lambda row: row in _slips(seat) and row.phone == this_phone()
    )
    asks = setup.variant.family.asks(setup.options)
    pairs = pair_places(asks, setup.turns, say_who_plays_whom(sheet, slips))
    if pairs and against:
        other = read_seat(against)
        if other in setup.side_of(seat):
            abort(404)
        pairs = change_opponent(pairs, seat, other)
    pair = place_of(pairs, seat)
    if pair is None:
        return HandPlace(setup=setup, seat=seat, at=seat)
    return HandPlace(
        setup=pair.of_two(setup), seat=seat, at=Seat(pair.seats.index(seat)), pair=pair, pairs=pairs
    )


def _slips(seat: Seat) -> list[Slip]:
    return [row for row in this_visit().slips if row.seat == seat]


def _told_ending(place: HandPlace) -> dict[str, str]:
    """Return what another player's hand says about how the deal ended; nothing if none does.

    It is that the deal needs no hands, with its facts, or that this player did not end it.
    """
    asks = place.setup.variant.family.asks(place.setup.options)
    needless = [str(ending) for ending in asks.hands_optional]
    for row in this_visit().slips:
        fields = place.inner(row.fields)
        if row.seat != place.seat and "ending" in fields:
            names = ("ending", *[ask.name for ask in asks.deal])
            ended = {name: fields[name] for name in names if name in fields}
            return ended if fields["ending"] in needless else type_hand({})
    return {}


@hands_pages.post("/hand/<int:seat>")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def hand_in(seat: int) -> Response:
    """Hand in one hand of the next deal."""
    found_seat, game, post = read_seat(str(seat)), this_game(), read_post()
    place = place_of_hand(found_seat, typed().get(_AGAINST, ""))
    values, said = hear_hands(place.setup, typed(), only=place.at)
    slip = Slip(
        number=read_number(values),
        seat=found_seat,
        phone=this_phone(),
        who=post.who,
        fields=place.outer(read_hand(place.setup, place.at, _with_told(place, values))),
        at=site().store.now(),
    )
    store = site().store
    outcome = (
        Refused(problems=said) if said else hand_in_slip(store, game.key, slip, make_deal_document)
    )
    match outcome:
        case SlipSaved(repeated=repeated):
            store.entering.clear(game.key, this_phone())
            return answer_saved(
                Saved(thing=game, seq=game.version, repeated=repeated),
                url_for("hands.overview", deal=slip.number),
            )
        case Refused(problems=problems):
            page = _hand_page(place, values, place.own_problems(problems))
            if asks_for_data():
                return send_text(refusal_words(outcome), 422, page=render(page))
            return show(page, status=422)
        case SlipTooLate(scored=scored):
            if asks_for_data():
                is_scored = f"Deal {scored} has already been scored."
                return send_text(is_scored if scored else "The table has moved on.", 409)
            return show(_hand_page(place, values, late=_too_late_notice(outcome, slip)), status=409)


def _with_told(place: HandPlace, values: Values) -> Values:
    """Return the values of a hand; one without cards ended as another player's hand says.

    A phone may have opened the form before the other hand was in.
    """
    told = _told_ending(place)
    own = hand_field(place.at, "")
    is_blank = not any(text.strip() for name, text in values.items() if name.startswith(own))
    is_told = values.get("ending", "") in ("", SOMEBODY_ELSE) and is_blank
    return {**values, **told} if is_told and told else values


def _too_late_notice(too_late: SlipTooLate, slip: Slip) -> Part:
    """Return the notice for a slip that is too late."""
    game = too_late.game
    setup = game.sheet.setup
    lines: list[tuple[Part, ...]] = [(), ()]
    if too_late.scored is not None:
        entered = game.sheet.game.deals[too_late.scored - 1].deal
        typed_deal = read_partial_deal(setup, make_deal_document(setup, slip.fields))
        versions = hand_facts(setup, (entered, typed_deal), slip.seat)
        asks = setup.variant.family.asks(setup.options)
        lines = [tuple(fact_lines(facts, asks)) for facts in find_differences(versions)]
    return Part(by=too_late.by, scored=too_late.scored, sheet=lines[0], typed=lines[1])


def _hand_page(
    place: HandPlace,
    values: Values,
    problems: tuple[Problem, ...] = (),
    *,
    late: Part | None = None,
) -> Page:
    game = this_game()
    setup, seat, is_mine = place.setup, place.seat, place.seat == this_seat()
    number = read_number(values) if late else game.sheet.next_number
    entry_fields = make_entry_fields(game, values.get("entry_id"))
    form = make_hand_form(place, values, problems, is_mine=is_mine)
    is_told = bool(_told_ending(place)) and not form.by
    return Page(
        "hands/own_hand.html",
        game=game,
        number=number,
        seat=seat,
        send=send_words(setup.players[place.at], is_mine=is_mine),
        form=form,
        entry_fields=entry_fields,
        live=make_form_live_part(entry_fields.version, follows=True, is_own=is_mine),
        pad=None if late else _pad(game, place, is_mine=is_mine, is_told=is_told),
        notation=notation_of(setup.variant.family, setup.options),
        is_second=any(row.phone != this_phone() for row in _slips(seat)),
        is_own=is_mine,
        against=place.pair.seats[1 - place.at] if place.pair else None,
        others=tuple(
            [other for side in game.sheet.setup.sides for other in side if seat not in side]
        )
        if place.pair
        else (),
        late=late,
        said=said_fields(setup, place.at, values, form.faults),
    )


def _pad(game: CurrentGame, place: HandPlace, *, is_mine: bool, is_told: bool) -> PadTable | None:
    number = game.sheet.next_number
    setup, running = place.setup, running_totals(game.sheet, number)
    if place.pair is not None and running:
        running = [running[seat] for seat in place.pair.seats]
    table = pad_table(setup, number, running)
    asks, name = setup.variant.family.asks(setup.options), setup.players[place.at]
    if table is None:
        return None
    choices = ending_choices(asks, name, is_mine=is_mine)
    question = ending_question(asks)
    return pad_hand(table, place.at, choices, question, is_mine=is_mine, is_told=is_told)


def read_number(values: Values) -> int:
    """Return the number of the deal in a form; answer 400 if it has none."""
    return demand_whole(values, "number")


def read_seat(text: str) -> Seat:
    """Return the seat with this number; answer 404 if no player has it."""
    seats = [str(seat) for seat in range(len(this_game().sheet.setup.players))]
    if text not in seats:
        abort(404)
    return Seat(int(text))


# --- The page of hands: whose are in, which differ, and the deal that they make -------------------


class HandsPage(Page):
    """The page of the hands of the next deal; ``changed`` is true if a hand has just changed.

    ``mine`` is the seat of this phone, and ``written`` are those whose hands it has handed in.
    ``doubts`` are the problems of the deal that the hands make, ``so_far`` says which partners
    still play. ``scored`` is the number of the deal to which this phone is still ``asked`` to
    agree, else of the last one until a hand of the next deal is in. ``waits_for`` is the first
    missing hand that the host enters for a player without a phone.
    """

    game: CurrentGame

    @property
    def asks(self) -> Asks:
        """What the family asks of a deal."""
        setup = self.game.sheet.setup
        return setup.variant.family.asks(setup.options)

    def facts_of(self, version: HandVersion) -> list[Part]:
        """Return the facts of a version that others lack."""
        return list(fact_lines(version.own_facts, self.asks))


@hands_pages.get("/hands")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def overview() -> Response:
    """Show whose hands are in; redirect to the final page if the game has ended.

    Whoever asks for those of a ``deal`` that was scored meanwhile is shown that deal.
    """
    game, number = this_game(), read_whole(request.args.get("deal", ""))
    if game.sheet.final is not None:
        return see_other(url_for("table.final"))
    if number and number <= len(game.sheet.rows):
        return see_other(url_for("table.deal", number=number))
    return show_live(
        _hands_page(collect_hands_now(this_visit()), changed="changed" in request.args)
    )


def _hands_page(collected: CollectedHands, *, changed: bool = False) -> HandsPage:
    game, phone, asked = this_game(), this_phone(), find_asked(this_game())
    seated = {row.seat for row in this_visit().seats}
    for_others = [
        hand for hand in collected.hands if hand.state == "missing" and hand.seat not in seated
    ]
    return HandsPage(
        "hands/overview.html",
        live=make_live_part(follows=True),
        game=game,
        collected=collected,
        mine=this_seat(),
        written=tuple([hand.seat for hand in collected.hands if hand.is_written_by(phone)]),
        doubts=tuple(_doubts(collected)) if collected.ready else (),
        so_far=_so_far(game, collected),
        scored=asked.number if asked else 0 if collected.is_begun else len(game.sheet.rows),
        asked=asked,
        waits_for=next(iter(for_others), None) if this_visit().role is Role.HOST else None,
        entry_fields=make_entry_fields(game),
        changed=changed,
        code=make_table_code(),
        bell=bell_of_this_game(),
    )


def _so_far(game: CurrentGame, collected: CollectedHands) -> str:
    setup = game.sheet.setup
    is_waiting = setup.has_partners and collected.is_begun and not collected.ready
    return pairs_so_far(setup, collected.values) if is_waiting else ""


def _doubts(collected: CollectedHands) -> list[str]:
    """Return the problems of the deal in words, before it is scored."""
    game = this_game()
    setup = game.sheet.setup
    found = preview_deal(game, make_deal_document(setup, collected.values))
    problems = found.row.problems if isinstance(found, DealPreview) else found
    return problems_in_words(setup, collected.values, problems)


@hands_pages.get("/hands/deal")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def look_at_deal() -> Response:
    """Show the form of the whole deal, filled with the hands that are in."""
    game = this_game()
    if game.sheet.final is not None:
        return see_other(url_for("table.final"))
    return show(new_deal_page(game, _form_values(collect_hands_now(this_visit()))))


def _form_values(collected: CollectedHands) -> dict[str, str]:
    """Return the values of the whole deal's form, with another draft for other hands."""
    return {**collected.values, "draft": f"{collected.number}-{collected.fingerprint}"}


@hands_pages.post("/hands")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def score_hands() -> Response:
    """Enter the deal that the hands make; two phones that press the button make one entry."""
    game, post, values = this_game(), read_post(), typed()
    number = read_number(values)
    too_late = find_too_late(game, number)
    if too_late is not None:
        return see_other(_scored_address(too_late))
    collected = collect_hands_now(this_visit())
    if not collected.ready or values.get("fingerprint") != collected.fingerprint:
        return show(_hands_page(collected, changed=True), status=409)
    document = make_deal_document(game.sheet.setup, collected.values)
    same = replace(post, entry_id=OF_HANDS + collected.fingerprint)
    weigh = demand_same_hands(this_visit().slips)
    outcome = record_deal(site().store, game.key, same, document, weigh_hands=weigh)
    if isinstance(outcome, Refused) and outcome.problems[0].code == OTHER_HAND:
        return see_other(url_for("hands.overview", changed="yes"))

    return answer(
        outcome,
        saved=deal_address,
        again=lambda problems: new_deal_page(
            game_after(outcome), _form_values(collected), problems, newer_than(outcome)
        ),
    )


def _scored_address(too_late: SlipTooLate) -> str:
    """Return the address of the deal that was scored already, or else of the sheet."""
    number = too_late.scored
    return url_for("table.deal", number=number) if number else url_for("table.sheet")


@hands_pages.post("/hands/take")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def take_hand() -> Response:
    """Choose one of several versions of a hand."""
    values = typed()
    seat = read_seat(values.get("seat", ""))
    fingerprint = values.get("fingerprint", "")
    if not choose_version(
        site().store, this_game().key, seat, fingerprint, read_fields=make_deal_document
    ):
        return see_other(url_for("hands.overview", changed="yes"))
    return see_other(url_for("hands.overview"))


@hands_pages.post("/hands/drop")
@least_role(Role.PLAYER, SeatNeed.WHERE_ASKED)
def drop_hand() -> Response:
    """Delete a hand that this phone has handed in."""
    take_back_slip(site().store, this_game().key, read_seat(typed().get("seat", "")), this_phone())
    return see_other(url_for("hands.overview"))
