"""Reads what is wanted of the seats of a night, as a file of seats and a club book write it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from scorekeeper.domain.names import quote_text
from scorekeeper.domain.seats.plan import Entrant, Pair, PartnersSit, Round, SeatMode, SeatWishes
from scorekeeper.domain.variant import Path
from scorekeeper.record.club.fields import FieldReader, read_reference
from scorekeeper.record.document import Document

MOST_PEOPLE: Final = 400
MOST_ROUNDS: Final = 40
WISH_KEYS: Final = "rounds sizes mode standing_from apart together partners partners_sit seed"
_ANY_SIZES: Final = (4, 3, 5)
"""The sizes of tables where nobody says them; they fit games with melds and contract."""
_SIZES: Final = range(2, 11)
_MOST_SIZES: Final = 3
_PER_TABLE: Final = {False: 2, True: 4}
"""The size of a table in a movement: two people or, if partners sit together, two pairs."""


def read_wishes(reader: FieldReader, people: Sequence[Entrant], *, shown: str) -> SeatWishes:
    """Return what is wanted of the seats; ``shown`` is the field of the rounds that stand."""
    return SeatWishes(
        people=tuple(people),
        rounds=reader.whole("rounds", least=1, most=MOST_ROUNDS) or 1,
        sizes=_sizes(reader),
        mode=reader.choice("mode", SeatMode) or SeatMode.AHEAD,
        standing_from=reader.whole("standing_from", least=2),
        apart=tuple(_pairs(reader, "apart")),
        together=tuple(_pairs(reader, "together")),
        partners=tuple(_pairs(reader, "partners")),
        partners_sit=reader.choice("partners_sit", PartnersSit) or PartnersSit.TOGETHER,
        shown=tuple(_shown(reader, shown)),
        seed=reader.line("seed"),
    )


def read_entrant(reader: FieldReader, person: str) -> Entrant:
    """Return when a person is there, as the fields of ``reader`` say."""
    absent = reader.facts.get("absent", [])
    rounds = range(1, MOST_ROUNDS + 1)
    if not isinstance(absent, list) or any(type(n) is not int or n not in rounds for n in absent):
        reader.add("absent", "bad_value", f"This is a list of rounds from 1 to {MOST_ROUNDS}")
        absent = []
    return Entrant(
        id=person,
        since=reader.whole("from", least=1, most=MOST_ROUNDS) or 1,
        until=reader.whole("until", least=1, most=MOST_ROUNDS),
        absent=frozenset(absent),
    )


def _sizes(reader: FieldReader) -> tuple[int, ...]:
    sizes = reader.facts.get("sizes", [*_ANY_SIZES])
    is_list = isinstance(sizes, list) and all(type(each) is int for each in sizes)
    if is_list and 1 <= len(set(sizes)) == len(sizes) <= _MOST_SIZES and {*sizes} <= {*_SIZES}:
        return tuple(sizes)
    text = f"Sizes of tables are one to {_MOST_SIZES} different numbers from 2 to {_SIZES[-1]}"
    reader.add("sizes", "bad_value", text)
    return _ANY_SIZES


def _pairs(reader: FieldReader, name: str) -> Iterator[Pair]:
    for at, value in reader.items(name):
        yield read_pair(reader, at, value, length=2) or ("", "")


def read_pair(reader: FieldReader, at: Path, value: Any, *, length: int) -> Pair | None:
    """Return the two people that a list of ``length`` values begins with, None if it has none."""
    if not isinstance(value, list) or len(value) != length:
        text = "This is a list of two people" + (" and a number" if length > 2 else "")
        reader.findings.add(at, "bad_value", text)
        return None
    scope = reader.scope
    one, other = [
        read_reference(each, (*at, place), scope.people, reader.findings)
        for place, each in enumerate(value[:2])
    ]
    if one and scope.person(one) == scope.person(other):
        reader.findings.add(at, "bad_pair", f"{quote_text(one)} is in this pair twice")
        return None
    return one, other


def _shown(reader: FieldReader, name: str) -> Iterator[Round]:
    for number, (at, value) in enumerate(reader.items(name), 1):
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


def write_rounds(rounds: Sequence[Round]) -> list[Document]:
    """Return rounds with their tables and who rests as JSON has them."""
    return [
        {"round": number, "tables": [list(table) for table in each.tables], "byes": [*each.byes]}
        for number, each in enumerate(rounds, 1)
    ]


# --- what the wishes must have in common ----------------------------------------------------------


class WishCheck:
    """Notes what contradicts itself in wishes; what could not be read is not judged.

    The ids in ``wishes`` are those that are meant. ``people_at`` are the places of its people,
    ``shown`` is the field of the rounds that stand.
    """

    def __init__(
        self, wishes: SeatWishes, reader: FieldReader, people_at: Sequence[Path], *, shown: str
    ) -> None:
        self.wishes = wishes
        self.reader = reader
        self.people_at = people_at
        self.shown = shown

    def check(self) -> None:
        """Note all problems."""
        if self._can_tell("people"):
            self._check_entered()
        self._check_pairs()
        if self.wishes.joined and self._can_tell("people", "partners"):
            self._check_joined()
        if self.wishes.mode is SeatMode.MOVEMENT:
            self._check_movement()
        if not self._can_tell("people", "rounds"):
            return
        for number, shown in enumerate(self.wishes.shown, 1):
            at = (*self.reader.place(self.shown), number - 1)
            if not self.reader.findings.is_incomplete(at):
                for text in faults_of_round(self.wishes, number, shown):
                    self.reader.findings.add(at, "bad_seats", text)

    def _can_tell(self, *names: str) -> bool:
        findings = self.reader.findings
        return not any(findings.is_incomplete(self.reader.place(name)) for name in names)

    def _note_pair(self, name: str, place: int, text: str) -> None:
        self.reader.findings.add((*self.reader.place(name), place), "bad_pair", text)

    def _check_entered(self) -> None:
        entered = {each.id for each in self.wishes.people}
        for name in ("apart", "together", "partners"):
            for place, pair in enumerate(getattr(self.wishes, name)):
                for person in pair:
                    if person and person not in entered:
                        at = (*self.reader.place(name), place)
                        text = f"{quote_text(person)} is not among the people of this night"
                        self.reader.findings.add(at, "not_entered", text)

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
        entrants = {each.id: each for each in wishes.people}
        rounds = range(1, wishes.rounds + 1)
        for place, (one, other) in enumerate(wishes.partners):
            if any(entrants[one].is_there(n) != entrants[other].is_there(n) for n in rounds):
                text = f"{quote_text(one)} and {quote_text(other)} are not there in the same rounds"
                self._note_pair("partners", place, text)
        paired = {person for pair in wishes.partners for person in pair}
        alone = [person for person in entrants if person not in paired]
        if alone:
            self.reader.add("partners", "bad_pair", f"{quote_text(alone[0])} has no partner")
        if any(size % 2 for size in wishes.sizes) and self._can_tell("sizes"):
            text = "At tables of partners an even number of people sit"
            self.reader.add("sizes", "bad_value", text)

    def _check_movement(self) -> None:
        wishes = self.wishes
        if wishes.partners and not wishes.joined:
            self.reader.add("mode", "bad_value", "In a movement no partners sit apart")
        size = _PER_TABLE[bool(wishes.joined)]
        if wishes.sizes != (size,) and self._can_tell("sizes"):
            text = f"A movement has tables of {size} here, and no others"
            self.reader.add("sizes", "bad_value", text)
        if len(wishes.units()) < _PER_TABLE[False] and self._can_tell("people"):
            self.reader.add("people", "bad_value", "A movement has two or more to sit")
        rounds = range(1, wishes.rounds + 1)
        for at, each in zip(self.people_at, wishes.people, strict=True):
            if not all(each.is_there(number) for number in rounds):
                text = f"{quote_text(each.id)} is not there in every round of the movement"
                self.reader.findings.add(at, "bad_value", text)


def faults_of_round(wishes: SeatWishes, number: int, shown: Round) -> Iterator[str]:
    """Yield what is wrong with the seats of a round that was shown."""
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
