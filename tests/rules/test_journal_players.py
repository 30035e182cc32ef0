"""Replay: who came, who sits out, and what was said of what stands on the sheet."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.game import (
    Act,
    Agreed,
    Agreement,
    Challenged,
    Closed,
    Dealt,
    Entry,
    Figure,
    Joined,
    Left,
    Renamed,
    Returned,
    find_roots,
    replay,
)
from scorekeeper.rules.sheet import make_sheet
from scorekeeper.rules.variants import VARIANTS
from tests.rules.test_journal import FIRST, SECOND, corrected, deal, journal, undone

FOR_THREE = Deal(
    ending=Ending.OUT,
    by=Seat(2),
    hands=(*[Hand(melded_points=0, in_hand_points=20)] * 2, deal(30).hands[0]),
)
JOINED, LEFT, RETURNED = Joined(name="Cal"), Left(seat=Seat(1)), Returned(seat=Seat(1))
AGREED = Agreed(target=2, seats=(Seat(0),), figures=(Figure(10, 0),))
SEATS = [Seat(seat) for seat in range(4)]
CHALLENGED = Challenged(target=2, seat=Seat(1), reason="a king too many")


# --- who comes and who goes -----------------------------------------------------------------------


def test_a_player_who_joins_sits_after_the_last() -> None:
    assert replay(journal(JOINED)).players == ("Ann", "Bob", "Cal")


def test_a_player_who_joins_sat_out_the_deals_before() -> None:
    (each,) = replay(journal(FIRST, JOINED)).deals
    assert each.deal.hands == (*FIRST.deal.hands, Hand(sat_out=True))


def test_a_correction_of_a_deal_before_a_player_came_leaves_the_player_out() -> None:
    (each,) = replay(journal(FIRST, corrected(2), JOINED)).deals
    assert each.deal.hands[2] == Hand(sat_out=True)


def test_a_dead_deal_has_no_hands_after_a_player_came_either() -> None:
    (each,) = replay(journal(Dealt(deal=Deal(ending=Ending.DEAD)), JOINED)).deals
    assert each.deal.hands == ()


def test_a_player_who_joined_can_be_renamed() -> None:
    entries = journal(JOINED, Renamed(seat=Seat(2), name="Dot"))
    assert replay(entries).players == ("Ann", "Bob", "Dot")


def test_a_hand_of_a_player_who_never_joined_is_not_counted() -> None:
    (each,) = replay(journal(JOINED, Dealt(deal=FOR_THREE), undone(2))).deals
    assert each.deal.hands == FOR_THREE.hands[:2]


def test_nobody_went_out_or_dealt_where_nobody_sits() -> None:
    entries = journal(JOINED, Dealt(deal=replace(FOR_THREE, dealer=Seat(2))), undone(2))
    (each,) = replay(entries).deals
    assert (each.deal.by, each.deal.dealer) == (None, None)


@pytest.mark.parametrize(
    ("acts", "away"),
    [
        ((), set()),
        ((LEFT,), {1}),
        ((LEFT, LEFT), {1}),
        ((LEFT, RETURNED), set()),
        ((LEFT, RETURNED, LEFT), {1}),
        ((LEFT, undone(2)), set()),
        ((LEFT, RETURNED, undone(3)), {1}),
        ((RETURNED,), set()),
        ((Left(seat=Seat(2)),), set()),
        ((JOINED, Left(seat=Seat(2))), {2}),
        ((JOINED, Left(seat=Seat(2)), undone(2)), set()),
    ],
    ids=str,
)
def test_a_player_who_left_is_away_until_returning(acts: tuple[Act, ...], away: set[int]) -> None:
    assert replay(journal(*acts)).away == away


# --- opinions ------------------------------------------------------------------------------------


def test_opinions_are_what_was_said_and_not_taken_back() -> None:
    game = replay(journal(FIRST, AGREED, CHALLENGED, undone(3)))
    assert game.opinions == {2: (Entry(4, CHALLENGED),)}


@pytest.mark.parametrize(
    ("acts", "version"),
    [
        ((FIRST, AGREED), 2),
        ((FIRST, AGREED, CHALLENGED, undone(4)), 2),
        ((FIRST, AGREED, undone(3), undone(4)), 2),
        ((FIRST, AGREED, SECOND), 4),
        ((FIRST, AGREED, undone(2)), 4),
    ],
    ids=str,
)
def test_an_opinion_and_taking_it_back_change_no_figure(
    acts: tuple[Act, ...], version: int
) -> None:
    assert replay(journal(*acts)).facts_version == version


@pytest.mark.parametrize(
    ("act", "root"),
    [(FIRST, (4, 0)), (undone(3), (3, 1)), (undone(2), (2, 1)), (undone(9), (4, 0))],
    ids=str,
)
def test_an_undo_of_undos_is_traced_to_the_first_entry(act: Act, root: tuple[int, int]) -> None:
    entry, undos = find_roots(journal(FIRST, AGREED, act, undone(4)))[4]
    assert (entry.seq, undos) == root


def test_an_undo_of_an_undo_is_about_what_the_first_took_back() -> None:
    entry, undos = find_roots(journal(FIRST, AGREED, undone(3), undone(4)))[5]
    assert (entry, undos) == (Entry(3, AGREED), 2)


# --- who said what --------------------------------------------------------------------------------

SAYING = st.one_of(
    st.sampled_from([FIRST, JOINED, LEFT, RETURNED, corrected(2), Closed(reason="late")]),
    st.builds(
        Challenged,
        target=st.integers(2, 4),
        seat=st.sampled_from([None, *SEATS]),
        reason=st.just("no"),
    ),
    st.lists(st.sampled_from(SEATS), min_size=1, unique=True).map(
        lambda seats: Agreed(target=2, seats=tuple(seats), figures=(Figure(10, 0),) * len(seats))
    ),
    st.integers(2, 8).map(undone),
)


@given(st.lists(SAYING, max_size=9))
@example([FIRST, JOINED, Challenged(target=2, seat=Seat(2), reason="no"), undone(3)])
@example([FIRST, JOINED, Challenged(target=2, seat=Seat(2), reason="no"), undone(3), JOINED])
def test_an_opinion_belongs_to_the_player_who_sat_there_then_and_still_does(
    acts: list[Act],
) -> None:
    game = replay(journal(FIRST, *acts))
    sheet = make_sheet(game, VARIANTS["laws"])
    agreements = [row.agreement for row in sheet.rows] + [sheet.closing or Agreement()]
    said = [(each.seat, each.seq) for agreement in agreements for each in agreement.challenges]
    said += [each for agreement in agreements for each in agreement.agreed.items()]
    came = [1, 1, *[seq for seq, act in enumerate([FIRST, *acts], 2) if act is JOINED]]
    standing = [seq for seq in came if seq not in game.undone]
    wrong = [
        (seat, seq)
        for seat, seq in said
        if seat is not None and not (seat < len(standing) and standing[seat] < seq)
    ]
    assert wrong == []
