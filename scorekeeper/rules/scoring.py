"""Scores a whole game: running totals, end, next dealer, winners, final scores and money.

At the end of a game the order is fixed: running totals, test of the target, winners, bonus for
winning, held bonuses, one rounding, settlement.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple

from scorekeeper.rules.deals import Deal, DealtPair, Ending, Points, Seat, seats_after
from scorekeeper.rules.options import OptionValue, values_of
from scorekeeper.rules.settlement import Settlement, SettlementMethod, Stake, settle
from scorekeeper.rules.table_checks import count_cards
from scorekeeper.rules.variant import (
    CheckedScore,
    CountedDeal,
    DealOutcome,
    DealScore,
    FinalHand,
    Finish,
    PairScore,
    Problem,
    Severity,
    Table,
    Variant,
    warning,
)
from scorekeeper.rules.words import write_names

_SIDES_OF_PARTNERS: Final = 2
_MOST_CARDS: Final = 600
"""More cards than any pack in play has."""


Totals = tuple[Points, ...]
"""The running totals of a column by seat."""


def _sum_columns(columns: Sequence[Totals]) -> Totals:
    if len(columns) == 1:
        return columns[0]
    return tuple([sum(totals) for totals in zip(*columns, strict=True)])


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredPair:
    """One pair of a deal of partners with its score; that is ``None`` if the deal does not count.

    In ``dealt.deal`` and in ``outcome`` the two players are 0 and 1, elsewhere they have their
    seats at the table.
    """

    dealt: DealtPair
    score: PairScore | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.dealt.seats

    @property
    def ending(self) -> Ending | None:
        return self.dealt.deal.ending

    @property
    def by(self) -> Seat | None:
        """Who knocked, None if nobody did."""
        return self.dealt.by

    @property
    def outcome(self) -> DealOutcome | None:
        """How the pair ended."""
        return None if self.score is None else self.score.score.outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDeal:
    """A deal with its score and the totals after it; both are ``None`` if it does not count.

    A deal does not count if the game was over before it, or if it has a problem that is an error.
    ``columns`` are the totals of each column, ``entered`` the numbers (from 1) of those that its
    points were written into, and ``closed`` of those that it closed.
    """

    number: int
    deal: Deal
    dealer: Seat
    problems: tuple[Problem, ...]
    score: DealScore | None
    columns: tuple[Totals, ...] | None = None
    entered: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()

    @property
    def running(self) -> Totals | None:
        """The totals after the deal by seat, all columns together."""
        return None if self.columns is None else _sum_columns(self.columns)

    @property
    def pairs(self) -> tuple[ScoredPair, ...]:
        """The pairs of a deal of partners."""
        return tuple(
            [
                ScoredPair(dealt=dealt, score=self.score.pairs[place] if self.score else None)
                for place, dealt in enumerate(self.deal.pairs)
            ]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyEnd:
    """The end of a game that its players ended early, settled as it stood if it ``settles``."""

    settles: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnScore:
    """The score of one column of a game: the deals written into it, totals by seat, and its end.

    ``closed_at_deal`` is the number of the deal that ended it. ``finish`` is ``None`` until then,
    unless the game was closed early.
    """

    deals: tuple[CountedDeal, ...]
    running: Totals
    closed_at_deal: int | None
    finish: Finish | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """The score of a whole game, of one column or several; ``held`` are points by seat.

    ``held`` are bonuses that are added at the end. ``over`` is true if a deal ended the game; a
    game that is over cannot be ``closed_early``. ``finish`` is ``None`` until it is over or closed.
    ``settlement`` is ``None`` until then, without a stake, and if an option turns it off or the
    players who closed the game did not settle.
    """

    deals: tuple[ScoredDeal, ...]
    columns: tuple[ColumnScore, ...]
    held: Totals
    next_dealer: Seat | None
    dealer_rule: str
    over: bool
    closed_early: bool
    ended_at_deal: int | None
    finish: Finish | None
    settlement: Settlement | None

    @property
    def running(self) -> Totals:
        """The totals by seat, all columns together."""
        return _sum_columns([column.running for column in self.columns])

    @property
    def has_columns(self) -> bool:
        """Whether the game has several columns, each a game of its own."""
        return len(self.columns) > 1

    @property
    def has_errors(self) -> bool:
        """Whether a deal has a problem that is an error."""
        return any(
            problem.severity is Severity.ERROR for deal in self.deals for problem in deal.problems
        )


class Setup(NamedTuple):
    """The variant of a game, its options, the players' names by seat, and the stake.

    ``order`` are the seats in order of play, none if that is the order of their numbers; ``turns``
    has them in any case.
    """

    variant: Variant
    options: Any  # the options class of the variant's family
    players: tuple[str, ...]
    stake: Stake | None
    order: tuple[Seat, ...] = ()

    @property
    def turns(self) -> tuple[Seat, ...]:
        """The seats in order of play: who has no other order has it from here."""
        return self.order or _count_seats(len(self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return tuple([self.players[seat] for seat in self.turns])

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side: partners sit in turn, else each player is a side."""
        count = len(self.players)
        asks = self.variant.family.asks(self.options)
        return _sides(self.turns, _SIDES_OF_PARTNERS if count in asks.paired else count)

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats of a player's side."""
        return next(side for side in self.sides if seat in side)

    @property
    def side_numbers(self) -> tuple[int, ...]:
        """The side of each player by seat, where it does not follow from the seat's number."""
        if not (self.order and self.has_partners):
            return ()
        sides = {seat: number for number, side in enumerate(self.sides) for seat in side}
        return tuple([sides[Seat(seat)] for seat in range(len(self.players))])

    @property
    def has_partners(self) -> bool:
        """Whether several players make a side, and play each deal in pairs."""
        return len(self.sides) < len(self.players)

    @property
    def options_in_use(self) -> dict[str, OptionValue]:
        """The value of every option but those that do nothing in this game, by name."""
        idle = self.variant.family.idle_options(self.options, len(self.players))
        return {name: value for name, value in values_of(self.options).items() if name not in idle}

    @property
    def settles(self) -> bool:
        """Whether there is a stake that the house rules settle."""
        return self.stake is not None and not self.leaves_stake

    @property
    def leaves_stake(self) -> bool:
        """Whether there is a stake that the house rules do not settle."""
        method = SettlementMethod(self.options.settlement)
        return self.stake is not None and method is SettlementMethod.OFF


