"""Scores a whole game: running totals, end, next dealer, winners, final scores and money.

At the end of a game the order is fixed: running totals, test of the target, winners, bonus for
winning, held bonuses, one rounding, settlement.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from scorekeeper.domain.deals import Deal, Ending, Points, Seat
from scorekeeper.domain.options import Option, OptionValue, values_of
from scorekeeper.domain.settlement import Settlement, SettlementMethod, Stake, settle
from scorekeeper.domain.table_checks import placed_cards
from scorekeeper.domain.variant import (
    CheckedScore,
    CountedDeal,
    DealOutcome,
    DealScore,
    Finish,
    Problem,
    Severity,
    Table,
    Variant,
    warning,
)

_MOST_CARDS: Final = 600
"""More cards than any pack in play has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal with its score and the totals after it; both are ``None`` if it does not count.

    A deal does not count if the game was over before it, or if it has a problem that is an error.
    """

    number: int
    deal: Deal
    dealer: Seat
    problems: tuple[Problem, ...]
    score: DealScore | None
    running: tuple[Points, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyEnd:
    """The end of a game that its players ended early, settled as it stood if it ``settles``."""

    settles: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """The score of a whole game; ``running`` and ``held`` are points by seat.

    ``held`` are bonuses that are added at the end. ``over`` is true if a deal ended the game; a
    game that is over cannot be ``closed_early``. ``finish`` is ``None`` until it is over or closed.
    ``settlement`` is ``None`` until then, without a stake, and if an option turns it off or the
    players who closed the game did not settle.
    """

    deals: tuple[ScoredDeal, ...]
    running: tuple[Points, ...]
    held: tuple[Points, ...]
    next_dealer: Seat | None
    dealer_rule: str
    over: bool
    closed_early: bool
    ended_at_deal: int | None
    finish: Finish | None
    settlement: Settlement | None

    @property
    def has_errors(self) -> bool:
        """Whether a deal has a problem that is an error."""
        return any(
            problem.severity is Severity.ERROR for deal in self.deals for problem in deal.problems
        )


class Setup(NamedTuple):
    """The variant of a game, its options, the players' names by seat, and the stake."""

    variant: Variant
    options: Any  # the options class of the variant's family
    players: tuple[str, ...]
    stake: Stake | None

    @property
    def settles(self) -> bool:
        """Whether there is a stake that the house rules settle."""
        return self.stake is not None and not self.leaves_stake

    @property
    def leaves_stake(self) -> bool:
        """Whether there is a stake that the house rules do not settle."""
        method = SettlementMethod(self.options.settlement)
        return self.stake is not None and method is SettlementMethod.OFF


def first_dealer(players: Sequence[str], away: Collection[Seat] = ()) -> Seat:
    """Return the first dealer: the last player who takes part, so that the first one begins."""
    seats = [Seat(seat) for seat in range(len(players))]
    return next((seat for seat in reversed(seats) if seat not in away), seats[-1])


def score_game(
    setup: Setup,
    deals: Sequence[Deal],
    *,
    closed: EarlyEnd | None = None,
    away: Collection[Seat] = (),
) -> GameScore:
    """Return the score of ``deals`` in order; ``closed`` is given if players closed the game early.

    The players in the seats ``away`` sit out the next deal.
    """
    family = setup.variant.family
    past: list[CountedDeal] = []
    scored: list[ScoredDeal] = []
    turn, ended_at = None, None
    for number, deal in enumerate(deals, 1):
        absent = [Seat(seat) for seat, hand in enumerate(deal.hands) if hand.sat_out]
        dealer = _dealer(setup, turn, absent) if deal.dealer is None else deal.dealer
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
    dealer = _dealer(setup, turn, away)
    rule = _dealer_rule(setup, past, dealer, turn)
    return _sum_up(setup, scored, past, following=(dealer, rule), ended_at=ended_at, closed=closed)


def _dealer(setup: Setup, turn: Seat | None, away: Collection[Seat]) -> Seat:
    """Return the dealer: the player whose turn it is or, if ``away``, the next who takes part.

    ``turn`` is None before the first deal.
    """
    if turn is None:
        return first_dealer(setup.players, away)
    players = len(setup.players)
    following = [Seat((turn + step) % players) for step in range(players)]
    return next((seat for seat in following if seat not in away), turn)


def _score_deal(
    setup: Setup,
    deal: Deal,
    dealer: Seat,
    *,
    table: Table,
    past: Sequence[CountedDeal],
    after_end: bool,
) -> ScoredDeal:
    checked = check_and_score(setup, deal, table)
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


