"""Hands that come in from several phones: kept apart, compared as facts, and made into one deal."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.company import join_player, leave_table
from scorekeeper.bookkeeping.games import record_deal, start_game, undo
from scorekeeper.bookkeeping.gathering import Doubt, Gathering, HandState, gather
from scorekeeper.bookkeeping.links import Role, link_of, open_link
from scorekeeper.bookkeeping.outcomes import OpenGame, Refused
from scorekeeper.bookkeeping.posting import read_deal as read_document
from scorekeeper.bookkeeping.slips import (
    Kept,
    Late,
    Slip,
    SlipOutcome,
    drop_slip,
    put_slip,
    take_version,
)
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.record.writing import write_deal
from scorekeeper.web.forms.deal_form import read_deal, type_deal
from tests.bookkeeping.table import ANN_OUT, opened, post, saved
from tests.bookkeeping.test_any_game import form_of
from tests.strategies import RANDOMS, legal_deals, setups

ANN, BOB, CAL = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Bob", "Cal")
ANN_IS_OUT = {"ending": "out", "by": "0", "hand0-melds": "KKK\n8S-KS\n5555"}
BOBS_HAND = {"hand1-melds": "9 9 9", "hand1-in_hand": "7 8 A"}
CALS_HAND = {"hand2-in_hand": "QS 4 4 9"}


def hand_in(
    books: Books,
    key: str,
    seat: Seat,
    fields: Mapping[str, str],
    *,
    phone: str = "",
    number: int = 1,
) -> SlipOutcome:
    """The phone of the seat hands in its hand, or another phone does."""
    who = phone or NAMES[seat]
    slip = Slip(number=number, seat=seat, phone=f"{who}’s phone", who=who, fields=fields)
    return put_slip(books, key, slip, read_deal)


def gathered(books: Books, key: str, *entering: Seat) -> Gathering:
    token = link_of(books, key, Role.PLAYER)
    assert token is not None
    return gather(open_link(books, token), read_deal, entering)


def states(gathering: Gathering) -> list[str]:
    return [str(hand.state) for hand in gathering.hands]


def start(books: Books, variant: str, *players: str) -> str:
    key = start_game(books, {"variant": variant, "players": list(players)})
    assert isinstance(key, str)
    return key


@pytest.fixture
def all_in(books: Books, key: str) -> Books:
    """Books in which all three have handed in."""
    for seat, fields in enumerate((ANN_IS_OUT, BOBS_HAND, CALS_HAND)):
        assert hand_in(books, key, Seat(seat), fields) == Kept(repeated=False)
    return books


# --- in or not ------------------------------------------------------------------------------------


def test_nobody_is_in_at_first(books: Books, key: str) -> None:
    now = gathered(books, key)
    assert (states(now), now.is_begun, now.ready) == (["missing"] * 3, False, False)


def test_a_hand_that_came_is_in_by_whom_it_came(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND, phone="Ann")
    hand = gathered(books, key).hands[BOB]
    assert (hand.state, hand.versions[0].writers) == (HandState.IN, ("Ann",))


def test_a_hand_that_is_typed_just_now_is_told(books: Books, key: str) -> None:
    assert states(gathered(books, key, BOB)) == ["missing", "entering", "missing"]


def test_the_deal_is_ready_when_the_last_hand_comes(books: Books, key: str) -> None:
    hand_in(books, key, ANN, ANN_IS_OUT)
    hand_in(books, key, BOB, BOBS_HAND)
    before = gathered(books, key)
    hand_in(books, key, CAL, CALS_HAND)
    assert (before.ready, gathered(books, key).ready) == (False, True)


def test_who_sits_out_is_not_waited_for(books: Books, key: str) -> None:
    leave_table(books, key, post(1), CAL)
    hand_in(books, key, ANN, ANN_IS_OUT)
    hand_in(books, key, BOB, BOBS_HAND)
    now = gathered(books, key)
    assert (states(now)[CAL], now.ready) == ("sits_out", True)


def test_the_hand_of_a_player_who_is_gone_again_is_forgotten(books: Books, key: str) -> None:
    saved(join_player(books, key, post(1), "Dot"))
    hand_in(books, key, Seat(3), {"hand3-in_hand": "7"}, phone="Ann")
    saved(undo(books, key, post(2, "undo"), 2, reason="she had to go"))
    assert states(gathered(books, key)) == ["missing"] * 3


def test_the_hands_make_the_deal(all_in: Books, key: str) -> None:
    document = read_deal(opened(all_in, key).sheet.setup, gathered(all_in, key).values)
    game = saved(record_deal(all_in, key, post(1), document))
    assert [cell.points for cell in game.sheet.rows[0].cells] == [
        30 + 100 + 20 + 100,
        30 - 35,
        -100 - 20,
    ]


def test_scoring_the_deal_throws_all_slips_away(all_in: Books, key: str) -> None:
    saved(record_deal(all_in, key, post(1), ANN_OUT))
    assert states(gathered(all_in, key)) == ["missing"] * 3


def test_a_slip_can_be_taken_back(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    drop_slip(books, key, BOB, "Bob’s phone")
    assert not gathered(books, key).is_begun


def test_the_same_hand_sent_again_is_harmless(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    before = gathered(books, key)
    assert hand_in(books, key, BOB, BOBS_HAND) == Kept(repeated=True)
    assert gathered(books, key) == before


def test_a_phone_changes_its_own_slip(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    hand_in(books, key, BOB, {**BOBS_HAND, "hand1-in_hand": "7"})
    now = gathered(books, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("in", "7")


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"hand1-in_hand": "7 X9"}, ("hands", 1, "in_hand")),
        ({"hand1-melds": "7 8 9", "hand1-in_hand": "4"}, ("hands", 1, "melds", 0)),
        ({"hand1-in_hand": "JK JK"}, ("hands", 1, "in_hand")),
        ({"hand1-in_hand": ""}, ("hands", 1)),
        ({"hand1-melds": "KKK"}, ("by",)),
        ({"ending": "out", "by": "1", "hand1-in_hand": "4"}, ("hands", 1, "in_hand")),
        ({"ending": "stock", "hand1-melds": "KKK"}, ("hands", 1)),
    ],
    ids=["no card", "no meld", "two Jokers", "nothing", "empty", "out with cards", "stock"],
)
def test_what_is_wrong_with_a_hand_is_refused(
    books: Books, key: str, fields: Mapping[str, str], at: tuple[Any, ...]
) -> None:
    outcome = hand_in(books, key, BOB, fields)
    assert isinstance(outcome, Refused)
    assert [problem.at for problem in outcome.problems] == [at]


def test_what_is_wrong_with_other_hands_is_no_matter(books: Books, key: str) -> None:
    hand_in(books, key, CAL, {"hand2-in_hand": "JK"})
    assert hand_in(books, key, BOB, {"hand1-in_hand": "JK"}) == Kept(repeated=False)


def test_a_defender_of_gin_needs_no_upcard(books: Books) -> None:
    key = start(books, "gin150", "Ann", "Bob")
    fields = {"hand1-cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"}
    assert hand_in(books, key, BOB, fields) == Kept(repeated=False)


# --- too late -------------------------------------------------------------------------------------


def test_who_scored_the_deal_is_told_to_who_comes_late(books: Books, key: str) -> None:
    saved(record_deal(books, key, post(1, who="Cal"), ANN_OUT))
    late = hand_in(books, key, BOB, BOBS_HAND)
    assert isinstance(late, Late)
    assert (late.by.who, late.scored) == ("Cal", 1)


def test_a_hand_that_came_late_is_no_hand_of_the_next_deal(books: Books, key: str) -> None:
    saved(record_deal(books, key, post(1), ANN_OUT))
    hand_in(books, key, BOB, BOBS_HAND)
    assert not gathered(books, key).is_begun


# --- two phones, one hand -------------------------------------------------------------------------


def test_two_phones_that_write_the_same_have_checked_it(books: Books, key: str) -> None:
    hand_in(books, key, BOB, {"hand1-melds": "9 9 9\n8S-KS", "hand1-in_hand": "7 8 A"})
    same = {"hand1-melds": "KS QS JS TS 9S 8S\n9H 9D 9C", "hand1-in_hand": "AC 8D 7H"}
    hand_in(books, key, BOB, same, phone="Ann")
    assert states(gathered(books, key))[BOB] == "checked"


def test_another_phone_does_not_overwrite_a_hand(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    hand_in(books, key, BOB, {**BOBS_HAND, "hand1-in_hand": "7 7 A"}, phone="Ann")
    now = gathered(books, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("differs", "7 8 A")


def test_only_what_differs_is_told(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    hand_in(books, key, BOB, {**BOBS_HAND, "hand1-in_hand": "7 7 A"}, phone="Ann")
    rests = [version.rest for version in gathered(books, key).hands[BOB].versions]
    assert [[(fact.part, fact.cards) for fact in rest] for rest in rests] == [
        [("in_hand", ("8",))],
        [("in_hand", ("7",))],
    ]


def test_a_queen_of_spades_is_not_any_queen(books: Books, key: str) -> None:
    hand_in(books, key, BOB, {"hand1-in_hand": "QS"})
    hand_in(books, key, BOB, {"hand1-in_hand": "QH"}, phone="Ann")
    assert states(gathered(books, key))[BOB] == "differs"


def test_a_deal_with_two_versions_of_a_hand_is_not_ready(all_in: Books, key: str) -> None:
    hand_in(all_in, key, CAL, {"hand2-in_hand": "QS 4 4"}, phone="Ann")
    assert not gathered(all_in, key).ready


def test_the_version_that_was_taken_stays_alone(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    hand_in(books, key, BOB, {"hand1-in_hand": "7"}, phone="Ann")
    _, other = gathered(books, key).hands[BOB].versions
    assert take_version(books, key, BOB, other.mark, read=read_deal)
    now = gathered(books, key)
    assert (states(now)[BOB], now.values["hand1-in_hand"]) == ("in", "7")


def test_a_version_that_changed_meanwhile_is_not_taken(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    hand_in(books, key, BOB, {"hand1-in_hand": "7"}, phone="Ann")
    _, other = gathered(books, key).hands[BOB].versions
    hand_in(books, key, BOB, {"hand1-in_hand": "9"}, phone="Ann")
    assert not take_version(books, key, BOB, other.mark, read=read_deal)
    assert len(gathered(books, key).hands[BOB].versions) == 2


def test_agreeing_in_the_end_is_checked(books: Books, key: str) -> None:
    hand_in(books, key, BOB, BOBS_HAND)
    hand_in(books, key, BOB, {"hand1-in_hand": "7"}, phone="Ann")
    hand_in(books, key, BOB, BOBS_HAND, phone="Ann")
    assert states(gathered(books, key))[BOB] == "checked"


# --- what the table has to settle -----------------------------------------------------------------


def doubts(gathering: Gathering) -> list[tuple[Doubt, str]]:
    return [(question.doubt, question.name) for question in gathering.questions]


def test_two_who_went_out_are_asked_about(books: Books, key: str) -> None:
    hand_in(books, key, ANN, ANN_IS_OUT)
    hand_in(books, key, BOB, {"ending": "out", "by": "1", "hand1-melds": "999"})
    now = gathered(books, key)
    assert doubts(now) == [(Doubt.SEVERAL_OUT, "")]
    assert "by" not in now.values


def test_out_and_out_of_stock_are_asked_about(books: Books, key: str) -> None:
    hand_in(books, key, ANN, ANN_IS_OUT)
    hand_in(books, key, BOB, {**BOBS_HAND, "ending": "stock"})
    assert doubts(gathered(books, key)) == [(Doubt.UNEQUAL, "ending")]


def test_hands_of_which_none_went_out_are_no_deal(books: Books, key: str) -> None:
    for seat in (ANN, BOB, CAL):
        hand_in(books, key, seat, {f"hand{seat}-in_hand": "7"})
    now = gathered(books, key)
    assert (doubts(now), now.ready) == ([(Doubt.NOBODY_OUT, "")], False)


def test_two_upcards_are_asked_about(books: Books) -> None:
    key = start(books, "gin150", "Ann", "Bob")
    for seat, upcard in ((ANN, "7D"), (BOB, "8D")):
        hand_in(books, key, seat, {"upcard": upcard, f"hand{seat}-deadwood_points": "4"})
    assert (Doubt.UNEQUAL, "upcard") in doubts(gathered(books, key))


def test_an_upcard_that_nobody_told_is_asked_for(books: Books) -> None:
    key = start(books, "gin150", "Ann", "Bob")
    hand_in(books, key, ANN, {"ending": "knock", "by": "0", "hand0-deadwood_points": "4"})
    hand_in(books, key, BOB, {"hand1-deadwood_points": "20"})
    assert doubts(gathered(books, key)) == [(Doubt.MISSING, "upcard")]


def test_a_dead_deal_needs_nobody_elses_hand(books: Books) -> None:
    key = start(books, "gin150", "Ann", "Bob")
    hand_in(books, key, ANN, {"ending": "dead", "upcard": "7D"})
    assert gathered(books, key).ready


# --- any deal -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared_books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Books]:
    """Books for many games that know nothing of one another."""
    books = Books.at(tmp_path_factory.mktemp("books") / "scorekeeper.sqlite3")
    yield books
    books.close()


def slips_of(setup: Setup, deal: Deal, chance: Random) -> list[dict[str, str]]:
    """The fields of a deal as its players' phones would send them."""
    slips: list[dict[str, str]] = [{} for _ in setup.players]
    teller = chance.randrange(len(slips))
    for name, text in type_deal(setup, write_deal(deal, setup.players)).items():
        owners = [seat for seat in range(len(slips)) if name.startswith(f"hand{seat}-")]
        if not owners and name in ("ending", "by") and deal.by is not None:
            owners = [deal.by]
        # Where no hands are shown, one phone tells all.
        owner = owners[0] if owners else chance.randrange(len(slips)) if deal.hands else teller
        slips[owner][name] = text
    return slips


def entered(game: OpenGame, fields: Mapping[str, str]) -> Deal:
    read = read_document(game, read_deal(game.sheet.setup, fields), number=1)
    assert isinstance(read, Deal)
    return read


@given(data=st.data())
def test_any_deal_gathered_from_its_hands_is_the_deal(
    shared_books: Books, data: st.DataObject
) -> None:
    setup = data.draw(setups())
    key = start_game(shared_books, form_of(setup))
    assert isinstance(key, str)
    deal = data.draw(legal_deals(setup))
    slips = slips_of(setup, deal, data.draw(RANDOMS))
    for seat in data.draw(st.permutations(range(len(slips)))):
        if slips[seat]:
            phone = f"phone {seat}"
            slip = Slip(number=1, seat=Seat(seat), phone=phone, who="", fields=slips[seat])
            assert put_slip(shared_books, key, slip, read_deal) == Kept(repeated=False)
    now, game = gathered(shared_books, key), opened(shared_books, key)
    whole = type_deal(setup, write_deal(deal, setup.players))
    assert now.ready
    assert entered(game, now.values) == entered(game, whole)
