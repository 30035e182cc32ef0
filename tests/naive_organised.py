"""Figures of organised nights counted in the plainest way from a book's document.

Only games of ``tests.organised_books`` are understood: one deal each, whose first player goes out,
with results as in its hands.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

from tests.club_books import Json

NEVER = "9999"


def cents(amount: str | None) -> int:
    return int((amount or "0.00").replace(".", ""))


def points_in(game: Json) -> dict[str, int] | None:
    """What each person has, None for a game that does not count."""
    hands = game["record"]["deals"][0]["hands"]
    result = {
        person: hands[name]["melded_points"] - hands[name]["in_hand_points"]
        for name, person in game["players"].items()
    }
    is_over = max(result.values()) >= 100
    return result if not game.get("void") and (is_over or "closed_early" in game) else None


def order_by_value(values: dict[str, Any]) -> list[list[str]]:
    """Groups of equal ones, the highest first."""
    return [
        [person for person in values if values[person] == value]
        for value in sorted(set(values.values()), reverse=True)
    ]


def by_places(groups: list[list[str]], scale: list[int]) -> dict[str, Fraction]:
    """The points of groups that share places."""
    count = sum(len(group) for group in groups)
    left = [*(scale or range(count, 0, -1)), *[0] * count]
    points = {}
    for group in groups:
        theirs, left = left[: len(group)], left[len(group) :]
        for person in group:
            points[person] = Fraction(sum(theirs), len(group))
    return points


class NaiveNight:
    """The figures of one organised night; ``held`` is what pots hold, and is changed by it."""

    def __init__(self, book: Json, night: Json, held: dict[str, int]) -> None:
        self.book = book
        self.night = night
        self.facts: Json = night["organised"]
        self.order = [person["id"] for person in book["people"]]
        self.count_rounds()
        self.count_standing()
        self.count_pool(held)

    def count_rounds(self) -> None:
        rule = self.facts["points"]
        self.points: list[dict[str, Fraction]] = []
        self.wins: dict[str, Fraction] = defaultdict(Fraction)
        for number in range(1, self.facts["rounds"] + 1):
            found: dict[str, Fraction] = {}
            for game in self.night["games"]:
                result = points_in(game)
                if game.get("round") != number or result is None:
                    continue
                groups = order_by_value(result)
                best = {person: Fraction(1, len(groups[0])) for person in groups[0]}
                for person in result:
                    self.wins[person] += best.get(person, 0)
                    found[person] = {
                        "game": Fraction(result[person]),
                        "places": by_places(groups, rule.get("scale", []))[person],
                        "wins": Fraction(best.get(person, 0)),
                    }[rule["by"]]
            self.points.append(found)
        self.byes = [self.byes_of(number) for number in range(self.facts["rounds"])]

    def byes_of(self, number: int) -> dict[str, Fraction]:
        plan = self.facts.get("plan", [])
        if number >= len(plan) or not self.points[number]:
            return {}
        playing = [
            person
            for game in self.night["games"]
            if game.get("round") == number + 1 and not game.get("void")
            for person in game["players"].values()
        ]
        worth = {}
        for person in plan[number]["byes"]:
            own = [each[person] for each in self.points if person in each]
            bye = self.facts["points"]["bye"]
            average = Fraction(sum(own), len(own)) if own else Fraction(0)
            if person not in playing:
                worth[person] = average if bye == "average" else Fraction(bye)
        return worth

    def count_standing(self) -> None:
        merits = {}
        for person in self.order:
            own = [each[person] for each in self.points if person in each]
            if own:
                total = sum(own) + sum(each.get(person, 0) for each in self.byes)
                merits[person] = (total, self.wins[person], max(own))
        self.merits = merits
        self.standing: list[tuple[int, str]] = []
        for group in order_by_value(merits):
            rank = len(self.standing) + 1
            self.standing += [(rank, person) for person in group]

    def count_pool(self, held: dict[str, int]) -> None:
        facts, entry = self.facts, self.facts.get("entry", {})
        members = {
            person["id"]
            for person in self.book["people"]
            if person.get("joined", NEVER) <= self.night["date"]
        }
        self.owed: Counter[str] = Counter()
        pool = cents(facts.get("added"))
        self.fees = -pool
        for person, how in facts["people"].items():
            if entry and not how.get("free"):
                is_guest = person not in members and "guest" in entry
                paid = cents(entry["guest"] if is_guest else entry["amount"])
                self.owed[person] += paid
                pool += paid - cents(entry.get("fee"))
                self.fees += cents(entry.get("fee"))
                for pot, part in entry["pots"].items():
                    held[pot] += cents(part)
                    pool -= cents(part)
        for fine in facts["fines"]:
            self.owed[fine["person"]] += cents(fine["amount"])
            held[fine["pot"]] += cents(fine["amount"])
        self.prizes: Counter[str] = Counter()
        for award in facts["awards"]:
            pot = award.get("pot")
            minor = held[pot] if award.get("all") else cents(award["amount"])
            self.prizes[award["person"]] += minor
            if pot:
                held[pot] -= minor
            else:
                pool -= minor
        self.pool = pool
        if self.standing:
            self.pay_deals_and_places(held)

    def pay_deals_and_places(self, held: dict[str, int]) -> None:
        each_deal = cents(self.facts["prizes"]["deal"])
        for game in self.night["games"]:
            if "round" in game and points_in(game) is not None:
                self.prizes[next(iter(game["players"].values()))] += each_deal
                self.pool -= each_deal
        prizes = self.prizes_of_places(max(0, self.pool))
        self.pool -= sum(prizes)
        for rank in {rank for rank, _ in self.standing}:
            level = [person for at, person in self.standing if at == rank]
            sum_of_places = sum(prizes[rank - 1 : rank - 1 + len(level)])
            while sum_of_places > 0:
                for person in level:
                    self.prizes[person] += sum_of_places > 0
                    sum_of_places -= sum_of_places > 0
        rest = self.facts["prizes"]["rest"]
        if rest in held and self.pool > 0:
            held[rest] += self.pool
        else:
            self.fees += self.pool
        self.pool = 0

    def prizes_of_places(self, left: int) -> list[int]:
        count = len(self.facts["people"])
        fitting = [
            each
            for each in self.facts["prizes"]["places"]
            if "up_to" not in each or each["up_to"] >= count
        ]
        if not fitting:
            return []
        places = len(self.standing)
        if "fixed" in fitting[0]:
            prizes = []
            for amount in fitting[0]["fixed"][:places]:
                prizes.append(min(left, cents(amount)))
                left -= prizes[-1]
            return prizes
        parts = fitting[0]["parts"][:places]
        exact = [Fraction(left * part, sum(parts)) for part in parts]
        prizes = [int(each) for each in exact]
        for _ in range(left - sum(prizes)):
            over = [each - prize for each, prize in zip(exact, prizes, strict=True)]
            prizes[over.index(max(over))] += 1
        return prizes


def naive_nights(book: Json) -> tuple[dict[str, NaiveNight], dict[str, int]]:
    """The organised nights by id, and what each pot holds after all."""
    held = {pot["id"]: cents(pot["opening"]) for pot in book["club"].get("pots", [])}
    nights = {
        night["id"]: NaiveNight(book, night, held)
        for night in book["nights"]
        if "organised" in night
    }
    return nights, held


def naive_season(book: Json, season: Json, nights: dict[str, NaiveNight]) -> list[Json]:
    """The rows of a season, the best first."""
    held = [
        night["id"]
        for night in book["nights"]
        if night["id"] in nights
        and "closed" in night
        and season["from"] <= night["date"] <= season["to"]
        and nights[night["id"]].standing
    ]
    found = [_row(person, season, [nights[night] for night in held]) for person in book["people"]]
    rows = [row for row in found if row["ranks"]]
    for row in rows:
        lead = sum(
            (row["ranks"][night] < other["ranks"][night])
            - (row["ranks"][night] > other["ranks"][night])
            for other in rows
            if other["merits"] == row["merits"]
            for night in row["ranks"].keys() & other["ranks"].keys()
        )
        row["key"] = (*row["merits"], lead)
    rows.sort(key=lambda row: row["key"], reverse=True)
    for row in rows:
        row["rank"] = 1 + sum(other["key"] > row["key"] for other in rows)
    return rows


def _row(person: Json, season: Json, held: list[NaiveNight]) -> Json:
    """A person's points of the nights held, added up; without ranks if there are none."""
    rule, points, ranks, won = season["points"], [], {}, Fraction(0)
    for each in held:
        mine = [rank for rank, other in each.standing if other == person["id"]]
        if not mine or (season["members"] and person.get("joined", NEVER) > each.night["date"]):
            continue
        ranks[each.night["id"]] = mine[0]
        groups = order_by_value(each.merits)
        worth = {
            "places": by_places(groups, rule.get("scale", []))[person["id"]],
            "night": each.merits[person["id"]][0],
            "wins": each.merits[person["id"]][1],
        }
        points.append(worth[rule["by"]])
        won += Fraction(person["id"] in groups[0], len(groups[0]))
    counting = season.get("best", max(0, len(held) - season.get("drop", 0)))
    best = sorted(points, reverse=True)
    total = sum(best[:counting]) + rule["attendance"] * len(points)
    merits = (total, won, best[0] if best else 0)
    return {"person": person["id"], "ranks": ranks, "total": total, "merits": merits}
