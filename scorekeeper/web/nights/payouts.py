"""The payouts of a closed night, which their payee or an officer marks as paid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, jsonify, url_for

from scorekeeper.bookkeeping.club.acting import Acted, ClubOutcome, acts_of
from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.closing import CLOSED, REOPENED, reopen_night
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.bookkeeping.club.payments import PAID, TAKEN_BACK, NewPayment, pay, reverse
from scorekeeper.bookkeeping.game.posting import Refused, refusal
from scorekeeper.domain.club.facts import TILL, ClubPayment, Reversal, SettleWay
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.nights import Suggestion, sum_money
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.settlement import read_amount, write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.acts import StoredAct
from scorekeeper.web.core.access import least_role, may
from scorekeeper.web.core.club_access import (
    club_address,
    this_night,
    this_night_visit,
    this_officer,
    this_person,
)
from scorekeeper.web.core.club_posting import (
    ClubFields,
    make_club_fields,
    read_club_post,
    status_of_refusal,
)
from scorekeeper.web.core.club_terms import no_amount_words, plain_amount
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.outbox import asks_for_data, send_text
from scorekeeper.web.core.page import Action, show, show_live
from scorekeeper.web.core.posting import see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.live.updates import LivePart, make_night_live_part
from scorekeeper.web.nights.blueprint import nights_pages
from scorekeeper.web.nights.tables import ChallengedDeal, challenged_deals, game_titles
from scorekeeper.wording import (
    MINUS,
    with_capital,
    write_day_and_month,
    write_money,
    write_sentence,
    write_signed_amount,
    write_subject,
    write_symbol,
)

# --- The lines of a night's payouts, with the forms that this phone may use for each --------------


_TILL_IN_ROWS = "till"
_TILL_IN_WORDS = "the till"


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The visitor who looks at the payouts; ``person`` is their id if they are of the night.

    ``may_act`` is false for a visitor who may only watch.
    """

    person: str
    is_officer: bool
    may_act: bool

    def may_mark(self, payee: str) -> bool:
        """Tell whether this viewer may mark a payment as made: only its payee and officers may."""
        return self.is_officer or (self.may_act and payee != TILL and payee == self.person)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentForm:
    """A form that marks or takes back a payment.

    ``says`` is the payment in words. ``fields`` are the hidden fields, pairs of name and value.
    """

    address: str
    says: str
    fields: tuple[tuple[str, str], ...]
    club_fields: ClubFields


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidPart:
    """One payment of a line, ``20.00, marked by Dot``; ``undo`` is None if this phone may not."""

    words: str
    undo: PaymentForm | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutRow:
    """A line: who pays whom how much; ``open`` is the unpaid part if only a part is paid.

    ``money`` is the amount with the currency's sign. ``mark`` is None if this phone may not mark
    the line, or nothing is open. ``who_paid`` is the payer as at the start of a sentence: ``The
    till``. ``waiting`` tells the payer who will mark the payment; it is empty for all others.
    """

    id: str
    payer: str
    payee: str
    amount: str
    money: str
    open: str
    is_paid: bool
    mark: PaymentForm | None
    who_paid: str
    button: str
    waiting: str
    parts: tuple[PaidPart, ...]

    @property
    def is_long(self) -> bool:
        """Whether the names are too long for letters of the usual size on a phone."""
        return len(self.payer) + len(self.payee) > _LETTERS_OF_A_LINE


_LETTERS_OF_A_LINE = 13
"""The most letters of two names that fit beside an amount on a usual phone."""