@cache
def _count_seats(players: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(players)))


@cache
def _sides(turns: tuple[Seat, ...], sides: int) -> tuple[tuple[Seat, ...], ...]:
    return tuple([turns[side::sides] for side in range(sides)])


def first_dealer(turns: Sequence[Seat], away: Collection[Seat] = ()) -> Seat:
    """Return the first dealer: the last player who takes part, so that the first one begins."""
    return next((seat for seat in reversed(turns) if seat not in away), turns[-1])


def score_game(
    setup: Setup,
    deals: Sequence[Deal],
    *,
    closed: EarlyEnd | None = None,
    away: Collection[Seat] = (),
    orders: Sequence[Sequence[Seat]] = (),
) -> GameScore:
    """Return the score of ``deals`` in order; ``closed`` is given if players closed the game early.

    The players in the seats ``away`` sit out the next deal. ``orders`` are the orders of play by
    which it is told who dealt in turn, deal by deal, if they are not that of the setup.
    """
    turns = [*(orders or [setup.turns] * len(deals)), setup.turns]
    family, columns = setup.variant.family, _Columns(setup)
    leads = {seat: side[0] for side in setup.sides for seat in side}
    scored: list[ScoredDeal] = []
    turn, ended_at = None, None
    for number, deal in enumerate(deals, 1):
        absent = [Seat(seat) for seat, hand in enumerate(deal.hands) if hand.sat_out]
        dealer = _dealer(turns[number - 1], turn, absent) if deal.dealer is None else deal.dealer
        dealer = turn = leads.get(dealer, dealer)
        table = Table(players=setup.players, number=number)
        latest = _check_deal(setup, deal, dealer, table, after_end=ended_at is not None)
        if latest.score is None:
            scored.append(latest)
            continue
        scored.append(columns.enter(latest, latest.score))
        if columns.all_closed:
            ended_at = number
        elif columns.last is not None:
            turn = family.next_dealer(setup.options, columns.last, turns[number])
    dealer = _dealer(setup.turns, turn, away)
    dealer = leads.get(dealer, dealer)
    rule = _dealer_rule(setup, columns.last, dealer, turn)
    return _sum_up(
        setup, scored, columns, following=(dealer, rule), ended_at=ended_at, closed=closed
    )


def _count(scored: ScoredDeal, score: DealScore, running: Totals) -> CountedDeal:
    return CountedDeal(deal=scored.deal, dealer=scored.dealer, score=score, running=running)


