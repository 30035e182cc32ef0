"""The hands of the next deal, entered one by one on several phones and collected into a deal."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from scorekeeper.games.comparing import (
    Facts,
    count_suitless,
    find_differences,
    hand_facts,
)
from scorekeeper.games.deals import (
    DEALER,
    PLAYERS,
    PairPlace,
    WeighHands,
    named_pairs,
    pair_places,
    pairs_before,
)
from scorekeeper.games.game_store import (
    CurrentGame,
    GameStore,
    LogEntry,
    demand_game,
)
from scorekeeper.games.links import Visit
from scorekeeper.games.phones import Slip, delete_slip, slips_of_next, write_slip
from scorekeeper.games.posting import Refused, RefusedAct, check_deal
from scorekeeper.record import DealReader, Findings
from scorekeeper.rules import (
    AskKind,
    Asks,
    Deal,
    Ending,
    Problem,
    ScoreSheet,
    Seat,
    SentHand,
    Setup,
    Severity,
    refusal,
)
from scorekeeper.store.database import Connection

# --- Slips: each is one player's hand of the next deal as one phone entered it --------------------
# A slip never replaces another phone's slip. Entering the deal deletes all of them.


SlipFields = Mapping[str, str]
"""The fields of a deal's form that concern one hand, by name."""

ReadFields = Callable[[Setup, SlipFields], Mapping[str, Any]]
"""A function that turns the fields of a deal's form into a deal document of the game record."""

MOST_VERSIONS: Final = 8
"""The most phones that may hand in the same hand; nobody could compare more."""

OTHER_HAND: Final = "other_hand"
"""The code of the problem that other hands have been sent than a deal has."""
_FINGERPRINT_BYTES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipSaved:
    """A slip that is stored; ``repeated`` is true if the phone had stored the same before."""

    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTooLate:
    """A slip for a deal that is no longer the next; ``by`` is the entry that made it too late.

    ``scored`` is the number of that deal if it is on the sheet of ``game``, which others may have
    changed since the page was asked for.
    """

    game: CurrentGame
    by: LogEntry
    scored: int | None


SlipOutcome = SlipSaved | Refused | SlipTooLate


def hand_in_slip(store: GameStore, key: str, slip: Slip, read_fields: ReadFields) -> SlipOutcome:
    """Store a slip for the next deal unless its own hand has a problem; raises UnknownGame."""
    with store.database.writing() as db:
        game = demand_game(store, db, key)
        too_late = find_too_late(game, slip.number)
        if too_late is not None:
            return too_late
        problems = check_slip(game, slip.seat, read_fields(game.sheet.setup, slip.fields))
        if problems:
            return Refused(problems=problems)
        rows = _rows_of(db, game, slip.seat)
        own = [row for row in rows if row.phone == slip.phone]
        if own and own[0].fields == dict(slip.fields):
            return SlipSaved(repeated=True)
        if not own and len(rows) >= MOST_VERSIONS:
            text = f"{MOST_VERSIONS} phones have sent this hand; choose one of theirs"
            return Refused(problems=refusal("bad_value", text, at=("hands", slip.seat)))
        write_slip(db, key, slip)
    return SlipSaved(repeated=False)


def take_back_slip(store: GameStore, key: str, seat: Seat, phone: str) -> None:
    with store.database.writing() as db:
        delete_slip(db, key, seat, phone)


def choose_version(
    store: GameStore, key: str, seat: Seat, fingerprint: str, *, read_fields: ReadFields
) -> bool:
    """Delete all versions of a hand but one; return whether there is a version of this fingerprint.

    Raises UnknownGame.
    """
    with store.database.writing() as db:
        game = demand_game(store, db, key)
        slips = _read_slips(game.sheet.setup, seat, _rows_of(db, game, seat), read_fields)
        fingerprints = {slip.row.phone: fingerprint_of(slip.facts) for slip in slips}
        if fingerprint not in fingerprints.values():
            return False
        for phone, other in fingerprints.items():
            if other != fingerprint:
                delete_slip(db, key, seat, phone)
    return True


def _rows_of(db: Connection, game: CurrentGame, seat: Seat) -> list[Slip]:
    return [row for row in slips_of_next(db, game) if row.seat == seat]


