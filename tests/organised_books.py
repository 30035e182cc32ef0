"""Club books with organised nights for tests: one that has everything in it, and random ones."""

from copy import deepcopy
from random import Random
from typing import Any

from tests.club_books import Json, money, tallied_game

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay")
IDS = tuple([name.lower() for name in NAMES])


def a_game(game: str, points: dict[str, int], **more: Any) -> Json:
    """A game of the people in ``points``, the first of whom goes out; more fields of it."""
    names = tuple([person.title() for person in points])
    record = tallied_game(*points.values(), names=names)
    return {"id": game, **more, "record": record, "players": dict(zip(names, points, strict=True))}


def a_book(*nights: Json, **more: Any) -> Json:
    """A book of six members with these nights; ``pots`` are those of the club."""
    club = {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01", "till": "0.00"}
    pots = more.pop("pots", None)
    return {
        "format": "scorekeeper-club/1",
        "club": {**club, "pots": pots} if pots else club,
        "people": [
            {"id": person, "name": person.title(), "joined": "2026-01-01"} for person in IDS
        ],
        "nights": [
            {"id": f"n{number}", "date": f"2026-02-{number:02d}", **night}
            for number, night in enumerate(nights, 1)
        ],
        **more,
    }


def entered(*people: str) -> Json:
    """The people of an organised night, there in all rounds."""
    return {person: {} for person in people}


FULL_NIGHT: Json = {
    "rounds": 3,
    "people": {
        "ann": {},
        "bob": {"from": 2, "until": 3, "absent": [3]},
        "cal": {},
        "dot": {"free": True},
    },
    "sizes": [3, 4],
    "standing_from": 3,
    "apart": [["ann", "bob"]],
    "together": [["cal", "dot"]],
    "partners": [["ann", "dot"]],
    "partners_sit": "apart",
    "seed": "n1",
    "plan": [{"round": 1, "tables": [["ann", "cal", "dot"]], "byes": []}],
    "ends": {"by": "bell", "minutes": 45, "warn": 5},
    "play": [
        {
            "variant": "laws",
            "options": {"target": 500},
            "stake": {"currency": "USD", "amount": "1.00", "per": 100},
        }
    ],
    "points": {"by": "places", "scale": [5, 3, 2, 1], "bye": "average"},
    "stakes": False,
    "entry": {"amount": "5.00", "guest": "6.00", "fee": "1.00", "pots": {"skunk": "0.50"}},
    "added": "10.00",
    "prizes": {
        "deal": "0.10",
        "places": [{"up_to": 8, "parts": [60, 40]}, {"fixed": ["5.00", "3.00"]}],
        "rest": "skunk",
    },
    "fines": [{"person": "bob", "amount": "0.25", "pot": "skunk", "reason": "skunked"}],
    "awards": [
        {"person": "cal", "all": True, "pot": "skunk", "reason": "big gin"},
        {"person": "dot", "amount": "2.00", "reason": "best hand"},
    ],
}
SEEN: Json = {
    "on": "2026-02-01",
    "money": {},
    "fees": {},
    "entry": {"people:ann": "5.00", "fees": "-1.00", "pool": "-3.50", "pots:skunk": "-0.50"},
    "prize": {"people:ann": "-3.50", "pool": "3.50"},
}
"""What everybody saw when the night was closed; other prizes than now."""


def full_organised_book() -> Json:
    """A book that says everything an organised night can have, in the order it is written in."""
    game = a_game("g1", {"ann": 300, "cal": 20, "dot": -40}, round=1)
    night = {
        "settle": "bank",
        "organised": deepcopy(FULL_NIGHT),
        "games": [game],
        "closed": deepcopy(SEEN),
    }
    return a_book(
        night,
        pots=[{"id": "skunk", "name": "Skunk bank", "opening": "3.00"}],
        payments=[],
        adjustments=[],
        seasons=[
            {
                "id": "s1",
                "name": "Autumn 2026",
                "from": "2026-01-15",
                "to": "2026-12-20",
                "points": {"scale": [10, 7, 5], "attendance": 1},
                "best": 8,
                "members": True,
                "ended": "2026-12-20",
            }
        ],
    )


# --- random books ---------------------------------------------------------------------------------


class RandomClub:
    """Makes a book with pots, seasons and up to four nights, most of them organised."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.pots = [f"pot{number}" for number in range(self.random.randrange(3))]
        self.games = 0

    def book(self) -> Json:
        """Return the book."""
        draw = self.random
        nights = [self.night(number) for number in range(draw.randint(1, 4))]
        pots = [
            {"id": pot, "name": pot, "opening": money(draw.randint(5_000, 9_000))}
            for pot in self.pots
        ]
        seasons = [self.season(number) for number in range(draw.randint(0, 2))]
        book = a_book(*nights, pots=pots, seasons=seasons)
        for person in book["people"]:
            joined = draw.choice(["2026-01-01", "2026-02-02", None])
            person.pop("joined")
            if joined:
                person["joined"] = joined
        return book

    def season(self, number: int) -> Json:
        draw = self.random
        by = draw.choice(["places", "night", "wins"])
        season: Json = {
            "id": f"s{number}",
            "name": f"Season {number}",
            "from": f"2026-02-{draw.randint(1, 2):02d}",
            "to": f"2026-02-{draw.randint(3, 5):02d}",
            "points": {"by": by, "attendance": draw.randint(0, 2)},
            "members": draw.random() < 0.3,
        }
        if by == "places" and draw.random() < 0.6:
            season["points"]["scale"] = self.scale()
        season |= draw.choice([{}, {"best": draw.randint(1, 3)}, {"drop": draw.randint(0, 2)}])
        if draw.random() < 0.5:
            season["ended"] = season["to"]
        return season

    def scale(self) -> list[int]:
        return sorted([self.random.randint(0, 9) for _ in range(self.random.randint(1, 5))])[::-1]

    def night(self, number: int) -> Json:
        draw = self.random
        is_closed = draw.random() < 0.7
        rounds = draw.randint(1, 3)
        people = draw.sample(IDS, draw.randint(4, 6))
        plan: list[Json] = []
        games: list[Json] = []
        for each in range(1, rounds + 1):
            tables, byes = self.tables(people)
            if len(plan) == each - 1 and draw.random() < 0.7:
                plan.append({"round": each, "tables": tables, "byes": byes})
            if draw.random() < 0.3:
                tables, byes = self.tables(people)
            games += [self.game(each, table, is_closed) for table in tables if draw.random() < 0.9]
        night: Json = {"games": games, "fee": {"per": "person_night", "amount": "1.00"}}
        if draw.random() < 0.9:
            night["organised"] = self.organised(rounds, people, plan)
        else:
            for game in games:
                del game["round"]
        if is_closed:
            night["closed"] = {"on": f"2026-02-{number + 1:02d}", "money": {}, "fees": {}}
        return night

    def tables(self, people: list[str]) -> tuple[list[list[str]], list[str]]:
        """Return some tables of two to four, and those who rest."""
        waiting = self.random.sample(people, len(people))
        tables: list[list[str]] = []
        while len(waiting) >= 2 and (not tables or self.random.random() < 0.8):
            size = min(self.random.randint(2, 4), len(waiting))
            tables.append([waiting.pop() for _ in range(size)])
        return tables, waiting

    def game(self, number: int, table: list[str], is_closed: bool) -> Json:
        """Return a game of a table: over, ended early, void or still open."""
        draw = self.random
        self.games += 1
        first = draw.choice([20, 50, 120, 200, 300])
        points = [first, *[5 * draw.randint(-8, 8) for _ in table[1:]]]
        game = a_game(f"g{self.games}", dict(zip(table, points, strict=True)), round=number)
        if draw.random() < 0.1:
            game["void"] = True
        elif first < 100 and (is_closed or draw.random() < 0.8):
            game["closed_early"] = {"settles": draw.random() < 0.5}
        return game

    def organised(self, rounds: int, people: list[str], plan: list[Json]) -> Json:
        draw = self.random
        by = draw.choice(["game", "places", "wins"])
        organised: Json = {
            "rounds": rounds,
            "people": {person: draw.choice([{}, {}, {"free": True}]) for person in people},
            "plan": plan,
            "points": {"by": by, "bye": draw.choice([0, 2, "average"])},
            "stakes": draw.random() < 0.5,
            "added": money(draw.choice([0, 0, 333])),
            "prizes": self.prizes(),
            "fines": [self.fine() for _ in range(draw.randrange(3)) if self.pots],
            "awards": [self.award() for _ in range(draw.randrange(3))],
        }
        if by == "places" and draw.random() < 0.5:
            organised["points"]["scale"] = self.scale()
        if draw.random() < 0.8:
            organised["entry"] = {
                "amount": money(draw.randint(150, 700)),
                "fee": money(draw.randint(0, 50)),
                "pots": {pot: money(draw.randint(0, 40)) for pot in self.pots},
                **draw.choice([{}, {"guest": money(draw.randint(150, 900))}]),
            }
        return organised

    def prizes(self) -> Json:
        draw = self.random
        few = {"up_to": draw.randint(3, 6), **self.places()}
        many = draw.choice([[], [self.places()]])
        return {
            "deal": money(draw.choice([0, 10, 500])),
            "places": draw.choice([[], [few, *many]]),
            "rest": draw.choice(["fees", *self.pots]),
        }

    def places(self) -> Json:
        draw = self.random
        count = draw.randint(1, 5)
        return draw.choice(
            [
                {"parts": [draw.randint(1, 60) for _ in range(count)]},
                {"fixed": [money(draw.randint(1, 900)) for _ in range(count)]},
            ]
        )

    def fine(self) -> Json:
        pot = self.random.choice(self.pots)
        amount = money(self.random.randint(1, 100))
        return {"person": self.random.choice(IDS), "amount": amount, "pot": pot}

    def award(self) -> Json:
        """Return an award that its pot can pay: all of the first pot, or little of another."""
        draw = self.random
        award = {"person": draw.choice(IDS), "amount": money(draw.randint(0, 150))}
        if self.pots and draw.random() < 0.6:
            award["pot"] = draw.choice(self.pots)
            if award["pot"] == self.pots[0]:
                del award["amount"]
                return {**award, "all": True}
        return award
