"""From deals to a game: running totals, over or not, next dealer, winners, final scores, money.

The order at the end of a game is fixed: running totals, the test of the target, the winners, the
bonus for winning, the bonuses held back, one rounding, the settlement.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.domain.deals import Deal, Points, Seat
from scorekeeper.domain.options import OptionValue
from scorekeeper.domain.settlement import Settlement, SettlementMethod, Stake, settle
from scorekeeper.domain.variant import (
    CheckedScore,
    CountedDeal,
    DealScore,
    Finish,
    Problem,
    Severity,
    Table,
    Variant,
    warning,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal as it counts: ``score`` and ``running`` are ``None`` where it does not.

    A deal does not count after the end of the game, or while a problem of it is an error.
    """

    number: int
    deal: Deal
    dealer: Seat
    problems: tuple[Problem, ...]
    score: DealScore | None
    running: tuple[Points, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """A whole game scored. ``finish`` is ``None`` while the game goes on.

    ``settlement`` is ``None`` without a stake, where nothing is settled, and while it goes on.
    """

    deals: tuple[ScoredDeal, ...]
    running: tuple[Points, ...]
    held: tuple[Points, ...]
    next_dealer: Seat | None
    dealer_rule: str
    over: bool
    ended_at_deal: int | None
    finish: Finish | None
    settlement: Settlement | None

    @property
    def has_errors(self) -> bool:
        """Whether a deal has a problem that stops the score."""
        return any(
            problem.severity is Severity.ERROR for deal in self.deals for problem in deal.problems
        )


class Setup(NamedTuple):
    """What a game is played by: the variant, its options in force, the players, the stake."""

    variant: Variant
    options: Any  # the options class of the variant's family
    players: tuple[str, ...]
    stake: Stake | None


def first_dealer(players: Sequence[str], away: Collection[Seat] = ()) -> Seat:
    """The last player who takes part deals first, so that the first has the first turn."""
    seats = [Seat(seat) for seat in range(len(players))]
    return next((seat for seat in reversed(seats) if seat not in away), seats[-1])


def pass_on(turn: Seat, players: int, away: Collection[Seat]) -> Seat:
    """Who deals when it is the turn of one who may sit out: the next player who takes part."""
    following = [Seat((turn + step) % players) for step in range(players)]
    return next((seat for seat in following if seat not in away), turn)


def score_game(
    setup: Setup,
    deals: Sequence[Deal],
    *,
    closed: bool = False,
    away: Collection[Seat] = (),
) -> GameScore:
    """Score ``deals`` in order; ``closed`` settles a game ended early as it stands.

    Those who are ``away`` sit out the deal after the last.
    """
    family = setup.variant.family
    past: list[CountedDeal] = []
    scored: list[ScoredDeal] = []
    turn, ended_at = None, None
    for number, deal in enumerate(deals, 1):
        dealer = _dealer(setup, turn, _absent(deal)) if deal.dealer is None else deal.dealer
        turn = dealer
        table = Table(players=setup.players, number=number)
        latest = _score_deal(
            setup, deal, dealer, table=table, past=past, after_end=ended_at is not None
        )
        scored.append(latest)
        if latest.score is None or latest.running is None:
            continue
        past.append(
            CountedDeal(deal=deal, dealer=dealer, score=latest.score, running=latest.running)
        )
        if family.is_over(setup.options, past):
            ended_at = number
        else:
            turn = family.next_dealer(setup.options, past[-1])
    following = _Following(_dealer(setup, turn, away), turn)
    return _sum_up(setup, scored, past, following=following, ended_at=ended_at, closed=closed)


class _Following(NamedTuple):
    """Who deals next, and whose turn it would be if everybody took part."""

    dealer: Seat
    turn: Seat | None


def _dealer(setup: Setup, turn: Seat | None, away: Collection[Seat]) -> Seat:
    """Who deals when it is somebody's turn, or nobody's yet."""
    if turn is None:
        return first_dealer(setup.players, away)
    return pass_on(turn, len(setup.players), away)


def _absent(deal: Deal) -> frozenset[Seat]:
    """Who sat a deal out."""
    return frozenset([Seat(seat) for seat, hand in enumerate(deal.hands) if hand.sat_out])


def _score_deal(
    setup: Setup,
    deal: Deal,
    dealer: Seat,
    *,
    table: Table,
    past: Sequence[CountedDeal],
    after_end: bool,
) -> ScoredDeal:
    checked = _checked_score(setup.variant.family.score_deal, setup.options, deal, table)
    problems, score = checked.problems, checked.score
    if after_end:
        late = warning((), "after_end", "The game was over before this deal; it does not count")
        problems, score = (*problems, late), None
    running = None
    if score is not None:
        before = past[-1].running if past else (0,) * len(setup.players)
        running = tuple(
            [total + hand.points for total, hand in zip(before, score.hands, strict=True)]
        )
    return ScoredDeal(
        number=table.number,
        deal=deal,
        dealer=dealer,
        problems=problems,
        score=score,
        running=running,
    )


@lru_cache(maxsize=512)
def _checked_score(
    score_deal: Callable[[Any, Deal, Table], CheckedScore], options: Any, deal: Deal, table: Table
) -> CheckedScore:
    """A deal as judged before: a game is scored anew after each entry, and its old deals stay."""
    return score_deal(options, deal, table)


def _sum_up(
    setup: Setup,
    scored: Sequence[ScoredDeal],
    past: Sequence[CountedDeal],
    *,
    following: _Following,
    ended_at: int | None,
    closed: bool,
) -> GameScore:
    family, players = setup.variant.family, len(setup.players)
    complete = ended_at is not None
    finish = None
    if complete or closed:
        finish = family.finish(setup.options, past, players, complete=complete)
    held = [sum([each.score.hands[seat].held for each in past]) for seat in range(players)]
    return GameScore(
        deals=tuple(scored),
        running=past[-1].running if past else (0,) * players,
        held=tuple(held),
        next_dealer=None if finish else following.dealer,
        dealer_rule=_dealer_rule(setup, past, following),
        over=complete,
        ended_at_deal=ended_at,
        finish=finish,
        settlement=_settle(setup, finish),
    )


def _dealer_rule(setup: Setup, past: Sequence[CountedDeal], following: _Following) -> str:
    if not past:
        return ""
    rule = setup.variant.family.dealer_rule(setup.options, past[-1])
    if following.turn is None or following.turn == following.dealer:
        return rule
    return f"{rule}, and {setup.players[following.turn]} sits out"


def _settle(setup: Setup, finish: Finish | None) -> Settlement | None:
    if finish is None or setup.stake is None:
        return None
    return settle(
        [hand.rounded for hand in finish.hands],
        setup.stake,
        method=SettlementMethod(setup.options.settlement),
        low_wins=setup.variant.family.low_wins,
    )


def with_options(variant: Variant, chosen: Mapping[str, OptionValue]) -> Any:
    """The options of ``variant`` with ``chosen``, all valid, in place of defaults."""
    return replace(variant.defaults, **chosen)
