"""The shapes of a club book: the club, its people, nights, games, closings, payments.

What is organised at nights adds its fields from outside.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.club.book.judging import JudgedRecord, judge_record
from scorekeeper.club.facts import (
    Adjustment,
    Closing,
    Club,
    ClubBook,
    ClubDefaults,
    ClubGame,
    ClubPayment,
    Fee,
    FeeRule,
    GameState,
    Night,
    NightMoney,
    Past,
    PastRow,
    Person,
    PlannedTransfer,
    Pot,
    Reversal,
    SettleWay,
)
from scorekeeper.club.figures import clears, join_money, nets_of, sum_money
from scorekeeper.record import (
    CURRENCY,
    EARLY_END,
    PER_MAX,
    Document,
    Field,
    Findings,
    KnownIds,
    Reader,
    Scope,
    Shape,
    amount,
    any_id,
    choice,
    day,
    flag,
    items_of,
    keyed,
    known_id,
    line,
    name,
    own_id,
    party,
    raw,
    read_early_end,
    simple,
    title,
    whole,
)
from scorekeeper.rules import (
    TILL,
    EarlyEnd,
    Path,
    Stake,
    minor_digits,
    quote_text,
    read_amount,
    trim_line,
    warning,
    write_amount,
)
from scorekeeper.wording.zones import zone_names

CLUB_FORMAT: Final = "scorekeeper-club/1"
BEFORE_OPENING: Final = "The club’s money is counted from a later day on"


@dataclass(slots=True, kw_only=True)
class BookScope(Scope):
    """What is known of a club book while it is read or written.

    ``records`` has its game records by id of the game. ``meant_at`` is the place that says whom a
    spelling means; ``refused`` are spellings that cannot mean their person.
    ``nights`` and ``payments`` are the dates of those above by id; ``charged`` is what each charge
    took from each person, as long as it was not taken back.
    """

    records: Mapping[str, Document] = field(default_factory=dict)
    opened: str = ""
    last_night: str = ""
    meant_at: dict[str, Path] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    nights: dict[str, str] = field(default_factory=dict)
    payments: dict[str, str] = field(default_factory=dict)
    reversals: set[str] = field(default_factory=set)
    taken_back: set[str] = field(default_factory=set)
    charged: dict[str, dict[str, int]] = field(default_factory=dict)

    def refuse_joining(self, spelling: str) -> None:
        """Note, once, that another spelling cannot mean the same person."""
        if spelling in self.refused:
            return
        self.refused.add(spelling)
        self.findings.add(
            self.meant_at[spelling],
            "bad_merge",
            "These two paid each other, so they are not the same person",
        )


# --- the club, and what its games begin with ------------------------------------------------------


def _read_currency(value: Any, at: Path, findings: Findings) -> str:
    if isinstance(value, str) and minor_digits(value) is not None:
        return value
    findings.add(at, "bad_currency", "The currency is an ISO 4217 code such as USD")
    return ""


def _check_stake_currency(stake: Reader, facts: dict[str, Any]) -> None:
    check_currency(facts["currency"], stake.place("currency"), stake.scope)


def check_currency(currency: str, at: Path, scope: Scope) -> None:
    """Note a problem if a stake is in another currency than the club's."""
    if currency and scope.currency and currency != scope.currency:
        scope.findings.add(
            at,
            "other_currency",
            f"The stake is in {currency}, the club’s money in {scope.currency}",
        )


def _make_stake(*, currency: str, minor: int | None, per: int | None) -> Stake | None:
    """Return the stake, None if it cannot be read."""
    if not currency or minor is None or per is None:
        return None
    return Stake(currency=currency, minor=minor, per=per)


CURRENCY_FIELD: Final = simple(_read_currency, schema=lambda: {"enum": CURRENCY}, required=True)
STAKE: Final = Shape(
    "A stake",
    _make_stake,
    _check_stake_currency,
    currency=CURRENCY_FIELD,
    amount=replace(
        amount(empty=None, required=True),
        get=lambda stake: stake,
        write=lambda stake, _: write_amount(stake.minor, stake.currency),
    ),
    per=whole(
        least=1,
        most=PER_MAX,
        noun="The stake is for a whole number of points,",
        required=True,
    ),
)


