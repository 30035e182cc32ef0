"""Reads the nights, games and payments of a club book."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.domain.club.facts import (
    TILL,
    Adjustment,
    Closing,
    ClubPayment,
    Night,
    NightMoney,
    PlannedTransfer,
    Reversal,
    SettleWay,
)
from scorekeeper.domain.club.games import ClubGame, GameState, PlayedGame
from scorekeeper.domain.club.nights import clears, nets_of, sum_money
from scorekeeper.domain.club.spellings import join_money
from scorekeeper.domain.names import quote_text, trim_line
from scorekeeper.domain.scoring import EarlyEnd
from scorekeeper.domain.settlement import minor_digits, read_amount
from scorekeeper.domain.variant import Path, warning
from scorekeeper.record.club.fields import (
    BEFORE_OPENING,
    BookScope,
    FieldReader,
    KnownIds,
    check_currency,
    read_fees,
    read_mapping,
    read_minor,
    read_reference,
)
from scorekeeper.record.club.judging import JudgedRecord
from scorekeeper.record.club.organised_reading import RoundGames, check_account, read_organised
from scorekeeper.record.reading import read_early_end

# --- Reads a game of a club book: its record, who sat where, how it ended -------------------------


class ReadGame(NamedTuple):
    """A game as far as it could be read; ``played`` is None if its record could not be scored."""

    game: ClubGame | None
    played: PlayedGame | None
    is_void: bool
    at: Path


def read_game(
    value: Any, at: Path, scope: BookScope, rounds: RoundGames, *, date: str, night: KnownIds
) -> ReadGame:
    """Return the game of a night on ``date``; its id is noted in ``night`` too."""
    before = scope.findings.count
    reader = FieldReader(
        value, at, scope, keys="id table round record players closed_early void", noun="A game"
    )
    reader.require("id", "record", "players")
    game_id = reader.own_id(scope.game_ids)
    if game_id:
        night.add(game_id)
    night.is_whole = night.is_whole and bool(game_id)
    table, is_void = reader.line("table"), reader.flag("void", default=False)
    closed = read_early_end(
        reader.facts.get("closed_early"), reader.place("closed_early"), scope.findings
    )
    number = rounds.read_number(reader)
    judged = _judge_record(reader, closed, scope, date=date)
    people = _read_seats(reader, judged.players, scope)
    if number is not None:
        rounds.check_people(reader, number, is_void=is_void)
    played = judged.played and rounds.as_played(judged.played, number)
    if played is None or scope.findings.count > before:
        return ReadGame(None, played, is_void, at)
    game = ClubGame(
        id=game_id,
        table=table,
        round=number,
        people=people,
        played=played,
        is_void=is_void,
        closed_early=closed,
    )
    rounds.warn_of(game, at)
    return ReadGame(game, played, is_void, at)


def _judge_record(
    reader: FieldReader, closed: EarlyEnd | None, scope: BookScope, *, date: str
) -> JudgedRecord:
    """Return the judged record, after noting its problems at their places inside the record."""
    if not reader.has("record"):
        return JudgedRecord()
    document, at = reader.facts["record"], reader.place("record")
    judged = scope.judge.judge(document, closed)
    for problem in judged.problems:
        scope.findings.add_problem(replace(problem, at=(*at, *problem.at)))
    if judged.refusal is not None:
        reader.add("closed_early", *judged.refusal)
    if isinstance(document, dict):
        _check_stake(document.get("stake"), (*at, "stake"), scope)
    scope.warnings += [replace(each, at=(*at, *each.at)) for each in judged.warnings]
    if date and judged.played_on not in ("", date):
        text = f"The game was played on {judged.played_on}, its night is on {date}"
        scope.warnings.append(warning((*at, "played_on"), "played_on_differs", text))
    return judged


def _check_stake(stake: Any, at: Path, scope: BookScope) -> None:
    """Note a problem if a stake, even an invalid one, is in another currency than the club's."""
    if not isinstance(stake, dict):
        return
    currency, amount = stake.get("currency"), stake.get("amount")
    if not isinstance(currency, str) or minor_digits(currency) is None:
        return
    is_nothing = isinstance(amount, str) and read_amount(amount, currency) == 0
    if not is_nothing:
        check_currency(currency, (*at, "currency"), scope)