class PayoutRows:
    """Makes the lines of a night for one viewer.

    ``marked_by`` has, by payment id, the name of the person who marked it.
    """

    def __init__(self, loaded: LoadedNight, viewer: Viewer, marked_by: Mapping[str, str]) -> None:
        self._loaded = loaded
        self._viewer = viewer
        self._marked_by = marked_by
        self._currency = loaded.club.currency
        gone = {each.reverses for each in loaded.payments if isinstance(each, Reversal)}
        self._in_force = [
            each
            for each in loaded.payments
            if isinstance(each, ClubPayment) and each.id not in gone
        ]

    def name(self, party: str) -> str:
        """Return the name of a person, or ``till``, for use in a line."""
        return _TILL_IN_ROWS if party == TILL else self._loaded.people[party].name

    def subject(self, party: str) -> str:
        """Return the name of a person, or ``the till``, for use in a sentence."""
        return _TILL_IN_WORDS if party == TILL else self._loaded.people[party].name

    def money(self, minor: int) -> str:
        """Return an amount with the sign of the currency."""
        return write_money(minor, self._currency)

    def asked(self) -> tuple[Suggestion, ...]:
        """Return the suggested payments, in their order."""
        return self._loaded.figures.suggestions

    def row(self, each: Suggestion) -> PayoutRow:
        """Return the line of a suggestion."""
        open_words = write_amount(each.open, self._currency)
        parts = self._parts(each.payer, each.payee)
        who_paid = with_capital(self.subject(each.payer))
        return PayoutRow(
            id=f"pay-{each.payer}-{each.payee}",
            payer=self.name(each.payer),
            payee=self.name(each.payee),
            amount=write_amount(each.minor, self._currency),
            money=self.money(each.minor),
            open=f"{open_words} open" if each.paid and each.open else "",
            is_paid=not each.open,
            mark=self._mark(each) if each.open and self._viewer.may_mark(each.payee) else None,
            who_paid=who_paid,
            button=f"{who_paid} paid {self.money(each.open)}",
            waiting=self._waiting(each),
            parts=parts,
        )

    def outside_row(self, payer: str, payee: str, minor: int) -> PayoutRow:
        """Return the line of payments that nobody was asked for."""
        return PayoutRow(
            id=f"other-{payer}-{payee}",
            payer=self.name(payer),
            payee=self.name(payee),
            amount=write_amount(minor, self._currency),
            money=self.money(minor),
            open="",
            is_paid=True,
            mark=None,
            who_paid="",
            button="",
            waiting="",
            parts=self._parts(payer, payee),
        )

    def says(self, payer: str, payee: str, minor: int) -> str:
        """Return a payment in words, without a full stop: ``Gus paid Lou $7.60``."""
        return with_capital(f"{self.subject(payer)} paid {self.subject(payee)} {self.money(minor)}")

    def last_act(self) -> PaidPart | None:
        """Return the last payment or reversal in words, None if there is none."""
        if not self._loaded.payments:
            return None
        last = self._loaded.payments[-1]
        if isinstance(last, ClubPayment):
            words = write_sentence(self.says(last.payer, last.payee, last.minor))
            return PaidPart(words=words, undo=self._undo(last))
        payments = [each for each in self._loaded.payments if isinstance(each, ClubPayment)]
        back = next(each for each in payments if each.id == last.reverses)
        words = write_sentence(f"Taken back: {self.says(back.payer, back.payee, back.minor)}")
        return PaidPart(words=words, undo=None)

    def _mark(self, each: Suggestion) -> PaymentForm:
        return PaymentForm(
            address=url_for("nights.mark_paid"),
            says=self.says(each.payer, each.payee, each.open),
            fields=(
                ("from", each.payer),
                ("to", each.payee),
                ("amount", write_amount(each.open, self._currency)),
                ("paid", write_amount(each.paid, self._currency)),
            ),
            club_fields=make_club_fields(),
        )

    def _undo(self, payment: ClubPayment) -> PaymentForm | None:
        if not self._viewer.may_mark(payment.payee):
            return None
        says = self.says(payment.payer, payment.payee, payment.minor)
        return PaymentForm(
            address=url_for("nights.take_payment_back", payment=payment.id),
            says=f"Taken back: {says}",
            fields=(),
            club_fields=make_club_fields(),
        )

    def _parts(self, payer: str, payee: str) -> tuple[PaidPart, ...]:
        return tuple(
            [
                PaidPart(words=self._part_words(each), undo=self._undo(each))
                for each in self._in_force
                if (each.payer, each.payee) == (payer, payee)
            ]
        )

    def _part_words(self, payment: ClubPayment) -> str:
        who = self._marked_by.get(payment.id, "")
        return f"{self.money(payment.minor)}{f', marked by {who}' if who else ''}"

    def _waiting(self, each: Suggestion) -> str:
        """Return whom this viewer waits for after paying; empty for all others."""
        if not each.open or each.payer != self._viewer.person or not each.payer:
            return ""
        if self._viewer.may_mark(each.payee):
            return ""
        who = "an officer" if each.payee == TILL else self.name(each.payee)
        return f"Waiting for {who} to mark it."


