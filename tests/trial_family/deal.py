"""Checking and scoring one deal of five hundred rum; what the keys of the meld pad know of it."""

from collections.abc import Iterator

from scorekeeper.rules.cards import ANY_SUIT, JOKER
from scorekeeper.rules.deals import Deal, Ending, Hand
from scorekeeper.rules.table_checks import (
    ONE_HAND,
    check_out,
    check_pack,
    has_error,
    parts_by_value,
    read_melds,
    sum_line,
)
from scorekeeper.rules.variant import (
    CheckedScore,
    DealScore,
    HandScore,
    KeypadFacts,
    Part,
    Problem,
    ScoreLine,
    Table,
    values_by_key,
)
from tests.trial_family.facts import CARD_VALUES, MELD_RULES, RumHand, pack
from tests.trial_family.options import RumOptions


def score_deal(options: RumOptions, deal: Deal, table: Table) -> CheckedScore:
    """Check one deal and, if no problem is an error, score it."""
    problems = (*_check_cards(options, deal, table), *check_out(deal, table))
    if has_error(problems):
        return CheckedScore(problems=problems, score=None)
    return CheckedScore(problems=problems, score=_score(deal))


def count_hand(options: RumOptions, hand: Hand) -> CheckedScore:
    """Count the cards of one hand by itself."""
    alone = Deal(ending=Ending.STOCK, hands=(hand,))
    problems = tuple(_check_cards(options, alone, ONE_HAND))
    return CheckedScore(problems=problems, score=None if has_error(problems) else _score(alone))


def _check_cards(options: RumOptions, deal: Deal, table: Table) -> Iterator[Problem]:
    for seat, hand in enumerate(deal.hands):
        yield from read_melds(hand, MELD_RULES, seat)[1]
    yield from check_pack(deal, pack(options, len(table.players)), table, ANY_SUIT)


def _score(deal: Deal) -> DealScore:
    return DealScore(hands=tuple([HandScore(lines=tuple(_lines(hand))) for hand in deal.hands]))


def _lines(hand: Hand) -> Iterator[ScoreLine]:
    if hand.melded_points is not None and hand.in_hand_points is not None:
        total = "entered as a total"
        yield ScoreLine(reason="melded", points=hand.melded_points, remark=total, rule="Scoring")
        yield ScoreLine(reason="in_hand", points=-hand.in_hand_points, remark=total, rule="Scoring")
    if hand.melds:
        parts = [
            Part(cards=meld, values=tuple([CARD_VALUES[item.card] for item in meld]), is_meld=True)
            for meld in hand.melds
        ]
        yield sum_line("melded", parts, rule="Scoring")
    if isinstance(hand, RumHand) and hand.laid_off:
        parts = [*parts_by_value(hand.laid_off, CARD_VALUES)]
        yield sum_line("laid_off", parts, rule="Laying off")
    if hand.in_hand:
        parts = [*parts_by_value(hand.in_hand, CARD_VALUES)]
        yield sum_line("in_hand", parts, rule="Scoring", sign=-1)


def keypad(options: RumOptions) -> KeypadFacts:
    """The value of each card, melded and in hand; there is no Joker."""
    values = values_by_key(lambda card: 0 if card == JOKER else CARD_VALUES[card])
    return KeypadFacts(rules=MELD_RULES, in_hand=values, melded=values)
