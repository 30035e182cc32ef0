"""The page of hands: whose are in, which differ, and the deal that they make."""

from dataclasses import replace

from flask import Response, request, url_for

from scorekeeper.games import (
    OTHER_HAND,
    CollectedHands,
    CurrentGame,
    DealPreview,
    HandVersion,
    Refused,
    Role,
    SlipTooLate,
    choose_version,
    demand_same_hands,
    find_too_late,
    preview_deal,
    record_deal,
    take_back_slip,
)
from scorekeeper.rules import Asks
from scorekeeper.web.core import (
    Page,
    SeatNeed,
    answer,
    game_after,
    least_role,
    make_entry_fields,
    make_table_code,
    newer_than,
    read_post,
    read_whole,
    see_other,
    show,
    show_live,
    site,
    this_game,
    this_phone,
    this_seat,
    this_visit,
    typed,
)
from scorekeeper.web.deal.deal_text import (
    make_deal_document,
)
from scorekeeper.web.deal.enter import deal_address, new_deal_page
from scorekeeper.web.deal.pad import pairs_so_far, problems_in_words
from scorekeeper.web.hands import hands_pages
from scorekeeper.web.hands.next_deal import OF_HANDS, FactLine, collect_hands_now, fact_lines
from scorekeeper.web.hands.own_hand import read_number, read_seat
from scorekeeper.web.live import make_live_part
from scorekeeper.web.review.agreement_status import find_asked


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

    def facts_of(self, version: HandVersion) -> list[FactLine]:
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