def _check_fee(fee: Reader, facts: dict[str, Any]) -> None:
    rule = fee.found.get("per")
    if rule not in (None, FeeRule.NONE):
        fee.require("amount")
    if rule is not None and not rule.is_personal and fee.has("guest"):
        fee.add("guest", "bad_value", "A guest pays something else only where each person pays")


FEE: Final = Shape(
    "A fee",
    Fee,
    _check_fee,
    per=choice(FeeRule, attr="rule", required=True),
    amount=amount(
        get=lambda fee: fee.minor if fee.minor or fee.rule is not FeeRule.NONE else None,
        always=True,
    ),
    guest=amount(attr="guest"),
)


def _read_fees(value: Any, at: Path, inside: Reader) -> tuple[Fee, ...]:
    """Return the rules of a fee: one, or a list of them that add up."""
    if not isinstance(value, list):
        return (FEE.read(value, at, inside),)
    if not value:
        inside.findings.add(at, "bad_value", "A list of fees has one to three rules")
    named: set[str] = set()
    for place, fee in enumerate(value):
        per = str(fee.get("per")) if isinstance(fee, dict) else ""
        if per == FeeRule.NONE:
            inside.findings.add(
                (*at, place, "per"),
                "bad_value",
                "A list of fees has only rules by which something is due",
            )
        elif per in named:
            inside.findings.add((*at, place, "per"), "bad_value", "A fee above is due for the same")
        named.update({per} & {*map(str, FeeRule)})
    return tuple([FEE.read(fee, (*at, place), inside) for place, fee in enumerate(value)])


def _write_fees(fees: Sequence[Fee], scope: Scope) -> Document | list[Document]:
    """Return one rule as it stands, several as a list."""
    written = [FEE.write(fee, scope) for fee in fees]
    return written if len(written) > 1 else written[0]


FEES: Final = Field(
    read=_read_fees,
    write=_write_fees,
    schema=lambda: {"anyOf": [FEE.schema(), {"type": "array", "items": FEE.schema()}]},
    attr="fees",
)
DEFAULTS: Final = Shape(
    "What games begin with",
    ClubDefaults,
    stake=STAKE.one(),
    fee=FEES,
    settle=choice(SettleWay),
)


def _note_terms(club: Reader, facts: dict[str, Any]) -> None:
    """Note the currency of all amounts below, and the day from which money is counted."""
    club.scope.currency, club.scope.opened = facts["currency"], facts["opened"]


def _check_pots(club: Reader, _: dict[str, Any]) -> None:
    pots = club.scope.known("pot")
    pots.is_whole = pots.is_whole and club.is_object


def _read_zone(value: Any, at: Path, findings: Findings) -> str:
    if isinstance(value, str) and value in zone_names():
        return value
    return findings.refuse(at, "bad_value", "A time zone has a name such as Europe/Berlin", "")


POT_ID: Final = known_id("pot")
POT: Final = Shape(
    "A pot",
    Pot,
    id=own_id("pot"),
    name=title(required=True),
    opening=amount(attr="opening"),
)
CLUB: Final = Shape(
    "The club",
    Club,
    _check_pots,
    name=title(required=True),
    currency=CURRENCY_FIELD,
    opened=day(required=True, check=_note_terms),
    time_zone=simple(_read_zone),
    till=amount(attr="till", always=True),
    defaults=DEFAULTS.one(),
    pots=POT.all(ids="pot"),
)


# --- people ---------------------------------------------------------------------------------------


PERSON_ID: Final = known_id("person")
PERSON: Final = Shape(
    "A person",
    Person,
    id=own_id("person"),
    name=name(required=True),
    short=line(),
    joined=day(),
    left=day(),
    active=flag(attr="is_active"),
    opening=amount(attr="opening", signed=True),
    same_as=any_id(),
    note=line(),
)


