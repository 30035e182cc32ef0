"""A corrected order of play: seats keep their numbers, all that goes round the table follows."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.record.reading import read_record
from scorekeeper.record.writing import record_of, write_record
from scorekeeper.rules.deals import Deal, DealtPair, Ending, Hand, Seat
from scorekeeper.rules.game import (
    Act,
    Dealt,
    Entry,
    Joined,
    Reordered,
    Started,
    Undone,
    replay,
)
from scorekeeper.rules.options import values_of
from scorekeeper.rules.settlement import SettlementMethod, Stake, settle
from scorekeeper.rules.sheet import (
    PlayerNeeds,
    ScoreSheet,
    make_sheet,
    player_needs,
    renumber_seats,
)
from scorekeeper.rules.variants import VARIANTS
from tests.strategies import journals, legal_deals, setups, starts

few = settings(max_examples=25)
PAIRED = setups(st.sampled_from([VARIANTS["gin150"], VARIANTS["gin100"]]))
ANN, BOB, CAL, DOT = map(Seat, range(4))
DEAD = Deal(ending=Ending.STOCK, hands=(Hand(in_hand_points=5, laid_down=False),) * 3)


def order(*seats: Seat) -> Reordered:
    return Reordered(order=seats)


def played(acts: Sequence[Act], variant: str = "contract", players: int = 3) -> ScoreSheet:
    """The sheet of a game of so many players with these acts after its first."""
    names = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay")[:players]
    options = values_of(VARIANTS[variant].defaults) | (
        {"stock_out": "hand_ends"} if variant == "contract" else {}
    )
    started = Started(variant=variant, options=options, players=names)
    entries = [Entry(seq, act) for seq, act in enumerate([started, *acts], 1)]
    return make_sheet(replay(entries), VARIANTS[variant])


def dealers(sheet: ScoreSheet) -> str:
    """The initials of who dealt, and of who deals next."""
    seats = [*[row.dealer for row in sheet.rows], sheet.next_dealer]
    return "".join([sheet.setup.players[seat][0] for seat in seats if seat is not None])


def names(sheet: ScoreSheet) -> list[str]:
    return [head.name for head in sheet.in_turn]


# --- who sits where, and who deals ----------------------------------------------------------------


def test_the_last_in_order_of_play_deals_first() -> None:
    sheet = played([order(CAL, BOB, ANN)])
    assert (names(sheet), dealers(sheet)) == (["Cal", "Bob", "Ann"], "A")


def test_who_dealt_a_deal_stays_and_the_next_dealer_sits_at_the_new_left() -> None:
    before: list[Act] = [Dealt(deal=DEAD)] * 2
    assert dealers(played(before)) == "CAB"
    assert dealers(played([*before, order(ANN, CAL, BOB)])) == "CAC"
    assert dealers(played([*before, order(ANN, CAL, BOB), Dealt(deal=DEAD)])) == "CACB"


def test_an_order_that_is_taken_back_leaves_who_dealt_under_it() -> None:
    acts: list[Act] = [Dealt(deal=DEAD), order(ANN, CAL, BOB), Dealt(deal=DEAD)]
    sheet = played([*acts, Undone(target=3, reason="")])
    assert (names(sheet), dealers(sheet)) == (["Ann", "Bob", "Cal"], "CBC")
    back = played([*acts, Undone(target=3, reason=""), Undone(target=5, reason="")])
    assert (names(back), dealers(back)) == (["Ann", "Cal", "Bob"], "CBA")


def test_a_late_comer_sits_after_the_last_in_order_of_play() -> None:
    sheet = played([order(CAL, BOB, ANN), Joined(name="Dot")], "laws")
    assert names(sheet) == ["Cal", "Bob", "Ann", "Dot"]
    assert names(
        played([order(CAL, BOB, ANN), Joined(name="Dot"), order(DOT, ANN, BOB, CAL)], "laws")
    ) == [
        "Dot",
        "Ann",
        "Bob",
        "Cal",
    ]


def test_an_order_without_a_late_comer_who_has_gone_is_that_of_the_others() -> None:
    acts: list[Act] = [Joined(name="Dot"), order(DOT, CAL, BOB, ANN), Undone(target=2, reason="")]
    assert names(played(acts, "laws")) == ["Cal", "Bob", "Ann"]


# --- odd units ------------------------------------------------------------------------------------


def test_of_equal_payments_the_first_in_order_of_play_pays_first() -> None:
    stake = Stake(currency="USD", minor=1, per=1)
    results = [[0, 0, 30, 30]]

    def payments(*turns: Seat) -> list[tuple[Seat, Seat]]:
        found = settle(
            results, stake, method=SettlementMethod.DIFFERENCE, low_wins=False, turns=turns
        )
        assert found is not None
        return [(one.payer, one.payee) for one in found.transfers]

    assert payments() == payments(ANN, BOB, CAL, DOT) == [(ANN, CAL), (BOB, DOT)]
    assert sorted(payments(ANN, BOB, DOT, CAL)) == [(ANN, DOT), (BOB, CAL)]


# --- the record, in which the players stand in order of play --------------------------------------


@few
@given(journals())
def test_the_record_of_a_reordered_game_has_its_figures_and_dealers(
    entries: tuple[Entry, ...],
) -> None:
    game = replay(entries)
    sheet = make_sheet(game, VARIANTS[game.started.variant])
    compare_with_record(sheet)


@few
@given(st.data())
def test_partners_who_change_places_before_the_first_deal_are_those_of_the_record(
    data: st.DataObject,
) -> None:
    setup = data.draw(PAIRED.filter(lambda setup: setup.has_partners))
    turns = data.draw(st.permutations(list(setup.turns)))
    deals = [by_seat(deal, turns) for deal in data.draw(st.lists(legal_deals(setup), max_size=3))]
    acts: list[Act] = [
        data.draw(starts(setup)),
        Reordered(order=tuple(turns)),
        *[Dealt(deal=d) for d in deals],
    ]
    game = replay([Entry(seq, act) for seq, act in enumerate(acts, 1)])
    sheet = make_sheet(game, setup.variant)
    assert not sheet.score.has_errors
    compare_with_record(sheet)


def by_seat(deal: Deal, turns: Sequence[Seat]) -> Deal:
    """A deal of the order of play as the table numbers its seats."""
    pairs = [
        DealtPair(seats=tuple([turns[seat] for seat in pair.seats]), deal=pair.deal)
        for pair in deal.pairs
    ]
    dealer = None if deal.dealer is None else turns[deal.dealer]
    return type(deal)(ending=deal.ending, dealer=dealer, pairs=tuple(pairs))


def needs_of(sheet: ScoreSheet) -> tuple[PlayerNeeds, ...]:
    return player_needs(sheet.setup, sheet.score)


def compare_with_record(sheet: ScoreSheet) -> None:
    """Hold a sheet against the one of a table that sat down in its order of play."""
    placed, turns = renumber_seats(sheet), sheet.setup.turns
    assert not placed.setup.order
    assert placed.setup.players == sheet.setup.names
    for ours, theirs in zip(sheet.rows, placed.rows, strict=True):
        assert turns[theirs.dealer] == ours.dealer
        assert [cell.points for cell in theirs.cells] == [
            cell.points for cell in sheet.cells_in_turn(ours)
        ]
        assert [turns[seat] for seat in theirs.agreement.asked] == [
            seat for seat in turns if seat in ours.agreement.asked
        ]
    assert placed.next_dealer is None or turns[placed.next_dealer] == sheet.next_dealer
    assert (placed.next_dealer is None) == (sheet.next_dealer is None)
    needs = [replace(need, seat=turns[need.seat]) for need in needs_of(placed)]
    assert needs == list(needs_of(sheet))
    if placed.final is not None and sheet.final is not None:
        assert placed.final.hands == tuple([sheet.final.hands[seat] for seat in turns])
        assert [turns[seat] for seat in placed.final.winners] == list(sheet.final.winners)
        money, own = placed.final.settlement, sheet.final.settlement
        assert (money is None) == (own is None)
        if money is not None and own is not None:
            assert money.net == tuple([own.net[seat] for seat in turns])
            paid = [(turns[one.payer], turns[one.payee], one.minor) for one in money.transfers]
            assert paid == [(one.payer, one.payee, one.minor) for one in own.transfers]
    record = record_of(sheet)
    reading = read_record(write_record(record))
    if reading.record is not None and reading.score is not None:
        assert reading.record == record
        assert [deal.dealer for deal in reading.score.deals] == [row.dealer for row in placed.rows]
