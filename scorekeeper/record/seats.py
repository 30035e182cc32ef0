"""Reads a file of seats, and writes the plan that follows from it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.domain.names import quote_text
from scorekeeper.domain.seats.plan import Entrant, Met, SeatMode, SeatPlan, SeatWishes
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.record.club.fields import BookScope, FieldReader, KnownIds, read_reference
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.document import Bounds, Document, DocumentError, parse_document
from scorekeeper.record.seat_wishes import (
    MOST_PEOPLE,
    WISH_KEYS,
    WishCheck,
    read_entrant,
    read_pair,
    read_wishes,
    write_rounds,
)

SEATS_FORMAT: Final = "scorekeeper-seats/1"
SEATS_BOUNDS: Final = Bounds("file of seats", 1024 * 1024, 16)
_OTHER_FORMAT: Final = (
    f"A file of seats has the format {SEATS_FORMAT}; of a club book, --night says which night"
)
_MOST: Final = 1_000_000
_KEYS: Final = f"format people standing met shown {WISH_KEYS}"
_SHOWN: Final = "shown"


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
        scope.findings.add(at, "bad_format", _OTHER_FORMAT)
        return SeatsReading(wishes=None, problems=tuple(scope.findings.problems))
    return _read_wishes(FieldReader(document, (), scope, keys=_KEYS, noun="A file of seats"))


def _read_wishes(reader: FieldReader) -> SeatsReading:
    reader.require("people", "rounds", "sizes")
    people = dict(_people(reader))
    wishes = read_wishes(reader, [*people.values()], shown=_SHOWN)
    wishes = replace(wishes, standing=_standing(reader), met=_met(reader))
    WishCheck(wishes, reader, [*people], shown=_SHOWN).check()
    if wishes.mode is SeatMode.MOVEMENT and wishes.shown:
        reader.add("mode", "bad_value", "A movement has no rounds that were shown")
    problems = tuple(reader.findings.problems)
    return SeatsReading(wishes=None if problems else wishes, problems=problems)


def _people(reader: FieldReader) -> Iterator[tuple[Path, Entrant]]:
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
        yield at, read_entrant(person, person.own_id(reader.scope.people))


def _standing(reader: FieldReader) -> tuple[str, ...]:
    """Return the people in the order of the standing, nobody twice."""
    found: dict[str, None] = {}
    for at, each in reader.items("standing"):
        person = read_reference(each, at, reader.scope.people, reader.findings)
        if person and person in found:
            text = f"{quote_text(person)} is in the list already"
            reader.findings.add(at, "same_person_twice", text)
        found.setdefault(person)
    return tuple(found)


def _met(reader: FieldReader) -> Met:
    met: dict[frozenset[str], int] = {}
    for at, value in reader.items("met"):
        pair = read_pair(reader, at, value, length=3)
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


# --- the answer -----------------------------------------------------------------------------------


def write_seats(plan: SeatPlan) -> Document:
    """Return a plan as JSON has it."""
    return {
        "seed": plan.seed,
        "rounds": write_rounds(plan.rounds),
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