def check_and_score(setup: Setup, deal: Deal, table: Table) -> CheckedScore:
    """Return problems and score of one deal; problems name rules as the variant's text does.

    A deal whose ending is not known has no score.
    """
    family = setup.variant.family
    # Only deals that a table can hold are worth their room; a hostile one may have 300,000 cards.
    is_of_a_table = len(list(islice(placed_cards(deal), _MOST_CARDS + 1))) <= _MOST_CARDS
    score = cached_score if is_of_a_table else _score_uncached
    checked = score(family.score_deal, setup.options, deal, table)
    cited = cite_problems(setup.variant, checked)
    return replace(cited, score=None) if deal.ending is None else cited


def cite_problems(variant: Variant, checked: CheckedScore) -> CheckedScore:
    """Return a checked deal or hand whose problems name rules as the variant's text does."""
    problems = [replace(each, text=variant.cite_in(each.text)) for each in checked.problems]
    return replace(checked, problems=tuple(problems)) if problems else checked


def _score_uncached(
    score_deal: Callable[[Any, Deal, Table], CheckedScore], options: Any, deal: Deal, table: Table
) -> CheckedScore:
    return score_deal(options, deal, table)


cached_score = lru_cache(maxsize=512)(_score_uncached)
"""The score of a deal, cached: after each entry the whole game is scored again."""


def _sum_up(
    setup: Setup,
    scored: Sequence[ScoredDeal],
    past: Sequence[CountedDeal],
    *,
    following: tuple[Seat, str],
    ended_at: int | None,
    closed: EarlyEnd | None,
) -> GameScore:
    """Return the score; ``following`` are the next dealer and the reason for it."""
    family, players = setup.variant.family, len(setup.players)
    complete = ended_at is not None
    finish = None
    if complete or closed is not None:
        finish = family.finish(setup.options, past, players, complete=complete)
    held = [sum([each.score.hands[seat].held for each in past]) for seat in range(players)]
    return GameScore(
        deals=tuple(scored),
        running=past[-1].running if past else (0,) * players,
        held=tuple(held),
        next_dealer=None if finish else following[0],
        dealer_rule=following[1],
        over=complete,
        closed_early=closed is not None and not complete,
        ended_at_deal=ended_at,
        finish=finish,
        settlement=_settle(setup, finish) if complete or (closed and closed.settles) else None,
    )


def _dealer_rule(setup: Setup, past: Sequence[CountedDeal], dealer: Seat, turn: Seat | None) -> str:
    """Return why the next dealer deals; ``turn`` is the seat that would if everybody took part."""
    if not past:
        return ""
    rule = setup.variant.cite_in(setup.variant.family.dealer_rule(setup.options, past[-1]))
    if turn is None or turn == dealer:
        return rule
    return f"{rule}, and {setup.players[turn]} sits out"


def _settle(setup: Setup, finish: Finish | None) -> Settlement | None:
    if finish is None or setup.stake is None:
        return None
    return settle(
        [hand.rounded for hand in finish.hands],
        setup.stake,
        method=SettlementMethod(setup.options.settlement),
        low_wins=setup.variant.family.low_wins,
    )


def write_ending(
    setup: Setup, *, by: Seat | None, ending: Ending | None, outcome: DealOutcome | None
) -> str:
    """Return how a deal ended in words, without a full stop: ``Ann knocked for gin``."""
    asks = setup.variant.family.asks(setup.options)
    if by is None:
        endings = [words for known, words in asks.endings if known is ending]
        return endings[0] if endings else "Nobody went out"
    how = outcome.how_ended if outcome else ""
    return f"{setup.players[by]} {asks.by_words} {how}".strip()


def with_options(variant: Variant, chosen: Mapping[str, OptionValue]) -> Any:
    """Return the options of ``variant``: its defaults but for ``chosen``, which must be valid."""
    return replace(variant.defaults, **chosen)


# --- The house rules of a game: the options whose values differ from the variant's printed text ---


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """An option whose value differs from the variant's default."""

    option: Option
    value: OptionValue

    @property
    def words(self) -> str:
        """The option and its value: ``Penalty: 50``."""
        return f"{self.option.label}: {self.option.words(self.value)}"


def find_house_rules(setup: Setup) -> tuple[HouseRule, ...]:
    """Return the options whose values differ from the printed ones."""
    printed = values_of(setup.variant.defaults)
    chosen = values_of(setup.options)
    return tuple(
        [
            HouseRule(option=option, value=chosen[option.name])
            for option in setup.variant.options
            if chosen[option.name] != printed[option.name]
        ]
    )
