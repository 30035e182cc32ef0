"""Deals that are played out: legal at every turn, by rules of all tables, and worth playing."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.domain.cards import QUEEN_OF_SPADES, Card, Rank, Suit
from scorekeeper.domain.deals import Ending, Seat
from scorekeeper.domain.draw import Draw
from scorekeeper.domain.play import PlayedDeal, Source, ToPlay, Turn
from scorekeeper.domain.variant import Table, Variant
from scorekeeper.domain.variants import VARIANTS
from tests.domain.referee import Referee

PLAYED = {key: variant for key, variant in VARIANTS.items() if variant.family.play is not None}
EVERY_PLAYED = pytest.mark.parametrize("variant", PLAYED.values(), ids=list(PLAYED))
DEALS = 200
OF_A_FAMILY = 60
"""Deals by any house rules, shared by the variants of a family."""
NAMES = tuple("ABCDEFGHIJ")


def play(variant: Variant, options: Any, to_play: ToPlay, seed: str) -> PlayedDeal:
    assert variant.family.play is not None
    return variant.family.play(options, to_play, Draw(seed))


def random_table(variant: Variant, chance: Random) -> tuple[Any, ToPlay]:
    """House rules, of which about half are the printed ones, and a table of any size."""
    chosen = {
        option.name: chance.choice([value for value, _ in option.choices] or [True, False])
        for option in variant.options
        if (option.choices or isinstance(getattr(variant.defaults, option.name), bool))
        and chance.random() < 0.5
    }
    options = replace(variant.defaults, **chosen)
    paired = variant.family.asks(options).paired
    players = chance.choice(
        [each for each in variant.family.players(options) if each not in paired]
    )
    dealer = Seat(chance.randrange(players))
    return options, ToPlay(players=players, dealer=dealer, number=chance.randint(1, 6))


@EVERY_PLAYED
def test_every_step_is_legal_and_the_family_accepts_the_deal(variant: Variant) -> None:
    chance = Random(variant.key)
    alike = [each for each in PLAYED.values() if each.family is variant.family]
    for number in range(OF_A_FAMILY // len(alike)):
        options, to_play = random_table(variant, chance)
        played = play(variant, options, to_play, f"{variant.key} {number}")
        Referee(variant, options, to_play, played).follow()
        table = Table(players=NAMES[: to_play.players], number=to_play.number)
        checked = variant.family.score_deal(options, played.deal, table)
        assert checked.score is not None
        assert checked.problems == ()


@EVERY_PLAYED
def test_the_same_draw_plays_the_same_deal_and_another_one_another(variant: Variant) -> None:
    to_play = ToPlay(players=2, dealer=Seat(0), number=1)
    options = variant.defaults
    assert play(variant, options, to_play, "1") == play(variant, options, to_play, "1")
    assert play(variant, options, to_play, "1") != play(variant, options, to_play, "2")


@EVERY_PLAYED
def test_cards_that_somebody_else_holds_are_not_dealt(variant: Variant) -> None:
    held = (Card(Rank.KING, Suit.HEARTS), Card(Rank.QUEEN, Suit.SPADES))
    players = 1 if variant.family.key == "oklahoma_gin" else 3
    to_play = ToPlay(players=players, dealer=Seat(0), number=1, without=held)
    played = play(variant, variant.defaults, to_play, "1")
    left_out = variant.family.pack(variant.defaults, players).copies - 1
    assert [played.pack.count(card) for card in held] == [left_out, left_out]
    if players > 1:
        Referee(variant, variant.defaults, to_play, played).follow()


@EVERY_PLAYED
def test_a_deal_of_some_rounds_stops_with_everybody_in_play(variant: Variant) -> None:
    for number in range(1, 7):
        to_play = ToPlay(players=2, dealer=Seat(0), number=number, rounds=8)
        played = play(variant, variant.defaults, to_play, f"{number}")
        Referee(variant, variant.defaults, to_play, played).follow()
        assert played.deal.by is None
        if played.deal.ending is None:
            assert all(hand.in_hand or hand.cards for hand in played.deal.hands)


def endings(key: str, players: int, number: int = 1, deals: int = DEALS) -> Counter[Any]:
    """How deals by the printed rules ended, and what else was told of them."""
    variant = VARIANTS[key]
    found: Counter[Any] = Counter()
    for each in range(deals):
        to_play = ToPlay(players=players, dealer=Seat(0), number=number)
        played = play(variant, variant.defaults, to_play, f"{key} {each}")
        deal = played.deal
        found[deal.ending] += 1
        for flag in ("concealed", "first_turn", "last_card"):
            found[flag] += getattr(deal, flag)
        found["queen caught"] += any(QUEEN_OF_SPADES in (hand.in_hand or ()) for hand in deal.hands)
        found["took a pile"] += any(
            isinstance(step, Turn) and step.source is Source.PILE for step in played.steps
        )
    return found


def test_players_of_oklahoma_go_out_in_every_way_and_are_caught_with_the_queen_at_times() -> None:
    found = endings("modern", 5)
    assert found[Ending.OUT] > 3 * DEALS / 4
    assert found[Ending.STOCK] > 0
    assert 0 < found["concealed"] < DEALS / 4
    assert 0 < found["first_turn"] < DEALS / 10
    assert 0 < found["last_card"] < DEALS / 10
    assert 0 < found["queen caught"] < DEALS
    assert found["took a pile"] > DEALS / 2


@pytest.mark.parametrize("number", [1, 5])
def test_players_of_a_contract_game_come_to_its_end(number: int) -> None:
    assert endings("contract", 3, number, deals=40)[Ending.OUT] == 40


def test_players_of_gin_knock_for_points_and_for_gin_and_are_undercut() -> None:
    variant = VARIANTS["gin100"]
    found: Counter[str] = Counter()
    for each in range(DEALS):
        to_play = ToPlay(players=2, dealer=Seat(0), number=1)
        deal = play(variant, variant.defaults, to_play, f"{each}").deal
        score = variant.family.score_deal(
            variant.defaults, deal, Table(players=NAMES[:2], number=1)
        ).score
        assert score is not None
        assert score.outcome is not None
        found[score.outcome.name] += 1
    assert found["knock"] > DEALS / 4
    assert {"gin", "undercut"} <= {*found}


# --- the referee sees what is wrong ---


@EVERY_PLAYED
@pytest.mark.parametrize(
    "tampered",
    [
        lambda steps: steps[:-1],
        lambda steps: steps[1:],
        lambda steps: [replace(steps[0], discard=None), *steps[1:]],
        lambda steps: [replace(steps[0], seat=1 - steps[0].seat), *steps[1:]],
        lambda steps: [*steps, steps[-1]],
        lambda steps: (
            [*steps[:-1], replace(steps[-1], laid=())]
            if steps[-1].laid
            else [*steps[:-1], replace(steps[-1], is_knock=False)]
        ),
    ],
    ids=["last left out", "first left out", "no discard", "out of turn", "twice", "not laid"],
)
def test_a_false_step_is_refused(
    variant: Variant, tampered: Callable[[Sequence[Any]], Sequence[Any]]
) -> None:
    to_play = ToPlay(players=2, dealer=Seat(0), number=1)
    played = play(variant, variant.defaults, to_play, "3")
    false = replace(played, steps=tuple(tampered(played.steps)))
    with pytest.raises((AssertionError, IndexError)):
        Referee(variant, variant.defaults, to_play, false).follow()