def _read_seats(reader: FieldReader, names: Sequence[str], scope: BookScope) -> tuple[str, ...]:
    """Return the id of the person in each seat, "" where none can be read.

    The names of seats are not checked if some are missing or the same.
    """
    can_tell = bool(names) and all(names) and len(set(names)) == len(names)
    people: dict[str, str] = {}
    sitting: set[str] = set()
    for typed, at, value in reader.mapping("players"):
        name = trim_line(typed)
        person = read_reference(value, at, scope.people, scope.findings)
        if can_tell and name not in names:
            text = f"{quote_text(typed)} does not sit at this table"
            scope.findings.add(at, "unknown_player", text)
        elif name in people:
            scope.findings.add(at, "bad_value", f"{name} is named twice here")
        elif person and scope.person(person) in sitting:
            text = f"{quote_text(person)} sits at this table already"
            scope.findings.add(at, "same_person_twice", text)
        people.setdefault(name, person)
        sitting.add(scope.person(person))
    sitting.discard("")
    if can_tell and isinstance(reader.facts.get("players"), dict):
        for name in names:
            if name not in people:
                text = f"Nobody is given for {name}"
                scope.findings.add((*reader.place("players"), name), "unmapped_player", text)
    return tuple([people.get(name, "") for name in names])


def read_nights(book: FieldReader, scope: BookScope) -> tuple[Night, ...]:
    """Return the nights; their ids and dates are noted in ``scope``."""
    nights: list[Night] = []
    before = ""
    for at, value in book.items("nights"):
        night = _read_night(value, at, scope, before=before)
        before = night.date or before
        nights.append(night)
    if book.has("nights") and not isinstance(book.facts["nights"], list):
        scope.night_ids.is_whole = False
    return tuple(nights)


def _read_night(value: Any, at: Path, scope: BookScope, *, before: str) -> Night:
    reader = FieldReader(
        value,
        at,
        scope,
        keys="id date place fee settle organised games closed corrected_on",
        noun="A night",
    )
    reader.require("id", "date")
    night_id, date = reader.own_id(scope.night_ids), reader.date("date")
    scope.nights.setdefault(night_id, date)
    floor = max(before, scope.opened)
    text = "The nights are in order of date" if floor == before else BEFORE_OPENING
    scope.check_order(floor, date, reader.place("date"), text)
    settle = reader.choice("settle", SettleWay)
    organised = read_organised(reader)
    ids, rounds = KnownIds("game"), RoundGames(organised, reader)
    games = [
        read_game(each, place, scope, rounds, date=date, night=ids)
        for place, each in reader.items("games")
    ]
    ids.is_whole = ids.is_whole and isinstance(reader.facts.get("games", []), list)
    closed = None
    if reader.has("closed"):
        _check_finished(games, scope)
        # A way that is none of them may have been meant as any.
        ways = {settle or SettleWay.CARRIED} if settle or not reader.has("settle") else {*SettleWay}
        closed = _read_closing(reader, scope, ids, date=date, ways=ways)
    return Night(
        id=night_id,
        date=date,
        place=reader.line("place"),
        fees=read_fees(reader, scope),
        settle=settle or SettleWay.CARRIED,
        organised=organised,
        games=tuple([each.game for each in games if each.game is not None]),
        closed=closed,
        corrected_on=_read_correction_day(reader, scope, closed),
    )


def _check_finished(games: Sequence[ReadGame], scope: BookScope) -> None:
    for each in games:
        if each.played and each.played.state is GameState.OPEN and not each.is_void:
            text = "The night is closed, but this game is neither over nor ended early"
            scope.findings.add(each.at, "unfinished_game", text)


def _read_correction_day(reader: FieldReader, scope: BookScope, closed: Closing | None) -> str:
    day = reader.date("corrected_on")
    place = reader.place("corrected_on")
    if day and closed is None:
        scope.findings.add(place, "date_order", "Only a closed night is corrected")
    elif day and closed is not None:
        scope.check_order(closed.on, day, place, "This is before the night was closed")
    return day


# --- the closing ----------------------------------------------------------------------------------


