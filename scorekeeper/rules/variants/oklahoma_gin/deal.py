"""Checks and scores one deal of Oklahoma gin, also of partners, and arranges one hand by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.rules.arrangement import (
    BIG_GIN_CARDS,
    best_arrangement,
    best_discards,
)
from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.deals import Deal, DealtPair, Ending, LaidHand, Points, Seat
from scorekeeper.rules.table_checks import check_pack, facts_of_hand, has_error, read_melds
from scorekeeper.rules.variant import (
    CheckedScore,
    DealScore,
    HandAdvice,
    HandArranger,
    HandScore,
    PairScore,
    Path,
    Problem,
    ScoreLine,
    Table,
    WayToLay,
    warning,
)
from scorekeeper.rules.variants.oklahoma_gin.facts import (
    MELD_RULES,
    PARTNERS,
    PLAYERS,
    knock_limit,
    limit_words,
    pack,
    side_of,
)
from scorekeeper.rules.variants.oklahoma_gin.knock import (
    GinOutcome,
    KnockRefusal,
    KnockTerms,
    LegalKnock,
    all_cards,
    check_limit,
    resolve_knock,
)
from scorekeeper.rules.variants.oklahoma_gin.options import GinOptions
from scorekeeper.rules.words import write_card, write_names, write_plural

CARDS_DEALT: Final = 10
_CARD_FACTS: Final = ("cards", "melds", "deadwood", "deadwood_points")
_BESIDE_THE_LIMIT: Final = ("duplicate_card", "illegal_lay_off")
"""The codes of problems that do not change the deadwood of the hand itself."""


def _score_of_two(options: GinOptions, deal: Deal, table: Table) -> CheckedScore:
    """Return the problems of a deal of two players and, if none is an error, its score."""
    problems = (
        *check_pack(deal, pack(options, len(table.players)), table),
        *_check_upcard(deal),
        *_check_melds(deal),
        *_check_hands(deal, table),
    )
    if deal.upcard is None or deal.ending is None or len(table.players) != PLAYERS:
        return CheckedScore(problems=problems, score=None)
    limit = knock_limit(options, deal.upcard)
    if deal.by is None:
        outcome = GinOutcome(type="dead", limit=limit)
        dead = DealScore(hands=(HandScore(), HandScore()), outcome=outcome)
        return CheckedScore(problems=problems, score=None if has_error(problems) else dead)
    if has_error(problems):
        # The limit can be judged by the upcard and the knocker's hand, whatever else is wrong.
        return CheckedScore(
            problems=(*problems, *_check_limit(deal, problems, table, options)), score=None
        )
    knocker = deal.by
    terms = KnockTerms(
        options=options,
        eleven=len(all_cards(deal.hands[knocker])) == BIG_GIN_CARDS,
        doubled=options.spade_double and deal.upcard.suit is Suit.SPADES,
    )
    knock = resolve_knock(deal.hands[knocker], deal.hands[1 - knocker], limit=limit, terms=terms)
    if isinstance(knock, KnockRefusal):
        refused = _refuse(
            knock, deal, knocker, table, has_big_gin=options.big_gin_bonus is not None
        )
        return CheckedScore(problems=(*problems, refused), score=None)
    return CheckedScore(
        problems=(
            *problems,
            *_costs(knock, knocker, table),
            *_melds_left(knock, knocker, table),
        ),
        score=_score(knock, terms, knocker, limit),
    )


def _check_limit(
    deal: Deal, problems: Sequence[Problem], table: Table, options: GinOptions
) -> Iterator[Problem]:
    """Yield a problem if the knocker's hand, without an error of its own, exceeds the limit."""
    knocker = deal.by
    if knocker is None or deal.upcard is None:
        return
    hand = deal.hands[knocker]
    cards = all_cards(hand)
    own = [problem for problem in problems if problem.at[:2] in (("hands", knocker), ("upcard",))]
    is_wrong = has_error([problem for problem in own if problem.code not in _BESIDE_THE_LIMIT])
    if is_wrong or len(set(cards)) < len(cards):
        return
    limit = knock_limit(options, deal.upcard)
    refusal = check_limit(hand, limit, eleven=len(cards) == BIG_GIN_CARDS)
    if refusal is not None:
        yield _refuse(refusal, deal, knocker, table, has_big_gin=options.big_gin_bonus is not None)