def _read_people(value: Any, at: Path, book: Reader) -> tuple[Person, ...]:
    """Return the people; note whom each spelling means, now that all ids are known."""
    people: tuple[Person, ...] = PERSON.all(ids="person").read(value, at, book)
    scope = book.scope
    others = {person.id for person in people if person.same_as}
    for place, person in enumerate(people):
        said_at = (*at, place, "same_as")
        meant = scope.known("person").check(person.same_as, said_at, scope.findings)
        if not meant or not person.id:
            continue
        if meant == person.id:
            scope.findings.add(said_at, "bad_merge", "Nobody is another spelling of themselves")
        elif meant in others:
            scope.findings.add(
                said_at, "bad_merge", f"{quote_text(meant)} is another spelling of somebody itself"
            )
        else:
            scope.meant[person.id], scope.meant_at[person.id] = meant, said_at
    _warn_of_same_names(people, scope)
    return tuple([replace(person, same_as=scope.meant.get(person.id, "")) for person in people])


def _warn_of_same_names(people: Sequence[Person], scope: Scope) -> None:
    first: dict[str, str] = {}
    for place, person in enumerate(people):
        meant, look = scope.person(person.id), person.name.casefold()
        if look and first.setdefault(look, meant) != meant:
            scope.warnings.append(
                warning(
                    ("people", place, "name"),
                    "same_name",
                    f"Another person is called {person.name} too",
                )
            )


# --- a game: its record, who sat where, how it ended ----------------------------------------------


def _check_game(game: Reader, facts: dict[str, Any]) -> None:
    """Judge the record and read who sat where; ``played`` is None if it could not be scored."""
    judged = _judge_record(game, facts["closed_early"])
    facts["played"], facts["people"] = judged.played, _read_seats(game, judged.players)


def _judge_record(game: Reader, closed: EarlyEnd | None) -> JudgedRecord:
    """Return the judged record, after noting its problems at their places inside the record."""
    if not game.has("record"):
        return JudgedRecord()
    document, at, scope = game.facts["record"], game.place("record"), game.scope
    judged = judge_record(document, closed)
    for problem in judged.problems:
        scope.findings.add_problem(replace(problem, at=(*at, *problem.at)))
    if judged.refusal is not None:
        game.add("closed_early", *judged.refusal)
    if isinstance(document, dict):
        _check_stake(document.get("stake"), (*at, "stake"), scope)
    scope.warnings += [replace(warning, at=(*at, *warning.at)) for warning in judged.warnings]
    date = game.above.found.get("date")
    if date and judged.played_on not in ("", date):
        scope.warnings.append(
            warning(
                (*at, "played_on"),
                "played_on_differs",
                f"The game was played on {judged.played_on}, its night is on {date}",
            )
        )
    return judged


def _check_stake(stake: Any, at: Path, scope: Scope) -> None:
    """Note a problem if a stake, even an invalid one, is in another currency than the club's."""
    if not isinstance(stake, dict):
        return
    currency, minor = stake.get("currency"), stake.get("amount")
    if not isinstance(currency, str) or minor_digits(currency) is None:
        return
    if not (isinstance(minor, str) and read_amount(minor, currency) == 0):
        check_currency(currency, (*at, "currency"), scope)


def _read_seats(game: Reader, names: Sequence[str]) -> tuple[str, ...]:
    """Return the id of the person in each seat, "" where none can be read.

    The names of seats are not checked if some are missing or the same.
    """
    can_tell = bool(names) and all(names) and len(set(names)) == len(names)
    scope, place = game.scope, game.place("players")
    people: dict[str, str] = {}
    sitting: set[str] = set()
    for typed, at, value in items_of(game.facts.get("players", {}), place, game):
        seat, sitter = trim_line(typed), PERSON_ID.read(value, at, game)
        if can_tell and seat not in names:
            scope.findings.add(
                at, "unknown_player", f"{quote_text(typed)} does not sit at this table"
            )
        elif seat in people:
            scope.findings.add(at, "bad_value", f"{seat} is named twice here")
        elif sitter and scope.person(sitter) in sitting:
            scope.findings.add(
                at, "same_person_twice", f"{quote_text(sitter)} sits at this table already"
            )
        people.setdefault(seat, sitter)
        sitting.add(scope.person(sitter))
    if can_tell and isinstance(game.facts.get("players"), dict):
        for seat in names:
            if seat not in people:
                scope.findings.add((*place, seat), "unmapped_player", f"Nobody is given for {seat}")
    return tuple([people.get(seat, "") for seat in names])


