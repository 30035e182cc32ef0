"""Reads a file of seats, and writes the plan that follows from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.names import quote_text
from scorekeeper.domain.seats.plan import (
    Entrant,
    Met,
    Pair,
    PartnersSit,
    Round,
    SeatMode,
    SeatPlan,
    SeatWishes,
)
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.record.club.fields import BookScope, FieldReader, KnownIds, read_reference
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.document import Bounds, Document, DocumentError, parse_document

SEATS_FORMAT: Final = "scorekeeper-seats/1"
SEATS_BOUNDS: Final = Bounds("file of seats", 1024 * 1024, 8)
MOST_PEOPLE: Final = 400
MOST_ROUNDS: Final = 40
_MOST: Final = 1_000_000
_SIZES: Final = range(2, 11)
_MOST_SIZES: Final = 3
_PER_TABLE: Final = {False: 2, True: 4}
"""The size of a table in a movement: two people or, if partners sit together, two pairs."""
_KEYS: Final = (
    "format people rounds sizes mode standing_from standing apart together partners partners_sit"
    " met shown seed"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsReading:
    """What a file of seats says: the wishes, or all problems at once."""

    wishes: SeatWishes | None
    problems: tuple[Problem, ...]


def read_seats(raw: bytes) -> SeatsReading:
    """Return what a file of seats says; never raises."""
    scope = BookScope(judge=RecordJudge({}), people=KnownIds("person", "file"))
    try:
        document = parse_document(raw, SEATS_BOUNDS)
    except DocumentError as error:
        scope.findings.add(error.at, "bad_format", str(error))
        return SeatsReading(wishes=None, problems=tuple(scope.findings.problems))
    if not isinstance(document, dict) or document.get("format") != SEATS_FORMAT:
        at: Path = ("format",) if isinstance(document, dict) else ()
        scope.findings.add(at, "bad_format", f"A file of seats has the format {SEATS_FORMAT}")
        return SeatsReading(wishes=None, problems=tuple(scope.findings.problems))
    wishes = _read_wishes(FieldReader(document, (), scope, keys=_KEYS, noun="A file of seats"))
    if not scope.findings.problems:
        _check(wishes, scope)
    problems = tuple(scope.findings.problems)
    return SeatsReading(wishes=None if problems else wishes, problems=problems)


def _read_wishes(reader: FieldReader) -> SeatWishes:
    reader.require("people", "rounds", "sizes")
    people = tuple(_people(reader))
    standing_from = _whole(reader, "standing_from", range(2, _MOST + 1))
    return SeatWishes(
        people=people,
        rounds=_whole(reader, "rounds", range(1, MOST_ROUNDS + 1)) or 1,
        sizes=_sizes(reader),
        mode=reader.choice("mode", SeatMode) or SeatMode.AHEAD,
        standing_from=standing_from,
        standing=_ids(reader, reader.place("standing"), reader.facts.get("standing", [])),
        apart=tuple(_pairs(reader, "apart")),
        together=tuple(_pairs(reader, "together")),
        partners=tuple(_pairs(reader, "partners")),
        partners_sit=reader.choice("partners_sit", PartnersSit) or PartnersSit.TOGETHER,
        met=_met(reader),
        shown=tuple(_shown(reader)),
        seed=reader.line("seed"),
    )


def _whole(reader: FieldReader, name: str, bounds: range) -> int | None:
    """Return a whole number within bounds, or None."""
    value = reader.facts.get(name)
    if value is None or (type(value) is int and value in bounds):
        return value
    reader.add(name, "bad_value", f"This is a whole number from {bounds[0]} to {bounds[-1]}")
    return None


def _people(reader: FieldReader) -> Iterator[Entrant]:
    items = reader.items("people")
    if reader.has("people") and not 1 <= len(items) <= MOST_PEOPLE:
        reader.add("people", "bad_value", f"A plan has 1 to {MOST_PEOPLE} people")
        return
    for at, value in items:
        facts = {"id": value} if isinstance(value, str) else value
        person = FieldReader(facts, at, reader.scope, keys="id from until absent", noun="A person")
        person.require("id")
        if isinstance(person.facts.get("id"), str) and person.facts["id"] in reader.scope.people:
            text = f"{quote_text(person.facts['id'])} is in the list already"
            reader.findings.add(at, "same_person_twice", text)
            continue
        rounds = range(1, MOST_ROUNDS + 1)
        absent = person.facts.get("absent", [])
        if not isinstance(absent, list) or any(
            type(n) is not int or n not in rounds for n in absent
        ):
            person.add("absent", "bad_value", f"This is a list of rounds from 1 to {MOST_ROUNDS}")
            absent = []
        yield Entrant(
            id=person.own_id(reader.scope.people),
            since=_whole(person, "from", rounds) or 1,
            until=_whole(person, "until", rounds),
            absent=frozenset(absent),
        )


def _sizes(reader: FieldReader) -> tuple[int, ...]:
    sizes = reader.facts.get("sizes", [2])
    is_list = isinstance(sizes, list) and all(type(each) is int for each in sizes)
    if is_list and 1 <= len(set(sizes)) == len(sizes) <= _MOST_SIZES and {*sizes} <= {*_SIZES}:
        return tuple(sizes)
    text = f"Sizes of tables are one to {_MOST_SIZES} different numbers from 2 to {_SIZES[-1]}"
    reader.add("sizes", "bad_value", text)
    return (2,)


def _ids(reader: FieldReader, at: Path, value: Any) -> tuple[str, ...]:
    """Return a list of people, nobody twice."""
    if not isinstance(value, list):
        reader.findings.add(at, "bad_value", "This is a list of people")
        return ()
    found: dict[str, None] = {}
    for place, each in enumerate(value):
        person = read_reference(each, (*at, place), reader.scope.people, reader.findings)
        if person and person in found:
            text = f"{quote_text(person)} is in the list already"
            reader.findings.add((*at, place), "same_person_twice", text)
        found.setdefault(person)
    return tuple(found)


def _pairs(reader: FieldReader, name: str) -> Iterator[Pair]:
    for at, value in reader.items(name):
        pair = _pair(reader, at, value, length=2)
        if pair is not None:
            yield pair


def _pair(reader: FieldReader, at: Path, value: Any, *, length: int) -> Pair | None:
    if not isinstance(value, list) or len(value) != length:
        text = "This is a list of two people" + (" and a number" if length > 2 else "")
        reader.findings.add(at, "bad_value", text)
        return None
    one, other = [
        read_reference(each, (*at, place), reader.scope.people, reader.findings)
        for place, each in enumerate(value[:2])
    ]
    if one and one == other:
        reader.findings.add(at, "bad_pair", f"{quote_text(one)} is here with nobody else")
        return None
    return one, other


def _met(reader: FieldReader) -> Met:
    met: dict[frozenset[str], int] = {}
    for at, value in reader.items("met"):
        pair = _pair(reader, at, value, length=3)
        if pair is None:
            continue
        times = value[2]
        if type(times) is not int or not 0 <= times <= _MOST:
            text = f"This is a whole number from 0 to {_MOST}"
            reader.findings.add((*at, 2), "bad_value", text)
        elif frozenset(pair) in met and "" not in pair:
            reader.findings.add(at, "bad_value", "These two stand in the list above")
        else:
            met[frozenset(pair)] = times
    return met


def _shown(reader: FieldReader) -> Iterator[Round]:
    for number, (at, value) in enumerate(reader.items("shown"), 1):
        shown = FieldReader(value, at, reader.scope, keys="round tables byes", noun="A round")
        shown.require("tables")
        if shown.facts.get("round", number) != number:
            shown.add("round", "bad_seats", f"This is round {number}")
        tables = [_seats(shown, place, table) for place, table in shown.items("tables")]
        byes = _seats(shown, shown.place("byes"), shown.facts.get("byes", []))
        yield Round(tables=tuple(tables), byes=byes)


def _seats(reader: FieldReader, at: Path, value: Any) -> tuple[str, ...]:
    """Return the people of a table or those who rest; who sits twice is told of the round."""
    if not isinstance(value, list):
        reader.findings.add(at, "bad_value", "This is a list of people")
        return ()
    people, findings = reader.scope.people, reader.findings
    return tuple(
        [read_reference(each, (*at, place), people, findings) for place, each in enumerate(value)]
    )


# --- what the wishes must have in common, once each could be read ---------------------------------


def _check(wishes: SeatWishes, scope: BookScope) -> None:
    _check_pairs(wishes, scope)
    if wishes.joined:
        _check_joined(wishes, scope)
    if wishes.mode is SeatMode.MOVEMENT:
        _check_movement(wishes, scope)
    for number, shown in enumerate(wishes.shown, 1):
        for text in _faults_of_round(wishes, number, shown):
            scope.findings.add(("shown", number - 1), "bad_seats", text)


def _check_pairs(wishes: SeatWishes, scope: BookScope) -> None:
    forbidden = {frozenset(pair) for pair in wishes.forbidden}
    joined = {frozenset(pair) for pair in wishes.joined}
    for place, pair in enumerate(wishes.together):
        if frozenset(pair) in forbidden:
            text = "These two are to sit apart"
            scope.findings.add(("together", place), "bad_pair", text)
    for place, pair in enumerate(wishes.apart):
        if frozenset(pair) in joined:
            text = "These two are partners who sit together"
            scope.findings.add(("apart", place), "bad_pair", text)
    taken: set[str] = set()
    for place, pair in enumerate(wishes.partners):
        for person in pair:
            if person in taken:
                text = f"{quote_text(person)} has another partner"
                scope.findings.add(("partners", place), "bad_pair", text)
        taken.update(pair)


def _check_joined(wishes: SeatWishes, scope: BookScope) -> None:
    """Note problems of partners who share every table, and so come, go and rest together."""
    entrants = {each.id: each for each in wishes.people}
    for place, (one, other) in enumerate(wishes.partners):
        rounds = range(1, wishes.rounds + 1)
        if any(entrants[one].is_there(n) != entrants[other].is_there(n) for n in rounds):
            text = f"{quote_text(one)} and {quote_text(other)} are not there in the same rounds"
            scope.findings.add(("partners", place), "bad_pair", text)
    paired = {person for pair in wishes.partners for person in pair}
    alone = [person for person in entrants if person not in paired]
    if alone:
        scope.findings.add(("partners",), "bad_pair", f"{quote_text(alone[0])} has no partner")
    if any(size % 2 for size in wishes.sizes):
        text = "At tables of partners an even number of people sit"
        scope.findings.add(("sizes",), "bad_value", text)


def _check_movement(wishes: SeatWishes, scope: BookScope) -> None:
    if wishes.shown:
        scope.findings.add(("mode",), "bad_value", "A movement has no rounds that were shown")
    if wishes.partners and not wishes.joined:
        scope.findings.add(("mode",), "bad_value", "In a movement no partners sit apart")
    size = _PER_TABLE[bool(wishes.joined)]
    if wishes.sizes != (size,):
        text = f"A movement has tables of {size} here, and no others"
        scope.findings.add(("sizes",), "bad_value", text)
    rounds = range(1, wishes.rounds + 1)
    for place, each in enumerate(wishes.people):
        if not all(each.is_there(number) for number in rounds):
            text = f"{quote_text(each.id)} is not there in every round of the movement"
            scope.findings.add(("people", place), "bad_value", text)


def _faults_of_round(wishes: SeatWishes, number: int, shown: Round) -> Iterator[str]:
    if number > wishes.rounds:
        yield f"The night has {wishes.rounds} rounds"
    if any(len(table) < _SIZES[0] for table in shown.tables):
        yield "Nobody plays alone at a table"
    there = [each.id for each in wishes.people if each.is_there(number)]
    placed = [*[person for table in shown.tables for person in table], *shown.byes]
    for person in dict.fromkeys(placed):
        if person not in there:
            yield f"{quote_text(person)} is not there in round {number}"
        elif placed.count(person) > 1:
            yield f"{quote_text(person)} has two places"
    for person in there:
        if person not in placed:
            yield f"{quote_text(person)} has no place"


# --- the answer -----------------------------------------------------------------------------------


def write_seats(plan: SeatPlan) -> Document:
    """Return a plan as JSON has it."""
    return {
        "seed": plan.seed,
        "rounds": [
            {
                "round": number,
                "tables": [list(table) for table in each.tables],
                "byes": [*each.byes],
            }
            for number, each in enumerate(plan.rounds, 1)
        ],
        "cost": plan.cost._asdict(),
        "repeats": [list(each) for each in plan.repeats],
    }


def write_seats_plain(wishes: SeatWishes, plan: SeatPlan) -> str:
    """Return a plan for people."""
    blocks = []
    for number, each in enumerate(plan.rounds, 1):
        lines = [f"Round {number}"]
        lines += [
            f"  Table {place}: {', '.join(table)} ({table[-1]} deals first)"
            for place, table in enumerate(each.tables, 1)
        ]
        lines += [f"  Rests: {', '.join(each.byes)}"] if each.byes else []
        blocks.append("\n".join(lines))
    end = [_meetings_in_words(wishes, plan)]
    if plan.cost.forbidden:
        end.append("Some who are to sit apart share a table.")
    if plan.seed:
        end.append(f"Seed: {plan.seed}")
    return "\n\n".join([*blocks, "\n".join(end)])


def _meetings_in_words(wishes: SeatWishes, plan: SeatPlan) -> str:
    joined = {frozenset(pair) for pair in wishes.joined}
    repeats = [times for one, two, times in plan.repeats if frozenset((one, two)) not in joined]
    if not repeats:
        return "Nobody meets twice."
    most = "twice" if max(repeats) == 2 else "more than once"
    pairs = "1 pair meets" if len(repeats) == 1 else f"{len(repeats)} pairs meet"
    return f"{pairs} {most}.{_least_in_words(wishes, plan)}"


def _least_in_words(wishes: SeatWishes, plan: SeatPlan) -> str:
    """Say how many meetings beyond the first no plan can avoid, by counting; "" if none."""
    count = len(wishes.people)
    meetings = sum([_pairs_of(len(table)) for each in plan.rounds for table in each.tables])
    least = meetings - _pairs_of(count)
    if least <= 0 or wishes.joined:
        return ""
    rounds = f"{len(plan.rounds)} rounds"
    return f" With {count} people in {rounds} there are at least {least} such meetings."


def _pairs_of(count: int) -> int:
    return count * (count - 1) // 2