def _check_melds(deal: Deal) -> Iterator[Problem]:
    for seat, hand in enumerate(deal.hands):
        yield from read_melds(hand, MELD_RULES, seat)[1]


def _check_upcard(deal: Deal) -> Iterator[Problem]:
    if deal.upcard is not None and deal.upcard.rank is Rank.JOKER:
        yield Problem(
            at=("upcard",),
            code="joker_not_in_play",
            text="The Joker is not in play here, so it cannot be turned up",
        )


def _check_hands(deal: Deal, table: Table) -> Iterator[Problem]:
    if deal.ending is not Ending.KNOCK:
        return
    if deal.by is None:
        yield Problem(at=("by",), code="missing_field", text="Who knocked?")
    for seat, hand in enumerate(deal.hands):
        at: Path = ("hands", seat)
        if seat == deal.by and hand.lay_offs:
            text = "The knocker never lays off"
            yield Problem(at=(*at, "lay_offs"), code="illegal_lay_off", text=text)
        if hand.deadwood_points is not None:
            continue
        count = len(all_cards(hand))
        may_be_big = deal.by is None or seat == deal.by
        if count != CARDS_DEALT and not (count == BIG_GIN_CARDS and may_be_big):
            text = _count_words(table.players[seat], count)
            facts = facts_of_hand(seat, *_CARD_FACTS)
            yield Problem(at=at, code="wrong_card_count", text=text, judged_by=facts)


def _count_words(name: str, count: int) -> str:
    if count == CARDS_DEALT + 1:
        return f"{name} has {count} cards, one too many: take out the discard"
    return f"{name} has {write_plural(count, 'card')}; a hand has {CARDS_DEALT} after the discard"


def _refuse(
    refusal: KnockRefusal, deal: Deal, knocker: Seat, table: Table, *, has_big_gin: bool
) -> Problem:
    """Return the problem of a refused knock, at the hand and fact that it concerns."""
    cards: tuple[Path, ...] = (("by",), ("upcard",), *facts_of_hand(knocker, *_CARD_FACTS))
    if refusal.code in ("no_layoff_on_gin", "illegal_lay_off"):
        at: Path = ("hands", 1 - knocker, "lay_offs")
        return Problem(at=at, code=refusal.code, text=refusal.text)
    hand = deal.hands[knocker]
    shown = [
        name for name in ("cards", "deadwood", "deadwood_points") if getattr(hand, name) is not None
    ]
    at = ("hands", knocker, shown[0])
    if refusal.code == "wrong_card_count":
        text = _count_words(table.players[knocker], BIG_GIN_CARDS)
        if has_big_gin:
            text += f", or meld all {BIG_GIN_CARDS} for big gin"
        return Problem(at=at, code=refusal.code, text=text, judged_by=cards)
    code, text = str(refusal.code), refusal.text
    if code == "knock_over_limit" and refusal.limit == 0:
        code, text = "ace_requires_gin", f"{text}: with an ace turned up only gin ends the deal"
    text = f"{text}. {refusal.better}" if refusal.better else text
    return Problem(at=at, code=code, text=text, judged_by=cards)


def _costs(knock: LegalKnock, knocker: Seat, table: Table) -> Iterator[Problem]:
    for seat, cost in ((knocker, knock.knocker_cost), (Seat(1 - knocker), knock.defender_cost)):
        if cost <= 0:
            continue
        name, points = table.players[seat], write_plural(cost, "point")
        text = f"This spread costs {name} {points}"
        if seat == knocker and knock.missed_gin:
            least = "at least " if knock.is_least_cost else ""
            text = f"These cards are gin: this spread costs {name} {least}{points}"
        yield warning(("hands", seat), "spread_costs_points", text)


