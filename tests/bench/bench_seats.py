"""How well and how fast seats are planned, for groups of people as clubs have them."""

from collections.abc import Iterator
from time import process_time

from scorekeeper.domain.seats.plan import Entrant, SeatWishes, plan_seats
from tests.bench.figures import Row
from tests.domain.seats.test_plan import test_a_search_is_no_worse_than_a_plain_one

MIXED = (4, 3, 5)
_CHANCES = 200
PLANS = (
    (16, 5, (4,), "0 meetings"),
    (20, 5, MIXED, "0 meetings"),
    (40, 6, MIXED, "0 meetings"),
    (100, 8, MIXED, "0 meetings"),
    (30, 6, MIXED, "0 meetings, 8 odd tables"),
    (24, 6, MIXED, "5 meetings"),
    (12, 6, MIXED, "46 meetings"),
    (13, 5, MIXED, "41 meetings, 13 odd tables"),
    (11, 5, MIXED, "20 meetings, 12 odd tables"),
    (7, 4, MIXED, "18 meetings, 7 odd tables"),
    (18, 5, (4,), "2 meetings"),
)


def run() -> Iterator[Row]:
    """Plan each once; a plan has two seconds of the processor. Then plan wishes by chance."""
    for count, rounds, sizes, goal in PLANS:
        people = tuple([Entrant(id=f"p{number}") for number in range(count)])
        begun = process_time()
        cost = plan_seats(SeatWishes(people=people, rounds=rounds, sizes=sizes, seed="1")).cost
        seconds = process_time() - begun
        found = f"{cost.meetings} meetings, {cost.odd_tables} odd tables, {seconds:.1f} s"
        yield f"{count} people in {rounds} rounds", found, goal
    for seed in range(_CHANCES):
        test_a_search_is_no_worse_than_a_plain_one(seed)
    yield "plans by chance no dearer than a plain search", f"{_CHANCES}", "all"
