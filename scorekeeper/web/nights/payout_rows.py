"""The lines of a night's payouts, with the forms that this phone may use for each."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.domain.club.facts import TILL, ClubPayment, Reversal
from scorekeeper.domain.club.nights import Suggestion
from scorekeeper.domain.settlement import write_amount
from scorekeeper.web.core.club_posting import ClubFields, make_club_fields
from scorekeeper.wording import with_capital, write_money, write_sentence

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
