"""The deal that the hands from several phones make, once all are in and nothing is open."""

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.company import join_player, leave_table
from scorekeeper.bookkeeping.games import record_deal, start_game, undo
from scorekeeper.bookkeeping.hands.collecting import Doubt, Gathering, HandState
from scorekeeper.bookkeeping.hands.slips import (
    Kept,
    Slip,
    drop_slip,
    put_slip,
)
from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.bookkeeping.posting import read_deal as read_document
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.scoring import Setup
from scorekeeper.record.writing import write_deal
from scorekeeper.web.deal.deal_form import read_deal, type_deal
from tests.bookkeeping.hands import (
    ANN,
    ANN_IS_OUT,
    BOB,
    BOBS_HAND,
    CAL,
    CALS_HAND,
    gathered,
    hand_in,
    start,
    states,
)
from tests.bookkeeping.table import ANN_OUT, opened, post, saved
from tests.bookkeeping.test_any_game import form_of
from tests.strategies import RANDOMS, legal_deals, setups


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


def test_a_deal_with_two_versions_of_a_hand_is_not_ready(all_in: Books, key: str) -> None:
    hand_in(all_in, key, CAL, {"hand2-in_hand": "QS 4 4"}, phone="Ann")
    assert not gathered(all_in, key).ready


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
