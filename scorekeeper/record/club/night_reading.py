"""Reads the nights of a club book, with their games and what was seen when they were closed."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.domain.club.facts import (
    TILL,
    Closing,
    Night,
    NightMoney,
    PlannedTransfer,
    SettleWay,
)
from scorekeeper.domain.club.money import nets_of
from scorekeeper.domain.club.spellings import join_money
from scorekeeper.domain.club.suggestions import clears
from scorekeeper.domain.variant import Path
from scorekeeper.record.club.fields import FieldReader, read_mapping, read_minor, read_reference
from scorekeeper.record.club.game_reading import ReadGame, is_unfinished, read_game
from scorekeeper.record.club.people_reading import read_fee
from scorekeeper.record.club.scope import BEFORE_OPENING, BookScope, KnownIds


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
        keys="id date place fee settle games closed corrected_on",
        noun="A night",
    )
    reader.require("id", "date")
    night_id, date = reader.own_id(scope.night_ids), reader.date("date")
    scope.nights.setdefault(night_id, date)
    floor = max(before, scope.opened)
    text = "The nights are in order of date" if floor == before else BEFORE_OPENING
    scope.check_order(floor, date, reader.place("date"), text)
    settle = reader.choice("settle", SettleWay)
    ids = KnownIds("game")
    games = [
        read_game(each, place, scope, date=date, night=ids) for place, each in reader.items("games")
    ]
    ids.is_whole = ids.is_whole and isinstance(reader.facts.get("games", []), list)
    closed = None
    if reader.has("closed"):
        _check_finished(games, scope)
        is_planned = settle is SettleWay.TRANSFERS or (settle is None and reader.has("settle"))
        closed = _read_closing(reader, scope, ids, date=date, is_planned=is_planned)
    return Night(
        id=night_id,
        date=date,
        place=reader.line("place"),
        fee=read_fee(reader, scope),
        settle=settle or SettleWay.CARRIED,
        games=tuple([each.game for each in games if each.game is not None]),
        closed=closed,
        corrected_on=_read_correction_day(reader, scope, closed),
    )


def _check_finished(games: Sequence[ReadGame], scope: BookScope) -> None:
    for each in games:
        if is_unfinished(each):
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
    night: FieldReader, scope: BookScope, games: KnownIds, *, date: str, is_planned: bool
) -> Closing:
    before = scope.findings.count
    reader = FieldReader(
        night.facts["closed"],
        night.place("closed"),
        scope,
        keys="on money fees plan",
        noun="A closing",
    )
    reader.require("on", "money", "fees")
    on = reader.date("on")
    money: dict[str, dict[str, int]] = {}
    for game, at, value in reader.mapping("money"):
        games.check(game, at, scope.findings)
        money[game] = _read_game_money(value, at, scope)
    fees = {
        read_reference(person, at, scope.people, scope.findings): read_minor(value, at, scope) or 0
        for person, at, value in reader.mapping("fees")
    }
    seen = NightMoney(games=money, fees=fees)
    is_whole = scope.findings.count == before and _names_everybody(seen)
    scope.check_order(date, on, reader.place("on"), "The night was not closed before its date")
    plan = _read_plan(reader, scope, is_planned=is_planned) if reader.has("plan") else None
    if plan is not None and is_whole:
        _check_plan(plan, seen, reader.place("plan"), scope)
    return Closing(on=on, seen=seen, plan=plan)


def _names_everybody(seen: NightMoney) -> bool:
    """Tell whether each person is known: an empty id stands for one who is not."""
    return not any("" in money for money in (seen.fees, *seen.games.values()))


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
    closing: FieldReader, scope: BookScope, *, is_planned: bool
) -> tuple[PlannedTransfer, ...] | None:
    """Return the plan, None if it cannot be read."""
    before = scope.findings.count
    if not is_planned:
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
    plan: Sequence[PlannedTransfer], seen: NightMoney, at: Path, scope: BookScope
) -> None:
    """Note a problem if a plan does not clear what was seen, or has a pair twice."""
    base = _meant(nets_of(seen), scope)
    base[TILL] = sum(seen.fees.values())
    transfers = [
        PlannedTransfer(
            payer=scope.person(each.payer), payee=scope.person(each.payee), minor=each.minor
        )
        for each in plan
    ]
    if not clears(transfers, base):
        text = "These payments do not clear what each had won and owed at the closing"
        scope.findings.add(at, "bad_plan", text)
    elif len({frozenset((each.payer, each.payee)) for each in transfers}) < len(transfers):
        scope.findings.add(at, "bad_plan", "The same two stand here twice")


def _meant(money: Mapping[str, int], scope: BookScope) -> dict[str, int]:
    return join_money(money, scope.meant)
