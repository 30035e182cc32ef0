"""What officers do with an organised night: people, plan, fines and awards; pots and seasons."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.club.facts import ClubPayment, SettleWay
from scorekeeper.club.files import Taken, take_book, write_club_file
from scorekeeper.club.nights import (
    RefusedGame,
    change_game,
    join_night,
    open_night,
)
from scorekeeper.club.payments import close_night, digest_of, pay, pay_all
from scorekeeper.club.people import add_person
from scorekeeper.club.stored_book import LoadedNight, load_book, load_night
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.posting import Refused, Stale
from scorekeeper.tournament.facts import Organised, organised_of
from scorekeeper.tournament.organised import (
    award,
    enter,
    fine,
    leave,
    open_pot,
    organise,
    plan_of_night,
    show_rounds,
    take_back,
    take_rounds_back,
    wishes_of_night,
    write_season,
)
from scorekeeper.tournament.pool import organised_figures
from scorekeeper.tournament.seasons import seasons_of_book
from scorekeeper.tournament.seats.plan import SeatPlan
from tests.club.test_whole import club_store, compare_with_domain
from tests.club_books import Json
from tests.club_site import done, new_post
from tests.games.table import opened, post, saved
from tests.organised_books import entered

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay")
FOUR = entered("p1", "p2", "p3", "p4")
OUT: Json = {
    "ending": "out",
    "hands": {"1": {"melded_points": 20, "in_hand_points": 10}},
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """A club of six people, p1 to p6, with an open night n1."""
    found = club_store(tmp_path)
    for name in NAMES:
        done(add_person(found, new_post(), name, joined="2026-01-01"))
    open_a_night(found)
    yield found
    found.close()


def open_a_night(store: GameStore) -> str:
    return done(open_night(store, new_post(), {"date": store.today(), "settle": "bank"}))


def loaded(store: GameStore, night: str = "n1") -> LoadedNight:
    return load_night(store, night)


def organised(store: GameStore, night: str = "n1") -> Organised:
    found = organised_of(loaded(store, night).night)
    assert found is not None
    return found


def begin(store: GameStore, *names: str, night: str = "n1", number: int = 1) -> str:
    """Begin a table of a round; return the key of its game."""
    form = {"variant": "laws", "players": list(names), "options": {"target": 100}}
    join = join_night(store, new_post(), night, number=number)
    key = start_game(store, form, join=join)
    assert isinstance(key, str)
    return key


def play(store: GameStore, key: str) -> None:
    """Play a deal of a game, which the first player wins by it."""
    sheet = opened(store, key)
    names = [head.name for head in sheet.sheet.heads]
    hands = {name: {"melded_points": 0, "in_hand_points": 10} for name in names}
    hands[names[0]] = {"melded_points": 300, "in_hand_points": 0}
    deal = {"ending": "out", "by": names[0], "hands": hands}
    saved(record_deal(store, key, post(sheet.version, f"deal {sheet.version} of {key}"), deal))


def ids_of(store: GameStore, number: int) -> list[list[str]]:
    return [list(table) for table in organised(store).seats.shown[number - 1].tables]


def problems_of(outcome: object) -> list[tuple[tuple[object, ...], str]]:
    assert isinstance(outcome, Refused)
    return [(problem.at, problem.code) for problem in outcome.problems]


def test_a_night_is_organised_and_is_not_once_more(store: GameStore) -> None:
    facts = {"rounds": 2, "people": FOUR, "entry": {"amount": "5.00"}}
    done(organise(store, new_post(), "n1", facts))
    assert organised(store).entered == ("p1", "p2", "p3", "p4")
    assert loaded(store).figures.people["p1"].entry == 500
    compare_with_domain(store)
    done(organise(store, new_post(), "n1", None))
    assert loaded(store).night.organised is None
    assert loaded(store).figures.people == {}
    compare_with_domain(store)


def test_problems_come_back_at_their_places_and_nothing_is_stored(store: GameStore) -> None:
    facts = {"rounds": 0, "people": {"p9": {}}, "entry": {"amount": "1", "fee": "2"}}
    assert problems_of(organise(store, new_post(), "n1", facts)) == [
        (("people", "p9"), "unknown_person"),
        (("rounds",), "bad_value"),
        (("entry", "amount"), "bad_entry"),
    ]
    assert loaded(store).night.organised is None
    assert problems_of(fine(store, new_post(), "n1", {})) == [((), "bad_value")]
    assert problems_of(organise(store, new_post(), "n9", {})) == [((), "unknown_night")]


def test_rounds_are_shown_as_planned_and_stand(store: GameStore) -> None:
    done(organise(store, new_post(), "n1", {"rounds": 3, "people": FOUR, "sizes": [2]}))
    night = loaded(store)
    plan = plan_of_night(store, night, "7")
    assert plan is not None
    done(show_rounds(store, new_post(), night, plan, rounds=1))
    assert organised(store).seats.shown == plan.rounds[:1]
    assert organised(store).seats.seed == "7"
    # Another seed changes only what is not shown yet.
    again = plan_of_night(store, loaded(store), "8")
    assert again is not None
    assert again.rounds[0] == plan.rounds[0]
    assert again.cost.meetings == 0


def test_a_plan_of_facts_that_changed_meanwhile_is_stale(store: GameStore) -> None:
    done(organise(store, new_post(), "n1", {"rounds": 3, "people": FOUR, "sizes": [2]}))
    night = loaded(store)
    plan = plan_of_night(store, night, "7")
    assert plan is not None
    done(enter(store, new_post(), "n1", ["p5"]))
    assert isinstance(show_rounds(store, new_post(), night, plan, rounds=1), Stale)
    assert organised(store).seats.shown == ()


def test_late_comers_and_leavers_change_only_rounds_that_are_not_shown(store: GameStore) -> None:
    done(organise(store, new_post(), "n1", {"rounds": 3, "people": FOUR, "sizes": [2]}))
    done(enter(store, new_post(), "n1", ["p5", "p1"]))
    done(leave(store, new_post(), "n1", "p5"))
    assert organised(store).entered == ("p1", "p2", "p3", "p4")
    night = loaded(store)
    plan = plan_of_night(store, night, "")
    assert plan is not None
    done(show_rounds(store, new_post(), night, plan, rounds=1))
    done(enter(store, new_post(), "n1", ["p5"]))
    done(leave(store, new_post(), "n1", "p1"))
    assert placed_in(plan_again(store))[1:] == [{"p2", "p3", "p4", "p5"}] * 2


def test_rounds_that_have_not_begun_are_taken_back_and_planned_for_who_is_here(
    store: GameStore,
) -> None:
    facts = {"rounds": 3, "people": FOUR, "sizes": [2], "apart": [["p1", "p3"]]}
    done(organise(store, new_post(), "n1", facts))
    plan = plan_of_night(store, loaded(store), "7")
    assert plan is not None
    done(show_rounds(store, new_post(), loaded(store), plan, rounds=2))
    # Whoever comes or leaves while the second round stands does so for the third.
    done(enter(store, new_post(), "n1", ["p5"]))
    done(leave(store, new_post(), "n1", "p2"))
    done(show_rounds(store, new_post(), loaded(store), plan_again(store), rounds=3))
    assert "Every round is shown already" in texts_of(enter(store, new_post(), "n1", ["p6"]))
    assert "Every round is shown already" in texts_of(leave(store, new_post(), "n1", "p4"))
    names = [NAMES[int(each[1:]) - 1] for each in ids_of(store, 1)[0]]
    play(store, begin(store, *names))
    assert isinstance(take_rounds_back(store, new_post(), "n1", rounds=0), Stale)
    done(take_rounds_back(store, new_post(), "n1", rounds=1))
    assert organised(store).seats.shown == plan.rounds[:1]
    done(enter(store, new_post(), "n1", ["p6"]))
    assert placed_in(plan_again(store))[1:] == [{"p1", "p3", "p4", "p5", "p6"}] * 2


def placed_in(plan: SeatPlan) -> list[set[str]]:
    """Return who is in each round, at a table or resting."""
    return [{*[who for table in each.tables for who in table], *each.byes} for each in plan.rounds]


def plan_again(store: GameStore) -> SeatPlan:
    plan = plan_of_night(store, loaded(store), "7")
    assert plan is not None
    return plan


def texts_of(outcome: object) -> str:
    assert isinstance(outcome, Refused)
    return " ".join([problem.text for problem in outcome.problems])


def test_problems_call_people_by_their_names(store: GameStore) -> None:
    facts = {"rounds": 2, "people": FOUR, "apart": [["p1", "p1"], ["p2", "p6"]]}
    texts = texts_of(organise(store, new_post(), "n1", facts))
    assert "“Ann” is in this pair twice" in texts
    assert "“Fay” is not among the people of this night" in texts


def test_who_leaves_before_the_first_round_is_in_no_wish(store: GameStore) -> None:
    facts = {"rounds": 1, "people": FOUR, "apart": [["p1", "p2"], ["p2", "p3"]]}
    done(organise(store, new_post(), "n1", facts))
    done(leave(store, new_post(), "n1", "p1"))
    assert organised(store).seats.apart == (("p2", "p3"),)


def test_who_sits_down_in_a_round_has_entered(store: GameStore) -> None:
    facts = {"rounds": 2, "people": entered("p1"), "entry": {"amount": "5.00"}}
    done(organise(store, new_post(), "n1", facts))
    play(store, begin(store, "Ann", "Bob"))
    assert organised(store).entered == ("p1", "p2")
    people = loaded(store).figures.people
    assert (people["p2"].entry, people["p1"].games) == (500, 0)
    standing = organised_figures(loaded(store).figures)
    assert standing is not None
    assert [each.person for each in standing.standing] == ["p1", "p2"]
    compare_with_domain(store)


def test_nobody_plays_at_two_tables_of_a_round(store: GameStore) -> None:
    done(organise(store, new_post(), "n1", {"rounds": 2, "people": FOUR}))
    begin(store, "Ann", "Bob")
    with pytest.raises(RefusedGame) as refused:
        begin(store, "Ann", "Cal")
    assert [each.text for each in refused.value.problems] == [
        "Ann sits at another table of round 1"
    ]
    begin(store, "Cal", "Dot")
    game = loaded(store).night.games[1].id
    outcome = change_game(store, new_post(), game, people={0: "p1"})  # type: ignore[dict-item]
    assert problems_of(outcome) == [((), "same_person_twice")]
    assert loaded(store).night.games[1].people == ("p3", "p4")
    begin(store, "Ann", "Cal", number=2)


def test_fines_and_awards_are_given_and_taken_back(store: GameStore) -> None:
    pot = done(open_pot(store, new_post(), {"name": "Skunk bank", "opening": "3.00"}))
    done(organise(store, new_post(), "n1", {"rounds": 1, "people": FOUR}))
    done(fine(store, new_post(), "n1", {"person": "p2", "amount": "0.50", "pot": pot}))
    done(award(store, new_post(), "n1", {"person": "p3", "all": True, "pot": pot}))
    people = loaded(store).figures.people
    assert (people["p2"].entry, people["p3"].prizes) == (50, 350)
    short = {"person": "p1", "amount": "0.01", "pot": pot}
    assert problems_of(award(store, new_post(), "n1", short)) == [(("awards", 1), "pot_short")]
    compare_with_domain(store)
    done(take_back(store, new_post(), "n1", name="fines", place=0))
    done(take_back(store, new_post(), "n1", name="awards", place=0))
    people = loaded(store).figures.people
    assert (people["p2"].entry, people["p3"].prizes) == (0, 0)


def test_a_closing_keeps_what_everybody_saw_of_entry_and_prizes(store: GameStore) -> None:
    prizes = {"places": [{"parts": [1]}]}
    facts = {"rounds": 1, "people": FOUR, "entry": {"amount": "5.00"}, "prizes": prizes}
    done(organise(store, new_post(), "n1", facts))
    play(store, begin(store, "Ann", "Bob", "Cal", "Dot"))
    seen = digest_of(loaded(store).figures)
    done(close_night(store, new_post(), "n1", SettleWay.BANK, seen=seen))
    closed = loaded(store).night.closed
    assert closed is not None
    assert closed.seen.entry["pool"] == -2000
    assert closed.seen.prize == {"people:p1": -2000, "fees": 0, "pool": 2000}
    assert loaded(store).figures.people["p1"].closed_net == 1500
    assert problems_of(enter(store, new_post(), "n1", ["p5"])) == [((), "night_closed")]
    compare_with_domain(store)


def test_pots_and_seasons_are_written_as_the_book_has_them(store: GameStore) -> None:
    pot = done(open_pot(store, new_post(), {"name": "Skunk bank", "opening": "2.00"}))
    season = done(
        write_season(store, new_post(), {"name": "2026", "from": "2026-01-01", "to": "2026-12-31"})
    )
    ended: dict[str, Any] = {"name": "2026", "from": "2026-01-01", "to": "2026-12-31", "best": 3}
    done(write_season(store, new_post(), {**ended, "ended": "2026-12-31"}, season))
    book = load_book(store)[0]
    assert [(each.id, each.name, each.opening) for each in book.club.pots] == [
        (pot, "Skunk bank", 200)
    ]
    assert [(each.id, each.best, each.ended) for each in seasons_of_book(book)] == [
        (season, 3, "2026-12-31")
    ]
    compare_with_domain(store)
    assert problems_of(open_pot(store, new_post(), {"name": ""})) == [(("name",), "bad_value")]
    again = open_pot(store, new_post(), {"name": "skunk bank"})
    assert problems_of(again) == [(("name",), "same_name")]
    assert problems_of(write_season(store, new_post(), {**ended, "to": "2025-01-01"})) == [
        (("to",), "date_order")
    ]
    below = {"name": "Jar", "opening": "-1.00"}
    assert problems_of(open_pot(store, new_post(), below)) == [(("opening",), "negative_amount")]


def test_the_next_night_of_a_season_knows_who_met(store: GameStore) -> None:
    season = {"name": "2026", "from": "2025-01-01", "to": "2027-12-31"}
    done(write_season(store, new_post(), season))
    done(organise(store, new_post(), "n1", {"rounds": 1, "people": FOUR}))
    play(store, begin(store, "Ann", "Bob"))
    done(
        close_night(store, new_post(), "n1", SettleWay.BANK, seen=digest_of(loaded(store).figures))
    )
    night = open_a_night(store)
    done(organise(store, new_post(), night, {"rounds": 1, "people": FOUR, "sizes": [2]}))
    wishes = wishes_of_night(store, loaded(store, night))
    assert wishes is not None
    assert wishes.met == {frozenset(("p1", "p2")): 1}
    assert replace(wishes, met={}) == organised(store, night).seats


def close_with_pot(store: GameStore, night: str, pot: str) -> None:
    """Play and close a night of four of whose entries a pot gets a part; somebody has all of it."""
    entry = {"amount": "5.00", "pots": {pot: "1.00"}}
    done(organise(store, new_post(), night, {"rounds": 1, "people": FOUR, "entry": entry}))
    play(store, begin(store, "Ann", "Bob", "Cal", "Dot", night=night))
    done(award(store, new_post(), night, {"person": "p1", "all": True, "pot": pot}))
    seen = digest_of(loaded(store, night).figures)
    done(close_night(store, new_post(), night, SettleWay.BANK, seen=seen))


def test_payments_of_a_night_leave_the_opening_of_a_pot_as_it_was(store: GameStore) -> None:
    pot = done(open_pot(store, new_post(), {"name": "Jackpot", "opening": "3.00"}))
    entry = {"amount": "5.00", "pots": {pot: "1.00"}}
    done(organise(store, new_post(), "n1", {"rounds": 1, "people": FOUR, "entry": entry}))
    night = open_a_night(store)
    close_with_pot(store, night, pot)
    line, *_ = loaded(store, night).figures.suggestions
    new = ClubPayment(id="", date="", payer=line.payer, payee=line.payee, minor=1, night=night)
    done(pay(store, new_post(), new))
    compare_with_domain(store)
    done(pay_all(store, new_post(), night, seen=loaded(store, night).figures.open))
    compare_with_domain(store)


def test_a_book_of_nights_with_a_pot_is_taken_in_without_corrections(
    store: GameStore, tmp_path: Path
) -> None:
    pot = done(open_pot(store, new_post(), {"name": "Jackpot", "opening": "3.00"}))
    close_with_pot(store, "n1", pot)
    close_with_pot(store, open_a_night(store), pot)
    book = write_club_file(store, "book", lambda *_: None)
    (tmp_path / "other").mkdir()
    other = club_store(tmp_path / "other")
    assert isinstance(take_book(other, book.encode(), lambda *_: None), Taken)
    assert (
        json.loads(write_club_file(other, "book", lambda *_: None))["nights"]
        == (json.loads(book)["nights"])
    )
    other.close()