def _read_closing(
    night: FieldReader, scope: BookScope, games: KnownIds, *, date: str, ways: Set[SettleWay]
) -> Closing:
    count = scope.findings.count
    reader = FieldReader(
        night.facts["closed"],
        night.place("closed"),
        scope,
        keys="on money fees entry prize plan before",
        noun="A closing",
    )
    reader.require("on", "money", "fees")
    on = reader.date("on")
    money: dict[str, dict[str, int]] = {}
    for game, at, value in reader.mapping("money"):
        games.check(game, at, scope.findings)
        money[game] = _read_game_money(value, at, scope)
    fees = _read_moneys(reader, "fees", scope)
    before = _read_moneys(reader, "before", scope, signed=True)
    seen = NightMoney(
        games=money,
        fees=fees,
        entry=_read_postings(reader, "entry", night),
        prize=_read_postings(reader, "prize", night),
    )
    # An empty id stands for a person who is not known.
    names_everybody = not any("" in each for each in (fees, before, *money.values()))
    is_whole = scope.findings.count == count and names_everybody
    if reader.has("before") and ways == {SettleWay.CARRIED}:
        reader.add("before", "bad_value", "Nothing is taken into a night that nobody pays out")
    scope.check_order(date, on, reader.place("on"), "The night was not closed before its date")
    plan = _read_plan(reader, scope, ways) if reader.has("plan") else None
    closing = Closing(on=on, seen=seen, plan=plan, before=before)
    if plan is not None and is_whole:
        _check_plan(closing, plan, reader.place("plan"), scope)
    return closing


def _read_postings(closing: FieldReader, name: str, night: FieldReader) -> dict[str, int]:
    """Return postings by account that add up to zero: of entry money, or of prizes."""
    scope, count = closing.scope, closing.findings.count
    postings: dict[str, int] = {}
    for account, at, value in closing.mapping(name):
        if check_account(account, at, scope):
            postings[account] = read_minor(value, at, scope, signed=True) or 0
    if closing.has(name) and not night.has("organised"):
        closing.add(name, "bad_value", "Only a night that is organised has this")
    total = sum(postings.values())
    if closing.findings.count == count and total:
        closing.add(name, "closed_not_zero", "What is owed and held does not add up to zero")
    return postings


def _read_moneys(
    reader: FieldReader, name: str, scope: BookScope, *, signed: bool = False
) -> dict[str, int]:
    """Return amounts by person."""
    return {
        read_reference(person, at, scope.people, scope.findings): (
            read_minor(value, at, scope, signed=signed) or 0
        )
        for person, at, value in reader.mapping(name)
    }


def _read_game_money(value: Any, at: Path, scope: BookScope) -> dict[str, int]:
    """Return what each person was seen to win in a game."""
    money: dict[str, int] = {}
    total, can_add = 0, True
    for person, place, amount in read_mapping(value, at, scope.findings):
        minor = read_minor(amount, place, scope, signed=True)
        can_add = can_add and minor is not None
        total += minor or 0
        money[read_reference(person, place, scope.people, scope.findings)] = minor or 0
    if can_add and total:
        text = "What was won and lost does not add up to zero"
        scope.findings.add(at, "closed_not_zero", text)
    return money


def _read_plan(
    closing: FieldReader, scope: BookScope, ways: Set[SettleWay]
) -> tuple[PlannedTransfer, ...] | None:
    """Return the plan, None if it cannot be read."""
    before = scope.findings.count
    if SettleWay.TRANSFERS not in ways:
        text = "Only a night that is settled by transfers has a plan"
        closing.add("plan", "bad_value", text)
    plan = [_read_transfer(value, at, scope) for at, value in closing.items("plan")]
    return tuple(plan) if scope.findings.count == before else None


def _read_transfer(value: Any, at: Path, scope: BookScope) -> PlannedTransfer:
    reader = FieldReader(value, at, scope, keys="from to amount", noun="A transfer")
    reader.require("from", "to", "amount")
    payer, payee = read_ends(reader, scope)
    minor = reader.amount("amount", positive=True) or 0
    return PlannedTransfer(payer=payer, payee=payee, minor=minor)


def read_ends(reader: FieldReader, scope: BookScope) -> tuple[str, str]:
    """Return payer and payee, after noting a problem if they are the same."""
    payer, payee = reader.party("from"), reader.party("to")
    given = reader.facts.get("from"), reader.facts.get("to")
    if given[0] == given[1] and isinstance(given[0], str):
        scope.findings.add(reader.at, "payment_to_self", "Who pays and who is paid are the same")
    elif payer and scope.person(payer) == scope.person(payee):
        scope.refuse_joining(payer if payer in scope.meant_at else payee)
    return payer, payee


