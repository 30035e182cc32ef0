"""Money: closing nights, which keeps the figures that everybody saw, payments and charges."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.club.acting import CHANGED, ClubDecision, Doing, club_act, digest_shown
from scorekeeper.club.facts import Adjustment, ClubPayment, GameState, Reversal, SettleWay
from scorekeeper.club.figures import NightFigures, account_of
from scorekeeper.club.nights import remove_idle_guests
from scorekeeper.club.rows import (
    ClubAct,
    PhonesPlayed,
    StoredAct,
    add_adjustment,
    add_closing,
    add_payment,
    change_night,
    club_of,
    find_act_numbered,
    find_act_on,
    find_night_including_balances_of,
    find_payment,
    find_payments,
    find_reversal_of,
    load_adjustments,
    load_people,
    mark_reopened,
    new_id,
    read_acts,
)
from scorekeeper.club.stored_book import LoadedNight, load_night_in
from scorekeeper.club.whole import figures_in
from scorekeeper.games import GameStore
from scorekeeper.rules import TILL, Problem, refusal
from scorekeeper.store.database import Connection
from scorekeeper.wording import write_day_and_month, write_money, write_plural

CLOSED: Final = "night_closed"
"""The kind of the act that closes a night."""
REOPENED: Final = "night_reopened"


def closed_at(store: GameStore, night: str) -> datetime | None:
    """Return when a night was closed last, or None."""
    act = store.read(find_act_on, night, CLOSED)
    return None if act is None else act.at


def digest_of(figures: NightFigures) -> str:
    """Return a digest of the money of a night, as a page shows it before the closing."""
    games = {game: dict(money) for game, money in figures.money.games.items()}
    paid = [
        (suggestion.payer, suggestion.payee, suggestion.paid) for suggestion in figures.suggestions
    ]
    money = (figures.money.fees, figures.money.entry, figures.money.prize)
    seen = (sorted(games.items()), *[sorted(sums.items()) for sums in money], list(figures.base))
    return digest_shown((*seen, paid, list(figures.outside.items())))


def digest_of_brought_forward(before: Mapping[str, int]) -> str:
    """Return a digest of the balances brought forward, as a page shows them before the closing."""
    return digest_shown(sorted(before.items()))


def balances_before(store: GameStore, loaded: LoadedNight) -> Mapping[str, int]:
    """Return what each person at an open night has to get from before it (minus: to pay).

    That is the balance without the games, fees and payments of nights that are open, which have
    lists of their own; nobody whose balance is zero is named.
    """
    return store.read(lambda db: _balances_before(store, db, loaded))


def _balances_before(store: GameStore, db: Connection, loaded: LoadedNight) -> dict[str, int]:
    figures = figures_in(store, db)
    still_open = {one_night.night.id for one_night in figures.nights if one_night.night.is_open}
    entries = [entry for entry in figures.ledger if entry.night not in still_open]
    owed = {
        person: sum([entry.postings.get(account_of(person), 0) for entry in entries])
        for person in loaded.figures.people
    }
    return {person: -minor for person, minor in owed.items() if minor}


@club_act
def close_night(
    doing: Doing, night: str, way: SettleWay, *, seen: str, before: str = ""
) -> ClubDecision:
    """Close a night in one way to settle it; ``seen`` is the digest of the figures that were shown.

    With ``before``, the digest of the balances brought forward that were shown, these are taken
    into the payments. It is refused while a game is open, and if the figures have changed. Raises
    UnknownNight.
    """
    loaded = load_night_in(doing.store, doing.db, night)
    includes_balances = bool(before) and way is not SettleWay.CARRIED
    balances = _balances_before(doing.store, doing.db, loaded) if includes_balances else {}
    has_changed = seen != digest_of(loaded.figures)
    if includes_balances:
        has_changed = has_changed or before != digest_of_brought_forward(balances)
    problems = tuple(_closing_problems(loaded, has_changed=has_changed))
    if problems:
        return problems
    # A night may have been opened for a day to come.
    after = loaded.close_as(way, max(doing.store.today(), loaded.night.date), balances)
    # A night that is opened again begins with the way that was chosen.
    change_night(doing.db, replace(after.night, settle=way))
    if after.night.closed is not None:
        add_closing(doing.db, night, after.night.closed, doing.store.now())
    details: dict[str, object] = {"settle": way.value}
    players = [person for game in after.night.games if not game.is_void for person in game.people]
    if gone := remove_idle_guests(
        doing.store, doing.db, night, [*players, *after.figures.money.fees]
    ):
        details["gone"] = gone
    return ClubAct(kind=CLOSED, subject=night, night=night, details=details)


def _closing_problems(loaded: LoadedNight, *, has_changed: bool) -> Iterator[Problem]:
    if loaded.night.closed is not None:
        yield from refusal(CHANGED, "The night has been closed in the meantime")
        return
    still = sum([game.state is GameState.OPEN for game in loaded.night.games])
    if still:
        verb = "is" if still == 1 else "are"
        yield from refusal("unfinished_game", f"{write_plural(still, 'game')} {verb} open")
    if has_changed:
        yield from refusal(
            CHANGED,
            "The figures have changed since this page was drawn. Check them and close again",
        )


@club_act
def reopen_night(doing: Doing, night: str) -> ClubDecision:
    """Open a closed night again; its payments stay, and count when it is closed once more.

    Raises UnknownNight.
    """
    loaded = load_night_in(doing.store, doing.db, night)
    if loaded.night.is_open:
        return refusal(CHANGED, "The night is open")
    mark_reopened(doing.db, night, doing.store.now())
    return ClubAct(kind=REOPENED, subject=night, night=night)


# --- payments between people and the till, taking them back, and adjustments ----------------------


PAID: Final = "paid"
"""The kind of the act that records a payment; its subject is the payment."""
ALL_PAID: Final = "all_paid"
"""The kind of the act that records all payments that are open; its details have their ids."""
TAKEN_BACK: Final = "payment_reversed"
ALL_TAKEN_BACK: Final = "all_reversed"
ADJUSTED: Final = "adjusted"
_MOST_ACTS: Final = 1000
_OPENED_AGAIN: Final = refusal(CHANGED, "The night was opened again: nothing has to be paid yet")


@club_act
def pay(doing: Doing, new: ClubPayment, *, seen: int | None = None) -> ClubDecision:
    """Record a payment; its ``id`` is made here and is the subject. An empty ``date`` is today.

    ``seen`` is how much these two had paid each other for the night when the form was drawn, None
    if that does not matter. It is refused if someone else has recorded it in the meantime, or if it
    is more than is still open of what the night asks for. Raises UnknownNight.
    """
    club = club_of(doing.db).club  # a night's own club has its pots as they were then
    night = load_night_in(doing.store, doing.db, new.night, club=club) if new.night else None
    people = night.roll if night else load_people(doing.db)
    meant = {TILL: TILL, **{person.id: person.meant for person in people}}
    payer, payee = meant.get(new.payer, new.payer), meant.get(new.payee, new.payee)
    since = night.night.date if night else club.opened
    date = new.date or max(doing.store.today(), since)
    payment = replace(new, payer=payer, payee=payee, date=date)
    problems = (*_problems(payment, meant), *day_problems(doing.store, date, since))
    if not problems and night is not None and seen is not None:
        problems = tuple(_why_overtaken(doing.db, night, payment, seen))
    if problems:
        return problems
    added = add_payment(doing.db, replace(payment, id=""), doing.store.now())
    return ClubAct(kind=PAID, subject=added, night=new.night)


def _problems(new: ClubPayment, known: Collection[str]) -> Iterator[Problem]:
    for place, party in (("from", new.payer), ("to", new.payee)):
        if party not in known:
            yield from refusal("unknown_person", "There is no such person", at=(place,))
    if new.payer == new.payee:
        yield from refusal("payment_to_self", "Choose two different people", at=("to",))
    if new.minor <= 0:
        yield from refusal("bad_amount", "Type an amount above 0", at=("amount",))


def day_problems(store: GameStore, date: str, since: str) -> tuple[Problem, ...]:
    """Return why no money can have been paid on a day; none was before the day ``since``."""
    if date < since:
        return refusal("date_order", f"Nothing was paid before {since}", at=("date",))
    # A day more, for a phone in another time zone; a night may be of a day to come itself.
    tomorrow = (store.here(store.now()).date() + timedelta(days=1)).isoformat()
    if date > max(tomorrow, since):
        return refusal("date_order", "This day is in the future", at=("date",))
    return ()


def _why_overtaken(
    db: Connection, night: LoadedNight, new: ClubPayment, seen: int
) -> Iterator[Problem]:
    """Yield why a payment for a night is refused: others were faster, or it is too much."""
    if night.night.closed is None:
        yield from _OPENED_AGAIN
        return
    ends = new.payer, new.payee
    taken_in = _why_in_later_list(db, night, ends)
    if taken_in:
        yield from taken_in
        return
    asked = [
        suggestion
        for suggestion in night.figures.suggestions
        if (suggestion.payer, suggestion.payee) == ends
    ]
    paid, still = (asked[0].paid, asked[0].open) if asked else (0, 0)
    if paid != seen:
        yield from refusal(CHANGED, _who_was_faster(db, night, new))
    elif new.minor > still:
        open_words = write_money(still, night.club.currency)
        yield from refusal("bad_amount", f"Only {open_words} is unpaid", at=("amount",))


def _why_in_later_list(
    db: Connection, night: LoadedNight, parties: Iterable[str]
) -> tuple[Problem, ...]:
    """Return why nothing is marked between parties whose balances a later night took into its list.

    What was open between them is asked for there.
    """
    later = find_night_including_balances_of(
        db, night.night.id, [party for party in parties if party != TILL]
    )
    words = f"The list of {write_day_and_month(later)} has what was unpaid here" if later else ""
    return refusal(CHANGED, words) if words else ()


def _who_was_faster(db: Connection, night: LoadedNight, new: ClubPayment) -> str:
    """Return the act that came first: ``Dot has marked $14.00 as paid already``."""
    currency = night.club.currency
    between = [
        payment
        for payment in night.payments
        if isinstance(payment, ClubPayment)
        and (payment.payer, payment.payee) == (new.payer, new.payee)
    ]
    for act in read_acts(db, night=night.night.id, most=_MOST_ACTS):
        who = act.who or "Somebody"
        for payment in between:
            if payment.id in paid_by(act):
                return f"{who} has already marked {write_money(payment.minor, currency)} as paid"
            if payment.id in taken_back_by(act):
                return f"{who} has taken back {write_money(payment.minor, currency)}"
    return "This line has changed in the meantime; check it again"


@club_act
def pay_all(doing: Doing, night: str, *, seen: int) -> ClubDecision:
    """Record every payment that a closed night still asks for, as one act.

    ``seen`` is the sum that was open when the form was drawn. Raises UnknownNight.
    """
    club = club_of(doing.db).club
    loaded = load_night_in(doing.store, doing.db, night, club=club)
    if loaded.night.closed is None:
        return _OPENED_AGAIN
    if not seen or loaded.figures.open != seen:
        return refusal(CHANGED, "Payments have changed in the meantime; check them again")
    date = max(doing.store.today(), loaded.night.date)
    asked, ids = [payment for payment in loaded.figures.suggestions if payment.open], []
    taken_in = _why_in_later_list(
        doing.db, loaded, {who for payment in asked for who in (payment.payer, payment.payee)}
    )
    if taken_in:
        return taken_in
    for suggestion in asked:
        payment = ClubPayment(
            id="",
            date=date,
            payer=suggestion.payer,
            payee=suggestion.payee,
            minor=suggestion.open,
            night=night,
        )
        ids.append(add_payment(doing.db, payment, doing.store.now()))
    return ClubAct(kind=ALL_PAID, subject=night, night=night, details={"payments": ids})


@club_act
def reverse(doing: Doing, payment: str) -> ClubDecision:
    """Take back the whole of a payment, once; the id of the reversal is the subject."""
    found = find_payment(doing.db, payment)
    if not isinstance(found, ClubPayment):
        return refusal("unknown_payment", "There is no such payment")
    if find_reversal_of(doing.db, payment) is not None:
        return refusal(CHANGED, "This payment has already been taken back")
    reversal = _reverse(doing.store, doing.db, found)
    details = {"payment": payment}
    return ClubAct(kind=TAKEN_BACK, subject=reversal, night=found.night, details=details)


@club_act
def reverse_all(doing: Doing, night: str, act: int) -> ClubDecision:
    """Take back the payments of an act ``ALL_PAID`` of a night that still stand, as one act."""
    found = find_act_numbered(doing.db, act)
    ids = paid_by(found) if found is not None and found.night == night else ()
    still = [payment for payment in ids if find_reversal_of(doing.db, payment) is None]
    if not still:
        return refusal(CHANGED, "These payments have already been taken back")
    for payment in find_payments(doing.db, still):
        if isinstance(payment, ClubPayment):
            _reverse(doing.store, doing.db, payment)
    return ClubAct(kind=ALL_TAKEN_BACK, subject=night, night=night, details={"payments": still})


def _reverse(store: GameStore, db: Connection, payment: ClubPayment) -> str:
    date = max(store.today(), payment.date)
    return add_payment(db, Reversal(id="", date=date, reverses=payment.id), store.now())


# --- who marked a payment, and on which phone -----------------------------------------------------


def paid_by(act: ClubAct) -> tuple[str, ...]:
    """Return the ids of the payments that an act recorded."""
    if act.kind == PAID:
        return (act.subject,)
    return tuple(act.details["payments"]) if act.kind == ALL_PAID else ()


def taken_back_by(act: ClubAct) -> tuple[str, ...]:
    """Return the ids of the payments that an act took back."""
    if act.kind == TAKEN_BACK:
        return (act.details["payment"],)
    return tuple(act.details["payments"]) if act.kind == ALL_TAKEN_BACK else ()


def was_marked_on_later_phone(act: StoredAct, payment: ClubPayment, phones: PhonesPlayed) -> bool:
    """Tell whether a payee marked a payment on a phone that took the seat after the game."""
    return not act.is_officers and act.phone not in phones.of(payment.payee)


@club_act
def adjust(doing: Doing, new: Adjustment) -> ClubDecision:
    """Record an adjustment; its ``id`` is made here, and an empty ``date`` is today."""
    club, people = club_of(doing.db).club, load_people(doing.db)
    date = new.date or max(doing.store.today(), club.opened)
    known = [TILL, *[person.id for person in people]]
    problems = (*_adjustment_problems(new, known), *day_problems(doing.store, date, club.opened))
    if problems:
        return problems
    adjustment = replace(new, id=new_id(doing.db, "adjustment", "a"), date=date)
    add_adjustment(doing.db, adjustment, doing.store.now())
    return ClubAct(kind=ADJUSTED, subject=adjustment.id)


def _adjustment_problems(new: Adjustment, known: Collection[str]) -> Iterator[Problem]:
    if new.party not in known:
        yield from refusal("unknown_person", "There is no such person", at=("party",))
    if not new.minor:
        yield from refusal("bad_amount", "Type an amount other than 0", at=("amount",))


# --- charges of many people at once, as one act, and taking such a charge back as another ---------


CHARGED: Final = "charged"
"""The kind of the act that charges people; its subject is the id of the charge."""


@club_act
def charge_people(doing: Doing, new: Adjustment, people: Collection[str]) -> ClubDecision:
    """Charge each of these people what ``new`` says, in minor units above zero.

    Its ``id`` and ``party`` are made here, and an empty ``date`` is today.
    """
    club, known = club_of(doing.db).club, {person.id for person in load_people(doing.db)}
    date = new.date or doing.store.today()
    problems = (
        *_charge_problems(new, people, known),
        *day_problems(doing.store, date, club.opened),
    )
    if problems:
        return problems
    ids: list[str] = []
    for person in dict.fromkeys(people):
        ids.append(new_id(doing.db, "adjustment", "a"))
        taken = replace(new, id=ids[-1], date=date, party=person, minor=-new.minor, charge=ids[0])
        add_adjustment(doing.db, taken, doing.store.now())
    return ClubAct(kind=CHARGED, subject=ids[0])


def _charge_problems(
    new: Adjustment, people: Collection[str], known: Collection[str]
) -> Iterator[Problem]:
    if not people:
        yield from refusal("bad_value", "Choose who is charged", at=("people",))
    elif not set(people) <= set(known):
        yield from refusal("unknown_person", "There is no such person", at=("people",))
    if new.minor <= 0:
        yield from refusal("bad_amount", "Type an amount other than 0", at=("amount",))


@club_act
def take_charge_back(doing: Doing, asked: str) -> ClubDecision:
    """Give each of its people back what a charge took, once."""
    made = load_adjustments(doing.db)
    parts = [part for part in made if part.charge == asked]
    if not parts:
        return refusal("unknown_charge", "There is no such charge")
    if any(later.undoes == asked for later in made):
        return refusal(CHANGED, "This charge has already been taken back")
    date = max(doing.store.today(), parts[0].date)
    for part in parts:
        given = replace(
            part,
            id=new_id(doing.db, "adjustment", "a"),
            date=date,
            minor=-part.minor,
            charge="",
            undoes=asked,
        )
        add_adjustment(doing.db, given, doing.store.now())
    return ClubAct(kind="charge_taken_back", subject=asked)
