"""The page of a closed night's payouts, with the lines of the phone's person first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from flask import url_for

from scorekeeper.bookkeeping.club.acting import acts_of
from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.closing import CLOSED, REOPENED
from scorekeeper.bookkeeping.club.payments import PAID, TAKEN_BACK
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.storage.club.acts import StoredAct
from scorekeeper.web.core.club_access import club_address, this_officer
from scorekeeper.web.core.club_posting import ClubFields, make_club_fields
from scorekeeper.web.core.filters import write_time
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import site
from scorekeeper.web.live.night_updates import make_night_live_part
from scorekeeper.web.live.updates import LivePart
from scorekeeper.web.nights.challenged_deals import ChallengedDeal, challenged_deals
from scorekeeper.web.nights.payout_rows import PaidPart, PayoutRow, PayoutRows, Viewer
from scorekeeper.web.nights.payout_words import (
    CarriedLine,
    CorrectionNote,
    OwnPayout,
    carried_lines,
    correction_notes,
    even_words,
    heading_of,
    long_progress,
    own_payout,
    progress_words,
    proof_words,
)
from scorekeeper.wording import write_day_and_month, write_money

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