# --- Words about a night's payouts: the viewer's own ones, the corrections, how much is paid ------


_MANY: Final = 8
"""The most payments of a list that needs no progress at its head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPayout:
    """The payouts to and from this phone's person.

    ``sentence`` replaces the lines of a person who has none; ``account`` says how the sum came
    about.
    """

    name: str
    account: str
    lines: tuple["OwnLine", ...]
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """One payout of this phone's person: ``You get`` or ``You pay``, and from or to whom."""

    verb: str
    other: str
    row: PayoutRow


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionNote:
    """A correction since the closing; ``own`` is its effect on this phone's person."""

    what: str
    own: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedLine:
    """The amount that a night adds to a person's balance, with its sign."""

    name: str
    amount: str


def own_payout(loaded: LoadedNight, rows: PayoutRows, person: str) -> OwnPayout | None:
    """Return the payouts to and from a person; None if they did not take part in the night."""
    if person not in loaded.figures.people:
        return None
    base = loaded.figures.base.get(person, 0)
    lines = tuple(
        [
            _own_line(rows, each, person)
            for each in rows.asked()
            if person in (each.payer, each.payee)
        ]
    )
    sentence = ""
    if not base:
        sentence = "You are even."
    elif not lines:
        signed = write_signed_amount(base, loaded.club.currency)
        sentence = f"{signed} on your balance."
    return OwnPayout(
        name=loaded.people[person].name,
        account=_account(loaded, person),
        lines=lines,
        sentence=sentence,
    )


def _own_line(rows: PayoutRows, each: Suggestion, person: str) -> OwnLine:
    if each.payer == person:
        verb, other = "You pay", f"to {rows.subject(each.payee)}"
    else:
        verb, other = "You get", f"from {rows.subject(each.payer)}"
    return OwnLine(verb=verb, other=other, row=rows.row(each))


def _account(loaded: LoadedNight, person: str) -> str:
    """Return the parts of a person's sum at the closing: ``games +16.00, fee −2.00``."""
    closed = loaded.night.closed
    if closed is None:
        return ""
    currency = loaded.club.currency
    games = sum_money(closed.seen.games.values()).get(person, 0)
    fee = closed.seen.fees.get(person, 0)
    words = [f"games {write_signed_amount(games, currency)}"]
    if fee:
        words.append(f"fee {MINUS}{write_amount(fee, currency)}")
    return ", ".join(words)


def correction_notes(loaded: LoadedNight, person: str) -> Iterator[CorrectionNote]:
    """Yield the corrections since the closing: a note for each game, and one for the fees."""
    figures, titles = loaded.figures, game_titles(loaded)
    day = write_day_and_month(loaded.night.correction_day)
    states = {game.id: game.state for game in loaded.night.games}
    for game, changes in figures.corrections.games.items():
        is_void = states[game] is GameState.VOID
        done = "was left out" if is_void else "was corrected"
        yield _note(loaded, f"{titles[game]} {done} on {day}", changes, person)
    if figures.corrections.fees:
        changes = {who: -minor for who, minor in figures.corrections.fees.items()}
        yield _note(loaded, f"The fees were corrected on {day}", changes, person)


