"""The payouts of a closed night, which their payee or an officer marks as paid."""

from collections.abc import Sequence
from typing import Final

from flask import Response, abort, jsonify, url_for

from scorekeeper.bookkeeping.club.acting import Acted, ClubOutcome
from scorekeeper.bookkeeping.club.closing import reopen_night
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.bookkeeping.club.payments import NewPayment, pay, reverse
from scorekeeper.bookkeeping.game.posting import Refused, refusal
from scorekeeper.domain.club.facts import ClubPayment
from scorekeeper.domain.settlement import read_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, may
from scorekeeper.web.core.club_access import this_night, this_night_visit, this_person
from scorekeeper.web.core.club_posting import read_club_post, status_of_refusal
from scorekeeper.web.core.club_terms import no_amount_words, plain_amount
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.outbox import asks_for_data, send_text
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.payout_rows import Viewer
from scorekeeper.web.nights.payouts_page import PayoutsPage, make_payouts_page

_UNKNOWN: Final = refusal("unknown_payment", "This night has no such payment")


@nights_pages.get("/payouts")
@least_role(NightRole.WATCH)
def payouts() -> Response:
    """Show who pays whom; while the night is open, lead to the page that closes it or the board."""
    if this_night().night.closed is None:
        way = "nights.ask_closing" if may("nights.ask_closing") else "nights.board"
        return see_other(url_for(way))
    return show_live(_make_page())


def _make_page(problems: Sequence[Problem] = ()) -> PayoutsPage:
    return make_payouts_page(this_night(), this_viewer(), [each.text for each in problems])


def this_viewer() -> Viewer:
    """Return the viewer of this request, who may mark some of the payouts."""
    role = this_night_visit().role
    return Viewer(
        person=this_person(),
        is_officer=role >= NightRole.OFFICER,
        may_act=role >= NightRole.JOIN,
    )


@nights_pages.post("/payouts")
@least_role(NightRole.JOIN)
def mark_paid() -> Response:
    """Record that a payment was made, or a part of it; 403 except for its payee and officers."""
    values, post = typed(), read_club_post()
    new = _read_payment(values)
    if isinstance(new, Refused):
        return _answer(new)
    if not this_viewer().may_mark(new.payee):
        abort(403)
    return _answer(pay(site().store, post, new))


def _read_payment(values: Values) -> NewPayment | Refused:
    """Return the payment of a form; its field ``part`` replaces the whole amount."""
    currency = this_night().club.currency
    text = values.get("part", values.get("amount", ""))
    minor = read_amount(plain_amount(text), currency)
    seen = read_amount(values.get("paid", ""), currency)
    if seen is None:
        abort(400)
    if minor is None:
        words = no_amount_words(text, currency)
        return Refused(problems=refusal("bad_amount", words, at=("amount",)))
    return NewPayment(
        payer=values.get("from", ""),
        payee=values.get("to", ""),
        minor=minor,
        night=this_night_visit().night,
        seen=seen,
    )


@nights_pages.post("/payments/<club_id:payment>/back")
@least_role(NightRole.JOIN)
def take_payment_back(payment: str) -> Response:
    """Take a payment of this night back; 403 except for its payee and officers."""
    payments = [each for each in this_night().payments if isinstance(each, ClubPayment)]
    found = next((each for each in payments if each.id == payment), None)
    if found is None:
        return _answer(Refused(problems=_UNKNOWN))
    if not this_viewer().may_mark(found.payee):
        abort(403)
    return _answer(reverse(site().store, read_club_post(), payment))


def _answer(outcome: ClubOutcome) -> Response:
    """Answer a post about payments, as a page or, for an outbox, as JSON."""
    address = url_for("nights.payouts")
    if isinstance(outcome, Acted):
        saved = {"see": address, "version": 0, "repeated": outcome.repeated}
        return jsonify(saved) if asks_for_data() else see_other(address)
    status = status_of_refusal(outcome.problems)
    if asks_for_data():
        return send_text(f"{outcome.problems[0].text}.", status)
    if this_night().night.closed is None:
        return see_other(address)  # the night was opened again, so that address leads on
    return show(_make_page(outcome.problems), status=status)


@nights_pages.post("/reopen")
@least_role(NightRole.OFFICER)
def open_again() -> Response:
    """Open the night again."""
    outcome = reopen_night(site().store, read_club_post(), this_night_visit().night)
    return see_other(url_for("nights.board")) if isinstance(outcome, Acted) else _answer(outcome)