def _write_players(game: ClubGame, scope: BookScope) -> Document:
    names = [trim_line(record) for record in scope.records[game.id]["players"]]
    return dict(zip(names, game.people, strict=True))


GAME: Final = Shape(
    "A game",
    ClubGame,
    _check_game,
    id=own_id("game"),
    table=line(),
    record=raw(
        lambda: {"$ref": "#/$defs/game_record"},
        attr="played",
        get=lambda game: game.id,
        write=lambda game, scope: scope.records[game],
        required=True,
    ),
    players=raw(
        keyed(line(), PERSON_ID).schema,
        attr="people",
        get=lambda game: game,
        write=_write_players,
        required=True,
    ),
    closed_early=Field(
        read=lambda value, at, game: read_early_end(value, at, game.findings),
        write=lambda closed, _: {"settles": closed.settles},
        schema=lambda: {"anyOf": [EARLY_END, {"const": False}]},
    ),
    void=flag(attr="is_void"),
)


# --- the closing of a night -----------------------------------------------------------------------


def _check_ends(reader: Reader, facts: dict[str, Any]) -> None:
    """Note a problem if payer and payee are the same."""
    scope, payer, payee = reader.scope, facts["payer"], facts["payee"]
    written = reader.facts.get("from"), reader.facts.get("to")
    if written[0] == written[1] and isinstance(written[0], str):
        scope.findings.add(reader.at, "payment_to_self", "Who pays and who is paid are the same")
    elif payer and scope.person(payer) == scope.person(payee):
        scope.refuse_joining(payer if payer in scope.meant_at else payee)


ENDS: Final = {
    "from": party(attr="payer", required=True),
    "to": party(attr="payee", required=True),
    "amount": amount(positive=True, required=True),
}
TRANSFER: Final = Shape("A transfer", PlannedTransfer, _check_ends, **ENDS)


def _read_closed_game(game: str, at: Path, closing: Reader) -> str:
    night = closing.above
    if "games" not in night.notes:
        known = night.notes["games"] = KnownIds("game")
        known.update([other.id for other in night.found.get("games", ())])
        known.is_whole = "" not in known and isinstance(night.facts.get("games", []), list)
    return str(night.notes["games"].check(game, at, closing.findings))


def _read_game_money(value: Any, at: Path, closing: Reader) -> dict[str, int]:
    """Return what each person was seen to win in a game."""
    money = _WON.read(value, at, closing)
    if None not in money.values() and sum(money.values()):
        closing.findings.add(at, "closed_not_zero", "What was won and lost does not add up to zero")
    return {who: minor or 0 for who, minor in money.items()}


def _check_closing(closing: Reader, facts: dict[str, Any]) -> None:
    night = closing.above
    facts["seen"] = NightMoney(games=facts.pop("games"), fees=facts.pop("fees"))
    # A way that is none of them may have been meant as any.
    settle = night.found.get("settle") or SettleWay.CARRIED
    ways = {settle} if night.can_tell("settle") else {*SettleWay}
    if closing.has("before") and ways == {SettleWay.CARRIED}:
        closing.add("before", "bad_value", "Nothing is taken into a night that nobody pays out")
    if closing.has("plan") and SettleWay.TRANSFERS not in ways:
        closing.add("plan", "bad_value", "Only a night that is settled by transfers has a plan")


_WON: Final = keyed(PERSON_ID, amount(signed=True, empty=None))
CLOSING: Final = Shape(
    "A closing",
    Closing,
    _check_closing,
    on=day(required=True),
    money=keyed(
        Field(read=_read_closed_game, schema=dict),
        replace(_WON, read=_read_game_money),
        attr="games",
        get=lambda closing: closing.seen.games,
        required=True,
    ),
    fees=keyed(PERSON_ID, amount(), get=lambda closing: closing.seen.fees, required=True),
    plan=TRANSFER.all(empty=None, always=True),
    before=keyed(PERSON_ID, amount(signed=True)),
)


