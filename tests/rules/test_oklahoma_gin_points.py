"""A knock by its two counts, against a plain retelling of the two texts."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.scoring import with_options
from scorekeeper.rules.variant import Table
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.variants.oklahoma_gin.knock import KnockTerms
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions

PLAYERS = ("Ann", "Bob")
RULES = st.fixed_dictionaries(
    {
        "gin_bonus": st.sampled_from([0, 20, 25]),
        "undercut_bonus": st.sampled_from([0, 10, 25]),
        "undercut_on_tie": st.booleans(),
        "gin_immune": st.booleans(),
        "spade_double": st.booleans(),
    }
)
COUNTS = st.integers(0, 10)
UPCARDS = st.sampled_from([Card(Rank.KING, Suit.SPADES), Card(Rank.TEN, Suit.HEARTS)])


def played(counts: tuple[int, int], upcard: Card, rules: dict[str, Any]) -> tuple[int, ...]:
    """The points of Ann, who knocks, and of Bob."""
    gin = VARIANTS["gin150"]
    hands = tuple([Hand(deadwood_points=count) for count in counts])
    deal = Deal(ending=Ending.KNOCK, by=Seat(0), upcard=upcard, hands=hands)
    table = Table(players=PLAYERS, number=1)
    score = gin.family.score_deal(with_options(gin, rules), deal, table).score
    assert score is not None
    return tuple([hand.points for hand in score.hands])


def told(counts: tuple[int, int], upcard: Card, rules: dict[str, Any]) -> tuple[int, int]:
    knocker, defender = counts
    times = 2 if rules["spade_double"] and upcard.suit == "S" else 1
    tie_undercuts = knocker == defender and rules["undercut_on_tie"]
    if knocker == 0 and (rules["gin_immune"] or not tie_undercuts):
        return (defender + rules["gin_bonus"]) * times, 0
    if defender < knocker or tie_undercuts:
        return 0, (knocker - defender + rules["undercut_bonus"]) * times
    return (defender - knocker) * times, 0


EVERY_RULE = st.builds(
    GinOptions,
    gin_bonus=st.integers(0, 50),
    undercut_bonus=st.integers(0, 50),
    undercut_on_tie=st.booleans(),
    gin_immune=st.booleans(),
    big_gin_bonus=st.none() | st.integers(0, 50),
)


@given(EVERY_RULE, st.booleans(), st.booleans(), st.integers(0, 98))
def test_the_knockers_points_never_rise_with_the_knockers_deadwood(
    options: GinOptions, eleven: bool, doubled: bool, defender: int
) -> None:
    # The search for the best knock ends where more deadwood cannot be worth more.
    terms = KnockTerms(options=options, eleven=eleven, doubled=doubled)
    nets = [terms.net(knocker, defender) for knocker in range(11)]
    assert nets == sorted(nets, reverse=True)


@given(EVERY_RULE, st.booleans(), st.integers(0, 10))
def test_the_knockers_points_never_fall_as_the_defenders_deadwood_grows(
    options: GinOptions, doubled: bool, knocker: int
) -> None:
    terms = KnockTerms(options=options, eleven=False, doubled=doubled)
    nets = [terms.net(knocker, defender) for defender in range(99)]
    assert nets == sorted(nets)


@settings(max_examples=100)
@given(st.tuples(COUNTS, COUNTS | st.integers(0, 98)), UPCARDS, RULES)
def test_a_knock_is_worth_what_the_texts_say(
    counts: tuple[int, int], upcard: Card, rules: dict[str, Any]
) -> None:
    assert played(counts, upcard, rules) == told(counts, upcard, rules)
