"""Makes the score sheet: everything that a page or a paper shows of a game, computed once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.cards import Card
from scorekeeper.rules.deals import Ending, Points, Seat, place_deal
from scorekeeper.rules.game import (
    Agreement,
    Figure,
    Game,
    GameDeal,
    agreement_on,
    place_opinion,
)
from scorekeeper.rules.scoring import (
    ColumnScore,
    EarlyEnd,
    GameScore,
    ScoredDeal,
    ScoredPair,
    Setup,
    find_house_rules,
    score_game,
    with_options,
)
from scorekeeper.rules.settlement import Score, Settlement
from scorekeeper.rules.variant import (
    DealOutcome,
    DealScore,
    FinalHand,
    HandScore,
    Problem,
    ScoreLine,
    Variant,
)

# --- Computes how many points each player needs: to end the game, to lead, to be rounded up -------
# The score alone decides; chances of cards are not estimated.


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundingStep:
    """The fewest points (1 or more) that raise the rounded final score, and that score."""

    points: Points
    rounded: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNeeds:
    """The needs of one player before the next deal in one column, in points.

    ``to_end`` are the points that end the column, None without a target. ``to_lead`` is the
    distance to the leader, 0 for a leader, and ``margin`` that to the nearest opponent.
    ``rounding_step`` is None if final scores are not rounded. ``counts_next`` is true if the next
    deal that the player wins is written into the column, and ``is_shut_out`` if none was yet.
    """

    seat: Seat
    column: int
    to_end: Points | None
    to_lead: Points
    margin: Points
    rounding_step: RoundingStep | None
    counts_next: bool
    is_shut_out: bool


def player_needs(setup: Setup, score: GameScore) -> tuple[PlayerNeeds, ...]:
    """Return the needs of each player in each open column, by column and seat.

    There are none once the game is over.
    """
    if score.finish is not None:
        return ()
    still_open = {
        number: column
        for number, column in enumerate(score.columns, 1)
        if column.closed_at_deal is None
    }
    entered = dict.fromkeys(setup.sides, tuple(still_open))
    if score.has_columns:
        entered = {side: _columns_of_a_win(setup, still_open, side) for side in setup.sides}
    return tuple(
        [
            _needs_in(setup, score, number, seat, counts_next=number in entered[side])
            for number in still_open
            for seat in setup.turns
            for side in setup.sides
            if seat in side
        ]
    )


def _columns_of_a_win(
    setup: Setup, columns: Mapping[int, ColumnScore], side: Sequence[Seat]
) -> tuple[int, ...]:
    """Return the columns that the next deal is written into if a side wins it."""
    won = HandScore(lines=(ScoreLine(reason="", points=1, rule=""),))
    hands = tuple([won if seat in side else HandScore() for seat in range(len(setup.players))])
    written = {number: column.deals for number, column in columns.items()}
    deal = DealScore(hands=hands, sides=setup.side_numbers)
    return tuple(setup.variant.family.enter(setup.options, written, deal))


def _needs_in(
    setup: Setup, score: GameScore, number: int, seat: Seat, *, counts_next: bool
) -> PlayerNeeds:
    column = score.columns[number - 1]
    running = column.running[seat]
    best = min(column.running) if setup.variant.family.low_wins else max(column.running)
    opponents = [
        column.running[other] for side in setup.sides if seat not in side for other in side
    ]
    return PlayerNeeds(
        seat=seat,
        column=number,
        to_end=points_to_end(setup, running),
        to_lead=abs(best - running),
        margin=min([abs(running - total) for total in opponents]),
        rounding_step=_next_rounding_step(setup, running + score.held[seat]),
        counts_next=counts_next,
        is_shut_out=not any(deal.score.hands[seat].lines for deal in column.deals),
    )


def points_to_end(setup: Setup, running: Points) -> Points | None:
    """Return how many points more end the game, at least 0; ``None`` without a target.

    If the target must be passed, it is passed by the smallest step between scores of a deal.
    """
    family = setup.variant.family
    target = family.target(setup.options)
    if target is None:
        return None
    missing = target - running
    if missing < 0 or not family.must_pass(setup.options):
        return max(missing, 0)
    return (missing // family.smallest_step + 1) * family.smallest_step


def _next_rounding_step(setup: Setup, standing: Points) -> RoundingStep | None:
    """Return the next rounding step of a score, counted in the family's ``smallest_step``."""
    family = setup.variant.family
    if family.rounding_rule(setup.options) is None:
        return None
    step = family.smallest_step
    now = family.round_final(setup.options, standing)
    points = step
    while family.round_final(setup.options, standing + points) == now:
        points += step
    lifted: Score = family.round_final(setup.options, standing + points)
    return RoundingStep(points=points, rounded=int(lifted))


