"""The rules that the pad repeats are those of the site, by random deals under any house rules.

The keys count and refuse without a network, so the scripts know points, the pack, melds and gin
hands a second time. Here the real scripts of the pad and the rules in Python get the same cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.games.deals import pair_places
from scorekeeper.record.writing import write_deal
from scorekeeper.rules.arrangement import arrangements, best_arrangement
from scorekeeper.rules.cards import NATURAL_CARDS, Card
from scorekeeper.rules.deals import Deal
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variant import CheckedScore, Problem, Table
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.deal.deal_text import (
    DealText,
)
from scorekeeper.web.deal.pad import PadTable, pad_table
from scorekeeper.wording.sentences import isolate
from tests.browser.gin_deals import make_gin_deal
from tests.browser.pad_keys import Keys, Pressed, setup_of
from tests.browser.pad_reading import at_table, send
from tests.examples import tries
from tests.real_variants import REAL_VARIANTS
from tests.strategies import RANDOMS, legal_deals, setups

MELDING: Final = [key for key in REAL_VARIANTS if VARIANTS[key].family.key != "oklahoma_gin"]
RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
SURPLUS: Final = {"duplicate_card", "too_many_copies", "joker_not_in_play", "too_many_jokers"}
WAYS: Final = """async ([table, hands]) => {
  const { waysOf } = await import("/modules/deal/pad/arrange.js");
  return hands.map((hand) => waysOf(hand, table).map(({ count, deadwood }) => [count, deadwood]));
}"""


def score(setup: Setup, deal: Deal) -> CheckedScore:
    table = Table(players=setup.players, number=1)
    return setup.variant.family.score_deal(setup.options, deal, table)


def points_of(checked: CheckedScore) -> list[int]:
    assert checked.score is not None, checked.problems
    return [int(hand.points) for hand in checked.score.hands]


def table_of(setup: Setup) -> PadTable:
    table = pad_table(setup, 1)
    assert table is not None
    return table


def doubted(pressed: Pressed, words: str) -> bool:
    return any(words in doubt for doubt in pressed.doubts)


# --- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", REAL_VARIANTS)
@tries(10)
@given(data=st.data())
def test_the_pad_shows_any_deal_with_the_points_and_doubts_of_the_site(
    keys: Keys, variant: str, data: st.DataObject
) -> None:
    setup = data.draw(setups(st.just(VARIANTS[variant])))
    deal = data.draw(legal_deals(setup))
    for table, own, fields in pads_of(setup, deal):
        assert_shown(keys, table, own, fields)


def pads_of(setup: Setup, deal: Deal) -> Iterator[tuple[Setup, Deal, dict[str, str]]]:
    """The setup, deal and fields of each pad of the form: partners have one for each pair."""
    asks = setup.variant.family.asks(setup.options)
    fields = DealText(asks, setup.players).write(write_deal(deal, setup.players))
    if not setup.has_partners:
        yield setup, deal, fields
        return
    places = pair_places(asks, setup.turns, fields)
    for place, pair in zip(places, deal.pairs, strict=True):
        assert place.seats == pair.seats
        yield place.of_two(setup), pair.deal, place.inner(fields)


def assert_shown(keys: Keys, setup: Setup, deal: Deal, fields: Mapping[str, str]) -> None:
    """Check that the pad shows the deal with its points, and doubts what the site doubts."""
    shown = keys.show(fields, setup)
    assert shown is not None
    assert shown.refusals == []
    dealer = {name: text for name, text in fields.items() if name == "dealer"}
    assert at_table(send(setup, {**shown.fields, **dealer}), setup) == at_table(deal, setup)
    checked = score(setup, deal)
    if setup.variant.key in MELDING:
        assert list(shown.points) == points_of(checked)
    # The pad does not doubt a hand that is still being entered.
    known = table_of(setup)["dealt"] > 0
    for problem in checked.problems if known else ():
        if problem.code == "too_few_cards" and problem.at[1] != shown.state["seat"]:
            (few,) = [doubt for doubt in shown.doubts if doubt.startswith("Fewer than 13 cards: ")]
            names = few.removesuffix(".").partition(": ")[2].split(", ")
            assert isolate(setup.players[int(problem.at[1])]) in names


@given(points=st.lists(st.integers(0, 300), min_size=3, max_size=3))
def test_sums_that_no_cards_make_are_doubted_as_on_the_site(keys: Keys, points: list[int]) -> None:
    setup = setup_of("modern", 2)
    names = ("hand0-melded_points", "hand1-melded_points", "hand1-in_hand_points")
    sums = dict(zip(names, map(str, points), strict=True))
    fields = {"ending": "out", "by": "0", **sums, "hand0-in_hand_points": "0"}
    shown = keys.show(fields, setup)
    assert shown is not None
    odd = [
        problem
        for problem in score(setup, send(setup, fields)).problems
        if problem.code == "not_multiple_of_five"
    ]
    doubts = [doubt for doubt in shown.doubts if "not a multiple of five" in doubt]
    assert len(doubts) == len(odd)


# --- the pack -------------------------------------------------------------------------------------


@st.composite
def crowded_hands(draw: st.DrawFn, setup: Setup) -> dict[str, str]:
    """The form of a deal with many of a few cards, which the pack may have or not."""
    table = table_of(setup)
    gin = table["board"] == "cards"
    codes = [rank + suit for rank in RANKS for suit in SUITS]
    if not gin:
        twos = ["2R", "2B"] if table["split_twos"] else ["2"]
        codes += [*RANKS.replace("2", ""), *twos, "JK"]
    few = st.sampled_from(
        draw(st.lists(st.sampled_from(codes), min_size=1, max_size=8 if gin else 3, unique=True))
    )
    hands = st.lists(few, min_size=1, max_size=4 if gin else 8).map(" ".join)
    if gin:
        fields = {f"hand{seat}-cards": draw(hands) for seat in range(2)}
        return {"ending": "knock", "by": "0", "upcard": "7D", **fields}
    others = {f"hand{seat}-in_hand": draw(hands) for seat in range(1, len(setup.players))}
    return {"ending": "out", "by": "0", "hand0-melds": "5 5 5", **others}


@pytest.mark.parametrize("variant", REAL_VARIANTS)
@tries(10)
@given(data=st.data())
def test_the_pad_refuses_more_cards_than_the_pack_has_and_no_fewer(
    keys: Keys, variant: str, data: st.DataObject
) -> None:
    setup = data.draw(setups(st.just(VARIANTS[variant])))
    if setup.has_partners:  # each pair has a pad and a pack
        setup = setup._replace(players=setup.players[:2])
    fields = data.draw(crowded_hands(setup))
    shown = keys.show(fields, setup)
    assert shown is not None
    problems = score(setup, send(setup, fields)).problems
    assert bool(shown.refusals) is bool(SURPLUS & {problem.code for problem in problems})


# --- melds ----------------------------------------------------------------------------------------


@st.composite
def laid_cards(draw: st.DrawFn, table: PadTable) -> str:
    """Cards that lie together: nearly a set or a run, some of them wild, or anything."""
    wilds = ["JK"] if table["jokers"] else []
    if table["wild_twos"]:
        wilds += ["2B", "2S"] if table["split_twos"] else ["2", "2H"]
    suits = st.sampled_from(SUITS)
    kind = draw(st.sampled_from(["set", "run", "any"]))
    if kind == "set":
        rank = draw(st.sampled_from(RANKS))
        bare = "2R" if rank == "2" and table["split_twos"] else rank
        cards = draw(st.lists(st.just(bare) | suits.map(lambda suit: rank + suit), max_size=6))
    elif kind == "run":
        suit, low = draw(suits), draw(st.integers(0, 12))
        cards = [rank + suit for rank in (RANKS + "A")[low : low + draw(st.integers(2, 14))]]
    else:
        every = [rank + suit for rank in RANKS for suit in "SH"]
        cards = draw(st.lists(st.sampled_from(every + wilds), max_size=5))
    laid = [draw(_perhaps_wild(card, wilds)) for card in cards]
    return " ".join(draw(st.permutations(laid)) if draw(st.booleans()) else laid)


def _perhaps_wild(card: str, wilds: Sequence[str]) -> st.SearchStrategy[str]:
    """A card or, once in a while, a wild in its place, which may say so."""
    named = [f"{wild}={card}" for wild in wilds] if card[-1] in RANKS + SUITS else []
    if not wilds or card in wilds:
        return st.just(card)
    return st.integers(0, 7).flatmap(
        lambda chance: st.just(card) if chance else st.sampled_from([*wilds, *named])
    )


def faults_of_meld(checked: CheckedScore) -> list[Problem]:
    """What is wrong with the first meld by itself; wilds that say too little are another thing."""
    return [
        problem
        for problem in checked.problems
        if problem.at == ("hands", 0, "melds", 0) and problem.severity == "error"
    ]


@pytest.mark.parametrize("variant", MELDING)
@tries(15)
@given(data=st.data())
def test_the_pad_reads_the_melds_that_the_site_takes_and_counts_them_alike(
    keys: Keys, variant: str, data: st.DataObject
) -> None:
    setup = data.draw(setups(st.just(VARIANTS[variant])))
    table = table_of(setup)
    text = data.draw(laid_cards(table))
    assume(len(text.split()) > 1)
    others = {f"hand{seat}-in_hand": "9" for seat in range(1, len(setup.players))}
    fields = {"ending": "out", "by": "0", "hand0-melds": text, **others}
    shown = keys.show(fields, setup)
    checked = score(setup, send(setup, fields))
    assume(not SURPLUS & {problem.code for problem in checked.problems})
    faults = {problem.code for problem in faults_of_meld(checked)}
    if shown is None:
        # In contract wild cards alone need not say what they stand for; the keys ask for it.
        assert faults or any(problem.code == "all_wild_meld" for problem in checked.problems)
        return
    assert faults <= {"wild_undeclared", "too_few_naturals"}
    assert_sent_alike(shown, setup, checked if not faults else None)


def assert_sent_alike(shown: Pressed, setup: Setup, checked: CheckedScore | None) -> None:
    """Check that the pad shows the points, and doubts the wilds, of what it sends."""
    sent = score(setup, send(setup, shown.fields))
    codes = {problem.code for problem in sent.problems}
    assert {problem.code for problem in faults_of_meld(sent)} <= {"too_few_naturals"}
    is_few = "too_few_naturals" in codes
    assert doubted(shown, "too few natural cards") is is_few
    assert doubted(shown, "wild cards alone") is ("all_wild_meld" in codes and not is_few)
    if sent.score is not None:
        assert list(shown.points) == points_of(sent)
        assert checked is None or points_of(checked) == points_of(sent)


# --- gin ------------------------------------------------------------------------------------------


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


@tries(15)
@given(chance=RANDOMS)
def test_gin_hands_lie_with_the_deadwood_that_the_site_finds(keys: Keys, chance: Any) -> None:
    setup = setup_of("gin150", 2)
    dealt = [hand.cards for hand in make_gin_deal(setup, chance).hands if hand.cards]
    hands = [*dealt, tuple(chance.sample(NATURAL_CARDS, 10))]
    found = keys.page.evaluate(WAYS, [table_of(setup), [texts(hand) for hand in hands]])
    for hand, ways in zip(hands, found, strict=True):
        best = best_arrangement(hand)
        count, deadwood = ways[0]
        assert (count, len(deadwood)) == (best.points, len(best.deadwood))
        least = {frozenset(texts(way.deadwood)) for way in least_of(hand)}
        assert {frozenset(deadwood) for _, deadwood in ways} == least


def least_of(hand: Sequence[Card]) -> Sequence[Any]:
    """The arrangements that leave no further meld in the deadwood."""
    every = arrangements(hand, 100)
    return [
        way for way in every if len(best_arrangement(way.deadwood).deadwood) == len(way.deadwood)
    ]
