"""Reads what is wanted of the seats of a night, and a file of seats; writes its plan."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.record import (
    MOST_WHOLE,
    Bounds,
    Document,
    DocumentError,
    Field,
    Reader,
    Scope,
    Shape,
    choice,
    known_id,
    line,
    many,
    own_id,
    parse_document,
    raw,
    whole,
)
from scorekeeper.rules import Path, Problem, quote_text
from scorekeeper.tournament.seats.plan import (
    Entrant,
    Met,
    Pair,
    PartnersSit,
    Round,
    SeatMode,
    SeatPlan,
    SeatWishes,
)

MOST_PEOPLE: Final = 400
MOST_ROUNDS: Final = 40
SEATS_FORMAT: Final = "scorekeeper-seats/1"
SEATS_BOUNDS: Final = Bounds("file of seats", 1024 * 1024, 16)
_OTHER_FORMAT: Final = (
    f"A file of seats has the format {SEATS_FORMAT}; of a club book, --night says which night"
)
_ANY_SIZES: Final = (4, 3, 5)
"""The sizes of tables where nobody says them; they fit games with melds and contract."""
_SIZES: Final = range(2, 11)
_MOST_SIZES: Final = 3
_PER_TABLE: Final = {False: 2, True: 4}
"""The size of a table in a round robin: two people or, if partners sit together, two pairs."""
_PERSON: Final = known_id("person")
_PEOPLE: Final = many(_PERSON, what="list of people")
_ROUND: Final = whole(least=1, most=MOST_ROUNDS)


# --- what is wanted of the seats, in a file of seats and in a club book ---------------------------


def _read_sizes(value: Any, at: Path, reader: Reader) -> tuple[int, ...]:
    is_list = isinstance(value, list) and all(type(size) is int for size in value)
    if is_list and 1 <= len(set(value)) == len(value) <= _MOST_SIZES and {*value} <= {*_SIZES}:
        return tuple(value)
    reader.findings.add(
        at,
        "bad_value",
        f"Sizes of tables are one to {_MOST_SIZES} different numbers from 2 to {_SIZES[-1]}",
    )
    return _ANY_SIZES


def _read_absent(value: Any, at: Path, reader: Reader) -> frozenset[int]:
    rounds = range(1, MOST_ROUNDS + 1)
    if isinstance(value, list) and all(
        type(number) is int and number in rounds for number in value
    ):
        return frozenset(value)
    reader.findings.add(at, "bad_value", f"This is a list of rounds from 1 to {MOST_ROUNDS}")
    return frozenset()


def read_pair(value: Any, at: Path, reader: Reader, *, length: int = 2) -> Pair | None:
    """Return the two people that a list of ``length`` values begins with, None if it has none."""
    if not isinstance(value, list) or len(value) != length:
        reader.findings.add(
            at,
            "bad_value",
            "This is a list of two people" + (" and a number" if length > 2 else ""),
        )
        return None
    one, other = _PEOPLE.read(value[:2], at, reader)
    if one and reader.scope.person(one) == reader.scope.person(other):
        reader.findings.add(at, "bad_pair", f"{quote_text(one)} is in this pair twice")
        return None
    return one, other


def _check_round(shown: Reader, facts: dict[str, Any]) -> None:
    number = int(shown.at[-1]) + 1
    if facts.pop("round") not in (None, number):
        shown.add("round", "bad_seats", f"This is round {number}")


ROUND: Final = Shape(
    "A round",
    Round,
    _check_round,
    round=raw(_ROUND.schema),
    tables=many(_PEOPLE, required=True),
    byes=_PEOPLE,
)
SHOWN: Final = replace(ROUND.all(attr="shown"), write=lambda rounds, _: write_rounds(rounds))
_PAIRS: Final = many(
    Field(read=read_pair, write=lambda pair, _: [*pair], schema=_PEOPLE.schema, empty=("", ""))
)
THERE: Final = {
    "from": replace(_ROUND, attr="since", empty=1),
    "until": _ROUND,
    "absent": Field(
        read=_read_absent,
        write=lambda absent, _: sorted(absent),
        schema=many(_ROUND).schema,
        empty=frozenset(),
    ),
}
"""In which rounds a person is there."""
WISHES: Final = {
    "rounds": replace(_ROUND, required=True, empty=1),
    "sizes": Field(
        read=_read_sizes,
        write=lambda sizes, _: [*sizes],
        schema=many(whole(least=_SIZES[0], most=_SIZES[-1])).schema,
        always=True,
        empty=_ANY_SIZES,
    ),
    "mode": choice(SeatMode, empty=SeatMode.AHEAD),
    "standing_from": whole(least=2),
    "apart": _PAIRS,
    "together": _PAIRS,
    "partners": _PAIRS,
    "partners_sit": choice(PartnersSit, empty=PartnersSit.TOGETHER),
    "seed": line(),
}
"""What is wanted of the seats, beside people and the rounds that stand."""


def take_wishes(
    reader: Reader, facts: dict[str, Any], people: dict[Path, Entrant], *, shown: str
) -> SeatWishes:
    """Take what is wanted of the seats out of facts, after noting what contradicts itself.

    ``people`` are those who entered, by the places that say so; ``shown`` is the field of the
    rounds that stand.
    """
    wishes = SeatWishes(
        people=tuple(people.values()), **{name: facts.pop(name) for name in (*WISHES, "shown")}
    )
    joined = wishes.with_meant(reader.scope.meant)
    WishCheck(joined, reader, [*people], shown=shown).check()
    return wishes


def write_rounds(rounds: Sequence[Round]) -> list[Document]:
    """Return rounds with their tables and who rests as JSON has them."""
    return [
        {
            "round": number,
            "tables": [list(table) for table in round_.tables],
            "byes": [*round_.byes],
        }
        for number, round_ in enumerate(rounds, 1)
    ]


# --- what the wishes must have in common ----------------------------------------------------------


class WishCheck:
    """Notes what contradicts itself in wishes; what could not be read is not judged.

    The ids in ``wishes`` are those that are meant. ``people_at`` are the places of its people,
    ``shown`` is the field of the rounds that stand.
    """

    def __init__(
        self, wishes: SeatWishes, reader: Reader, people_at: Sequence[Path], *, shown: str
    ) -> None:
        self.wishes, self.reader, self.people_at, self.shown = wishes, reader, people_at, shown

    def check(self) -> None:
        """Note all problems."""
        if self.reader.can_tell("people"):
            self._check_entered()
        self._check_pairs()
        if self.wishes.joined and self.reader.can_tell("people", "partners"):
            self._check_joined()
        if self.wishes.mode is SeatMode.MOVEMENT:
            self._check_movement()
        if not self.reader.can_tell("people", "rounds"):
            return
        for number, shown in enumerate(self.wishes.shown, 1):
            at = (*self.reader.place(self.shown), number - 1)
            if not self.reader.findings.is_incomplete(at):
                for text in faults_of_round(self.wishes, number, shown):
                    self.reader.findings.add(at, "bad_seats", text)

    def _note_pair(self, name: str, place: int, text: str) -> None:
        self.reader.findings.add((*self.reader.place(name), place), "bad_pair", text)

    def _check_entered(self) -> None:
        entered = {entrant.id for entrant in self.wishes.people}
        for name in ("apart", "together", "partners"):
            for place, pair in enumerate(getattr(self.wishes, name)):
                for person in pair:
                    if person and person not in entered:
                        at = (*self.reader.place(name), place)
                        self.reader.findings.add(
                            at,
                            "not_entered",
                            f"{quote_text(person)} is not among the people of this night",
                        )

    def _check_pairs(self) -> None:
        wishes = self.wishes
        forbidden = {frozenset(pair) for pair in wishes.forbidden if all(pair)}
        joined = {frozenset(pair) for pair in wishes.joined if all(pair)}
        for place, pair in enumerate(wishes.together):
            if frozenset(pair) in forbidden:
                self._note_pair("together", place, "These two are to sit apart")
        for place, pair in enumerate(wishes.apart):
            if frozenset(pair) in joined:
                self._note_pair("apart", place, "These two are partners who sit together")
        taken: set[str] = set()
        for place, pair in enumerate(wishes.partners):
            for person in pair:
                if person in taken:
                    self._note_pair("partners", place, f"{quote_text(person)} has another partner")
            taken.update([person for person in pair if person])

    def _check_joined(self) -> None:
        """Note problems of partners who share every table, and so come, go and rest together."""
        wishes = self.wishes
        entrants = {entrant.id: entrant for entrant in wishes.people}
        rounds = range(1, wishes.rounds + 1)
        for place, (one, other) in enumerate(wishes.partners):
            if any(entrants[one].is_there(n) != entrants[other].is_there(n) for n in rounds):
                text = f"{quote_text(one)} and {quote_text(other)} are not there in the same rounds"
                self._note_pair("partners", place, text)
        paired = {person for pair in wishes.partners for person in pair}
        alone = [person for person in entrants if person not in paired]
        if alone:
            self.reader.add("partners", "bad_pair", f"{quote_text(alone[0])} has no partner")
        if any(size % 2 for size in wishes.sizes) and self.reader.can_tell("sizes"):
            self.reader.add(
                "sizes", "bad_value", "At tables of partners an even number of people sit"
            )

    def _check_movement(self) -> None:
        wishes = self.wishes
        if wishes.partners and not wishes.joined:
            self.reader.add("mode", "bad_value", "In a round robin no partners sit apart")
        size = _PER_TABLE[bool(wishes.joined)]
        if wishes.sizes != (size,) and self.reader.can_tell("sizes"):
            self.reader.add(
                "sizes", "bad_value", f"A round robin has tables of {size} here, and no others"
            )
        if len(wishes.units()) < _PER_TABLE[False] and self.reader.can_tell("people"):
            self.reader.add("people", "bad_value", "A round robin has two or more to sit")
        rounds = range(1, wishes.rounds + 1)
        for at, entrant in zip(self.people_at, wishes.people, strict=True):
            if not all(entrant.is_there(number) for number in rounds):
                self.reader.findings.add(
                    at,
                    "bad_value",
                    f"{quote_text(entrant.id)} is not there in every round of the round robin",
                )


def faults_of_round(wishes: SeatWishes, number: int, shown: Round) -> Iterator[str]:
    """Yield what is wrong with the seats of a round that was shown."""
    if number > wishes.rounds:
        yield f"The night has {wishes.rounds} rounds"
    if any(len(table) < _SIZES[0] for table in shown.tables):
        yield "Nobody plays alone at a table"
    there = [entrant.id for entrant in wishes.people if entrant.is_there(number)]
    placed = [*[person for table in shown.tables for person in table], *shown.byes]
    for person in dict.fromkeys(placed):
        if person not in there:
            yield f"{quote_text(person)} is not there in round {number}"
        elif placed.count(person) > 1:
            yield f"{quote_text(person)} has two places"
    for person in there:
        if person not in placed:
            yield f"{quote_text(person)} has no place"


# --- a file of seats ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsReading:
    """What a file of seats says: the wishes, or all problems at once."""

    wishes: SeatWishes | None
    problems: tuple[Problem, ...]


def read_seats(raw: bytes) -> SeatsReading:
    """Return what a file of seats says; never raises."""
    scope = Scope(document="file")
    wishes, problems = None, scope.findings.problems
    try:
        document = parse_document(raw, SEATS_BOUNDS)
        if isinstance(document, dict) and document.get("format") == SEATS_FORMAT:
            wishes = SEATS.read_whole(document, scope)
        else:
            at: Path = ("format",) if isinstance(document, dict) else ()
            scope.findings.add(at, "bad_format", _OTHER_FORMAT)
    except DocumentError as error:
        scope.findings.add(error.at, "bad_format", str(error))
    return SeatsReading(wishes=None if problems else wishes, problems=tuple(problems))


def _read_people(value: Any, at: Path, reader: Reader) -> dict[Path, Entrant]:
    """Return who is there, by the places that say so."""
    people: dict[Path, Entrant] = {}
    listed = _LIST.read(value, at, reader)
    if not 1 <= len(listed) <= MOST_PEOPLE:
        reader.findings.add(at, "bad_value", f"A plan has 1 to {MOST_PEOPLE} people")
        return people
    for number, written in enumerate(listed):
        place = (*at, number)
        facts = {"id": written} if isinstance(written, str) else written
        found = facts.get("id") if isinstance(facts, dict) else None
        if isinstance(found, str) and found in reader.scope.known("person"):
            reader.findings.add(
                place, "same_person_twice", f"{quote_text(found)} is in the list already"
            )
        else:
            people[place] = ENTRANT.read(facts, place, reader)
    return people


def _read_standing(value: Any, at: Path, reader: Reader) -> tuple[str, ...]:
    """Return the people in the order of the standing, nobody twice."""
    found: dict[str, None] = {}
    for place, entrant in enumerate(many(_PERSON).read(value, at, reader)):
        if entrant and entrant in found:
            reader.findings.add(
                (*at, place), "same_person_twice", f"{quote_text(entrant)} is in the list already"
            )
        found.setdefault(entrant)
    return tuple(found)


def _read_met(value: Any, at: Path, reader: Reader) -> Met:
    met: dict[frozenset[str], int] = {}
    for place, written in enumerate(_LIST.read(value, at, reader)):
        pair = read_pair(written, (*at, place), reader, length=3)
        if pair is None:
            continue
        times = written[2]
        if type(times) is not int or not 0 <= times <= MOST_WHOLE:
            reader.findings.add(
                (*at, place, 2), "bad_value", f"This is a whole number from 0 to {MOST_WHOLE}"
            )
        elif frozenset(pair) in met and "" not in pair:
            reader.findings.add((*at, place), "bad_value", "These two stand in the list above")
        else:
            met[frozenset(pair)] = times
    return met


def _check_stay(reader: Reader, facts: dict[str, Any]) -> None:
    since, until = facts["since"], facts["until"]
    if until is not None and until < since:
        reader.add("until", "bad_value", f"This is before round {since}, the first one")


def _check_seats(reader: Reader, facts: dict[str, Any]) -> None:
    wishes = take_wishes(reader, facts, facts.pop("people"), shown="shown")
    facts["wishes"] = wishes
    if wishes.mode is SeatMode.MOVEMENT and wishes.shown:
        reader.add("mode", "bad_value", "A round robin has no rounds that were shown")
    last = (wishes.standing_from or wishes.rounds + 1) - 1
    if (
        facts["standing"]
        and max(last, len(wishes.shown)) >= wishes.rounds
        and reader.can_tell("standing", "standing_from", "rounds", "shown")
    ):
        reader.add("standing", "bad_value", "No round after those shown goes by the standing")


_LIST: Final = many(raw(dict))
ENTRANT: Final = Shape("A person", Entrant, _check_stay, id=own_id("person"), **THERE)
SEATS: Final = Shape(
    "A file of seats",
    lambda wishes, **facts: replace(wishes, standing=facts["standing"], met=facts["met"]),
    _check_seats,
    format=raw(lambda: {"const": SEATS_FORMAT}),
    people=Field(read=_read_people, schema=dict, empty={}, required=True),
    standing=replace(many(_PERSON), read=_read_standing),
    met=replace(_LIST, read=_read_met, empty={}),
    shown=SHOWN,
    **{**WISHES, "sizes": replace(WISHES["sizes"], required=True)},
)


# --- the answer -----------------------------------------------------------------------------------


def write_seats(plan: SeatPlan) -> Document:
    """Return a plan as JSON has it."""
    return {
        "seed": plan.seed,
        "rounds": write_rounds(plan.rounds),
        "cost": plan.cost._asdict(),
        "repeats": [list(repeat) for repeat in plan.repeats],
    }


def write_seats_plain(wishes: SeatWishes, plan: SeatPlan) -> str:
    """Return a plan for people."""
    blocks = []
    for number, round_ in enumerate(plan.rounds, 1):
        lines = [f"Round {number}"]
        lines += [
            f"  Table {place}: {', '.join(table)} ({table[-1]} deals first)"
            for place, table in enumerate(round_.tables, 1)
        ]
        lines += [f"  Rests: {', '.join(round_.byes)}"] if round_.byes else []
        blocks.append("\n".join(lines))
    end = [_meetings_in_words(wishes, plan)]
    if plan.cost.forbidden:
        end.append("Some who are to sit apart share a table.")
    if plan.seed:
        end.append(f"Seed: {plan.seed}")
    return "\n\n".join([*blocks, "\n".join(end)])


def _meetings_in_words(wishes: SeatWishes, plan: SeatPlan) -> str:
    repeats = [times for _, _, times in plan.repeats]
    if not repeats:
        return "Nobody meets twice."
    most = "twice" if max(repeats) == 2 else "more than once"
    pairs = "1 pair meets" if len(repeats) == 1 else f"{len(repeats)} pairs meet"
    return f"{pairs} {most}.{_least_in_words(wishes, plan)}"


def _least_in_words(wishes: SeatWishes, plan: SeatPlan) -> str:
    """Say how many meetings beyond the first no plan can avoid, by counting; "" if none."""
    count = len(wishes.people)
    meetings = sum([_pairs_of(len(table)) for round_ in plan.rounds for table in round_.tables])
    least = meetings - _pairs_of(count)
    if least <= 0 or wishes.joined:
        return ""
    rounds = f"{len(plan.rounds)} rounds"
    return f" With {count} people in {rounds} there are at least {least} such meetings."


def _pairs_of(count: int) -> int:
    return count * (count - 1) // 2