# --- The end of a score sheet: winners, bonuses, rounding and money -------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRow:
    """A bonus at the end of the game, by seat; points are ``None`` for a player without it.

    ``column`` is that of the bonus where a game has several, else None.
    """

    label: str
    rule: str
    points: tuple[Score | None, ...]
    hows: tuple[str, ...]
    column: int | None = None

    @property
    def words(self) -> str:
        """How the bonus was counted, in words that hold for all who have it; may be empty."""
        hows = {how for how in self.hows if how}
        how = hows.pop() if len(hows) == 1 else ""
        return how if any(sign.isalpha() for sign in how) else ""

    @property
    def names_rule(self) -> bool:
        """Whether the rule says what the label says, so that one of them is enough."""
        return self.label.casefold() in self.rule.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSheet:
    """The end of a game: winners, final scores, rows of bonuses, rule of rounding, and money."""

    winners: tuple[Seat, ...]
    hands: tuple[FinalHand, ...]
    rows: tuple[FinalRow, ...]
    rounding_rule: str | None
    settlement: Settlement | None

    @property
    def has_steps(self) -> bool:
        """Whether anything comes between the score and the result: bonuses or rounding."""
        return bool(self.rows or self.rounding_rule)


def make_final_sheet(setup: Setup, score: GameScore) -> FinalSheet | None:
    """Return the end of a game's sheet; ``None`` while the game goes on."""
    finish = score.finish
    if finish is None:
        return None
    rounding = setup.variant.family.rounding_rule(setup.options)
    lines = [line for hand in finish.hands for line in hand.lines]
    order = list(setup.variant.family.reasons)
    lines.sort(key=lambda line: (line.column or 0, order.index(line.reason)))
    first = {(line.column, line.reason, line.rule): line for line in reversed(lines)}
    return FinalSheet(
        winners=tuple([seat for seat in setup.turns if seat in finish.winners]),
        hands=finish.hands,
        rows=tuple([_final_row(setup, finish.hands, line) for line in reversed(first.values())]),
        rounding_rule=None if rounding is None else setup.variant.cite(rounding),
        settlement=score.settlement,
    )