class _Columns:
    """The columns of a game while its deals are scored: what was written into each, and its end."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._nothing: Totals = (0,) * len(setup.players)
        numbers = range(1, setup.variant.family.columns(setup.options) + 1)
        self.deals: dict[int, list[CountedDeal]] = {number: [] for number in numbers}
        self.closed_at: dict[int, int] = {}
        self.last: CountedDeal | None = None

    @property
    def all_closed(self) -> bool:
        """Whether no column is open, so that the game is over."""
        return len(self.closed_at) == len(self.deals)

    def running(self, number: int) -> Totals:
        """Return the totals of a column by seat."""
        deals = self.deals[number]
        return deals[-1].running if deals else self._nothing

    def enter(self, scored: ScoredDeal, score: DealScore) -> ScoredDeal:
        """Write a deal that has a score into columns; return it with the totals after it."""
        family, options = self._setup.variant.family, self._setup.options
        still_open = {
            number: deals for number, deals in self.deals.items() if number not in self.closed_at
        }
        entered = tuple(family.enter(options, still_open, score))
        for number in entered:
            totals = [
                total + hand.points
                for total, hand in zip(self.running(number), score.hands, strict=True)
            ]
            self.deals[number].append(_count(scored, score, tuple(totals)))
            if family.is_over(options, self.deals[number]):
                self.closed_at[number] = scored.number
        columns = tuple([self.running(number) for number in self.deals])
        if len(columns) == 1:
            self.last = self.deals[1][-1]
        else:
            self.last = _count(scored, score, _sum_columns(columns))
        return ScoredDeal(
            number=scored.number,
            deal=scored.deal,
            dealer=scored.dealer,
            problems=scored.problems,
            score=score,
            columns=columns,
            entered=entered,
            closed=tuple([column for column in entered if column in self.closed_at]),
        )

    def finish(self, *, is_ended: bool) -> tuple[ColumnScore, ...]:
        """Return the score of every column; an open one has an end only if the game is ended."""
        return tuple([self._finish(number, is_ended=is_ended) for number in self.deals])

    def _finish(self, number: int, *, is_ended: bool) -> ColumnScore:
        column = ColumnScore(
            deals=tuple(self.deals[number]),
            running=self.running(number),
            closed_at_deal=self.closed_at.get(number),
            finish=None,
        )
        if column.closed_at_deal is None and not is_ended:
            return column
        return replace(column, finish=end_of_column(self._setup, number, column))


def end_of_column(setup: Setup, number: int, column: ColumnScore) -> Finish:
    """Return the end of a column or, while it is open, the end that it would have now."""
    family, options = setup.variant.family, setup.options
    is_complete = column.closed_at_deal is not None
    finish = family.finish(options, column.deals, len(setup.players), complete=is_complete)
    return family.finish_column(options, number, finish)


def _dealer(turns: Sequence[Seat], turn: Seat | None, away: Collection[Seat]) -> Seat:
    """Return the dealer: the player whose turn it is or, if ``away``, the next who takes part.

    ``turn`` is None before the first deal.
    """
    if turn is None:
        return first_dealer(turns, away)
    following = (turn, *seats_after(turn, turns))
    return next((seat for seat in following if seat not in away), turn)


def _check_deal(
    setup: Setup, deal: Deal, dealer: Seat, table: Table, *, after_end: bool
) -> ScoredDeal:
    """Return a deal with its problems and its score, not yet written into any column."""
    checked = check_and_score(setup, deal, table)
    problems, score = checked.problems, checked.score
    if after_end:
        late = warning((), "after_end", "The game was over before this deal; it does not count")
        problems, score = (*problems, late), None
    return ScoredDeal(number=table.number, deal=deal, dealer=dealer, problems=problems, score=score)


def check_and_score(setup: Setup, deal: Deal, table: Table) -> CheckedScore:
    """Return problems and score of one deal; problems name rules as the variant's text does.

    A deal has no score while it is not known how it, or a pair of it, ended.
    """
    family = setup.variant.family
    if setup.side_numbers:
        table = replace(table, sides=setup.side_numbers)
    # Only deals that a table can hold are worth caching; a hostile one may have 300,000 cards.
    is_of_a_table = sum([count_cards(part) for part in deal.parts]) <= _MOST_CARDS
    score = partial(cached_score, family.score_deal) if is_of_a_table else family.score_deal
    cited = cite_problems(setup.variant, score(setup.options, deal, table))
    return cited if deal.has_ended else replace(cited, score=None)


def cite_problems(variant: Variant, checked: CheckedScore) -> CheckedScore:
    """Return a checked deal or hand whose problems name rules as the variant's text does."""
    problems = [
        replace(problem, text=variant.cite_in(problem.text)) for problem in checked.problems
    ]
    return replace(checked, problems=tuple(problems)) if problems else checked


@lru_cache(maxsize=512)
def cached_score(
    score_deal: Callable[[Any, Deal, Table], CheckedScore], options: Any, deal: Deal, table: Table
) -> CheckedScore:
    """Return the score of a deal, cached: after each entry the whole game is scored again."""
    return score_deal(options, deal, table)


