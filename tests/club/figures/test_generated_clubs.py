"""What is true of every club, against figures counted in the plainest way from its document."""

from collections import defaultdict
from copy import deepcopy
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.club.facts import PlannedTransfer
from scorekeeper.club.figures.ledger import balance_of
from scorekeeper.club.figures.nights import base_of, clears
from scorekeeper.rules.settlement import TILL
from tests.club_books import PEOPLE, Json, clubs, figures_of_document, money


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


def counted_games(night: Json) -> list[Json]:
    return [game for game in night["games"] if not game.get("void")]


def points_of(game: Json) -> dict[str, int]:
    """What each person made; every game of a generated club is over after one deal."""
    hands = game["record"]["deals"][0]["hands"]
    return {
        person: hands[name]["melded_points"] - hands[name]["in_hand_points"]
        for name, person in game["players"].items()
    }


def money_of(game: Json) -> dict[str, int]:
    """A cent for each point of difference to each other player."""
    points = points_of(game)
    return {person: sum(own - other for other in points.values()) for person, own in points.items()}


def fees_of_night(night: Json) -> dict[str, int]:
    fees: dict[str, int] = defaultdict(int)
    rules = night["fee"] if isinstance(night["fee"], list) else [night["fee"]]
    for rule in rules:
        per, amount = rule["per"], cents(rule.get("amount", "0"))
        of_night: set[str] = set()
        for game in counted_games(night):
            people = list(game["players"].values())
            of_night.update(people)
            for place, person in enumerate(people):
                if per == "person_game":
                    fees[person] += amount
                elif per == "table_game":
                    fees[person] += amount // len(people) + (place < amount % len(people))
        for person in of_night if per == "person_night" else ():
            fees[person] += amount
    return fees


def payments_that_stand(document: Json) -> list[Json]:
    taken_back = [each.get("reverses") for each in document["payments"]]
    return [
        each for each in document["payments"] if "from" in each and each["id"] not in taken_back
    ]


def balances_of(document: Json) -> dict[str, int]:
    """The balance of each person and the till, added up without a ledger."""
    balances = {person["id"]: cents(person["opening"]) for person in document["people"]}
    balances[TILL] = cents(document["club"]["till"])
    for night in document["nights"]:
        for game in counted_games(night):
            for person, minor in money_of(game).items():
                balances[person] += minor
        for person, minor in fees_of_night(night).items():
            balances[person] -= minor
    for payment in payments_that_stand(document):
        for end, sign in ((payment["from"], 1), (payment["to"], -1)):
            balances[end] += sign * cents(payment["amount"]) * (-1 if end == TILL else 1)
    for each in document["adjustments"]:
        balances[each["party"]] += cents(each["amount"])
    return balances


@given(clubs())
def test_every_entry_and_the_trial_balance_add_up_to_zero(document: Json) -> None:
    figures = figures_of_document(document)
    assert all(sum(entry.postings.values()) == 0 for entry in figures.ledger)
    assert all(0 not in entry.postings.values() for entry in figures.ledger)
    assert sum(figures.sums.values()) == 0


@given(clubs())
def test_balances_are_what_a_plain_sum_gives_whatever_was_seen_at_closings(document: Json) -> None:
    figures = figures_of_document(document)
    found = {party: balance_of(party, figures.sums) for party in (*figures.people, TILL)}
    assert found == balances_of(document)


@given(clubs())
def test_a_balance_is_opening_left_payments_on_account_and_adjustments(document: Json) -> None:
    figures = figures_of_document(document)
    on_account = [each for each in figures.book.payments_in_force() if not each.night]
    for person in figures.book.people:
        total = person.opening
        for night in figures.nights:
            if person.id in night.people:
                total += night.people[person.id].left
        total += sum(each.minor for each in on_account if each.payer == person.id)
        total -= sum(each.minor for each in on_account if each.payee == person.id)
        total += sum(each.minor for each in figures.book.adjustments if each.party == person.id)
        assert balance_of(person.id, figures.sums) == total


@given(clubs())
def test_suggestions_clear_the_base_and_name_each_pair_once(document: Json) -> None:
    figures = figures_of_document(document)
    again = figures_of_document(document).nights
    assert [night.suggestions for night in again] == [night.suggestions for night in figures.nights]
    for night in figures.nights:
        plan = [
            PlannedTransfer(payer=each.payer, payee=each.payee, minor=each.minor)
            for each in night.suggestions
        ]
        closed = night.night.closed
        seen = closed.seen if closed else night.money
        if night.night.settle != "carried":
            assert clears(plan, base_of(seen, figures.ranks, closed.before if closed else {}))
        pairs = [frozenset((each.payer, each.payee)) for each in night.suggestions]
        assert len(set(pairs)) == len(pairs)


@given(clubs(), st.permutations([*PEOPLE, TILL]), st.integers(1, 3_000))
def test_a_payment_moves_no_suggestion_and_pays_one_at_most(
    document: Json, parties: list[str], minor: int
) -> None:
    before = figures_of_document(document).nights
    for place, night in enumerate(before):
        paid = deepcopy(document)
        paid["payments"].append(
            {
                "id": "new",
                "date": "2026-03-03",
                "from": parties[0],
                "to": parties[1],
                "amount": money(minor),
                "night": night.night.id,
            }
        )
        after = figures_of_document(paid).nights[place]
        for old, new in zip(night.suggestions, after.suggestions, strict=True):
            assert (old.payer, old.payee, old.minor) == (new.payer, new.payee, new.minor)
            if (old.payer, old.payee) != (parties[0], parties[1]):
                assert old.paid == new.paid
        old_left = {person: each.left for person, each in night.people.items()}
        new_left = {person: each.left for person, each in after.people.items()}
        assert new_left.get(parties[0], 0) == old_left.get(parties[0], 0) + (
            minor if parties[0] != TILL else 0
        )


@given(clubs())
def test_standings_are_what_a_plain_count_gives(document: Json) -> None:
    games: dict[str, int] = defaultdict(int)
    points: dict[str, int] = defaultdict(int)
    wins: dict[str, Fraction] = defaultdict(Fraction)
    won: dict[str, int] = defaultdict(int)
    for night in document["nights"]:
        for game in counted_games(night):
            made = points_of(game)
            winners = [each for each in made if made[each] == max(made.values())]
            for person, own in made.items():
                games[person] += 1
                points[person] += own
                won[person] += money_of(game)[person]
                wins[person] += Fraction(person in winners, len(winners))
    standings = figures_of_document(document).standings
    found = {each.person: (each.games, each.points, each.wins, each.money) for each in standings}
    assert found == {
        person: (games[person], points[person], wins[person], won[person]) for person in games
    }
    assert [each.rank for each in standings] == [
        1 + sum(wins[other] > wins[each.person] for other in games) for each in standings
    ]
    assert sum(won.values()) == 0


@given(clubs())
def test_head_to_head_money_adds_up_to_what_each_has_won(document: Json) -> None:
    figures = figures_of_document(document)
    won: dict[str, int] = defaultdict(int)
    for pair in figures.head_to_head:
        won[pair.first] += pair.money
        won[pair.second] -= pair.money
        assert pair.games >= pair.first_ahead + pair.second_ahead
    assert {each.person: won[each.person] for each in figures.standings} == {
        each.person: each.money for each in figures.standings
    }
