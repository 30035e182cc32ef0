"""Hollywood and partners once more, as a table with paper and pencil would count them.

It shares nothing with the program: it reads the document of a record whose hands are counts, and
keeps each game on a sheet of its own. ``random_record`` makes such documents. At the end the
program itself is asked for each column and each pair as a plain game.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

Json = dict[str, Any]
PLAYERS = ["Ann", "Bob", "Cal", "Dot", "Eve", "Fay"]
PRINTED: dict[str, Json] = {
    "gin150": {"target": 150, "gin_bonus": 20, "undercut_bonus": 10},
    "gin100": {"target": 100, "gin_bonus": 25, "undercut_bonus": 25},
}
USUAL: Json = {
    "undercut_on_tie": True,
    "gin_immune": True,
    "spade_double": False,
    "box_bonus": 0,
    "game_bonus": 0,
    "extra_boxes": False,
    "shutout": "none",
    "settlement": "difference",
    "deal": "alternate",
    "scoring": "single",
    "last_column_double": False,
    "roodle": False,
}
SHUTOUTS = [
    *("none", "double_game_bonus", "flat_100"),
    *("double_total", "double_difference", "double_hand_points"),
]


# --- documents by chance --------------------------------------------------------------------------


def random_record(chance: Random, *, hollywood: bool, partners: bool) -> Json:
    """A game of counts under any house rules, over, under way or closed early."""
    options: Json = {
        "target": chance.choice([40, 60, 100, 150]),
        "box_bonus": chance.choice([0, 20, 25]),
        "game_bonus": chance.choice([0, 100]),
        "gin_bonus": chance.choice([0, 20, 25]),
        "shutout": chance.choice(SHUTOUTS),
        "settlement": chance.choice(["difference", "flat", "off"]),
        "deal": chance.choice(["alternate", "winner", "loser"]),
        "scoring": "hollywood" if hollywood else "single",
    }
    for name in ("undercut_on_tie", "gin_immune", "spade_double", "extra_boxes", "roodle"):
        options[name] = chance.random() < 0.5
    options["last_column_double"] = chance.random() < 0.5
    players = PLAYERS[: chance.choice([4, 6]) if partners else 2]
    deal = random_pairs if partners else random_deal
    record: Json = {
        "format": "scorekeeper-game/1",
        "variant": chance.choice(sorted(PRINTED)),
        "options": options,
        "players": players,
        "stake": {"currency": "USD", "amount": "0.25", "per": chance.choice([1, 10, 100])},
        "deals": [deal(chance, players) for _ in range(chance.randint(0, 14))],
    }
    record["deals"] = record["deals"][: len(count(record)["deals"])]
    if not count(record)["over"] and chance.random() < 0.5:
        record["closed_early"] = {"settles": chance.random() < 0.8}
    return record


def random_pairs(chance: Random, players: list[str]) -> Json:
    """A deal of pairs, in any order, with anybody of the other side."""
    others = chance.sample(players[1::2], len(players) // 2)
    pairs = [chance.sample(pair, 2) for pair in zip(players[::2], others, strict=True)]
    deals = [{"players": pair, **random_deal(chance, pair)} for pair in pairs]
    dealer = {"dealer": chance.choice(players)} if chance.random() < 0.2 else {}
    return {**dealer, "pairs": chance.sample(deals, len(deals))}


def random_deal(chance: Random, players: list[str]) -> Json:
    """A deal of two that is dead, or ended by a knock with a legal count."""
    upcard = chance.choice(["KS", "TD", "7H", "2S", "AC"])
    if chance.random() < 0.15:
        return {"upcard": upcard, "ending": "dead"}
    knocker, other = chance.sample(players, 2)
    counts = {knocker: chance.randint(0, limit_of(upcard)), other: chance.randint(0, 60)}
    if chance.random() < 0.2:
        counts[other] = counts[knocker]
    hands = {name: {"deadwood_points": points} for name, points in counts.items()}
    return {"upcard": upcard, "ending": "knock", "by": knocker, "hands": hands}


def limit_of(upcard: str) -> int:
    return {"A": 0, "2": 2, "7": 7}.get(upcard[0], 10)


# --- a game ---------------------------------------------------------------------------------------


def count(record: Json) -> Json:
    """Count a game to its end: each deal, each sheet, who won, and what each player gets."""
    rules = USUAL | PRINTED[record["variant"]] | record["options"]
    sides = [record["players"][::2], record["players"][1::2]]
    sheets: list[list[Json]] = [[] for _ in range(3 if rules["scoring"] == "hollywood" else 1)]
    ended: list[int | None] = [None for _ in sheets]
    deals: list[Json] = []
    dealing = 1
    for number, deal in enumerate(record["deals"], 1):
        if None not in ended:
            break
        if "dealer" in deal:
            dealing = int(deal["dealer"] in sides[1])
        dealer, won = sides[dealing][0], deal_of(deal, rules, sides)
        dealing = next_side(dealing, won["side"], rules)
        written = where(won, sheets, ended) if len(sheets) > 1 else [0]
        for place in written:
            sheets[place].append(won)
            if max(points_on(sheets[place])) >= rules["target"]:
                ended[place] = number
        totals = [points_on(sheet) for sheet in sheets]
        deals.append({"dealer": dealer, "won": won, "written": written, "totals": totals})
    over = None not in ended
    done = over or "closed_early" in record
    ends = [end_of(sheet, rules, at) for sheet, at in zip(sheets, ended, strict=True)]
    if len(sheets) > 1 and rules["last_column_double"]:
        ends[2] = [2 * total for total in ends[2]]
    return {
        "deals": deals,
        "ended": ended,
        "over": over,
        "ends": ends if done else None,
        "pays": pay(record, rules, ends) if over or early(record) else None,
    }


def next_side(dealing: int, won: int | None, rules: Json) -> int:
    """Which side deals next."""
    if rules["deal"] == "alternate":
        return 1 - dealing
    if won is None:
        return dealing
    return won if rules["deal"] == "winner" else 1 - won


def early(record: Json) -> bool:
    return bool(record.get("closed_early", {}).get("settles"))


def where(won: Json, sheets: list[list[Json]], ended: list[int | None]) -> list[int]:
    """The sheets into which a won deal is written."""
    if won["side"] is None:
        return []
    places = []
    has_begun_another = False
    for place, sheet in enumerate(sheets):
        if ended[place] is not None:
            continue
        if any(entry["side"] == won["side"] for entry in sheet):
            places.append(place)
        elif not has_begun_another:
            places.append(place)
            has_begun_another = True
    return places


def points_on(sheet: list[Json]) -> list[int]:
    return [sum(won["points"] for won in sheet if won["side"] == side) for side in (0, 1)]


def end_of(sheet: list[Json], rules: Json, ended: int | None) -> list[int]:
    """The totals of both sides at the end of a sheet."""
    points = points_on(sheet)
    totals = [
        points[side]
        + rules["box_bonus"] * sum(won["boxes"] for won in sheet if won["side"] == side)
        for side in (0, 1)
    ]
    if ended is None:
        return totals
    winner = points.index(max(points))
    totals[winner] += rules["game_bonus"]
    if not any(won["side"] == 1 - winner for won in sheet):
        totals[winner] += {
            "none": 0,
            "double_game_bonus": rules["game_bonus"],
            "flat_100": 100,
            "double_total": totals[winner],
            "double_difference": totals[winner],
            "double_hand_points": points[winner],
        }[rules["shutout"]]
    return totals


def pay(record: Json, rules: Json, ends: list[list[int]]) -> Json | None:
    """What each player gets, in cents."""
    if rules["settlement"] == "off":
        return None
    stake = record["stake"]
    lead = sum(first - second for first, second in ends)
    if rules["settlement"] == "difference":
        exact = Fraction(abs(lead)) * Fraction(stake["amount"]) * 100 / stake["per"]
        cents = int(exact + Fraction(1, 2)) * (1 if lead > 0 else -1)
    else:
        signs = [(first > second) - (first < second) for first, second in ends]
        cents = 25 * sum(signs)
    return {name: cents if seat % 2 == 0 else -cents for seat, name in enumerate(record["players"])}


def differences_from_naive(record: Json, found: Json) -> list[str]:
    """Where what the program tells of a record is not as counted here."""
    wanted = count(record)
    told = {
        "over": found["over"],
        "ends": ends_told(record, found),
        "pays": found["settlement"] and cents_of(found["settlement"]["net"]),
        "deals": [deal_told(record, deal) for deal in found["deals"]],
    }
    if wanted["pays"] is not None and set(wanted["pays"].values()) == {0}:
        told["pays"] = told["pays"] or wanted["pays"]
    wanted["deals"] = [deal_wanted(record, deal) for deal in wanted["deals"]]
    return [f"{key}: {told[key]}, not {wanted[key]}" for key in told if told[key] != wanted[key]]


def ends_told(record: Json, found: Json) -> list[list[int]] | None:
    """The totals of both sides on each sheet at the end; partners have the same."""
    if found["final"] is None:
        return None
    finals = [found["final"][name] for name in record["players"]]
    assert all(final == finals[seat % 2] for seat, final in enumerate(finals))
    if "columns" not in finals[0]:
        return [[final["total"] for final in finals[:2]]]
    assert all(
        final["total"] == sum(each["total"] for each in final["columns"]) for final in finals
    )
    return [[final["columns"][place]["total"] for final in finals[:2]] for place in range(3)]


def cents_of(net: Json) -> Json:
    return {name: int(amount.replace(".", "")) for name, amount in net.items()}


def deal_told(record: Json, deal: Json) -> Json:
    hands = [deal["hands"][name] for name in record["players"]]
    columns = [hand.get("columns", [hand["running"]]) for hand in hands]
    assert all(sum(each) == hand["running"] for each, hand in zip(columns, hands, strict=True))
    return {
        "dealer": deal["dealer"],
        "points": [hand["points"] for hand in hands],
        "written": deal.get("entered", [1]),
        "columns": columns,
    }


def deal_wanted(record: Json, deal: Json) -> Json:
    sides = [seat % 2 for seat in range(len(record["players"]))]
    won = deal["won"]
    return {
        "dealer": deal["dealer"],
        "points": [won["points"] if side == won["side"] else 0 for side in sides],
        "written": [place + 1 for place in deal["written"]],
        "columns": [[totals[side] for totals in deal["totals"]] for side in sides],
    }


# --- a deal ---------------------------------------------------------------------------------------


def deal_of(deal: Json, rules: Json, sides: list[list[str]]) -> Json:
    """Which side won a deal, its points, and its boxes."""
    if "pairs" not in deal:
        won = pair_of(deal, rules)
        side = None if won["winner"] is None else int(won["winner"] in sides[1])
        return {"side": side, "points": won["points"], "boxes": 1 + won["extra"]}
    pairs = [pair_of(pair, rules) for pair in deal["pairs"]]
    sums = [sum(each["points"] for each in pairs if each["winner"] in side) for side in sides]
    if sums[0] == sums[1]:
        return {"side": None, "points": 0, "boxes": 0}
    side = 0 if sums[0] > sums[1] else 1
    own = [each for each in pairs if each["winner"] in sides[side]]
    boxes = 1 + sum(each["extra"] for each in own)
    if rules["roodle"] and len(own) == len(pairs):
        boxes += sum(each["times"] for each in own)
    return {"side": side, "points": abs(sums[0] - sums[1]), "boxes": boxes}


def pair_of(deal: Json, rules: Json) -> Json:
    """Who won a game of two, for how many points, and with how many boxes beyond the first."""
    times = 2 if rules["spade_double"] and deal["upcard"].endswith("S") else 1
    nobody = {"winner": None, "points": 0, "extra": 0, "times": times}
    if deal["ending"] == "dead":
        return nobody
    knocker = deal["by"]
    (other,) = [name for name in deal["hands"] if name != knocker]
    mine, theirs = [deal["hands"][name]["deadwood_points"] for name in (knocker, other)]
    level_undercuts = rules["undercut_on_tie"]
    if mine == 0 and (theirs > 0 or rules["gin_immune"] or not level_undercuts):
        winner, points, boxes = knocker, theirs + rules["gin_bonus"], 2
    elif theirs < mine or (theirs == mine and level_undercuts):
        winner, points, boxes = other, mine - theirs + rules["undercut_bonus"], 1
    elif theirs == mine:
        return nobody
    else:
        winner, points, boxes = knocker, theirs - mine, 0
    extra = boxes * times if rules["extra_boxes"] else 0
    return {"winner": winner, "points": points * times, "extra": extra, "times": times}


# --- the program itself, asked for plain games ----------------------------------------------------


def differences_from_plain(record: Json, outcome_of: Callable[[Json], Json]) -> list[str]:
    """Where a column differs from a plain game of its deals, or a pair from a deal of two."""
    found = outcome_of(record)
    if len(record["players"]) == 2:
        return [
            text for place in range(3) for text in column_differs(record, found, place, outcome_of)
        ]
    told = [pair for deal in found["deals"] for pair in deal["pairs"]]
    pairs = [pair for deal in record["deals"] for pair in deal["pairs"]]
    return [
        f"{pair}: {each}"
        for pair, each in zip(pairs, told, strict=True)
        if each != alone(record, pair, outcome_of)
    ]


def column_differs(
    record: Json, found: Json, place: int, outcome_of: Callable[[Json], Json]
) -> list[str]:
    """Where a column is not what a plain game of the deals written into it comes to."""
    numbers = [number for number, deal in enumerate(found["deals"]) if place + 1 in deal["entered"]]
    plain = {key: value for key, value in record.items() if key != "closed_early"}
    plain["options"] = record["options"] | {"scoring": "single"}
    plain["deals"] = [record["deals"][number] for number in numbers]
    closed = found["columns"][place]["closed_at_deal"]
    if closed is None:
        plain["closed_early"] = {"settles": False}
    game = outcome_of(plain)
    last = numbers[-1] + 1 if numbers else None
    wanted = {"over": closed is not None, "at": closed and last, "winners": game["winners"]}
    told = {"over": game["over"], "at": closed, "winners": found["columns"][place]["winners"]}
    if found["final"] is not None:
        times = 2 if place == 2 and record["options"]["last_column_double"] else 1
        for name in record["players"]:
            wanted[name] = {
                "running": game["final"][name]["running"],
                "total": game["final"][name]["total"] * times,
            }
            told[name] = found["final"][name]["columns"][place]
    return [] if told == wanted else [f"game {place + 1}: {told}, not {wanted}"]


def alone(record: Json, pair: Json, outcome_of: Callable[[Json], Json]) -> Json:
    """What a pair comes to if its two players sit at a table of their own."""
    deal = {key: value for key, value in pair.items() if key != "players"}
    game = {**record, "players": pair["players"], "deals": [deal]}
    game["options"] = record["options"] | {"scoring": "single", "target": 1000}
    game.pop("closed_early", None)
    (only,) = outcome_of(game)["deals"]
    points = {name: hand["points"] for name, hand in only["hands"].items()}
    scorers = [name for name in pair["players"] if points[name]]
    return {
        "players": pair["players"],
        "winner": scorers[0] if scorers else winner_of_nothing(only),
        "points": sum(points.values()),
        "gin": only["gin"],
    }


def winner_of_nothing(deal: Json) -> str | None:
    """Who won a deal that pays nothing: whoever went gin, or undercut, for a bonus of 0."""
    gin = deal["gin"]["type"] in ("gin", "undercut")
    lines = [name for name, hand in deal["hands"].items() if hand["lines"]]
    return lines[0] if gin else None
