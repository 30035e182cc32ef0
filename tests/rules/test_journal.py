"""Replay: what a journal makes of a game, whatever was done in it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.game import (
    Act,
    Closed,
    Corrected,
    Dealt,
    Entry,
    Game,
    Renamed,
    Reopened,
    Started,
    Undone,
    replay,
)
from scorekeeper.rules.sheet import make_sheet
from scorekeeper.rules.variants import VARIANTS
from tests.examples import tries
from tests.strategies import journals

STARTED = Started(variant="laws", options={}, players=("Ann", "Bob"))
Entries = tuple[Entry, ...]


def deal(points: int) -> Deal:
    """A deal that Ann went out of, with so many points melded."""
    ann = Hand(melded_points=points, in_hand_points=0)
    bob = Hand(melded_points=0, in_hand_points=20)
    return Deal(ending=Ending.OUT, by=Seat(0), hands=(ann, bob))


def journal(*acts: Act) -> Entries:
    """A journal that begins with the start of a game."""
    return tuple([Entry(seq, act) for seq, act in enumerate([STARTED, *acts], 1)])


def points(game: Game) -> list[int | None]:
    """What Ann melded in each deal that stands."""
    return [each.deal.hands[0].melded_points for each in game.deals]


FIRST, SECOND = Dealt(deal=deal(10)), Dealt(deal=deal(20))
CLOSED, REOPENED = Closed(reason="late"), Reopened(reason="early")


def undone(target: int) -> Undone:
    return Undone(target=target, reason="a slip")


def corrected(target: int, melded: int = 99) -> Corrected:
    return Corrected(target=target, deal=deal(melded), reason="a slip")


def renamed(name: str) -> Renamed:
    return Renamed(seat=Seat(0), name=name)


# --- deals and corrections ------------------------------------------------------------------------


def test_deals_stand_in_the_order_they_were_entered() -> None:
    assert points(replay(journal(FIRST, SECOND))) == [10, 20]


def test_a_correction_stands_in_the_place_of_its_deal() -> None:
    assert points(replay(journal(FIRST, SECOND, corrected(2)))) == [99, 20]


def test_a_corrected_deal_knows_its_entries() -> None:
    (each,) = replay(journal(FIRST, corrected(2), corrected(2))).deals
    assert (each.seq, each.corrections) == (2, (3, 4))


def test_the_last_correction_stands() -> None:
    assert points(replay(journal(FIRST, corrected(2, 11), corrected(2, 12)))) == [12]


@pytest.mark.parametrize("target", [-1, 0, 1, 3, 4, 99])
def test_a_correction_of_an_entry_that_is_no_deal_has_no_effect(target: int) -> None:
    assert points(replay(journal(FIRST, corrected(target)))) == [10]


def test_a_correction_of_an_undone_deal_has_no_effect() -> None:
    assert points(replay(journal(FIRST, SECOND, corrected(2), undone(2)))) == [20]


# --- undo -----------------------------------------------------------------------------------------


def test_an_undone_deal_is_gone() -> None:
    assert points(replay(journal(FIRST, SECOND, undone(2)))) == [20]


def test_an_undone_undo_brings_the_deal_back() -> None:
    assert points(replay(journal(FIRST, SECOND, undone(2), undone(4)))) == [10, 20]


def test_an_undo_of_the_undo_of_an_undo_takes_it_away_again() -> None:
    assert points(replay(journal(FIRST, SECOND, undone(2), undone(4), undone(5)))) == [20]


def test_an_undone_correction_gives_the_deal_before_it() -> None:
    entries = journal(FIRST, corrected(2, 11), corrected(2, 12), undone(4))
    assert points(replay(entries)) == [11]


def test_a_deal_that_comes_back_has_its_corrections() -> None:
    entries = journal(FIRST, corrected(2), undone(2), undone(4))
    assert points(replay(entries)) == [99]


@pytest.mark.parametrize("target", [-1, 0, 1, 3, 4, 99])
def test_an_undo_of_the_start_or_of_no_earlier_entry_has_no_effect(target: int) -> None:
    assert points(replay(journal(FIRST, undone(target)))) == [10]


def test_a_deal_undone_twice_needs_both_undone_to_come_back() -> None:
    entries = journal(FIRST, undone(2), undone(2), undone(3))
    assert points(replay(entries)) == []


# --- names, closing, reopening --------------------------------------------------------------------


def test_the_last_name_stands() -> None:
    assert replay(journal(renamed("Dot"), renamed("Eve"))).players == ("Eve", "Bob")


def test_an_undone_name_gives_the_name_before_it() -> None:
    game = replay(journal(renamed("Dot"), renamed("Eve"), undone(3)))
    assert game.players == ("Dot", "Bob")


def test_a_name_for_nobody_has_no_effect() -> None:
    assert replay(journal(Renamed(seat=Seat(7), name="Eve"))).players == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("acts", "closed"),
    [
        ((), None),
        ((CLOSED,), CLOSED),
        ((CLOSED, REOPENED), None),
        ((CLOSED, undone(2)), None),
        ((CLOSED, REOPENED, undone(3)), CLOSED),
        ((CLOSED, REOPENED, CLOSED), CLOSED),
        ((REOPENED,), None),
    ],
    ids=str,
)
def test_a_game_is_closed_until_it_is_reopened(
    acts: tuple[Act, ...], closed: Closed | None
) -> None:
    assert replay(journal(*acts)).closed == closed


# --- the journal itself ---------------------------------------------------------------------------


def test_a_journal_begins_with_a_start() -> None:
    with pytest.raises(TypeError, match="begins with Started"):
        replay([Entry(1, FIRST)])


def test_the_version_is_the_last_entry() -> None:
    assert replay(journal(FIRST, SECOND, undone(3))).version == 4


def test_entries_without_effect_are_named() -> None:
    entries = journal(FIRST, SECOND, undone(2), undone(4), undone(3))
    assert replay(entries).undone == {3, 4}


def test_a_closed_game_names_the_entry_that_closed_it() -> None:
    assert replay(journal(FIRST, CLOSED)).closed_by == 3


def test_nobody_closed_a_game_that_was_reopened() -> None:
    assert replay(journal(CLOSED, REOPENED)).closed_by is None


# --- whatever was done ----------------------------------------------------------------------------


WHATEVER = tries(10)


def next_entry(entries: Entries, act: Act) -> Entries:
    return (*entries, Entry(entries[-1].seq + 1, act))


def effective(entries: Entries) -> list[Entry]:
    """The entries after the first that are in effect."""
    gone = replay(entries).undone
    return [entry for entry in entries[1:] if entry.seq not in gone]


def facts(game: Game) -> Game:
    """The game without its history, which an undo lengthens and never shortens."""
    return replace(game, version=0, facts_version=0, setup_by=0, undone=frozenset())


@WHATEVER
@given(journals())
def test_any_journal_makes_a_sheet_of_the_entries_in_effect_alone(entries: Entries) -> None:
    game = replay(entries)
    sheet = make_sheet(game, VARIANTS[game.started.variant])
    assert [row.seq for row in sheet.rows] == [each.seq for each in game.deals]
    assert replay(list(entries)) == game
    kept = [
        entry
        for entry in entries
        if entry.seq not in game.undone and not isinstance(entry.act, Undone)
    ]
    assert facts(replay(kept)) == facts(game)


@WHATEVER
@given(journals(), st.data())
def test_undo_and_undo_of_the_undo_restore_the_game(entries: Entries, data: st.DataObject) -> None:
    before = replay(entries)
    standing = [entry.seq for entry in entries[1:] if entry.seq not in before.undone]
    if not standing:
        return
    taken_back = next_entry(entries, undone(data.draw(st.sampled_from(standing))))
    restored = next_entry(taken_back, undone(taken_back[-1].seq))
    assert facts(replay(restored)) == facts(before)


@WHATEVER
@given(journals())
def test_undoing_everything_leaves_the_start(entries: Entries) -> None:
    while standing := [seq for seq, act in effective(entries) if not isinstance(act, Undone)]:
        entries = next_entry(entries, undone(standing[-1]))
    assert facts(replay(entries)) == facts(replay(entries[:1]))


@WHATEVER
@given(journals())
def test_no_act_touches_the_deals_of_others(entries: Entries) -> None:
    """Only an undo takes a deal away, and only a deal adds one."""
    before, game = replay(entries[:-1] or entries), replay(entries)
    by_undo = isinstance(entries[-1].act, Undone)
    gone = {each.seq for each in before.deals} - {each.seq for each in game.deals}
    assert by_undo or not gone
