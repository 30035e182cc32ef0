"""The payouts of a closed night, which their payee or an officer marks as paid."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from flask import Response, abort, request, url_for

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import (
    ClubPayment,
    GameState,
    Night,
    NightMoney,
    Reversal,
    SettleWay,
    payments_in_force,
)
from scorekeeper.club.figures import (
    LedgerKind,
    NightFigures,
    Suggestion,
    nets_of,
)
from scorekeeper.club.payments import (
    ALL_PAID,
    ALL_TAKEN_BACK,
    CLOSED,
    REOPENED,
    paid_by,
    pay,
    pay_all,
    reopen_night,
    reverse,
    reverse_all,
    taken_back_by,
    was_marked_on_later_phone,
)
from scorekeeper.club.rows import (
    PhonesPlayed,
    StoredAct,
    find_night_including_balances_of,
    read_acts,
    read_phones_played,
)
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games import Refused, Role, Saved, Stale
from scorekeeper.rules import TILL, Problem, minor_digits, read_amount, refusal
from scorekeeper.web.core import (
    ASKED_BY_SCRIPT,
    Page,
    Part,
    Values,
    answer_saved,
    asks_for_data,
    club_address,
    club_or_404,
    demand,
    demand_whole,
    known_phone,
    least_role,
    make_club_fields,
    may,
    name_of_night,
    no_amount_words,
    once,
    plain_amount,
    read_act,
    refusal_words,
    see_other,
    send_text,
    show,
    show_live,
    site,
    status_of,
    this_night,
    this_officer,
    this_visit,
    typed,
)
from scorekeeper.web.live import make_night_live_part
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.tables import challenged_deals, game_titles, party_name
from scorekeeper.wording import write_money

_LETTERS_OF_A_LINE: Final = 13
"""The most letters of two names that fit beside an amount on a usual phone."""
_MOST_ACTS: Final = 1000
_NEWS: Final = timedelta(minutes=1)
"""How long the page tells that a payment was taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The visitor who looks at the payouts; ``person`` is their id if they belong to the night.

    ``may_act`` is false for a visitor who may only watch. ``stands_for`` are people without a phone
    of their own, at whose table all deals were entered on this one.
    """

    person: str
    is_officer: bool
    may_act: bool
    stands_for: tuple[str, ...]

    def may_mark(self, payee: str) -> bool:
        """Tell whether this viewer may mark a payment as made: only its payee and officers may."""
        speaks = payee != TILL and payee in (self.person, *self.stands_for)
        return self.is_officer or (self.may_act and speaks)


def _make_page(problems: Sequence[Problem] = ()) -> Page:
    """Return the payouts of the night for this viewer; ``problems`` are those of the last post.

    ``closed_at`` is set if the night was closed today. ``lists`` and ``even`` are of others than
    this phone's person; ``even`` pay and get nothing. ``next_night`` is an address for officers.
    """
    loaded, viewer = this_night(), this_viewer()
    people = loaded.people
    acts = site().store.read(read_acts, night=loaded.night.id, most=_MOST_ACTS)
    figures, person = loaded.figures, viewer.person
    opened = request.headers.get(ASKED_BY_SCRIPT, acts[0].number if acts else 0, type=int)
    payouts = _payouts(loaded, viewer, [act for act in acts if act.number > opened])
    is_over = not figures.open and this_officer() is not None
    return Page(
        "nights/payouts.html",
        live=make_night_live_part("nights.payouts").replace(seen=opened),
        title=name_of_night(loaded.night.date),
        night=loaded,
        names={party: party_name(party, people) for party in (TILL, *people)},
        viewer=viewer,
        closed_at=_closed_today_at(loaded, acts),
        problems=tuple([problem.text for problem in problems]),
        own=own_payouts(loaded, payouts, person) if person in figures.people else None,
        corrections=tuple(_corrections(loaded, person)),
        due=tuple(_due_now(loaded)),
        challenged=tuple(challenged_deals(loaded)),
        lists=tuple(_lists([payout for payout in payouts if not _is_of(person, payout)])),
        even=tuple([people[who].name for who in _find_even(figures) if who != person]),
        outside=tuple(_outside(loaded, viewer)),
        last=_last_act(loaded, acts),
        marks=_marks(loaded, acts),
        titles=game_titles(loaded),
        digits=minor_digits(loaded.club.currency) or 0,
        # The sign that is written before an amount of a currency: "$", "KWD ".
        sign=write_money(0, loaded.club.currency).rstrip("0."),
        taken_into=_find_later_list(loaded.night, figures.suggestions),
        next_night=club_address("new_night.ask_night") if is_over else "",
        club_fields=make_club_fields(),
    )


def _find_even(figures: NightFigures) -> list[str]:
    """Return the people of a night who pay and get nothing."""
    asked = {party for line in figures.suggestions for party in (line.payer, line.payee)}
    return [who for who in figures.people if who not in asked and not figures.base.get(who, 0)]


def _payouts(loaded: LoadedNight, viewer: Viewer, later: Sequence[StoredAct]) -> list[Part]:
    """Return the lines of the plan, first those that were open before some later acts.

    Those are the acts since the page was opened: while it is open, no line moves. Those who stand
    in a row before the till are by name.
    """
    back = {payment for act in later for payment in taken_back_by(act)}
    gone = {row.reverses for row in loaded.payments if isinstance(row, Reversal)} - back
    gone.update([payment for act in later for payment in paid_by(act)])
    paid: Counter[tuple[str, str]] = Counter()
    for payment in loaded.payments:
        if isinstance(payment, ClubPayment) and payment.id not in gone:
            paid[payment.payer, payment.payee] += payment.minor
    lines = list(loaded.figures.suggestions)
    if loaded.figures.way is SettleWay.BANK:
        names = {who: person.name.casefold() for who, person in loaded.people.items()} | {TILL: ""}
        lines.sort(key=lambda line: names[line.payer] + names[line.payee])
    lines.sort(key=lambda line: paid[line.payer, line.payee] >= line.minor)
    return [_payout(loaded, viewer, asked) for asked in lines]


def _lists(payouts: Sequence[Part]) -> Iterator[Part]:
    """Yield the lists of the page: what is paid in and out by way of the till, or one of all."""
    groups = [group for group in ("in", "out") if any(row.group == group for row in payouts)]
    for group in groups or [""]:
        rows = [payout for payout in payouts if payout.group == group]
        yield Part(group=group, rows=tuple(rows), open=sum([row.asked.open for row in rows]))


def _find_later_list(night: Night, asked: Sequence[Suggestion]) -> str:
    """Return the day of a later night that took in what is open of payments; empty if none did."""
    still = [suggestion for suggestion in asked if suggestion.open]
    parties = sorted(
        {party for suggestion in still for party in (suggestion.payer, suggestion.payee)} - {TILL}
    )
    return site().store.read(find_night_including_balances_of, night.id, parties) if parties else ""


def _payout(
    loaded: LoadedNight, viewer: Viewer, asked: Suggestion, *, is_asked: bool = True
) -> Part:
    """Return a line: the payment that is asked for, or that was made unasked, and its parts.

    ``is_markable`` tells whether this phone may mark the part that is open as paid, which nobody
    may once a later night has taken it into its list; ``is_long`` whether the names are too long
    for letters of the usual size on a phone.
    """
    ends = asked.payer, asked.payee
    gone = {reversal.reverses for reversal in loaded.payments if isinstance(reversal, Reversal)}
    names = [TILL if party == TILL else loaded.people[party].name for party in ends]
    return Part(
        id=f"{'pay' if is_asked else 'other'}-{asked.payer}-{asked.payee}",
        asked=asked,
        group=_group_of(asked) if is_asked and loaded.figures.way is SettleWay.BANK else "",
        changes=tuple(_changes_since(loaded, asked)),
        parts=tuple(
            [
                payment
                for payment in loaded.payments
                if isinstance(payment, ClubPayment)
                and payment.id not in gone
                and (payment.payer, payment.payee) == ends
            ]
        ),
        is_markable=bool(asked.open)
        and viewer.may_mark(asked.payee)
        and not _find_later_list(loaded.figures.night, [asked]),
        is_long=sum(map(len, names)) > _LETTERS_OF_A_LINE,
    )


def _group_of(asked: Suggestion) -> str:
    """Return whether a payment goes ``in`` or ``out`` of the till; empty between two people."""
    return "in" if asked.payee == TILL else "out" if asked.payer == TILL else ""


def _changes_since(loaded: LoadedNight, asked: Suggestion) -> Iterator[Part]:
    """Yield what corrections change for who pays or gets, at the first payment of each."""
    changes = nets_of(loaded.figures.corrections)
    for who in (asked.payer, asked.payee):
        own = [line for line in loaded.figures.suggestions if who in (line.payer, line.payee)]
        if changes.get(who) and own[:1] == [asked]:
            yield _change(loaded, who, changes[who])


def _outside(loaded: LoadedNight, viewer: Viewer) -> Iterator[Part]:
    """Yield the lines of payments that were made unasked."""
    for (payer, payee), minor in loaded.figures.outside.items():
        made = Suggestion(payer=payer, payee=payee, minor=minor, paid=minor)
        yield _payout(loaded, viewer, made, is_asked=False)


def _is_of(person: str, payout: Part) -> bool:
    return person in (payout.asked.payer, payout.asked.payee)


def _last_act(loaded: LoadedNight, acts: Sequence[StoredAct]) -> Part | None:
    """Return the latest act if it is about payments, not about closing or opening the night.

    What was taken back is news for a moment only.
    """
    kinds = (CLOSED, REOPENED)
    act = next((act for act in acts if act.kind in kinds or _payments_in(act)), None)
    ids = _payments_in(act) if act is not None else ()
    if act is None or not ids:
        return None
    is_back = bool(taken_back_by(act))
    if is_back and site().store.now() - act.at > _NEWS:
        return None
    payments = [payment for payment in loaded.payments if isinstance(payment, ClubPayment)]
    return Part(
        number=act.number,
        payments=tuple([payment for payment in payments if payment.id in ids]),
        is_back=is_back,
        is_of_all=act.kind in (ALL_PAID, ALL_TAKEN_BACK),
    )


def _payments_in(act: StoredAct) -> tuple[str, ...]:
    return paid_by(act) + taken_back_by(act)


def _marks(loaded: LoadedNight, acts: Sequence[StoredAct]) -> dict[str, Part]:
    """Return who marked each payment as made, empty if unknown, and whether on a later phone.

    Such a phone took the seat of the payee after the game.
    """
    by_id = {payment: act for act in acts for payment in paid_by(act)}
    phones = _phones()
    marks = {}
    for payment in loaded.payments:
        if isinstance(payment, ClubPayment):
            act = by_id.get(payment.id)  # None for one that came with a club book
            is_later = act is not None and was_marked_on_later_phone(act, payment, phones)
            marks[payment.id] = Part(who=act.who if act else "", was_marked_on_later_phone=is_later)
    return marks


def own_money(loaded: LoadedNight, person: str) -> Part | None:
    """Return the payouts of a person at a night that is closed; None of anybody else.

    ``has_money`` tells whether the night moved any of theirs.
    """
    if loaded.night.closed is None or person not in loaded.figures.people:
        return None
    own = own_payouts(loaded, [Part(asked=line) for line in loaded.figures.suggestions], person)
    sums = own.games, own.fee, own.entry, own.prizes, own.net, own.due
    return own.replace(has_money=any(sums))


def own_payouts(loaded: LoadedNight, payouts: Sequence[Part], person: str) -> Part:
    """Return the payouts to and from a person, with how their sum came about, in minor units.

    ``before`` is a balance brought forward that was taken in. ``net`` is what the person had to get
    in all at the closing, ``due`` the same with later corrections, like the parts that add up to
    it; ``still`` is what is left of ``net`` after payments (minus: to pay), ``open`` the sum of
    what is still to be paid.
    """
    closed, sums = loaded.night.closed, loaded.figures.people[person]
    own = [payout for payout in payouts if _is_of(person, payout)]
    net = loaded.figures.base.get(person, 0)
    return Part(
        name=loaded.people[person].name,
        games=sums.games,
        fee=sums.fee,
        entry=sums.entry,
        prizes=sums.prizes,
        before=closed.before.get(person, 0) if closed else 0,
        net=net,
        due=net + sums.correction,
        still=sum(
            [payout.asked.open * (1 if payout.asked.payee == person else -1) for payout in own]
        ),
        open=sum([payout.asked.open for payout in own]),
        payouts=tuple(own),
    )


def _corrections(loaded: LoadedNight, person: str) -> Iterator[Part]:
    """Yield the corrections since the closing: of each game, then of fees, entries and prizes."""
    corrections, titles = loaded.figures.corrections, game_titles(loaded)
    voids = {game.id for game in loaded.night.games if game.state is GameState.VOID}
    for game, changes in corrections.games.items():
        yield _correction(loaded, changes, person, game=titles[game], is_void=game in voids)
    for what, of_night in (
        (LedgerKind.FEE, NightMoney(games={}, fees=corrections.fees)),
        (LedgerKind.ENTRY, NightMoney(games={}, fees={}, entry=corrections.entry)),
        (LedgerKind.PRIZE, NightMoney(games={}, fees={}, prize=corrections.prize)),
    ):
        changes = {who: minor for who, minor in nets_of(of_night).items() if minor}
        if changes:
            yield _correction(loaded, changes, person).replace(what=what)


def _correction(
    loaded: LoadedNight,
    changes: Mapping[str, int],
    person: str,
    *,
    game: str = "",
    is_void: bool = False,
) -> Part:
    own = changes.get(person, 0)
    return Part(
        game=game,
        is_void=is_void,
        own=_change(loaded, person, own) if own else None,
        what=LedgerKind.GAME,
    )


def _due_now(loaded: LoadedNight) -> Iterator[Part]:
    """Yield whose sum corrections changed, with what they have to get after payments.

    ``left`` and ``base``, the sum as it was closed, are below zero for what somebody pays.
    """
    night, figures = loaded.night, loaded.figures
    if night.closed is None or night.settle is SettleWay.CARRIED:
        return
    for who, person in figures.people.items():
        if person.correction:
            yield Part(
                person=who,
                left=person.left + night.closed.before.get(who, 0),
                base=figures.base.get(who, 0),
                paid=person.received - person.paid,
            )


def _change(loaded: LoadedNight, person: str, minor: int) -> Part:
    """Return a change relative to what the person paid or got at the closing.

    ``due`` is what the person gets with it, below zero for what they pay.
    """
    seen = loaded.figures.base.get(person, 0)
    is_payer = seen < 0 or (seen == 0 and minor < 0)
    return Part(
        due=seen + minor,
        person=person,
        name=loaded.people[person].name,
        minor=abs(minor),
        is_payer=is_payer,
        is_more=(minor < 0) == is_payer,
    )


def _closed_today_at(loaded: LoadedNight, acts: Sequence[StoredAct]) -> datetime | None:
    closed = loaded.night.closed
    is_today = closed is not None and closed.on == site().store.today()
    return next((act.at for act in acts if act.kind == CLOSED), None) if is_today else None


_UNKNOWN: Final = refusal("unknown_payment", "This night has no such payment")


@nights_pages.get("/payouts")
@least_role(Role.VIEWER)
def payouts() -> Response:
    """Show who pays whom; while the night is open, lead to the page that closes it or the board."""
    if this_night().night.closed is None:
        way = "nights.ask_closing" if may("nights.ask_closing") else "nights.board"
        return see_other(url_for(way))
    return show_live(_make_page())


def this_viewer() -> Viewer:
    """Return the viewer of this request, who may mark some of the payouts."""
    visit = this_visit()
    is_officer = visit.role >= Role.OFFICER
    return Viewer(
        person=visit.person,
        is_officer=is_officer,
        may_act=visit.role >= Role.PLAYER,
        # An officer may mark every payment, whoever's phone it is.
        stands_for=() if is_officer else _stood_for(known_phone()),
    )


def _stood_for(phone: str) -> tuple[str, ...]:
    phones = _phones()
    return tuple([who for who in phones.tables if phone in phones.of(who)])


def _phones() -> PhonesPlayed:
    """Return on which phones people played at the night of this request."""
    return once("phones_played", lambda: site().store.read(read_phones_played, this_visit().id))


@nights_pages.post("/payouts")
@least_role(Role.PLAYER)
def mark_paid() -> Response:
    """Record that a payment was made, or a part of it; 403 except for its payee and officers."""
    values, post = typed(), read_act()
    currency = club_or_404().currency
    seen = demand(read_amount(values.get("paid", ""), currency), 400)
    new = _read_payment(values, currency)
    if isinstance(new, Refused):
        return _answer(new)
    if not this_viewer().may_mark(new.payee):
        abort(403)
    return _answer(pay(site().store, post, new, seen=seen))


def _read_payment(values: Values, currency: str) -> ClubPayment | Refused:
    """Return the payment of a form; its field ``part`` replaces the whole amount."""
    text = values.get("part", values.get("amount", ""))
    minor = read_amount(plain_amount(text), currency)
    if minor is None:
        return Refused(
            problems=refusal("bad_amount", no_amount_words(text, currency), at=("amount",))
        )
    return ClubPayment(
        id="",
        date="",
        payer=values.get("from", ""),
        payee=values.get("to", ""),
        minor=minor,
        night=this_visit().id,
    )


@nights_pages.post("/payouts/all")
@least_role(Role.OFFICER)
def mark_all_paid() -> Response:
    """Record all payments that are still open; ``open`` is their sum as the page showed it."""
    seen = demand(read_amount(typed().get("open", ""), club_or_404().currency), 400)
    return _answer(pay_all(site().store, read_act(), this_visit().id, seen=seen))


@nights_pages.post("/payouts/all/back")
@least_role(Role.OFFICER)
def take_all_back() -> Response:
    """Take back what one act marked as paid; ``act`` is its number."""
    number = demand_whole(typed(), "act")
    return _answer(reverse_all(site().store, read_act(), this_visit().id, number))


@nights_pages.post("/payments/<club_id:payment>/back")
@least_role(Role.PLAYER)
def take_payment_back(payment: str) -> Response:
    """Take a payment of this night back; 403 except for its payee and officers."""
    payments = [made for made in this_night().payments if isinstance(made, ClubPayment)]
    found = next((made for made in payments if made.id == payment), None)
    if found is None:
        return _answer(Refused(problems=_UNKNOWN))
    if not this_viewer().may_mark(found.payee):
        abort(403)
    return _answer(reverse(site().store, read_act(), payment))


def _answer(outcome: ClubOutcome) -> Response:
    """Answer a post about payments, as a page or, for an outbox, as JSON."""
    address = url_for("nights.payouts")
    if isinstance(outcome, Saved):
        return answer_saved(outcome, address)
    status = 409 if isinstance(outcome, Stale) else status_of(outcome.problems)
    if asks_for_data():
        return send_text(refusal_words(outcome), status)
    if this_night().night.closed is None:
        return see_other(address)  # the night was opened again, so that address leads on
    return show(_make_page(outcome.problems), status=status)


@nights_pages.get("/reopen")
@least_role(Role.OFFICER)
def ask_open_again() -> Response:
    """Say what opening the night again changes, and ask whether to do so."""
    night = this_night()
    if night.night.closed is None:
        return see_other(url_for("nights.board"))
    return show(
        Page(
            "nights/reopen.html",
            name=name_of_night(night.night.date),
            paid=len(payments_in_force(night.payments)),
            is_carried=night.night.settle is SettleWay.CARRIED,
            club_fields=make_club_fields(),
        )
    )


@nights_pages.post("/reopen")
@least_role(Role.OFFICER)
def open_again() -> Response:
    """Open the night again."""
    outcome = reopen_night(site().store, read_act(), this_visit().id)
    return see_other(url_for("nights.board")) if isinstance(outcome, Saved) else _answer(outcome)
