"""Movement cards: for each person where they sit in each round, with whom, and room to sign."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.papers.paper import SIZES, Heading, PrintedPaper, Size
from scorekeeper.tournament.pool import OrganisedFigures
from scorekeeper.tournament.seats.plan import Round, plan_of
from scorekeeper.tournament.seats_file import MOST_PEOPLE
from scorekeeper.wording import write_night

_TITLE_PIXELS: Final = 28.0
_CARDS_A_PAGE: Final = 4
_MARGINS: Final = 23.5
"""What is blank above and below the cards of a page, in mm (movement.css), and a hair's breadth."""
_ROUNDS_BY_TWO: Final = range(7, 21)
"""How many rounds cards have that stand two by two: four of these are too high for a page."""
_LETTERS_BY_TWO: Final = 60
"""The most letters of the names at a table of such cards, which take three lines at most."""
_ROWS_PIXELS: Final = {1: 128.0, 2: 350.0}
"""What the rows of a card have together, by how many cards stand beside each other."""
_ROW_PIXELS: Final = (21.0, 32.0)
"""The least and the greatest height of the row of a round, in CSS pixels."""

MOST_ROWS: Final = 1_200
"""The most rows of all cards of a paper: no more are made in the time that a paper may take."""
_ROWS_AT_ONCE: Final = 240
"""Rows of cards that are made in two or three seconds, so that other papers need not wait."""
_SHORT_NAMES: Final = {1: 76, 2: 40}
"""Letters of the names at a table that take two lines at most in the usual size."""
_FEW_ROUNDS: Final = 11
"""Cards of so many rounds have room for two such lines in each."""


class CardsToPrint(NamedTuple):
    """What movement cards are made of; ``names`` are those of people by id, in their order.

    ``person`` is the only one whose card is wanted, empty for all; ``part`` are the places, from 0,
    of those who are wanted.
    """

    club: Club
    names: Mapping[str, str]
    organised: OrganisedFigures
    person: str = ""
    part: range = range(MOST_PEOPLE)

    @property
    def rows(self) -> int:
        """How many rows the cards of everybody have together."""
        seats = self.organised.organised.seats
        return len(seats.people) * seats.rounds


class CardRow(NamedTuple):
    """A round of a person: table and seat from 1, and who else sits there.

    ``table`` is 0 if the person rests, and None if nobody knows it yet or the person is not there.
    """

    number: int
    table: int | None
    seat: int
    deals_first: bool
    others: tuple[str, ...]


class Card(NamedTuple):
    """The card of a person."""

    name: str
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementPaper(PrintedPaper):
    """All movement cards that are printed, ``beside`` as many on a line.

    ``height`` is what a card has at least, in mm.
    """

    template: ClassVar = "papers/movement.html"
    date: str
    cards: tuple[Card, ...]
    beside: int
    height: float
    row: float
    nobody_meets_twice: bool
    seed: str


def parts_of_cards(people: int, rounds: int) -> list[range]:
    """Return the places, from 0, of the people whose cards are made at once, in whole pages."""
    most = max(_CARDS_A_PAGE, _ROWS_AT_ONCE // rounds // _CARDS_A_PAGE * _CARDS_A_PAGE)
    return [range(first, min(people, first + most)) for first in range(0, people, most)]


def movement_paper(cards: CardsToPrint, size: Size) -> MovementPaper:
    """Return the cards of all who entered a night, or that of one person."""
    seats = cards.organised.organised.seats
    plan = plan_of(seats, seats.shown)
    made = tuple(_cards(cards))
    letters = [len(", ".join(row.others)) for card in made for row in card.rows]
    least, most = _ROW_PIXELS
    most_letters = max(letters, default=0)
    is_by_two = seats.rounds in _ROUNDS_BY_TWO and most_letters <= _LETTERS_BY_TWO
    beside = 2 if is_by_two else 1
    is_long = most_letters > _SHORT_NAMES[beside] or (is_by_two and seats.rounds > _FEW_ROUNDS)
    return MovementPaper(
        heading=Heading(title="Movement cards", pixels=_TITLE_PIXELS, club=cards.club.name),
        shape=f"movement {size}{' by-two' * is_by_two}{' long-names' * is_long}",
        date=write_night(cards.organised.night.date),
        cards=made,
        beside=beside,
        height=(SIZES[size][1] - _MARGINS) / _CARDS_A_PAGE * beside,
        row=max(least, min(most, _ROWS_PIXELS[beside] / seats.rounds)),
        nobody_meets_twice=len(plan.rounds) == seats.rounds and not plan.repeats,
        seed=plan.seed,
    )


def _cards(cards: CardsToPrint) -> Iterator[Card]:
    seats = cards.organised.organised.seats
    for place, entrant in enumerate(seats.people):
        if cards.person in ("", entrant.id) and place in cards.part:
            rows = [
                _row(seats.shown[number - 1], number, entrant.id, cards.names)
                if number <= len(seats.shown)
                else CardRow(number, None, 0, deals_first=False, others=())
                for number in range(1, seats.rounds + 1)
            ]
            yield Card(cards.names[entrant.id], tuple(rows))


def _row(shown: Round, number: int, person: str, names: Mapping[str, str]) -> CardRow:
    for place, table in enumerate(shown.tables, 1):
        if person in table:
            others = tuple([names[each] for each in table if each != person])
            seat = table.index(person) + 1
            return CardRow(number, place, seat, deals_first=seat == len(table), others=others)
    rests = person in shown.byes
    return CardRow(number, 0 if rests else None, 0, deals_first=False, others=())