def _note(
    loaded: LoadedNight, what: str, changes: Mapping[str, int], person: str
) -> CorrectionNote:
    own = changes.get(person, 0)
    others = [who for who in changes if who != person]
    return CorrectionNote(
        what=what,
        own=f"you {_change_words(loaded, person, own, gets='get', pays='pay')}" if own else "",
        others=tuple(
            [
                f"{loaded.people[who].name} "
                f"{_change_words(loaded, who, changes[who], gets='gets', pays='pays')}"
                for who in others
            ]
        ),
    )


def _change_words(loaded: LoadedNight, person: str, minor: int, *, gets: str, pays: str) -> str:
    """Return a change relative to the sum at the closing: ``get 2.00 more``, ``pay 2.00 less``."""
    seen = loaded.figures.base.get(person, 0)
    is_payer = seen < 0 or (seen == 0 and minor < 0)
    more = "more" if (minor < 0) == is_payer else "less"
    amount = write_amount(abs(minor), loaded.club.currency)
    return f"{pays if is_payer else gets} {amount} {more}"


def progress_words(loaded: LoadedNight) -> str:
    """Return how many payments are made: ``2 of 6 paid``, ``All paid``; empty if there are none."""
    asked = loaded.figures.suggestions
    if not asked:
        return ""
    paid = sum([not each.open for each in asked])
    return "All paid" if paid == len(asked) else f"{paid} of {len(asked)} paid"


def long_progress(loaded: LoadedNight) -> str:
    """Return the progress for the head of a long list, ``3 of 11 paid, 31.40 open``; or empty."""
    if len(loaded.figures.suggestions) <= _MANY:
        return ""
    if not loaded.figures.open:
        return "All paid"
    still = write_amount(loaded.figures.open, loaded.club.currency)
    return f"{progress_words(loaded)}, {still} open"


def even_words(loaded: LoadedNight, person: str) -> str:
    """Return in words who else than ``person`` is even: ``Eve and Fay are even.``"""
    base = loaded.figures.base
    even = [who for who in loaded.figures.people if not base.get(who, 0) and who != person]
    names = [loaded.people[who].name for who in even]
    return f"{write_subject(names, 'is', 'are')} even." if names else ""


def proof_words(loaded: LoadedNight) -> str:
    """Return the proof that payouts add up to zero: ``73.00 − 73.00 = 0``."""
    base, currency = loaded.figures.base, loaded.club.currency
    gets = write_amount(loaded.figures.to_get, currency)
    pays = write_amount(loaded.figures.to_pay, currency)
    return f"{gets} {MINUS} {pays} = {sum(base.values())}"


def carried_lines(loaded: LoadedNight, rows: PayoutRows) -> Iterator[CarriedLine]:
    """Yield the change of each balance, if the night is carried over and not paid out."""
    if loaded.night.settle is not SettleWay.CARRIED:
        return
    for party, minor in loaded.figures.base.items():
        if minor:
            amount = write_signed_amount(minor, loaded.club.currency)
            yield CarriedLine(name=rows.name(party), amount=amount)


def heading_of(loaded: LoadedNight) -> str:
    """Return the heading of the list, with the currency of its amounts."""
    symbol = write_symbol(loaded.club.currency)
    if loaded.night.settle is SettleWay.CARRIED:
        return f"On the balances, {symbol}"
    return f"Who pays whom, {symbol}"


# --- The page of a closed night's payouts, with the lines of the phone's person first -------------