def _check_plan(night: Reader, closing: Closing) -> None:
    """Note a problem if a plan does not clear what was seen, and at each repeated pair."""
    scope, at = night.scope, (*night.place("closed"), "plan")
    seen, plan = (closing.before, closing.seen.fees, *closing.seen.games.values()), closing.plan
    can_tell = not any(
        scope.findings.is_incomplete((*night.place("closed"), name)) for name in CLOSING.fields
    )
    if (
        plan is None
        or not can_tell
        or {who for money in seen for who in money} - scope.known("person")
    ):
        return
    base = join_money(sum_money((nets_of(closing.seen), closing.before)), scope.meant)
    base[TILL] = -sum(base.values())
    transfers = [
        replace(planned, payer=scope.person(planned.payer), payee=scope.person(planned.payee))
        for planned in plan
    ]
    if not clears(transfers, base):
        scope.findings.add(
            at, "bad_plan", "These payments do not clear what each had won and owed at the closing"
        )
    named: set[tuple[str, str]] = set()
    for place, transfer in enumerate(transfers):
        if (transfer.payer, transfer.payee) in named:
            scope.findings.add(
                (*at, place),
                "bad_plan",
                "A payment above is from the same person to the same person",
            )
        named.add((transfer.payer, transfer.payee))


# --- a night --------------------------------------------------------------------------------------


def _check_date(night: Reader, facts: dict[str, Any]) -> None:
    scope, date = night.scope, facts["date"]
    floor = max(scope.last_night, scope.opened)
    text = "The nights are in order of date" if floor == scope.last_night else BEFORE_OPENING
    scope.check_order(floor, date, night.place("date"), text)
    scope.last_night = date or scope.last_night


def _check_night(night: Reader, facts: dict[str, Any]) -> None:
    scope, closing, day = night.scope, facts["closed"], facts["corrected_on"]
    scope.nights.setdefault(facts["id"], facts["date"])
    if closing is not None:
        _check_plan(night, closing)
        text, at = "The night was not closed before its date", night.place("closed")
        scope.check_order(facts["date"], closing.on, (*at, "on"), text)
        scope.check_order(
            closing.on, day, night.place("corrected_on"), "This is before the night was closed"
        )
    elif day:
        night.add("corrected_on", "date_order", "Only a closed night is corrected")
    games = [((*night.place("games"), number), game) for number, game in enumerate(facts["games"])]
    for at, game in games:
        is_open = game.played is not None and game.state is GameState.OPEN
        if closing is not None and is_open:
            scope.findings.add(
                at,
                "unfinished_game",
                "The night is closed, but this game is neither over nor ended early",
            )
    facts["games"] = tuple([game for at, game in games if not scope.findings.is_incomplete(at)])


NIGHT: Final = Shape(
    "A night",
    Night,
    _check_night,
    id=own_id("night"),
    date=day(required=True, check=_check_date),
    place=line(),
    fee=FEES,
    settle=choice(SettleWay, always=True),
    games=GAME.all(always=True),
    closed=CLOSING.one(),
    corrected_on=day(),
)


# --- payments and adjustments ---------------------------------------------------------------------


def _check_counted(reader: Reader, facts: dict[str, Any]) -> None:
    """Note a day on which the club's money was not counted yet."""
    reader.scope.check_order(
        reader.scope.opened, facts["date"], reader.place("date"), BEFORE_OPENING
    )


def _make_payment(*, reverses: str | None, **facts: Any) -> ClubPayment | Reversal:
    if reverses is None:
        return ClubPayment(**facts)
    return Reversal(reverses=reverses, **{name: facts[name] for name in ("id", "date", "method")})


