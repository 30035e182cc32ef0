"""What a rules page is told by the families, and the count of one hand alone."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import read_card
from scorekeeper.rules.deals import Deal, Hand, MeldCard
from scorekeeper.rules.options import OptionKind
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.table_checks import has_error
from scorekeeper.rules.variant import CheckedScore, HandScore, Table, Variant
from scorekeeper.rules.variants import VARIANTS
from tests.strategies import legal_deals, setups

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
COUNTED = [variant for variant in VARIANTS.values() if variant.family.count_hand]


def rows(key: str, **options: Any) -> dict[str, tuple[int | None, int | None]]:
    variant = VARIANTS[key]
    values = variant.family.values(replace(variant.defaults, **options))
    return {row.cards: (row.melded, row.in_hand) for row in values}


def course(key: str, players: int = 2, **options: Any) -> str:
    variant = VARIANTS[key]
    told = variant.family.course(replace(variant.defaults, **options), players)
    return " ".join([told.dealer, *told.end])


def count(key: str, melds: tuple[str, ...] = (), in_hand: str = "") -> CheckedScore:
    variant = VARIANTS[key]
    hand = Hand(
        melds=tuple([tuple([MeldCard(card(text)) for text in meld.split()]) for meld in melds]),
        in_hand=tuple([card(text) for text in in_hand.split()]),
    )
    assert variant.family.count_hand is not None
    return variant.family.count_hand(variant.defaults, hand)


def card(text: str) -> Any:
    found = read_card(text)
    assert found is not None
    return found


# --- values and course ---


def test_the_values_of_the_laws_are_those_of_law_12() -> None:
    assert rows("laws") == {
        "Joker": (100, 200),
        "Queen of spades": (50, 100),
        "Deuce": (None, 20),
        "Ace": (20, 20),
        "King to eight": (10, 10),
        "Seven to three": (5, 5),
    }
    values = VARIANTS["laws"].family.values(VARIANTS["laws"].defaults)
    assert [row.note for row in values if row.note] == [
        "melded, what it stands for; as queen of spades 10, as a two 5."
    ]


def test_values_follow_the_options() -> None:
    changed = rows("laws", high_unmelded=20, joker_in_pack=False)
    assert changed["King to eight"] == (10, 20)
    assert "Joker" not in changed


def test_the_values_of_contract_are_against_a_player_only() -> None:
    assert rows("contract") == {
        "Joker": (None, 20),
        "Black two": (None, 20),
        "Ace": (None, 15),
        "King to ten": (None, 10),
        "Nine to three": (None, 5),
        "Red two": (None, 5),
    }


def test_the_values_of_gin_are_the_pips() -> None:
    assert rows("gin100") == {
        "King to ten": (None, 10),
        "Nine to two": (None, None),
        "Ace": (None, 1),
    }


@EVERY_VARIANT
def test_a_row_without_points_has_a_note(variant: Variant) -> None:
    values = variant.family.values(variant.defaults)
    has_melded = any(row.melded is not None for row in values)
    assert all(row.note for row in values if row.in_hand is None)
    assert all(row.note for row in values if has_melded and row.melded is None)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_course_of_a_game_is_described_under_every_option(variant: Variant) -> None:
    chosen: list[dict[str, Any]] = [
        {option.name: value}
        for option in variant.options
        if option.kind is not OptionKind.POINTS
        for value in option.values
    ]
    for options in chosen:
        for players in variant.family.players(variant.defaults):
            told = variant.family.course(replace(variant.defaults, **options), players)
            assert all(sentence.endswith(".") for sentence in (told.dealer, *told.end)), options


def test_the_course_names_the_figures_in_force() -> None:
    told = course("laws", target=500, winner_bonus=150, concealed_bonus=300)
    assert all(words in told for words in ("reaches 500", "wins 150", "300 is added"))


def test_the_course_leaves_out_what_is_not_played() -> None:
    assert "rounded" in course("laws")
    assert "rounded" not in course("modern")
    assert "box" not in course("gin150")
    assert "box of 25" in course("gin150", box_bonus=25)


def test_concealed_bonuses_that_count_at_once_do_not_wait() -> None:
    told = course("laws", concealed_timing="at_once")
    assert "wait" not in told
    assert "is added for each" not in told


@EVERY_VARIANT
def test_every_rule_has_a_key_of_its_own(variant: Variant) -> None:
    keys = [rule.key for rule in variant.rules]
    assert len(keys) == len(set(keys))


# --- one hand alone ---


@given(st.data(), st.sampled_from(COUNTED))
def test_a_hand_alone_counts_what_its_cards_count_in_a_deal(
    data: st.DataObject, variant: Variant
) -> None:
    setup = data.draw(setups(st.just(variant)))
    deal = data.draw(legal_deals(setup, 1))
    seat = data.draw(st.sampled_from([seat for seat, _ in enumerate(deal.hands)]))
    alone, judged = _alone(setup, deal.hands[seat]), _judged(setup, deal).hands[seat]
    assert alone.score is not None
    assert _card_points(alone.score.hands[0]) == _card_points(judged)


def _alone(setup: Setup, hand: Hand) -> CheckedScore:
    count_hand = setup.variant.family.count_hand
    assert count_hand is not None
    return count_hand(setup.options, hand)


def _judged(setup: Setup, deal: Deal) -> Any:
    table = Table(players=setup.players, number=1)
    score = setup.variant.family.score_deal(setup.options, deal, table).score
    assert score is not None
    return score


def _card_points(hand: HandScore) -> int:
    return sum([int(line.points) for line in hand.lines if line.reason in ("melded", "in_hand")])


def test_a_hand_with_a_wrong_meld_has_no_count() -> None:
    checked = count("laws", ("KH KD 4C",))
    assert checked.score is None
    assert [(each.at, each.code) for each in checked.problems] == [
        (("hands", 0, "melds", 0), "not_a_meld")
    ]


def test_a_hand_has_no_more_copies_of_a_card_than_the_pack() -> None:
    assert [each.code for each in count("laws", (), "7H 7H 7H").problems] == ["too_many_copies"]


def test_a_contract_hand_may_come_of_the_largest_pack() -> None:
    assert count("contract", (), "7H " * 5).problems == ()
    assert has_error(count("contract", (), "7H " * 6).problems)


def test_a_contract_hand_is_not_held_to_a_contract() -> None:
    assert count("contract", ("5H 5D 5C",), "KH").problems == ()


def test_a_meld_of_wilds_alone_is_a_warning() -> None:
    checked = count("contract", ("JK 2S 2C",))
    assert [each.code for each in checked.problems] == ["all_wild_meld"]
    assert checked.score is not None


def test_the_course_of_hollywood_says_where_a_win_counts_and_what_ends_a_game() -> None:
    house: dict[str, Any] = {
        "scoring": "hollywood",
        "box_bonus": 25,
        "game_bonus": 100,
        "shutout": "flat_100",
    }
    told = course("gin100", **house, last_column_double=True)
    assert "a second in games 1 and 2" in told
    assert "brings it to 100" in told
    assert "Each win adds a box of 25 in every game that it counts in." in told
    assert "The third game counts twice." in told
    assert "third game" not in course("gin100", **house).replace("When the third game has", "")
    assert "game 1" not in course("gin100")


def test_the_course_of_partners_says_what_a_side_scores_and_who_settles_with_whom() -> None:
    told = course("gin150", players=4, roodle=True, box_bonus=20)
    assert "The sides deal in turn" in told
    assert "The side that is ahead scores the difference" in told
    assert "wins every pair of a deal" in told
    assert "each loser pays the opponent next in the list" in told
    assert "every pair" not in course("gin150", players=4, roodle=True)
    assert "pair" not in course("gin150", roodle=True, box_bonus=20)