def find_too_late(game: CurrentGame, number: int) -> SlipTooLate | None:
    """Return the entry that made slips for deal ``number`` too late; ``None`` if it is next."""
    sheet = game.sheet
    if number == sheet.next_number and sheet.final is None:
        return None
    row = next((row for row in sheet.rows if row.number == number), None)
    facts = [entry for entry in game.log if entry.is_fact]
    by = facts[-1] if row is None else game.log[row.seq - 1]
    return SlipTooLate(game=game, by=by, scored=None if row is None else row.number)


def fingerprint_of(facts: Facts) -> str:
    """Return a digest of facts, which is different for different versions of a hand."""
    text = repr(sorted(facts.elements())).encode()
    return blake2b(text, digest_size=_FINGERPRINT_BYTES).hexdigest()


def read_partial_deal(setup: Setup, document: Mapping[str, Any]) -> Deal:
    """Return the deal that a slip describes, with defaults for all that it leaves out."""
    asks = setup.variant.family.asks(setup.options)
    deal = DealReader(asks, setup.players).read(_with_ending(setup, document), (), Findings())
    return deal if deal.has_ended else replace(deal, ending=asks.endings[0][0])


def _with_ending(setup: Setup, document: Mapping[str, Any]) -> dict[str, Any]:
    ending, _ = setup.variant.family.asks(setup.options).endings[0]
    if "pairs" in document:
        pairs = [{"ending": str(ending), **pair} for pair in document["pairs"]]
        return {**document, "pairs": pairs}
    return {"ending": str(ending), **document}


@dataclass(frozen=True, slots=True)
class _ReadSlip:
    """A slip as read: as much as it tells of its deal (with partners, the pair's), and its facts.

    ``at`` is the seat in that deal.
    """

    row: Slip
    deal: Deal
    at: Seat
    facts: Facts

    def agrees_with(self, told: SlipFields) -> bool:
        """Tell whether the slip says nothing different about who plays whom."""
        return named_pairs(self.row.fields).items() <= told.items()


def _read_slips(
    setup: Setup, seat: Seat, rows: Sequence[Slip], read_fields: ReadFields
) -> list[_ReadSlip]:
    """Return the slips of one seat; most seats have none, and then the family is not asked."""
    if not rows:
        return []
    deals = [read_partial_deal(setup, read_fields(setup, row.fields)) for row in rows]
    facts = hand_facts(setup, deals, seat)
    parts = [deal.part_of(seat) for deal in deals]
    return [
        _ReadSlip(row, part, at, own)
        for row, (part, at), own in zip(rows, parts, facts, strict=True)
    ]


