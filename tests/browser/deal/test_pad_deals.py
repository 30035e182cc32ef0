"""Generated deals on the keys: what is pressed is what is sent, kept and exported.

Forty of each kind, of which the first are kept; ``test_pad_taps.py`` enters some on the page
itself, where they are drawn.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from scorekeeper.rules.cards import Rank
from scorekeeper.rules.deals import Deal
from scorekeeper.rules.scoring import Setup
from scorekeeper.rules.variant import Table
from tests.browser.gin_deals import make_gin_deal
from tests.browser.pad_deals import make_contract_deal, make_deal
from tests.browser.pad_keeping import assert_kept
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_presses import presses_of
from tests.browser.pad_reading import at_table, send
from tests.suits import strip_suits

Maker = Callable[[Setup, Random], Deal]


def make_any_deal(setup: Setup, chance: Random) -> Deal:
    """A deal of few cards or many."""
    seats = len(setup.players)
    return make_deal(setup, chance, cards=chance.randint(8 * seats, min(80, 25 * seats)))


def make_single_pack_deal(setup: Setup, chance: Random) -> Deal:
    """A deal of part of one pack."""
    return make_deal(setup, chance, cards=chance.randint(12, 40))


CASES: dict[str, tuple[int, Maker]] = {
    "laws": (3, make_any_deal),
    "modern": (5, make_any_deal),
    "contract": (3, make_contract_deal),
    "gin150": (2, make_gin_deal),
    "rum500": (3, make_single_pack_deal),
}
DEALS: Final = 40
KEPT: Final = 8
WITH_POINTS: Final = ("laws", "modern", "contract")
"""Variants in which each hand has its points on the keys."""


@pytest.mark.parametrize("variant", CASES)
def test_what_is_pressed_is_the_deal_that_the_site_reads_counts_and_exports(
    keys: Keys, variant: str, tmp_path: Path
) -> None:
    players, make = CASES[variant]
    setup = setup_of(variant, players)
    deals = [make(setup, Random(seed)) for seed in range(DEALS)]
    answers = keys.press_all([presses_of(setup, deal) for deal in deals], setup)
    for deal, pressed in zip(deals, answers, strict=True):
        assert not pressed.refusals
        sent = send(setup, pressed.fields)
        assert at_table(sent, setup) == at_table(deal, setup)
        if variant != "rum500":  # where the key of the queen of spades gives a suit for nothing
            assert sent == strip_suits(setup, sent)
        if variant in WITH_POINTS:
            assert list(pressed.points) == points_of(setup, sent)
    assert_kept(tmp_path, setup, [pressed.fields for pressed in answers[:KEPT]])


def points_of(setup: Setup, deal: Deal) -> list[int]:
    """The points of a deal as the site counts them."""
    table = Table(players=setup.players, number=1)
    checked = setup.variant.family.score_deal(setup.options, deal, table)
    assert checked.score is not None, checked.problems
    return [int(hand.points) for hand in checked.score.hands]


def test_the_gin_deals_are_of_every_kind() -> None:
    setup = setup_of("gin150", 2)
    score_deal, table = setup.variant.family.score_deal, Table(players=setup.players, number=1)
    kinds: Counter[str] = Counter()
    for seed in range(200):
        deal = make_gin_deal(setup, Random(seed))
        score = score_deal(setup.options, deal, table).score
        assert score is not None
        assert score.outcome is not None
        kinds[score.outcome.name] += 1
        kinds["eleven cards"] += any(len(hand.cards or ()) == 11 for hand in deal.hands)
        kinds["ace turned up"] += deal.upcard is not None and deal.upcard.rank is Rank.ACE
    assert set(kinds) == {"knock", "gin", "undercut", "dead", "eleven cards", "ace turned up"}
    assert min(kinds.values()) >= 5, kinds
