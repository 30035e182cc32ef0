"""One paper of every kind, as the command makes them, and of the most that each has to hold."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.papers.kinds import PaperRequest, make_paper
from scorekeeper.papers.paper import PrintedPaper
from scorekeeper.papers.sheet import NOTHING_NOTED, GameToPrint, LongPaper, SheetNotes, long_paper
from scorekeeper.record.document import FORMAT
from scorekeeper.rules.variants import VARIANTS
from tests.club_books import tallied_game
from tests.papers.games import LONG_NAMES, NO_LETTER, TEN, record, sheet_of, totals

CLUB_CASES = Path(__file__).parents[1] / "cases" / "club"
HOLLYWOOD = '{"scoring": "hollywood", "last_column_double": true}'
EVERYTHING = json.dumps(
    {
        "scoring": "hollywood",
        "last_column_double": True,
        "roodle": True,
        "box_bonus": 25,
        "game_bonus": 100,
        "shutout": "double_total",
    }
)
STAKE = {"currency": "USD", "amount": "1.00", "per": 100}
ODD_TITLE = f"{NO_LETTER} 🂡 & <b>"
ODD_NAMES = ("Ann 龍虎", "שרה לוי", "محمد", "Ὀδυσσεύς")


@cache
def book(case: str) -> bytes:
    """The club book of a case."""
    found = json.loads((CLUB_CASES / f"{case}.json").read_text(encoding="utf-8"))
    return json.dumps(found["book"]).encode()


def club(case: str, kind: str, **asked: Any) -> Any:
    """A paper of the club book of a case."""
    return make_paper(PaperRequest(kind=kind, **asked), book(case))


def of_variant(kind: str, variant: str, **asked: Any) -> Any:
    """A blank pad or a rules card."""
    return make_paper(PaperRequest(kind=kind, variant=variant, **asked), b"")


def long(document: dict[str, Any], notes: SheetNotes = NOTHING_NOTED) -> LongPaper:
    """The long sheet of a record."""
    return long_paper(GameToPrint(sheet_of(document), notes), "a4")


def of_game(document: dict[str, Any], kind: str = "sheet", paper: str = "a4") -> Any:
    """A paper of a game record."""
    return make_paper(PaperRequest(kind=kind, paper=paper), json.dumps(document).encode())


def case(name: str) -> dict[str, Any]:
    """The record of a whole game among the cases."""
    found = json.loads((CLUB_CASES.parent / f"{name}.json").read_text(encoding="utf-8"))
    return dict(found["record"])


def partners_in_cards() -> dict[str, Any]:
    """A game of one deal in two pairs, both in cards."""
    variant = VARIANTS["gin150"]
    (example,) = [each for each in variant.examples if "pairs" in each.deal]
    return {
        "format": FORMAT,
        "variant": variant.key,
        "players": list(example.players),
        "deals": [example.deal],
    }


def evening(names: Sequence[str]) -> bytes:
    """A club book of a night with eleven people at five tables, and nine payments."""
    games = []
    for table in range(5):
        seats = [(3 * table + seat) % len(names) for seat in range(3)]
        players = [names[seat] for seat in seats]
        game = totals("laws", players, 3, stake=STAKE, options={"target": 200})
        ids = {names[seat]: f"p{seat}" for seat in seats}
        games.append({"id": f"g{table}", "table": str(table), "record": game, "players": ids})
    fee = {"per": "person_night", "amount": "2.00"}
    night = {"id": "n1", "date": "2026-11-20", "settle": "transfers", "fee": fee, "games": games}
    people = [{"id": f"p{number}", "name": name} for number, name in enumerate(names)]
    money = {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01"}
    found = {"format": "scorekeeper-club/1", "club": money, "people": people, "nights": [night]}
    return json.dumps(found).encode()


def subscription() -> bytes:
    """A club book in which one of two people has paid what both were charged."""
    charged = [
        {"id": f"a{number}", "date": "2027-01-08", "party": person, "amount": "-30.00"}
        | {"reason": "Subscription 2027", "charge": "a1"}
        for number, person in enumerate(("ann", "bob"), 1)
    ]
    paid = {"id": "m1", "date": "2027-02-05", "from": "ann", "to": "till", "amount": "30.00"}
    found = {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01"},
        "people": [{"id": "ann", "name": "Ann"}, {"id": "bob", "name": "Bob"}],
        "payments": [paid],
        "adjustments": charged,
    }
    return json.dumps(found).encode()


def crowd() -> bytes:
    """A club book of a night with thirty people of long names at ten tables."""
    names = [f"{LONG_NAMES[0][:34]} {number:02}" for number in range(30)]
    games = []
    for table in range(10):
        players = names[table * 3 : table * 3 + 3]
        ids = {name: f"p{table * 3 + seat}" for seat, name in enumerate(players)}
        game = totals("laws", players, 3, stake=STAKE, options={"target": 200})
        games.append({"id": f"g{table}", "table": str(table), "record": game, "players": ids})
    people = [{"id": f"p{number}", "name": name} for number, name in enumerate(names)]
    night = {"id": "n1", "date": "2026-11-20", "settle": "transfers", "games": games}
    money = {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01"}
    found = {"format": "scorekeeper-club/1", "club": money, "people": people, "nights": [night]}
    return json.dumps(found).encode()


def seats_of(names: Sequence[str], number: int) -> list[list[str]]:
    """The tables of four in a round, by id; seat n moves on by n tables each round."""
    tables = len(names) // 4
    return [
        [f"p{4 * ((table + number * seat) % tables) + seat}" for seat in range(4)]
        for table in range(tables)
    ]


def table_game(names: Sequence[str], people: Sequence[str], number: int, table: int) -> Any:
    """The game of a table in a round, which the first player wins."""
    called = tuple([names[int(person[1:])] for person in people])
    game = tallied_game(300, 40, 20, 10 * table, names=called)
    players = dict(zip(called, people, strict=True))
    at = {"round": number + 1, "table": str(table)}
    return {"id": f"g{number}.{table}", **at, "record": game, "players": players}


def rounds_of_fours(names: Sequence[str], rounds: int, played: int) -> bytes:
    """A club book of an organised night in fours, some of whose rounds are played."""
    plan = [{"tables": seats_of(names, number), "byes": []} for number in range(rounds)]
    night: dict[str, Any] = {
        "id": "n1",
        "date": "2026-11-20",
        "organised": {
            "rounds": rounds,
            "people": {f"p{number}": {} for number in range(len(names))},
            "sizes": [4],
            "plan": plan,
            "points": {"by": "places", "scale": [5, 3, 2, 1]},
            "stakes": False,
            "entry": {"amount": "5.00", "fee": "1.00", "pots": {"skunk": "0.50"}},
            "prizes": {"deal": "0.10", "places": [{"parts": [50, 30, 20]}]},
            "awards": [{"person": "p1", "amount": "2.00", "reason": "best hand"}],
        },
        "games": [
            table_game(names, people, number, table)
            for number in range(played)
            for table, people in enumerate(seats_of(names, number), 1)
        ],
    }
    if played == rounds:
        night["closed"] = {"on": "2026-11-20", "money": {}, "fees": {}}
    pots = [{"id": "skunk", "name": "Skunk bank", "opening": "3.00"}]
    season = {"id": "s1", "name": "Autumn 2026", "from": "2026-09-01", "to": "2026-12-20"}
    book = {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01", "pots": pots},
        "people": [{"id": f"p{number}", "name": name} for number, name in enumerate(names)],
        "nights": [night],
        "seasons": [{**season, "best": 8, "ended": "2026-12-20"}],
    }
    return json.dumps(book).encode()


RIGHT_TO_LEFT = (
    "שרה לוי-כהן בת אברהם אבינו המלך הגדול",
    "محمد بن عبد الله بن عبد المطلب القرشي",
)
SIXTEEN = tuple([f"{name} {letter}" for letter in "ABC" for name in TEN[:6]])[:16]
LONG_SIXTEEN = tuple([f"{LONG_NAMES[0][:36]} {number:02}" for number in range(16)])


def organised(kind: str, raw: bytes | None = None, **asked: Any) -> Any:
    """A paper of an organised night of four rounds, three of them played."""
    found = rounds_of_fours(SIXTEEN, 4, 3) if raw is None else raw
    asked = asked or {"night": "n1"}
    return make_paper(PaperRequest(kind=kind, **asked), found)


PAPERS: dict[str, Callable[[], PrintedPaper]] = {
    "sheet": lambda: of_game(record("laws")),
    "sheet of ten": lambda: of_game(
        totals("contract", TEN, 5, stake=STAKE, options={"settlement": "difference"}),
        paper="letter",  # in landscape it is narrower than A4
    ),
    "sheet of odd names": lambda: of_game(totals("laws", ODD_NAMES, 4, title=ODD_TITLE)),
    "long": lambda: of_game(record("laws"), "long", "letter"),
    "long of gin": lambda: of_game(record("gin"), "long"),
    "long of contract": lambda: of_game(
        record("contract", deals=record("contract")["deals"][:2]), "long"
    ),
    "long in totals": lambda: of_game(totals("modern", LONG_NAMES, 3), "long"),
    "sheet of hollywood": lambda: of_game(case("H01")),
    "sheet of partners": lambda: of_game(case("T09")),
    "sheet of both": lambda: of_game(case("T16")),
    "long of hollywood": lambda: of_game(case("H18"), "long"),
    "long of partners": lambda: of_game(partners_in_cards(), "long"),
    "blank of hollywood": lambda: of_variant("blank", "gin150", options=HOLLYWOOD),
    "blank of partners on a5": lambda: of_variant("blank", "gin150", players=4, paper="a5"),
    "rules of hollywood and partners on a5": lambda: of_variant(
        "rules", "gin150", players=4, paper="a5", options=EVERYTHING
    ),
    "blank of laws on a5": lambda: of_variant("blank", "laws", paper="a5"),
    "blank of gin": lambda: of_variant("blank", "gin150"),
    "blank of contract on a5": lambda: of_variant("blank", "contract", players=7, paper="a5"),
    "rules of laws on a5": lambda: of_variant("rules", "laws", paper="a5"),
    "rules of modern on a5": lambda: of_variant("rules", "modern", paper="a5"),
    "rules of contract": lambda: of_variant("rules", "contract", paper="letter"),
    "blank for ten": lambda: of_variant("blank", "contract", players=10, paper="letter"),
    "night": lambda: club("K04", "night", night="n1"),
    "night of a crowd": lambda: make_paper(PaperRequest(kind="night", night="n1"), crowd()),
    "statement": lambda: club("K04", "statement", person="c"),
    "charge": lambda: make_paper(PaperRequest(kind="charge", charge="a1"), subscription()),
    "standings": lambda: club("K04", "standings"),
    "movement": lambda: organised("movement"),
    "movement of long names": lambda: organised(
        "movement", rounds_of_fours(LONG_SIXTEEN[:8], 4, 0)
    ),
    "movement of many rounds": lambda: organised(
        "movement", rounds_of_fours(SIXTEEN[:8], 12, 0), night="n1", paper="letter"
    ),
    "wall": lambda: organised("wall"),
    "wall of long names": lambda: organised("wall", rounds_of_fours(LONG_SIXTEEN, 9, 8)),
    "wall of many": lambda: organised("wall", rounds_of_fours([*SIXTEEN, *"ABCD"], 4, 2)),
    "awards": lambda: organised("awards"),
    "awards of a season": lambda: organised("awards", rounds_of_fours(TEN[:4], 2, 2), season="s1"),
    "awards of a night": lambda: organised("awards", rounds_of_fours(SIXTEEN, 4, 4), night="n1"),
    "awards of long names": lambda: organised(
        "awards",
        rounds_of_fours([*RIGHT_TO_LEFT, *LONG_SIXTEEN[:6]], 4, 4),
        season="s1",
        paper="letter",
    ),
    "night with prizes": lambda: organised("night", rounds_of_fours(LONG_SIXTEEN, 1, 1)),
}