def _melds_left(knock: LegalKnock, knocker: Seat, table: Table) -> Iterator[Problem]:
    """Yield a warning if the knocker's deadwood holds a meld, and the other hand is a count."""
    if knock.least is None:
        return
    name, least = table.players[knocker], knock.least
    yield warning(
        ("hands", knocker),
        "spread_costs_points",
        f"A meld lies in the deadwood: with it laid, {name} has {least},"
        f" not {knock.knocker.points}",
    )


def _score(knock: LegalKnock, terms: KnockTerms, knocker: Seat, limit: Points) -> DealScore:
    counts = knock.knocker.points, knock.defender.points
    lines = terms.lines(*counts)
    kind = terms.type_of(*counts)
    scorer = Seat(1 - knocker) if kind == "undercut" else knocker
    winner = None if kind == "knock" and counts[0] == counts[1] else scorer
    sides = {knocker: knock.knocker, Seat(1 - knocker): knock.defender}
    outcome = GinOutcome(
        type=kind,
        limit=limit,
        knocker=knocker,
        knocker_count=counts[0],
        defender_count=counts[1],
        hands={seat: side.laid for seat, side in sides.items() if side.laid is not None},
        winner=winner,
        doubled=terms.doubled,
    )
    # Equal counts that pay nobody have their line in the knocker's hand.
    hands = [HandScore(lines=lines if seat == scorer else ()) for seat in (0, 1)]
    return DealScore(hands=tuple(hands), outcome=outcome)


# --- A deal of partners: each pair as a game of two, then side against side -----------------------


def score_deal(options: GinOptions, deal: Deal, table: Table) -> CheckedScore:
    """Return the problems of one deal and, if none is an error, its score."""
    if not deal.pairs:
        return _score_of_two(options, deal, table)
    checked = [_score_of_two(options, pair.deal, _table_of(pair, table)) for pair in deal.pairs]
    problems = [
        *_check_seats(deal, table),
        *[
            _at_table(problem, number, deal.pairs[number])
            for number, result in enumerate(checked)
            for problem in result.problems
        ],
    ]
    scores = [
        PairScore(seats=pair.seats, score=result.score)
        for pair, result in zip(deal.pairs, checked, strict=True)
        if result.score is not None
    ]
    is_whole = len(scores) == len(deal.pairs) and not has_error(problems)
    score = _net(scores, table) if is_whole else None
    return CheckedScore(problems=tuple(problems), score=score)


def _table_of(pair: DealtPair, table: Table) -> Table:
    return Table(players=tuple([table.players[seat] for seat in pair.seats]), number=table.number)


def _at_table(problem: Problem, number: int, pair: DealtPair) -> Problem:
    """Return a problem of a pair with its place in the deal, where seats are those at the table."""
    judged_by = problem.judged_by
    return replace(
        problem,
        at=_place(problem.at, number, pair),
        judged_by=judged_by and tuple([_place(at, number, pair) for at in judged_by]),
    )


def _place(at: Path, number: int, pair: DealtPair) -> Path:
    within = at
    if len(at) > 1 and at[0] == "hands":
        within = ("hands", pair.seats[int(at[1])], *at[2:])
    return ("pairs", number, *within)


