"""Checks and scores one deal of contract Oklahoma (Introduction, Play, Card Values)."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from scorekeeper.rules.cards import BLACK_TWO, JOKER, NATURAL_CARDS, TWOS_BY_COLOUR, Card, Rank
from scorekeeper.rules.deals import Deal, Ending, Hand, Points
from scorekeeper.rules.melds import MeldKind, MeldRules, meld_kinds
from scorekeeper.rules.table_checks import (
    ONE_HAND,
    check_fives,
    check_out,
    check_pack,
    claims_out,
    facts_of_hand,
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
    Path,
    Problem,
    ScoreLine,
    Table,
    values_by_key,
    warning,
)
from scorekeeper.rules.variants.contract.facts import (
    LAST_CONTRACT,
    MOST_PLAYERS,
    SUITLESS,
    Contract,
    contract_of,
    pack,
)
from scorekeeper.rules.variants.contract.options import ContractOptions
from scorekeeper.rules.words import write_plural

CARDS_DEALT: Final = 10  # Set-up
SET_MIN, RUN_MIN = 3, 4  # Introduction
# Black twos and Jokers are wild; red twos are plain cards of five (Introduction, Card Values).
WILDS: Final = frozenset((JOKER, BLACK_TWO, *TWOS_BY_COLOUR[BLACK_TWO]))
_WILD_VALUE, _ACE_VALUE, _HIGH_VALUE, _LOW_VALUE = 20, 15, 10, 5
_LEAST_LAST_HAND: Final = CARDS_DEALT * _LOW_VALUE
_STAYS: Final = f"{CARDS_DEALT} cards or more stay, which count {_LEAST_LAST_HAND} or more"


def _value(card: Card) -> Points:
    if card in WILDS:
        return _WILD_VALUE
    if card.rank is Rank.ACE:
        return _ACE_VALUE
    return _HIGH_VALUE if card.rank >= Rank.TEN else _LOW_VALUE


CARD_VALUES: Final = {card: _value(card) for card in (*NATURAL_CARDS, JOKER, *SUITLESS)}
"""The points that each card left in hand counts against its player (Card Values)."""


@cache
def meld_rules(*, ace: str, min_naturals: int) -> MeldRules:
    """Return the rules of melds: sets of three or more, runs of four or more (Introduction)."""
    return MeldRules(
        wilds=WILDS,
        run_min=RUN_MIN,
        set_max=None,
        ace_low=ace == "both",
        ace_both_ends=ace == "both",
        min_naturals=min_naturals,
    )


def score_deal(options: ContractOptions, deal: Deal, table: Table) -> CheckedScore:
    """Return the problems of one deal and, if none is an error, its score."""
    problems = (
        *_check_ending(options, deal),
        *_check_melds(options, deal, table),
        *check_pack(deal, pack(options, len(table.players)), table, SUITLESS),
        *check_out(deal, table),
        *check_fives(deal),
        *_check_likely(deal, table),
    )
    if has_error(problems):
        return CheckedScore(problems=problems, score=None)
    hands = tuple([_score_hand(hand, deal.by == seat) for seat, hand in enumerate(deal.hands)])
    return CheckedScore(problems=problems, score=DealScore(hands=hands))


def count_hand(options: ContractOptions, hand: Hand) -> CheckedScore:
    """Return the score of the cards in one hand; its melds are only checked (Card Values).

    The number of players is not known, so the pack is that of the most players.
    """
    alone = Deal(ending=Ending.STOCK, hands=(hand,))
    rules = meld_rules(ace=options.ace, min_naturals=options.min_naturals)
    problems = (
        *read_melds(hand, rules, seat=0)[1],
        *check_pack(alone, pack(options, MOST_PLAYERS), ONE_HAND, SUITLESS),
    )
    if has_error(problems):
        return CheckedScore(problems=problems, score=None)
    return CheckedScore(
        problems=problems, score=DealScore(hands=(_score_hand(hand, is_out=False),))
    )


def _check_ending(options: ContractOptions, deal: Deal) -> Iterator[Problem]:
    if deal.ending is Ending.STOCK and options.stock_out == "reshuffle":
        yield Problem(
            at=("ending",),
            code="bad_value",
            text="Here the discards are shuffled when the stock runs out, so it ends no deal",
        )


def _check_melds(options: ContractOptions, deal: Deal, table: Table) -> Iterator[Problem]:
    rules = meld_rules(ace=options.ace, min_naturals=options.min_naturals)
    contract = contract_of(table.number)
    for seat, hand in enumerate(deal.hands):
        at: Path = ("hands", seat)
        _, found = read_melds(hand, rules, seat)
        yield from found
        yield from _check_laid_down(hand, seat == deal.by, at)
        if hand.melds and not has_error(found) and not _meets(hand, contract, rules):
            yield Problem(
                at=(*at, "melds"),
                code="contract_not_met",
                text=f"The contract of deal {table.number} is {contract};"
                " these melds do not make it",
            )


def _check_laid_down(hand: Hand, is_out: bool, at: Path) -> Iterator[Problem]:
    if hand.laid_down is not False:
        return
    if hand.melds:
        text = "Melds are given, so this player has laid down"
        yield Problem(at=(*at, "laid_down"), code="bad_value", text=text)
    elif is_out:
        text = "Nobody can go out before laying down the contract"
        judged_by: tuple[Path, ...] = (("by",), (*at, "laid_down"))
        yield Problem(
            at=(*at, "laid_down"), code="contract_not_met", text=text, judged_by=judged_by
        )


def _meets(hand: Hand, contract: Contract, rules: MeldRules) -> bool:
    """Tell whether the melds fulfil the contract; a large one may count as several of its kind."""
    reached = {Contract(0, 0)}
    for laid in hand.melds or ():
        reached = {
            _add(sofar, kind, len(laid), contract)
            for sofar in reached
            for kind in meld_kinds(laid, rules)
        }
    return contract in reached


def _add(sofar: Contract, kind: MeldKind, cards: int, contract: Contract) -> Contract:
    """Return the sets and runs with one more meld, at most those of the contract."""
    if kind is MeldKind.SET:
        return sofar._replace(sets=min(contract.sets, sofar.sets + cards // SET_MIN))
    return sofar._replace(runs=min(contract.runs, sofar.runs + cards // RUN_MIN))


def _check_likely(deal: Deal, table: Table) -> Iterator[Problem]:
    last = table.number >= LAST_CONTRACT
    for seat, hand in enumerate(deal.hands):
        at: Path = ("hands", seat)
        facts = facts_of_hand(seat, "in_hand", "in_hand_points", "laid_down", "melds")
        count = None if hand.in_hand is None else len(hand.in_hand)
        if claims_out(hand):
            text = _odd_last_hand(hand) if last else ""
            code = "too_few_cards"
        elif last and (hand.laid_down or hand.melds or _is_short(hand, count)):
            text = f"In deal {LAST_CONTRACT} nobody lays down with cards left: {_STAYS}"
            code = "hand5_too_few_cards"
        elif count and (last or hand.laid_down is False) and (count < CARDS_DEALT or count % 2):
            text = f"{write_plural(count, 'card')}: a player who is not down holds 10, or 2 more"
            text += " for each card bought"
            code = "too_few_cards"
        else:
            continue
        if text:
            yield warning(at, code, text, judged_by=(*facts, ("by",)))


def _odd_last_hand(hand: Hand) -> str:
    """Return why a hand cannot have gone out in the last deal; empty if it can (Note)."""
    shown = sum([len(meld) for meld in hand.melds or ()])
    drawn = CARDS_DEALT + 1
    if not hand.melds or (shown >= drawn and (shown - drawn) % 2 == 0):
        return ""
    text = f"{write_plural(shown, 'card')}: whoever goes out of deal {LAST_CONTRACT} lays down"
    return f"{text} {drawn}, or 2 more for each card bought"


def _is_short(hand: Hand, count: int | None) -> bool:
    """Tell whether a hand has too few cards for a loser of the last deal, who keeps all (Note)."""
    if count is not None:
        return count < CARDS_DEALT
    return hand.in_hand_points is not None and hand.in_hand_points < _LEAST_LAST_HAND


def _score_hand(hand: Hand, is_out: bool) -> HandScore:
    if is_out:
        line = ScoreLine(reason="going_out", points=0, remark="no card left", rule="Play")
    elif hand.in_hand_points is not None:
        line = ScoreLine(
            reason="in_hand", points=hand.in_hand_points, remark="entered as a total", rule="Play"
        )
    elif not hand.in_hand:
        line = ScoreLine(reason="in_hand", points=0, remark="no card left", rule="Play")
    else:
        line = sum_line("in_hand", parts_by_value(hand.in_hand, CARD_VALUES), rule="Card Values")
    return HandScore(lines=(line,))


# --- The facts about contract Oklahoma that the pad needs -----------------------------------------


@lru_cache(maxsize=64)  # for the same reason as ``asks``
def keypad(options: ContractOptions) -> KeypadFacts:
    """Return the values in hand and the rules of melds, which score nothing (Card Values)."""
    return KeypadFacts(
        rules=meld_rules(ace=options.ace, min_naturals=options.min_naturals),
        in_hand=values_by_key(lambda card: CARD_VALUES[card]),
    )