def check_slip(game: CurrentGame, seat: Seat, document: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the errors in a slip's own hand and in its answers about the deal."""
    setup, number = game.sheet.setup, game.sheet.next_number
    _, found = check_deal(setup, _with_ending(setup, document), number=number)
    return tuple([problem for problem in found if _is_own_error(problem, seat, document)])


def _is_own_error(problem: Problem, seat: Seat, document: Mapping[str, Any]) -> bool:
    """Tell whether a problem is an error of this slip, and not of hands still to come."""
    if problem.severity is not Severity.ERROR:
        return False
    match problem.at:
        case ("pairs", int(number), *rest):
            pair = document["pairs"][number]
            return bool(rest) and _is_own_error(replace(problem, at=tuple(rest)), seat, pair)
        case ("hands", owner, *_):
            return owner == seat
        case (str(name), *_) if name != "hands":
            # For a hand without cards the rules miss ``by``, which this slip then does not contain.
            return name in document or problem.code == "nobody_out"
    return False


def weigh_left_out(known: str, phone: str, read_fields: ReadFields) -> WeighHands:
    """Return what finds the hands that others than ``phone`` sent and a whole deal leaves out.

    It refuses the deal if there are any, unless ``known`` is their digest.
    """

    def weigh(game: CurrentGame, deal: Deal, slips: Sequence[Slip]) -> tuple[SentHand, ...]:
        setup = game.sheet.setup
        others = [row for row in slips if row.phone != phone and row.seat < len(setup.players)]
        sent = [
            SentHand(row.seat, _write_cards(row))
            for row in others
            if _has_other_cards(setup, row, deal, read_fields)
        ]
        problems = _tell_left_out(setup.players, sent)
        if left_out_digest(problems) != known:
            raise RefusedAct(problems)
        return tuple(sent)

    return weigh


def demand_same_hands(seen: Sequence[Slip]) -> WeighHands:
    """Return what refuses a deal of hands if others are in by now than these."""

    def weigh(_: CurrentGame, __: Deal, slips: Sequence[Slip]) -> tuple[SentHand, ...]:
        if list(slips) != list(seen):
            raise RefusedAct(refusal(OTHER_HAND, "Another hand was sent in the meantime"))
        return ()

    return weigh


def _has_other_cards(setup: Setup, row: Slip, deal: Deal, read_fields: ReadFields) -> bool:
    sent = read_partial_deal(setup, read_fields(setup, row.fields))
    typed, theirs = hand_facts(setup, (deal, sent), row.seat)
    return typed != theirs


def _tell_left_out(players: Sequence[str], sent: Sequence[SentHand]) -> tuple[Problem, ...]:
    return tuple(
        [
            Problem(
                code=OTHER_HAND,
                text=f"{players[seat]}’s hand was sent with other cards ({cards})",
                at=("hands", seat),
            )
            for seat, cards in sent
        ]
    )


def left_out_digest(problems: Sequence[Problem]) -> str:
    """Return the digest of hands that a deal was refused for; empty if it was not for hands."""
    texts = [problem.text for problem in problems if problem.code == OTHER_HAND]
    text = repr(texts).encode()
    return blake2b(text, digest_size=_FINGERPRINT_BYTES).hexdigest() if texts else ""


def _write_cards(row: Slip) -> str:
    """Return what a slip says of its hand, as it was typed but with tens in digits, by field."""
    own = _prefix(row.seat)
    parts = [
        f"{name.removeprefix(own).replace('_', ' ')}: {', '.join(text.split(chr(10)))}"
        for name, text in row.fields.items()
        if name.startswith(own) and text.strip()
    ]
    return re.sub(r"\bT(?=[SHDC]?\b)", "10", "; ".join(parts)) or "no cards"


# --- Collects the slips of the next deal into hands, and the hands into a deal --------------------


_DEAL_FINGERPRINT_BYTES: Final = 12
_YES: Final = "yes"
_SAT_OUT: Final = "sat_out"


class HandState(StrEnum):
    """The states of a hand: whether it is in, and whether its versions agree.

    No hand is needed of a deal, or of a pair, that ended without a knock.
    """

    MISSING = "missing"
    ENTERING = "entering"
    IN = "in"
    CHECKED = "checked"
    DIFFERS = "differs"
    NOT_NEEDED = "not_needed"
    SITS_OUT = "sits_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVersion:
    """One version of a hand, from one phone or several that entered the same.

    ``own_facts`` are the facts that not all versions of the hand have; ``at`` is in UTC.
    """

    fingerprint: str
    phones: tuple[str, ...]
    writers: tuple[str, ...]
    at: datetime
    own_facts: Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedHand:
    """One player's hand with all its versions, the oldest first."""

    seat: Seat
    name: str
    state: HandState
    versions: tuple[HandVersion, ...]

    @property
    def is_awaited(self) -> bool:
        """Whether the hand is still to come."""
        return self.state in _AWAITED

    def is_written_by(self, phone: str) -> bool:
        """Tell whether this phone has handed in a version."""
        return any(phone in version.phones for version in self.versions)


_AWAITED: Final = (HandState.MISSING, HandState.ENTERING)


class QuestionKind(StrEnum):
    """The reasons why the hands that are in do not make a deal yet."""

    SEVERAL_OUT = "several_out"
    NOBODY_OUT = "nobody_out"
    UNEQUAL = "unequal"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A question that the players still have to settle, about the fact ``name`` or some players.

    ``pair`` are those of the pair of partners that has to settle it.
    """

    kind: QuestionKind
    name: str = ""
    seats: tuple[Seat, ...] = ()
    pair: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedHands:
    """The next deal as far as its hands are in; ``values`` fill the form of the whole deal.

    ``fingerprint`` is different for any other deal and any other state of the game.
    """

    number: int
    hands: tuple[CollectedHand, ...]
    questions: tuple[OpenQuestion, ...]
    values: Mapping[str, str]
    fingerprint: str
    ready: bool

    @property
    def is_begun(self) -> bool:
        """True if any hand is in or being entered."""
        idle = (HandState.MISSING, HandState.NOT_NEEDED, HandState.SITS_OUT)
        return any(hand.state not in idle for hand in self.hands)

    @property
    def missing(self) -> tuple[CollectedHand, ...]:
        """The hands that are still to come."""
        return tuple([hand for hand in self.hands if hand.is_awaited])

    @property
    def is_complete(self) -> bool:
        """True if no hand is still to come, even if they do not make a deal yet."""
        return self.ready or (self.is_begun and not self.missing)


def collect_hands(
    visit: Visit, read_fields: ReadFields, entering: Collection[Seat] = ()
) -> CollectedHands:
    """Return the hands of the next deal; for the seats ``entering`` a phone is entering one."""
    game = visit.game
    setup, away = game.sheet.setup, game.sheet.game.away
    # The last player's joining may be undone after that player's hand was handed in.
    rows = [row for row in visit.slips if row.seat < len(setup.players)]
    by_seat = {
        seat: _read_slips(setup, seat, [row for row in rows if row.seat == seat], read_fields)
        for seat in setup.turns
    }
    hands = tuple(
        [
            _collect_hand(setup, seat, own, sits_out=seat in away, is_entering=seat in entering)
            for seat, own in by_seat.items()
        ]
    )
    chosen = [_choose_fullest(own) for own in by_seat.values() if own]
    told = say_who_plays_whom(game.sheet, [own.row for own in chosen]) if setup.has_partners else {}
    parts = _pairs(setup, chosen, told) if setup.has_partners else [_Part(None, chosen)]
    asks = setup.variant.family.asks(setup.options)
    hands = tuple([_as_needed(asks, hand, parts) for hand in hands])
    collected = [_collect_part(asks, part, hands) for part in parts]
    all_in = all(part.all_in for part in collected)
    asked = [question for part in collected for question in part.questions]
    if not all(slip.agrees_with(told) for slip in chosen):
        asked = [OpenQuestion(kind=QuestionKind.UNEQUAL, name=PLAYERS)]
    values = {name: text for part in collected for name, text in part.values.items()}
    _collect_dealer_of_partners(setup, chosen, values, asked)
    number, version = game.sheet.next_number, game.sheet.game.facts_version
    about = repr((game.key, number, version, sorted(values.items()))).encode()
    return CollectedHands(
        number=number,
        hands=hands,
        questions=tuple(asked),
        values=values,
        fingerprint=blake2b(about, digest_size=_DEAL_FINGERPRINT_BYTES).hexdigest(),
        ready=all_in and not asked and all(hand.state is not HandState.DIFFERS for hand in hands),
    )


def _collect_dealer_of_partners(
    setup: Setup,
    chosen: Sequence[_ReadSlip],
    values: dict[str, str],
    asked: list[OpenQuestion],
) -> None:
    """Add who dealt according to the hands of partners, or the question if they do not agree."""
    told = [slip.row.fields for slip in chosen if setup.has_partners]
    dealers = {fields[DEALER] for fields in told if DEALER in fields}
    if len(dealers) == 1:
        values[DEALER] = dealers.pop()
    elif dealers:
        asked.append(OpenQuestion(kind=QuestionKind.UNEQUAL, name=DEALER))


def _choose_fullest(slips: Sequence[_ReadSlip]) -> _ReadSlip:
    """Return the slip that gives most suits, the oldest of several, among those that agree."""
    agreed = [slip for slip in slips if slip.facts == slips[0].facts]
    return min(agreed, key=lambda slip: count_suitless(slip.deal, slip.at))


def _collect_hand(
    setup: Setup, seat: Seat, slips: Sequence[_ReadSlip], *, sits_out: bool, is_entering: bool
) -> CollectedHand:
    versions: dict[str, list[_ReadSlip]] = {}
    for slip in slips:
        versions.setdefault(fingerprint_of(slip.facts), []).append(slip)
    firsts = [group[0] for group in versions.values()]
    differences = find_differences([slip.facts for slip in firsts]) if firsts else ()
    if len(versions) > 1:
        state = HandState.DIFFERS
    elif slips:
        state = HandState.IN if len(slips) == 1 else HandState.CHECKED
    elif is_entering:
        state = HandState.ENTERING
    else:
        state = HandState.SITS_OUT if sits_out else HandState.MISSING
    return CollectedHand(
        seat=seat,
        name=setup.players[seat],
        state=state,
        versions=tuple(
            [
                HandVersion(
                    fingerprint=fingerprint,
                    phones=tuple([slip.row.phone for slip in group]),
                    writers=tuple(dict.fromkeys([slip.row.who for slip in group])),
                    at=group[0].row.at,
                    own_facts=facts,
                )
                for (fingerprint, group), facts in zip(versions.items(), differences, strict=True)
            ]
        ),
    )


# --- the parts of the deal: the whole or, with partners, the pairs --------------------------------


class _Part(NamedTuple):
    """The slips of a whole deal or, with partners, those of a pair, which has its ``place``."""

    place: PairPlace | None
    chosen: list[_ReadSlip]

    def has(self, seat: Seat) -> bool:
        """Tell whether the hand of a seat belongs to the part."""
        return self.place is None or seat in self.place.seats

    def needs_hands(self, asks: Asks) -> bool:
        """Tell whether hands are needed, unless a slip tells of an end without a knock."""
        return not any(slip.deal.ending in asks.hands_optional for slip in self.chosen)


class _CollectedPart(NamedTuple):
    """Whether all hands of a part are in, its open questions, and its fields in the whole form."""

    all_in: bool
    questions: list[OpenQuestion]
    values: dict[str, str]


def _pairs(setup: Setup, chosen: Sequence[_ReadSlip], told: SlipFields) -> list[_Part]:
    """Return the pairs of the next deal of partners; ``told`` says who plays whom.

    Slips that say otherwise are left out, until their players agree.
    """
    agreed = [slip for slip in chosen if slip.agrees_with(told)]
    places = pair_places(setup.variant.family.asks(setup.options), setup.turns, told)
    return [
        _Part(
            place, [_place_in_pair(slip, place) for slip in agreed if slip.row.seat in place.seats]
        )
        for place in places
    ]


def say_who_plays_whom(sheet: ScoreSheet, slips: Sequence[Slip]) -> dict[str, str]:
    """Return the values that say who plays whom: as the last slip has it, else as before."""
    told = pairs_before(sheet)
    # Slips of an older version name only their own pair.
    for named in sorted([named_pairs(slip.fields) for slip in slips], key=len):
        told |= {} if _joins_partners(sheet.setup, named) else named
    return told


def _joins_partners(setup: Setup, named: SlipFields) -> bool:
    """Tell whether partners would play one another, since the order of play was corrected."""
    sides = [{str(seat) for seat in side} for side in setup.sides]
    return any(side >= set(pair.split()) for pair in named.values() for side in sides)


def _as_needed(asks: Asks, hand: CollectedHand, parts: Sequence[_Part]) -> CollectedHand:
    part = next((other for other in parts if other.has(hand.seat)), None)
    if part is None or part.needs_hands(asks) or not hand.is_awaited:
        return hand
    return replace(hand, state=HandState.NOT_NEEDED)


def _place_in_pair(slip: _ReadSlip, place: PairPlace) -> _ReadSlip:
    """Return a slip with its seat and its fields as in a deal of two."""
    seat = Seat(place.seats.index(slip.row.seat))
    return replace(slip, row=replace(slip.row, seat=seat, fields=place.inner(slip.row.fields)))


def _collect_part(asks: Asks, part: _Part, hands: Sequence[CollectedHand]) -> _CollectedPart:
    place, chosen = part
    own = [hand for hand in hands if part.has(hand.seat)]
    all_in = not any(hand.is_awaited for hand in own)
    questions = list(_questions(asks, chosen, all_in=all_in))
    sitting_out = [hand for hand in own if hand.state is HandState.SITS_OUT]
    values = _merge_fields(asks, chosen, sitting_out)
    if place is None:
        return _CollectedPart(all_in, questions, values)
    seated = [
        replace(
            question, seats=tuple([place.seats[seat] for seat in question.seats]), pair=place.seats
        )
        for question in questions
    ]
    return _CollectedPart(all_in, seated, place.outer(values))


# --- the facts of the deal ------------------------------------------------------------------------


def _players_out(chosen: Sequence[_ReadSlip]) -> list[Seat]:
    """Return the seats of all who ended the deal according to a slip."""
    return sorted({slip.deal.by for slip in chosen if slip.deal.by is not None})


def _endings(asks: Asks, chosen: Sequence[_ReadSlip]) -> list[Ending]:
    """Return the endings on slips that name no player."""
    endings = {slip.deal.ending for slip in chosen if slip.row.fields.get("ending")}
    return sorted([ending for ending in asks.ended_by_nobody if ending in endings])


def _questions(asks: Asks, chosen: Sequence[_ReadSlip], *, all_in: bool) -> Iterator[OpenQuestion]:
    out, endings = _players_out(chosen), _endings(asks, chosen)
    if len(out) > 1:
        yield OpenQuestion(kind=QuestionKind.SEVERAL_OUT, seats=tuple(out))
    if out and endings:
        yield OpenQuestion(kind=QuestionKind.UNEQUAL, name="ending", seats=tuple(out))
    if all_in and not out and not endings:
        yield OpenQuestion(kind=QuestionKind.NOBODY_OUT)
    for name in (DEALER, *_shared_facts(asks)):
        if len(_answers_to(name, chosen)) > 1:
            yield OpenQuestion(kind=QuestionKind.UNEQUAL, name=name)
    for ask in asks.deal:
        if all_in and ask.required and not _answers_to(ask.name, chosen):
            yield OpenQuestion(kind=QuestionKind.MISSING, name=ask.name)


def _shared_facts(asks: Asks) -> list[str]:
    """Return the names of the deal's facts that must be equal on all slips that have them."""
    return [ask.name for ask in asks.deal if ask.kind is not AskKind.FLAG]


def _answers_to(name: str, chosen: Sequence[_ReadSlip]) -> dict[object, str]:
    """Return the different values of a fact of the deal, each with the first text for it."""
    answers: dict[object, str] = {}
    for slip in chosen:
        value = getattr(slip.deal, name)
        if value is not None:
            answers.setdefault(value, slip.row.fields[name])
    return answers


def _merge_fields(
    asks: Asks, chosen: Sequence[_ReadSlip], sitting_out: Sequence[CollectedHand]
) -> dict[str, str]:
    """Return the fields of the whole deal's form, without those on which slips disagree."""
    values = {f"{_prefix(hand.seat)}{_SAT_OUT}": _YES for hand in sitting_out}
    for slip in chosen:
        own = _prefix(slip.row.seat)
        values |= {name: text for name, text in slip.row.fields.items() if name.startswith(own)}
    out, endings = _players_out(chosen), _endings(asks, chosen)
    if len(out) == 1 and not endings:
        values |= {"ending": str(asks.endings[0][0]), "by": str(out[0])}
    elif len(endings) == 1 and not out:
        values["ending"] = str(endings[0])
    for name in (DEALER, *_shared_facts(asks)):
        answers = _answers_to(name, chosen)
        if len(answers) == 1:
            (values[name],) = answers.values()
    for ask in asks.deal:
        if ask.kind is AskKind.FLAG and any(getattr(slip.deal, ask.name) for slip in chosen):
            values[ask.name] = _YES
    return values


def hand_fields(slips: Sequence[Slip]) -> dict[str, str]:
    """Return the fields of the whole deal's form with the hands that were sent, each the oldest."""
    oldest = {slip.seat: slip.fields for slip in reversed(slips)}
    return {
        name: text
        for seat, fields in oldest.items()
        for name, text in fields.items()
        if name.startswith(_prefix(seat))
    }


def _prefix(seat: Seat) -> str:
    return f"hand{seat}-"