def _check_reversal(payment: Reader, facts: dict[str, Any]) -> None:
    """Note a payment that cannot be taken back; a reversal names one of those before it."""
    if not payment.has("reverses"):
        return
    for said in filter(payment.has, (*ENDS, "night")):
        text = "A reversal takes back the whole of a payment, and says nothing else"
        payment.add(said, "bad_value", text)
    scope, reverses, at = payment.scope, facts["reverses"], payment.place("reverses")
    if not scope.known("payment").check(reverses, at, scope.findings):
        return
    if reverses in scope.reversals:
        payment.add("reverses", "bad_reversal", "A reversal is not taken back")
    elif reverses in scope.taken_back:
        payment.add("reverses", "bad_reversal", f"{quote_text(reverses)} was taken back already")
    scope.taken_back.add(reverses)
    text = "This is before the payment that it takes back"
    scope.check_order(scope.payments[reverses], facts["date"], payment.place("date"), text)


def _check_payment(payment: Reader, facts: dict[str, Any]) -> None:
    scope, date = payment.scope, facts["date"]
    scope.payments.setdefault(facts["id"], date)
    if payment.has("reverses"):
        scope.reversals.add(facts["id"])
        return
    payment.require(*ENDS)
    _check_ends(payment, facts)
    if date >= scope.opened:
        text = "This is before the night that it is for"
        scope.check_order(scope.nights.get(facts["night"], ""), date, payment.place("date"), text)


PAYMENT: Final = Shape(
    "A payment",
    _make_payment,
    _check_payment,
    # A reversal names an earlier payment, so its own id comes after.
    id=own_id("payment", turn=1),
    date=day(required=True, check=_check_counted),
    reverses=any_id(empty=None, check=_check_reversal),
    **{name: replace(end, required=False) for name, end in ENDS.items()},
    night=known_id("night"),
    method=line(),
)


def _check_adjustment(adjustment: Reader, facts: dict[str, Any]) -> None:
    """Note a part of a charge that takes nothing, or what takes back another sum than it took."""
    charged, charge, undoes = adjustment.scope.charged, facts["charge"], facts["undoes"]
    who, minor = facts["party"], facts["minor"]
    if not adjustment.can_tell("id", "party", "amount", "charge", "undoes"):
        return
    if charge and charge == facts["id"]:
        charged[charge] = {}
    if charge and undoes:
        adjustment.add("undoes", "bad_value", "A charge does not take another one back")
    elif charge and (who == TILL or minor > 0 or who in charged.get(charge, (who,))):
        adjustment.add("charge", "bad_value", "A charge takes an amount from each person once")
    elif charge:
        charged[charge][who] = minor
    elif undoes and charged.get(undoes, {}).pop(who, 0) != -minor:
        text = "This is not what the charge took from the person, or was taken back already"
        adjustment.add("undoes", "bad_value", text)


ADJUSTMENT: Final = Shape(
    "An adjustment",
    Adjustment,
    _check_adjustment,
    id=own_id("adjustment"),
    date=day(required=True, check=_check_counted),
    party=party(required=True),
    amount=amount(signed=True, positive=True, required=True),
    reason=line(),
    charge=known_id("adjustment"),
    undoes=known_id("adjustment"),
)


# --- tables of seasons before ---------------------------------------------------------------------

_MOST_BROUGHT: Final = 10**12
PAST: Final = Shape(
    "A past season",
    Past,
    id=own_id("past"),
    name=title(required=True),
    rows=Shape(
        "A row",
        PastRow,
        person=known_id("person", required=True),
        nights=whole(least=0, most=_MOST_BROUGHT),
        points=whole(least=-_MOST_BROUGHT, most=_MOST_BROUGHT),
        money=amount(attr="money", signed=True, empty=None),
    ).all(required=True),
)


# --- the book -------------------------------------------------------------------------------------


def _check_book(_: Reader, facts: dict[str, Any]) -> None:
    del facts["format"]


BOOK: Final = Shape(
    "A club book",
    ClubBook,
    _check_book,
    format=raw(lambda: {"const": CLUB_FORMAT}, get=lambda _: CLUB_FORMAT, required=True),
    club=CLUB.part(required=True),
    people=replace(PERSON.all(always=True), read=_read_people),
    nights=NIGHT.all(ids="night", always=True),
    payments=PAYMENT.all(always=True),
    adjustments=ADJUSTMENT.all(always=True),
    past=PAST.all(),
)
