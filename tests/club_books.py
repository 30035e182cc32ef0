"""Club books for tests: one that has everything in it, and generated ones."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, NamedTuple

from hypothesis import strategies as st

from scorekeeper.club.book.book import BookReading, read_book
from scorekeeper.club.facts import GameState
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.figures.results import ChosenGame, PastGame, place_of, share_of_win
from scorekeeper.rules import Score, Seat

Json = dict[str, Any]
PEOPLE = ("ann", "bob", "cal", "dot", "eve")
REMOVED = object()
"""In a change: the field is taken away."""


def tallied_game(*points: int, names: tuple[str, ...] = ("Ann", "Bob", "Cal")) -> Json:
    """Return a game that the first player wins in its only deal; no bonuses, nothing rounded."""
    first, *others = points
    hands = {names[0]: {"melded_points": first, "in_hand_points": 0}}
    for name, total in zip(names[1:], others, strict=False):
        in_hand = max(10, -total)
        hands[name] = {"melded_points": total + in_hand, "in_hand_points": in_hand}
    return {
        "format": "scorekeeper-game/1",
        "variant": "laws",
        "options": {
            "winner_bonus": 0,
            "going_out_bonus": 0,
            "rounding": "none",
            "target": 100,
            "five_players": True,
        },
        "players": list(names[: len(points)]),
        "stake": {"currency": "USD", "amount": "1.00", "per": 100},
        "deals": [{"ending": "out", "by": names[0], "hands": hands}],
    }


def full_book() -> Json:
    """A book without problems: a closed night, an open one, payments, an adjustment."""
    return {
        "format": "scorekeeper-club/1",
        "club": _cavendish(),
        "people": [
            {"id": "ann", "name": "Ann", "short": "A", "joined": "2026-01-01", "opening": "5.00"},
            {"id": "bob", "name": "Bob", "joined": "2026-01-01", "left": "2026-06-01"},
            {"id": "cal", "name": "Cal", "active": False, "note": "moved"},
            {"id": "dot", "name": "Dot", "same_as": "ann"},
        ],
        "nights": [_closed_night(), _open_night()],
        "payments": _payment_and_reversal(),
        "adjustments": [
            {
                "id": "a1",
                "date": "2026-02-07",
                "party": "till",
                "amount": "-12.50",
                "reason": "coffee",
            }
        ],
        "past": [
            {
                "id": "b1",
                "name": "2025/26",
                "rows": [
                    {"person": "ann", "nights": 31, "points": 12450, "money": "31.50"},
                    {"person": "dot", "points": -300},
                ],
            }
        ],
    }


def _cavendish() -> Json:
    return {
        "name": "Cavendish",
        "currency": "USD",
        "opened": "2026-01-01",
        "time_zone": "Pacific/Auckland",
        "till": "20.00",
        "defaults": {
            "stake": {"currency": "USD", "amount": "1.00", "per": 100},
            "fee": {"per": "table_game", "amount": "2.00"},
            "settle": "bank",
        },
    }


def _game_of_three(game: str, *points: int, **more: Any) -> Json:
    """A game of Ann, Bob and Cal in the book."""
    players = {"Ann": "ann", "Bob": "bob", "Cal": "cal"}
    return {"id": game, "record": tallied_game(*points), "players": players, **more}


def _closed_night() -> Json:
    return {
        "id": "n1",
        "date": "2026-02-06",
        "place": "Back room",
        "fee": {"per": "person_night", "amount": "1.00", "guest": "3.00"},
        "settle": "transfers",
        "games": [_game_of_three("g1", 300, 20, -40, table="1")],
        "closed": {
            "on": "2026-02-06",
            "money": {"g1": {"ann": "6.20", "bob": "-2.20", "cal": "-4.00"}},
            "fees": {"ann": "1.00", "bob": "1.00", "cal": "3.00"},
            "plan": [
                {"from": "cal", "to": "ann", "amount": "5.20"},
                {"from": "cal", "to": "till", "amount": "1.80"},
                {"from": "bob", "to": "till", "amount": "3.20"},
            ],
        },
        "corrected_on": "2026-02-07",
    }


def _open_night() -> Json:
    return {
        "id": "n2",
        "date": "2026-02-13",
        "games": [
            _game_of_three("g2", 50, 20, -40, closed_early={"settles": True}),
            _game_of_three("g3", 50, 20, -40, void=True),
        ],
    }


def _payment_and_reversal() -> list[Json]:
    return [
        {
            "id": "p1",
            "date": "2026-02-06",
            "from": "bob",
            "to": "till",
            "amount": "3.20",
            "night": "n1",
            "method": "cash",
        },
        {"id": "p2", "date": "2026-02-07", "reverses": "p1"},
    ]


def change(document: Json, changes: dict[str, Any]) -> Json:
    """The document with other values; a change's key is a path such as ``nights.0.date``.

    A list grows by a value that is set behind its end.
    """
    changed = deepcopy(document)
    for path, value in changes.items():
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        inner: Any = changed
        for step in way:
            inner = inner[step]
        if value is REMOVED:
            del inner[last]
        elif isinstance(inner, list) and last == len(inner):
            inner.append(value)
        else:
            inner[last] = value
    return changed


def read_valid(document: Json) -> BookReading:
    """The reading of a book that must have no problem."""
    reading = read_book(document)
    assert reading.book is not None, reading.problems
    return reading


def figures_of_document(document: Json, question: Question | None = None) -> ClubFigures:
    """All figures of a book that must have no problem."""
    book = read_valid(document).book
    assert book is not None
    return ClubFigures(book, question or Question())


# --- generated clubs ------------------------------------------------------------------------------

MINOR = st.integers(0, 2_000)
BOOLEANS = st.booleans()


def money(minor: int) -> str:
    """Minor units of a currency with cents."""
    sign = "-" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100}.{abs(minor) % 100:02d}"


@st.composite
def clubs(draw: st.DrawFn) -> Json:
    """A club with nights, some closed with other figures than now, payments and adjustments."""
    people = [
        {
            "id": person,
            "name": person.title(),
            **({"joined": "2026-01-01"} if draw(BOOLEANS) else {}),
            "opening": money(draw(st.integers(-500, 500))),
        }
        for person in PEOPLE
    ]
    nights = [draw(_nights(number)) for number in range(draw(st.integers(0, 3)))]
    payments = draw(_payments([night["id"] for night in nights]))
    adjustments = [
        {
            "id": f"a{number}",
            "date": "2026-03-01",
            "party": draw(st.sampled_from([*PEOPLE, "till"])),
            "amount": money(draw(st.sampled_from([-1, 1])) * (1 + draw(MINOR))),
        }
        for number in range(draw(st.integers(0, 2)))
    ]
    return {
        "format": "scorekeeper-club/1",
        "club": {
            "name": "Cavendish",
            "currency": "USD",
            "opened": "2026-01-01",
            "till": money(draw(MINOR)),
        },
        "people": people,
        "nights": nights,
        "payments": payments,
        "adjustments": adjustments,
    }


@st.composite
def _payments(draw: st.DrawFn, nights: list[str]) -> list[Json]:
    payments: list[Json] = []
    for number in range(draw(st.integers(0, 4))):
        payer, payee = draw(st.permutations([*PEOPLE, "till"]))[:2]
        night = draw(st.sampled_from([None, *nights]))
        payments.append(
            {
                "id": f"p{number}",
                "date": "2026-03-01",
                "from": payer,
                "to": payee,
                "amount": money(1 + draw(MINOR)),
                **({"night": night} if night else {}),
            }
        )
    if draw(BOOLEANS) and payments:
        payments.append({"id": "back", "date": "2026-03-02", "reverses": payments[0]["id"]})
    return payments


@st.composite
def _nights(draw: st.DrawFn, number: int) -> Json:
    night: Json = {
        "id": f"n{number}",
        "date": f"2026-02-{10 + number}",
        "settle": draw(st.sampled_from(["transfers", "bank", "carried"])),
        "fee": draw(_fees()),
        "games": [draw(_games(f"g{number}.{game}")) for game in range(draw(st.integers(0, 2)))],
    }
    if draw(BOOLEANS):
        seen = {
            game["id"]: _seen_money(draw, list(game["players"].values()))
            for game in night["games"]
            if draw(BOOLEANS)
        }
        fees = {person: money(draw(MINOR)) for person in draw(st.sets(st.sampled_from(PEOPLE)))}
        night["closed"] = {"on": night["date"], "money": seen, "fees": fees}
        if night["settle"] != "carried" and draw(BOOLEANS):
            there = draw(st.sets(st.sampled_from(PEOPLE)))
            night["closed"]["before"] = {
                person: money(draw(st.integers(-900, 900))) for person in sorted(there)
            }
    return night


@st.composite
def _fees(draw: st.DrawFn) -> Json | list[Json]:
    """One rule, or a list of some."""
    rules = draw(st.permutations(["person_night", "person_game", "table_game"]))
    fees = [{"per": rule, "amount": money(draw(MINOR))} for rule in rules]
    count = draw(st.integers(-1, 3))
    if count < 1:
        return {"per": "none"} if count else fees[0]
    return fees[:count]


def _seen_money(draw: st.DrawFn, people: list[str]) -> Json:
    won = [draw(st.integers(-900, 900)) for _ in people[1:]]
    return dict(zip(people, map(money, [-sum(won), *won]), strict=True))


@st.composite
def _games(draw: st.DrawFn, name: str) -> Json:
    count = draw(st.integers(2, 5))
    people = draw(st.permutations(PEOPLE))[:count]
    names = tuple([person.title() for person in people])
    points = [5 * draw(st.integers(20, 60)), *[5 * draw(st.integers(0, 19)) for _ in people[1:]]]
    game: Json = {
        "id": name,
        "record": tallied_game(*points, names=names),
        "players": dict(zip(names, people, strict=True)),
    }
    if draw(st.integers(0, 4)) == 0:
        game["void"] = True
    return game


class PastResult(NamedTuple):
    """A result as the facts of a game have it; ``points`` has its sign turned if low wins."""

    game: str
    date: str
    place: int
    players: int
    state: GameState
    result: Score
    points: Score
    wins: Score
    money: int


def past_games_of(games: Iterable[ChosenGame], person: str) -> list[PastResult]:
    """The results of a person in those games that count, in the order of ``games``."""
    return [
        _past_game(chosen, seat)
        for chosen in games
        if chosen.game.counts
        for seat in chosen.seats
        if chosen.game.people[seat] == person
    ]


def _past_game(chosen: ChosenGame, seat: Seat) -> PastResult:
    game = chosen.game
    results = game.results or ()
    sign = -1 if game.played.low_wins else 1
    return PastResult(
        game=game.id,
        date=chosen.night.date,
        place=place_of(game, seat),
        players=len(results),
        state=game.state,
        result=results[seat],
        points=sign * results[seat],
        wins=share_of_win(chosen, seat),
        money=0 if game.money is None else game.money[game.people[seat]],
    )


def past_result(past: PastGame) -> PastResult:
    """The same of what the program found."""
    game, own = past.game, past.own
    return PastResult(
        game=game.id,
        date=past.night.date,
        place=past.place,
        players=len(game.people),
        state=game.state,
        result=(game.results or ())[own.seat],
        points=own.points,
        wins=own.wins,
        money=own.money,
    )
