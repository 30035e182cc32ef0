"""Checks and scores one deal of Oklahoma (Laws 4, 7 to 12, 17 to 19, 23 and 24)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.rules.cards import Pack
from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.melds import Meld
from scorekeeper.rules.table_checks import (
    ONE_HAND,
    check_absence,
    check_fives,
    check_out,
    check_pack,
    facts_of_hand,
    has_error,
    has_surplus_wilds,
    parts_by_value,
    read_melds,
    sum_line,
    warn_of_five,
)
from scorekeeper.rules.variant import (
    Bonus,
    CheckedScore,
    DealScore,
    HandScore,
    KeypadFacts,
    Part,
    Path,
    Problem,
    ScoreLine,
    Table,
    values_by_key,
    warning,
)
from scorekeeper.rules.variants.oklahoma.facts import (
    PENALTY_LAWS,
    SUITLESS,
    WILDS,
    in_hand_values,
    meld_rules,
    melded_value,
    pack,
)
from scorekeeper.rules.variants.oklahoma.options import OklahomaOptions
from scorekeeper.rules.words import write_plural

# --- The cases in which bonuses for going out are withheld, for the score and for the pad ---------


class Withheld(NamedTuple):
    """A case in which a bonus is withheld: the flags of the deal, the reason, and the rule.

    All flags must be set, and those after ``!`` must not be.
    """

    flags: tuple[str, ...]
    why: str
    rule: str


_FORFEIT: Final = Withheld(
    ("wrong_count", "!agreed_correct"), "wrong number of cards found after the first play", "Law 4"
)
_FIRST_TURN: Final = Withheld(("first_turn",), "not on the first turn", "Law 10, by option")
_CONCEALED_AT_FIRST: Final = _FIRST_TURN._replace(rule="Law 23")  # its N.B.; Law 10 has none
_LAST_CARD: Final = Withheld(("last_card",), "not with the last card of the stock", "Law 24")


def going_out_withheld(options: OklahomaOptions) -> tuple[Withheld, ...]:
    """Return the cases that withhold the bonus for going out (Laws 4, 10 and 24).

    If several apply, the score gives the first as the reason.
    """
    cases = (
        (_FORFEIT, options.wrong_count_rule),
        (_FIRST_TURN, options.first_turn_out in ("no_bonus", "concealed_only")),
        (_LAST_CARD, not options.last_card_out_bonus),
    )
    return tuple([case for case, is_played in cases if is_played])


def concealed_withheld(options: OklahomaOptions) -> tuple[Withheld, ...]:
    """Return the cases that withhold the bonus for going out concealed (Laws 4 and 23)."""
    cases = (
        (_FORFEIT, options.wrong_count_rule),
        (_CONCEALED_AT_FIRST, not may_be_concealed_at_first(options)),
    )
    return tuple([case for case, is_played in cases if is_played])


def may_be_concealed_at_first(options: OklahomaOptions) -> bool:
    """Tell whether going out on the first turn can earn the concealed bonus (Law 23)."""
    return options.first_turn_out in ("concealed_only", "both")


def find_withheld(deal: Deal, cases: Iterable[Withheld]) -> Withheld | None:
    """Return the first of the cases that applies to a deal, or None."""
    return next((case for case in cases if all(_holds(deal, flag) for flag in case.flags)), None)


def _holds(deal: Deal, flag: str) -> bool:
    given: bool = getattr(deal, flag.removeprefix("!"))
    return given is not flag.startswith("!")


CARDS_DEALT: Final = 13  # Law 3
_WILDS_ALWAYS_READ: Final = 2


def score_deal(options: OklahomaOptions, deal: Deal, table: Table) -> CheckedScore:
    """Return the problems of one deal and, if none is an error, its score."""
    cards = pack(options, len(table.players))
    melds, faults = _read_melds(options, deal, cards)
    problems = (
        *faults,
        *check_pack(deal, cards, table, SUITLESS),
        *check_absence(deal, table),
        *check_out(deal, table),
        *check_fives(deal),
        *_check_likely(options, deal, table.players),
    )
    if has_error(problems):
        return CheckedScore(problems=problems, score=None)
    scores = [_score_hand(options, deal, Seat(seat), own) for seat, own in enumerate(melds)]
    return CheckedScore(problems=problems, score=DealScore(hands=tuple(scores)))


def count_hand(options: OklahomaOptions, hand: Hand) -> CheckedScore:
    """Return the score of the cards of one hand, without any bonus (Law 12)."""
    alone = Deal(ending=Ending.STOCK, hands=(hand,))
    cards = pack(options, len(ONE_HAND.players))
    melds, faults = _read_melds(options, alone, cards)
    problems = (*faults, *check_pack(alone, cards, ONE_HAND, SUITLESS))
    if has_error(problems):
        return CheckedScore(problems=problems, score=None)
    score = HandScore(lines=tuple(_card_lines(options, hand, melds[0])))
    return CheckedScore(problems=problems, score=DealScore(hands=(score,)))


def _read_melds(
    options: OklahomaOptions, deal: Deal, cards: Pack
) -> tuple[list[tuple[Meld, ...]], list[Problem]]:
    """Return the legal melds of each hand, none of one entered as totals, and all problems."""
    rules = meld_rules(ace_both_ends=options.ace_both_ends, min_naturals=options.min_naturals)
    is_surplus = has_surplus_wilds(deal, cards, WILDS, SUITLESS)
    most_wilds = _WILDS_ALWAYS_READ if is_surplus else None
    read = [
        read_melds(hand, rules, seat, most_wilds=most_wilds) for seat, hand in enumerate(deal.hands)
    ]
    return [melds for melds, _ in read], [problem for _, own in read for problem in own]


def _check_likely(
    options: OklahomaOptions, deal: Deal, players: Sequence[str]
) -> Iterator[Problem]:
    if deal.concealed and deal.first_turn and not may_be_concealed_at_first(options):
        text = "Out on the first turn: no concealed bonus (Law 23)"
        yield warning(("concealed",), "no_concealed_on_first_draw", text)
    yield from _check_flags(deal)
    for seat, hand in enumerate(deal.hands):
        for number, penalty in enumerate(hand.penalties):
            if penalty.law is not None and penalty.law not in dict(PENALTY_LAWS):
                law_at: Path = ("hands", seat, "penalties", number, "law")
                text = f"The law of a penalty is 17, 18 or 19, not {penalty.law}"
                yield Problem(at=law_at, code="bad_value", text=text)
            yield from warn_of_five(("hands", seat, "penalties", number), penalty.points)
        if hand.in_hand is None or hand.melds is None or deal.wrong_count:
            continue
        count = sum([len(meld) for meld in hand.melds]) + len(hand.in_hand)
        if count < CARDS_DEALT:
            shown = write_plural(count, "card")
            text = f"{players[seat]} shows {shown} and was dealt {CARDS_DEALT}"
            judged_by = (*facts_of_hand(seat, "melds", "in_hand"), ("wrong_count",))
            yield warning(("hands", seat), "too_few_cards", text, judged_by=judged_by)


def _check_flags(deal: Deal) -> Iterator[Problem]:
    """Yield a problem for each flag about going out, if the stock ran out."""
    if deal.ending is not Ending.STOCK:
        return
    for flag in ("concealed", "first_turn", "last_card"):
        if getattr(deal, flag):
            yield Problem(
                at=(flag,), code="bad_value", text="The stock ran out, so nobody went out"
            )


def _score_hand(
    options: OklahomaOptions, deal: Deal, seat: Seat, melds: Sequence[Meld]
) -> HandScore:
    hand = deal.hands[seat]
    lines = [*_card_lines(options, hand, melds)]
    held = 0
    if deal.by == seat:
        out = ScoreLine(
            reason="going_out",
            points=options.going_out_bonus,
            remark="no card left",
            rule="Law 10",
        )
        lines.append(_unless_withheld(out, find_withheld(deal, going_out_withheld(options))))
        if deal.concealed and options.concealed_bonus:
            bonus = ScoreLine(
                reason="concealed",
                points=options.concealed_bonus,
                remark="all melded in one turn",
                rule="Law 23",
            )
            line = _unless_withheld(bonus, find_withheld(deal, concealed_withheld(options)))
            # A bonus that waits for the end of the game has its line there.
            waits = line.points and options.concealed_timing == "end"
            held = options.concealed_bonus if waits else 0
            lines.extend([] if waits else [line])
    lines.extend(_penalty_lines(options, hand))
    return HandScore(lines=tuple(lines), held=held)


def _card_lines(options: OklahomaOptions, hand: Hand, melds: Sequence[Meld]) -> Iterator[ScoreLine]:
    if hand.melded_points is not None and hand.in_hand_points is not None:
        total = "entered as a total"
        yield ScoreLine(reason="melded", points=hand.melded_points, remark=total, rule="Law 10")
        yield ScoreLine(reason="in_hand", points=-hand.in_hand_points, remark=total, rule="Law 10")
        return
    if melds:
        yield sum_line("melded", [_meld_part(meld) for meld in melds], rule="Law 12")
    if hand.in_hand:
        parts = parts_by_value(hand.in_hand, in_hand_values(options.high_unmelded))
        yield sum_line("in_hand", parts, rule="Law 12", sign=-1)


def _meld_part(meld: Meld) -> Part:
    values = [melded_value(card, name or card) for card, name in meld.cards]
    return Part(cards=meld.cards, values=tuple(values), is_meld=True)


def _unless_withheld(bonus: ScoreLine, case: Withheld | None) -> ScoreLine:
    """Return the line of a bonus; one that is withheld has 0 points and says why."""
    return bonus if case is None else replace(bonus, points=0, remark=case.why, rule=case.rule)


def _penalty_lines(options: OklahomaOptions, hand: Hand) -> Iterator[ScoreLine]:
    for penalty in hand.penalties:
        cost = options.penalty if penalty.points is None else penalty.points
        remark = penalty.reason or "agreed by the table"
        rule = "the table"
        if penalty.law is not None:
            remark = dict(PENALTY_LAWS)[penalty.law]
            remark += "" if options.penalty else "; no such penalty is played here"
            rule = f"Law {penalty.law}"
        yield ScoreLine(reason="penalty", points=-cost, remark=remark, rule=rule)


# --- The facts about Oklahoma that the pad needs --------------------------------------------------


@lru_cache(maxsize=64)  # for the same reason as ``asks``
def keypad(options: OklahomaOptions) -> KeypadFacts:
    """Return values, rules of melds and bonuses by the options (Laws 4, 10, 12, 23 and 24)."""
    in_hand = in_hand_values(options.high_unmelded)
    return KeypadFacts(
        rules=meld_rules(ace_both_ends=options.ace_both_ends, min_naturals=options.min_naturals),
        melded=values_by_key(lambda card: melded_value(card, card)),
        in_hand=values_by_key(lambda card: in_hand[card]),
        dealt=CARDS_DEALT,
        penalty=options.penalty,
        bonuses=tuple(_bonuses(options)),
        apart=() if may_be_concealed_at_first(options) else (("concealed", "first_turn"),),
    )


def _bonuses(options: OklahomaOptions) -> Iterator[Bonus]:
    """Yield the bonuses that are in the points of a deal, not those held until the end."""
    withheld = [case.flags for case in going_out_withheld(options)]
    yield Bonus(points=options.going_out_bonus, unless=tuple(withheld))
    if options.concealed_timing == "at_once":
        withheld = [case.flags for case in concealed_withheld(options)]
        needs = ("concealed",)
        yield Bonus(points=options.concealed_bonus, needs=needs, unless=tuple(withheld))