def _final_row(setup: Setup, hands: tuple[FinalHand, ...], first: ScoreLine) -> FinalRow:
    """Return the row of a line and of those like it that other players have."""
    like = (first.column, first.reason, first.rule)
    lines = [
        next((line for line in hand.lines if (line.column, line.reason, line.rule) == like), None)
        for hand in hands
    ]
    return FinalRow(
        label=setup.variant.family.reasons[first.reason],
        rule=setup.variant.cite(first.rule),
        points=tuple([None if line is None else line.points for line in lines]),
        hows=tuple(["" if line is None else line.how for line in lines]),
        column=first.column,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerHead:
    """The head of a player's column; figures are points.

    ``to_go`` is None without a target, and where a game has several columns with one each.
    ``held`` are bonuses that are added at the end of the game; ``occasions`` is their number.
    """

    seat: Seat
    name: str
    running: Points
    to_go: Points | None
    leads: bool
    held: Points
    occasions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One player's part of a deal; points and total are ``None`` if the deal does not count.

    ``columns`` are the totals after it in each column. ``is_dealer`` is true if the player dealt,
    ``is_out`` if the player went out or knocked.
    """

    seat: Seat
    points: Points | None
    running: Points | None
    columns: tuple[Points, ...]
    lines: tuple[ScoreLine, ...]
    held: Points
    is_dealer: bool
    is_out: bool
    concealed: bool
    sat_out: bool

    @property
    def has_figure(self) -> bool:
        """Whether the deal has a figure for the player; else it says nothing of the hand."""
        return self.points is not None and bool(self.points or self.lines or self.is_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One deal; ``seq`` is its entry. ``itemised`` is true if no hand was entered as totals.

    ``entered`` and ``closed`` are the numbers of the columns that its points were written into and
    that it closed. A deal of partners has ``pairs``, and no ending, outcome or ``by`` of its own.
    """

    number: int
    seq: int
    ending: Ending | None
    dealer: Seat
    by: Seat | None
    cells: tuple[Cell, ...]
    outcome: DealOutcome | None
    problems: tuple[Problem, ...]
    counts: bool
    itemised: bool
    corrected: bool
    agreement: Agreement
    entered: tuple[int, ...]
    closed: tuple[int, ...]
    pairs: tuple[ScoredPair, ...]

    @property
    def won_by(self) -> Seat | None:
        """The seat that won the deal, for partners the first one of their side; None for nobody."""
        if self.pairs:
            return next((cell.seat for cell in self.cells if cell.points), None)
        return None if self.outcome is None else self.outcome.winner

    def pair_of(self, seat: Seat) -> ScoredPair | None:
        """Return the pair in which a partner sat, None in a deal without pairs."""
        return next((pair for pair in self.pairs if seat in pair.seats), None)

    def marks(self, seat: Seat) -> bool:
        """Tell whether a seat's points stand out: its player ended the deal, or its side won it."""
        cell = self.cells[seat]
        return bool(cell.points) if self.pairs else cell.is_out

    @property
    def has_absence(self) -> bool:
        """Whether a player sat out."""
        return any(cell.sat_out for cell in self.cells)

    @property
    def is_late(self) -> bool:
        """Whether the game was over before this deal, which therefore does not count."""
        return any(problem.code == "after_end" for problem in self.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """The score sheet of a game. ``next_dealer`` is ``None`` if the game is over or closed.

    ``dealer_rule`` says why that player deals; it is empty before the first deal. ``closing`` is
    the agreement on an early end, None if there is none. A game is ``over`` by its rules or
    ``ended_early`` by its players, never both.
    """

    game: Game
    setup: Setup
    score: GameScore
    heads: tuple[PlayerHead, ...]
    rows: tuple[SheetRow, ...]
    next_number: int
    next_dealer: Seat | None
    dealer_rule: str
    over: bool
    ended_early: bool
    final: FinalSheet | None
    house_rules: tuple[str, ...]
    closing: Agreement | None

    @property
    def variant(self) -> Variant:
        return self.setup.variant

    @property
    def in_turn(self) -> tuple[PlayerHead, ...]:
        """The heads of the players in order of play."""
        return tuple([self.heads[seat] for seat in self.setup.turns])

    def cells_in_turn(self, row: SheetRow) -> tuple[Cell, ...]:
        """Return the cells of a deal in order of play."""
        return tuple([row.cells[seat] for seat in self.setup.turns])

    @property
    def sides(self) -> tuple[PlayerHead, ...]:
        """The heads of the sides: for partners that of the first one, with the names of all."""
        names = self.setup.players
        if not self.setup.has_partners:
            return self.in_turn
        return tuple(
            [
                replace(self.heads[first], name=", ".join([names[seat] for seat in (first, *more)]))
                for first, *more in self.setup.sides
            ]
        )

    @property
    def counted_deals(self) -> int:
        return len([row for row in self.rows if row.counts])

    @property
    def by_mark(self) -> str:
        """The word that marks who ended a deal: ``out``, ``knocked``; for partners, who won it."""
        if self.setup.has_partners:
            return "won"
        return self.variant.family.asks(self.setup.options).by_mark

    @property
    def deals_left(self) -> int | None:
        """How many deals are left, but for a play-off; None in games that end by points."""
        deals = self.variant.family.deals
        return None if deals is None else max(0, deals - self.counted_deals)

    @property
    def must_be_passed(self) -> Points | None:
        """The target, if it must be passed."""
        family, options = self.variant.family, self.setup.options
        target: Points | None = family.target(options)
        return target if family.must_pass(options) else None

    @property
    def concealed(self) -> Sequence[Points]:
        """The points that each concealed hand brings at the end of the game; may be 0."""
        return [cell.held for row in self.rows for cell in row.cells if cell.held or cell.concealed]

    def row_of(self, seq: int) -> SheetRow | None:
        """Return the row of the deal that was entered by entry ``seq``, or ``None``."""
        return next((row for row in self.rows if row.seq == seq), None)

    @property
    def last_row(self) -> SheetRow | None:
        """The last deal that counts, None before the first."""
        return next((row for row in reversed(self.rows) if row.counts), None)

    def total_of(self, seat: Seat) -> Score:
        """Return a player's total; at the end, the final score."""
        return self.final.hands[seat].rounded if self.final else self.heads[seat].running

    @property
    def in_order(self) -> list[PlayerHead]:
        """The players or sides, at the end in the order of the result."""
        if self.final is None:
            return [*self.sides]
        sign = 1 if self.variant.family.low_wins else -1
        return sorted(self.sides, key=lambda side: sign * self.total_of(side.seat))

    def is_ahead(self, seat: Seat) -> bool:
        """Tell whether a player leads; at the end, whether the player has won."""
        return seat in self.final.winners if self.final else self.heads[seat].leads

    def corrections_of(self, number: int) -> tuple[int, ...]:
        """Return the entries that corrected the deal with a number, in order."""
        return self.game.deals[number - 1].corrections

    def upcard_of(self, number: int) -> Card | None:
        """Return the card that was turned up in the deal with a number, if it is known."""
        return self.game.deals[number - 1].deal.upcard

    def label(self, line: ScoreLine) -> str:
        """Return the label of a line's reason."""
        return self.setup.variant.family.reasons[line.reason]


def setup_of(game: Game, variant: Variant) -> Setup:
    """Return the setup of a game with the players' present names."""
    known = {option.name for option in variant.options}
    stored = {name: value for name, value in game.setup.options.items() if name in known}
    options = with_options(variant, stored)
    return Setup(variant, options, game.players, game.setup.stake, game.order)


def make_sheet(game: Game, variant: Variant) -> ScoreSheet:
    setup = setup_of(game, variant)
    closed = EarlyEnd(settles=game.closed.settles) if game.closed else None
    has_orders = any(deal.order != game.order for deal in game.deals)
    score = score_game(
        setup,
        [deal.deal for deal in game.deals],
        closed=closed,
        away=game.away,
        orders=[setup._replace(order=deal.order).turns for deal in game.deals if has_orders],
    )
    rows = [_row(scored, game, deal) for scored, deal in zip(score.deals, game.deals, strict=True)]
    return ScoreSheet(
        game=game,
        setup=setup,
        score=score,
        heads=_heads(setup, score),
        rows=tuple(rows),
        next_number=len(rows) + 1,
        next_dealer=score.next_dealer,
        dealer_rule=score.dealer_rule,
        over=score.over,
        ended_early=score.closed_early,
        final=make_final_sheet(setup, score),
        house_rules=find_house_rules(setup),
        closing=_closing(game),
    )


def renumber_seats(sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet of a game whose players sat down in its present order of play.

    Records, papers and the club know only that order. A deal keeps its dealer: where another order
    decided who dealt, all deals name theirs.
    """
    game, turns = sheet.game, sheet.setup.turns
    orders = {game.order, *[deal.order for deal in game.deals]}
    if orders == {()}:
        return sheet
    places = {seat: Seat(place) for place, seat in enumerate(turns)}
    dealers = [None if len(orders) == 1 else row.dealer for row in sheet.rows]
    deals = [
        replace(entered, order=(), deal=place_deal(entered.deal, turns, dealer=dealer))
        for entered, dealer in zip(game.deals, dealers, strict=True)
    ]
    placed = replace(
        game,
        players=sheet.setup.names,
        deals=tuple(deals),
        joined_by=tuple([game.joined_by[seat] for seat in turns]),
        away=frozenset([places[seat] for seat in game.away]),
        opinions={
            target: tuple([place_opinion(opinion, places) for opinion in opinions])
            for target, opinions in game.opinions.items()
        },
        order=(),
    )
    return make_sheet(placed, sheet.variant)


def _closing(game: Game) -> Agreement | None:
    if game.closed_by is None:
        return None
    everybody = dict.fromkeys([Seat(seat) for seat in range(len(game.players))])
    # An early end has no figures of its own: those of another setup were not agreed to.
    about = game.opinions.get(game.closed_by, ())
    valid = {game.closed_by: tuple([entry for entry in about if entry.seq > game.setup_by])}
    return agreement_on(game.closed_by, replace(game, opinions=valid), figures=everybody)


def _heads(setup: Setup, score: GameScore) -> tuple[PlayerHead, ...]:
    best = min(score.running) if setup.variant.family.low_wins else max(score.running)
    heads = []
    for seat, name in enumerate(setup.players):
        occasions = [deal for deal in score.deals if deal.score and deal.score.hands[seat].held]
        heads.append(
            PlayerHead(
                seat=Seat(seat),
                name=name,
                running=score.running[seat],
                to_go=None if score.has_columns else points_to_end(setup, score.running[seat]),
                leads=bool(score.deals) and score.running[seat] == best,
                held=score.held[seat],
                occasions=len(occasions),
            )
        )
    return tuple(heads)


def _row(scored: ScoredDeal, game: Game, entered: GameDeal) -> SheetRow:
    deal, score, running = scored.deal, scored.score, scored.running
    cells = []
    for seat in range(len(deal.hands) or len(game.players)):
        hand = None if score is None else score.hands[seat]
        cells.append(
            Cell(
                seat=Seat(seat),
                points=None if hand is None else hand.points,
                running=None if running is None else running[seat],
                columns=tuple([totals[seat] for totals in scored.columns or ()]),
                lines=() if hand is None else hand.lines,
                held=0 if hand is None else hand.held,
                is_dealer=seat == scored.dealer,
                is_out=deal.is_ended_by(Seat(seat)),
                concealed=seat == deal.by and deal.concealed,
                sat_out=not deal.is_played_by(Seat(seat)),
            )
        )
    return SheetRow(
        number=scored.number,
        seq=entered.seq,
        ending=deal.ending,
        dealer=scored.dealer,
        by=deal.by,
        cells=tuple(cells),
        outcome=None if score is None else score.outcome,
        problems=scored.problems,
        counts=score is not None,
        itemised=not any(hand.is_total for part in deal.parts for hand in part.hands),
        corrected=bool(entered.corrections),
        agreement=_agreement(game, entered, cells),
        entered=scored.entered,
        closed=scored.closed,
        pairs=scored.pairs,
    )


def _agreement(game: Game, entered: GameDeal, cells: Sequence[Cell]) -> Agreement:
    """Return the agreement on a deal; it asks the players who took part, if the deal counts."""
    return agreement_on(
        entered.seq,
        game,
        figures={
            cell.seat: Figure(cell.points, cell.held)
            for cell in cells
            if cell.points is not None and not cell.sat_out
        },
        changed_at=max(entered.corrections, default=0),
    )