def _check_plan(
    closing: Closing, plan: Sequence[PlannedTransfer], at: Path, scope: BookScope
) -> None:
    """Note a problem if a plan does not clear what was seen, and at each pair that stands twice."""
    base = join_money(sum_money((nets_of(closing.seen), closing.before)), scope.meant)
    base[TILL] = -sum(base.values())
    transfers = [
        PlannedTransfer(
            payer=scope.person(each.payer), payee=scope.person(each.payee), minor=each.minor
        )
        for each in plan
    ]
    if not clears(transfers, base):
        text = "These payments do not clear what each had won and owed at the closing"
        scope.findings.add(at, "bad_plan", text)
    named: set[tuple[str, str]] = set()
    for place, each in enumerate(transfers):
        if (each.payer, each.payee) in named:
            text = "A payment above is from the same person to the same person"
            scope.findings.add((*at, place), "bad_plan", text)
        named.add((each.payer, each.payee))


# --- Reads the payments and adjustments of a club book --------------------------------------------


class PaymentReader:
    """Reads payments in their order; a reversal names one of those before it."""

    def __init__(self, scope: BookScope) -> None:
        self.scope = scope
        self._ids = KnownIds("payment")
        self._dates: dict[str, str] = {}
        self._reversals: set[str] = set()
        self._reversed: set[str] = set()

    def read(self, book: FieldReader) -> tuple[ClubPayment | Reversal, ...]:
        return tuple([self._read_one(value, at) for at, value in book.items("payments")])

    def _read_one(self, value: Any, at: Path) -> ClubPayment | Reversal:
        reader = FieldReader(
            value,
            at,
            self.scope,
            keys="id date from to amount night method reverses",
            noun="A payment",
        )
        reader.require("id", "date")
        date = reader.date("date")
        self.scope.check_order(self.scope.opened, date, reader.place("date"), BEFORE_OPENING)
        # A reversal names an earlier payment, so its own id comes after.
        reverses = self._read_reversed(reader, date) if reader.has("reverses") else ""
        payment_id = reader.own_id(self._ids)
        self._dates.setdefault(payment_id, date)
        if reader.has("reverses"):
            self._reversals.add(payment_id)
            return Reversal(
                id=payment_id, date=date, reverses=reverses, method=reader.line("method")
            )
        return self._read_payment(reader, payment_id, date)

    def _read_reversed(self, reader: FieldReader, date: str) -> str:
        for name in ("from", "to", "amount", "night"):
            if reader.has(name):
                text = "A reversal takes back the whole of a payment, and says nothing else"
                reader.add(name, "bad_value", text)
        reverses = reader.other_id("reverses", self._ids)
        if not reverses:
            return ""
        if reverses in self._reversals:
            reader.add("reverses", "bad_reversal", "A reversal is not taken back")
        elif reverses in self._reversed:
            text = f"{quote_text(reverses)} was taken back already"
            reader.add("reverses", "bad_reversal", text)
        self._reversed.add(reverses)
        text = "This is before the payment that it takes back"
        self.scope.check_order(self._dates[reverses], date, reader.place("date"), text)
        return reverses

    def _read_payment(self, reader: FieldReader, payment_id: str, date: str) -> ClubPayment:
        reader.require("from", "to", "amount")
        payer, payee = read_ends(reader, self.scope)
        night = reader.other_id("night", self.scope.night_ids)
        text = "This is before the night that it is for"
        earlier = self.scope.nights.get(night, "")
        if date >= self.scope.opened:
            self.scope.check_order(earlier, date, reader.place("date"), text)
        return ClubPayment(
            id=payment_id,
            date=date,
            payer=payer,
            payee=payee,
            minor=reader.amount("amount", positive=True) or 0,
            night=night,
            method=reader.line("method"),
        )


def read_adjustments(book: FieldReader, scope: BookScope) -> tuple[Adjustment, ...]:
    ids = KnownIds("adjustment")
    return tuple(
        [_read_adjustment(value, at, scope, ids) for at, value in book.items("adjustments")]
    )


def _read_adjustment(value: Any, at: Path, scope: BookScope, ids: KnownIds) -> Adjustment:
    reader = FieldReader(value, at, scope, keys="id date party amount reason", noun="An adjustment")
    reader.require("id", "date", "party", "amount")
    date = reader.date("date")
    scope.check_order(scope.opened, date, reader.place("date"), BEFORE_OPENING)
    return Adjustment(
        id=reader.own_id(ids),
        date=date,
        party=reader.party("party"),
        minor=reader.amount("amount", signed=True, positive=True) or 0,
        reason=reader.line("reason"),
    )