_MOST_ACTS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutsPage:
    """The payouts of a night.

    ``first`` is the line of this phone's person that the main button marks. ``carried`` are the
    lines of a night that is carried over. ``progress`` says how much is paid if the list is long.
    """

    template: ClassVar = "nights/payouts.html"
    live: LivePart
    title: str
    state: str
    problems: tuple[str, ...]
    own: OwnPayout | None
    corrections: tuple[CorrectionNote, ...]
    challenged: tuple[ChallengedDeal, ...]
    heading: str
    progress: str
    rows: tuple[PayoutRow, ...]
    carried: tuple[CarriedLine, ...]
    even: str
    proof: str
    outside: tuple[PayoutRow, ...]
    last: PaidPart | None
    first: PayoutRow | None
    digits: int
    sign: str
    onward: Action
    is_paid: bool
    club_fields: ClubFields


def make_payouts_page(
    loaded: LoadedNight, viewer: Viewer, problems: Sequence[str] = ()
) -> PayoutsPage:
    """Return the payouts of a night for one viewer; ``problems`` are those of the last post."""
    acts = acts_of(site().store, night=loaded.night.id, most=_MOST_ACTS)
    marked_by = {act.subject: act.who for act in acts if act.kind == PAID}
    rows = PayoutRows(loaded, viewer, marked_by)
    own = own_payout(loaded, rows, viewer.person)
    asked = [(each, rows.row(each)) for each in rows.asked()]
    others = [row for each, row in asked if viewer.person not in (each.payer, each.payee)]
    lines = own.lines if own else ()
    is_paid = not loaded.figures.open
    return PayoutsPage(
        live=make_night_live_part("nights.payouts"),
        title=name_of_night(loaded.night.date),
        state=_state(loaded, acts),
        problems=tuple(problems),
        own=own,
        corrections=tuple(correction_notes(loaded, viewer.person)),
        challenged=tuple(challenged_deals(loaded)),
        heading=heading_of(loaded),
        progress=long_progress(loaded),
        rows=tuple(others),
        carried=tuple(carried_lines(loaded, rows)),
        even=even_words(loaded, viewer.person),
        proof=proof_words(loaded),
        outside=tuple([rows.outside_row(*ends, minor) for ends, minor in _outside(loaded)]),
        last=rows.last_act() if _is_paying(acts) else None,
        first=next((line.row for line in lines if line.row.mark is not None), None),
        digits=minor_digits(loaded.club.currency) or 0,
        sign=_sign(loaded.club.currency),
        onward=_onward(is_paid=is_paid),
        is_paid=is_paid,
        club_fields=make_club_fields(),
    )


def _is_paying(acts: Sequence[StoredAct]) -> bool:
    """Tell whether the latest act is about a payment, not about closing or opening the night."""
    kinds = [act.kind for act in acts if act.kind in (PAID, TAKEN_BACK, CLOSED, REOPENED)]
    return kinds[:1] in ([PAID], [TAKEN_BACK])


def _outside(loaded: LoadedNight) -> list[tuple[tuple[str, str], int]]:
    return list(loaded.figures.outside.items())


def _sign(currency: str) -> str:
    """Return the sign that is written before an amount of a currency: ``$``, ``KWD ``."""
    return write_money(0, currency).rstrip("0.")


def _state(loaded: LoadedNight, acts: Sequence[StoredAct]) -> str:
    """Return the closing and the progress in words: ``Closed at 23:40 · 2 of 6 paid``."""
    closed = loaded.night.closed
    times = [act.at for act in acts if act.kind == CLOSED]
    if closed is None:
        when = ""
    elif times and closed.on == site().store.today():
        when = f"Closed at {write_time(times[0])}"
    else:
        when = f"Closed on {write_day_and_month(closed.on)}"
    progress = progress_words(loaded) or "carried over"
    return " · ".join([words for words in (when, progress) if words])


def _onward(*, is_paid: bool) -> Action:
    """Return the link onward: for officers, once all is paid, a new night; else the tables."""
    if is_paid and this_officer() is not None:
        return Action(words="Next night", address=club_address("new_night.ask_night"))
    return Action(words="The tables", address=url_for("nights.board"))


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