def _sum_up(
    setup: Setup,
    scored: Sequence[ScoredDeal],
    columns: _Columns,
    *,
    following: tuple[Seat, str],
    ended_at: int | None,
    closed: EarlyEnd | None,
) -> GameScore:
    """Return the score; ``following`` are the next dealer and the reason for it."""
    complete = ended_at is not None
    summed = columns.finish(is_ended=complete or closed is not None)
    finish = _finish(setup, summed, complete=complete)
    counted = [deal.score for deal in scored if deal.score is not None]
    held = [
        sum([score.hands[seat].held for score in counted]) for seat in range(len(setup.players))
    ]
    return GameScore(
        deals=tuple(scored),
        columns=summed,
        held=tuple(held),
        next_dealer=None if finish else following[0],
        dealer_rule=following[1],
        over=complete,
        closed_early=closed is not None and not complete,
        ended_at_deal=ended_at,
        finish=finish,
        settlement=_settle(setup, summed) if complete or (closed and closed.settles) else None,
    )


def _finish(setup: Setup, columns: Sequence[ColumnScore], *, complete: bool) -> Finish | None:
    """Return the end of the game, which is that of its column or the sum of several."""
    ends = [column.finish for column in columns if column.finish is not None]
    if len(ends) < len(columns):
        return None
    if len(ends) == 1:
        return ends[0]
    hands = [_add_hands(hands) for hands in zip(*[end.hands for end in ends], strict=True)]
    best = max([hand.total for hand in hands])
    winners = [Seat(seat) for seat, hand in enumerate(hands) if complete and hand.total == best]
    return Finish(winners=tuple(winners), hands=tuple(hands))


def _add_hands(hands: Sequence[FinalHand]) -> FinalHand:
    """Return what one player has in all columns together."""
    lines = [
        replace(line, column=number) for number, hand in enumerate(hands, 1) for line in hand.lines
    ]
    return FinalHand(
        running=sum([hand.running for hand in hands]),
        lines=tuple(lines),
        total=sum([hand.total for hand in hands]),
        rounded=sum([hand.rounded for hand in hands]),
    )


def _dealer_rule(setup: Setup, last: CountedDeal | None, dealer: Seat, turn: Seat | None) -> str:
    """Return why the next dealer deals; ``turn`` is the seat that would if everybody took part."""
    if last is None:
        return ""
    rule = setup.variant.cite_in(setup.variant.family.dealer_rule(setup.options, last))
    if turn is None or turn == dealer:
        return rule
    return f"{rule}, and {setup.players[turn]} sits out"


def _settle(setup: Setup, columns: Sequence[ColumnScore]) -> Settlement | None:
    """Return the money of a game whose columns have an end; partners settle in twos."""
    ends = [column.finish for column in columns if column.finish is not None]
    if setup.stake is None or len(ends) < len(columns):
        return None
    sides = setup.sides
    return settle(
        [[hand.rounded for hand in end.hands] for end in ends],
        setup.stake,
        method=SettlementMethod(setup.options.settlement),
        low_wins=setup.variant.family.low_wins,
        turns=setup.turns,
        between=tuple(zip(*sides, strict=True)) if len(sides) < len(setup.players) else None,
    )


def write_ending(
    setup: Setup,
    *,
    by: Seat | None,
    ending: Ending | None,
    outcome: DealOutcome | None,
    pairs: Sequence[ScoredPair] = (),
) -> str:
    """Return how a deal ended in words, without a full stop: ``Ann knocked for gin``.

    For partners it has the words for each pair.
    """
    asks = setup.variant.family.asks(setup.options)
    if pairs:
        return "; ".join([_write_pair_ending(setup, pair) for pair in pairs])
    if by is None:
        endings = [words for known, words in asks.endings if known is ending]
        return endings[0] if endings else "Nobody went out"
    how = outcome.how_ended if outcome else ""
    return f"{setup.players[by]} {asks.by_words} {how}".strip()


def _write_pair_ending(setup: Setup, pair: ScoredPair) -> str:
    """Return how a pair ended: ``Ann knocked against Bob for gin``, ``Cal and Dot: dead``."""
    players = [setup.players[seat] for seat in pair.seats]
    if pair.by is None:
        return f"{write_names(players)}: {pair.ending}"
    asks = setup.variant.family.asks(setup.options)
    other = next(setup.players[seat] for seat in pair.seats if seat != pair.by)
    how = pair.outcome.how_ended if pair.outcome else ""
    return f"{setup.players[pair.by]} {asks.by_words} against {other} {how}".strip()


def with_options(variant: Variant, chosen: Mapping[str, OptionValue]) -> Any:
    """Return the options of ``variant``: its defaults but for ``chosen``, which must be valid."""
    return replace(variant.defaults, **chosen)


# --- The house rules of a game: the options whose values differ from the variant's printed text ---


def find_house_rules(setup: Setup) -> tuple[str, ...]:
    """Return the options in use whose values differ from the printed ones, with their values."""
    printed, chosen = values_of(setup.variant.defaults), setup.options_in_use
    return tuple(
        [
            option.with_value(chosen[option.name])
            for option in setup.variant.options
            if option.name in chosen and chosen[option.name] != printed[option.name]
        ]
    )