def _check_seats(deal: Deal, table: Table) -> Iterator[Problem]:
    """Yield problems unless each pair is of both sides, and each player sits in one pair."""
    if len(table.players) not in PARTNERS:
        return
    for number, pair in enumerate(deal.pairs):
        if (
            len(pair.named) == PLAYERS
            and len({side_of(seat, table.sides) for seat in pair.named}) == 1
        ):
            names = write_names([table.players[seat] for seat in pair.named])
            text = f"{names} are partners; a pair is one player of each side"
            yield Problem(at=("pairs", number, "players"), code="bad_pairs", text=text)
    for seat, name in enumerate(table.players):
        pairs = [number for number, pair in enumerate(deal.pairs) if seat in pair.named]
        if len(pairs) == 1:
            continue
        text = f"{name} sits in {len(pairs) or 'no'} pairs; every player sits in one"
        facts = tuple([("pairs", number, "players") for number in pairs or range(len(deal.pairs))])
        yield Problem(at=("pairs",), code="bad_pairs", text=text, judged_by=facts)


def _net(pairs: Sequence[PairScore], table: Table) -> DealScore:
    """Return the score of a whole deal: the side that is ahead has the lines of all pairs.

    Lines of pairs that the other side won are negative. If the sides are level nobody scores.
    """
    won = [None if pair.winner is None else side_of(pair.winner, table.sides) for pair in pairs]
    points = [
        pair.points if side == 0 else -pair.points for side, pair in zip(won, pairs, strict=True)
    ]
    lead = sum(points)
    ahead = 0 if lead > 0 else 1
    lines = [
        line
        for number, (side, pair) in enumerate(zip(won, pairs, strict=True), 1)
        for line in _lines(number, pair, is_won=side in (None, ahead))
    ]
    winner = HandScore(lines=tuple(lines) if lead else ())
    sides = [side_of(Seat(seat), table.sides) for seat in table.seats]
    hands = [winner if side == ahead else HandScore() for side in sides]
    return DealScore(hands=tuple(hands), pairs=tuple(pairs), sides=table.sides)


def _lines(number: int, pair: PairScore, *, is_won: bool) -> Iterator[ScoreLine]:
    for hand in pair.score.hands:
        for line in hand.lines:
            points: Points = int(line.points)
            yield replace(line, points=points if is_won else -points, pair=number)


# --- One hand of Oklahoma gin by itself: its least deadwood, and whether it may knock -------------


def arrange_hand(options: GinOptions, cards: Sequence[Card], upcard: Card | None) -> HandAdvice:
    """Arrange ten cards, or eleven with every discard, and judge each way by the upcard."""
    condition = limit_words(knock_limit(options, upcard)) if upcard else ""
    if len(cards) == CARDS_DEALT:
        return HandAdvice(
            ways=(_way(options, best_arrangement(cards), upcard),), condition=condition
        )
    if len(cards) == BIG_GIN_CARDS:
        ways = [_way(options, best, upcard, card) for card, best in best_discards(cards)]
        whole = best_arrangement(cards)
        name = "Gin" if options.big_gin_bonus is None else "Big gin"
        return HandAdvice(
            ways=tuple(ways),
            condition=condition,
            whole=None if whole.points else whole,
            whole_words=f"{name}: all eleven are melded.",
        )
    count = write_plural(len(cards), "card")
    missing = f"{count} so far: a hand has ten, eleven before the discard" if cards else ""
    return HandAdvice(missing=missing, condition=condition)


ARRANGER: Final = HandArranger(
    arrange=arrange_hand,
    request="Tick ten cards, or eleven before the discard",
)


def _way(
    options: GinOptions, best: LaidHand, upcard: Card | None, discard: Card | None = None
) -> WayToLay:
    return WayToLay(laid=best, verdict=_verdict(options, best.points, upcard), discard=discard)


def _verdict(options: GinOptions, points: Points, upcard: Card | None) -> str:
    """Return whether the upcard allows the knock: ``Knock with 6: the six of clubs allows 6.``"""
    if not points:
        return "Gin: no deadwood at all."
    if upcard is None:
        return "Choose the upcard to see whether you may knock."
    limit = knock_limit(options, upcard)
    allowed = str(limit) if limit else "gin only"
    start = f"Knock with {points}" if points <= limit else f"No knock with {points}"
    return f"{start}: the {write_card(upcard)} allows {allowed}."
