"""What a variant is: what a family answers, and how it is put together.

A family is a set of functions over its own options class; a variant is a family with a name and
defaults. Nothing here knows any rule.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from scorekeeper.domain.asks import Asks
from scorekeeper.domain.cards import Card, Pack
from scorekeeper.domain.deals import Deal, Hand, MeldCard, Points, Seat
from scorekeeper.domain.keypad import KeypadFacts
from scorekeeper.domain.options import Option, options_of
from scorekeeper.domain.rulebook import Course, Rule, ValueRow
from scorekeeper.domain.settlement import Score

Path = tuple[str | int, ...]


class Severity(StrEnum):
    """An error stops the score; a warning is unlikely, but the table's word stands."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong or unlikely, with its place, a code of the game record and a sentence.

    In ``at`` the number after ``"hands"`` is a seat, any other number an index.
    """

    at: Path
    code: str
    text: str
    severity: Severity = Severity.ERROR


def warning(at: Path, code: str, text: str) -> Problem:
    """A problem that does not stop the score."""
    return Problem(at=at, code=code, text=text, severity=Severity.WARNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits at the table, in order of play, and the number of the deal (from 1)."""

    players: tuple[str, ...]
    number: int

    @property
    def seats(self) -> range:
        """The seats, from 0."""
        return range(len(self.players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One term of a line's sum: some cards and their points."""

    cards: tuple[MeldCard, ...]
    points: Points

    def __str__(self) -> str:
        return f"{' '.join([str(card) for card in self.cards])} {self.points}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One reason for points: how many, how they were counted, and the rule they rest on.

    What was counted in cards is in ``parts``; anything else worth saying is the ``remark``.
    """

    reason: str
    points: Score
    rule: str
    remark: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def how(self) -> str:
        """How the points were counted: the parts as a sum in cards, or the remark."""
        return " + ".join([str(part) for part in self.parts]) or self.remark


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """What one hand of a deal is worth; ``held`` waits for the end of the game (points)."""

    lines: tuple[ScoreLine, ...] = ()
    held: Points = 0

    @property
    def points(self) -> Points:
        """The points of the deal: the sum of the lines."""
        return sum([int(line.points) for line in self.lines])


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidHand:
    """The cards of one hand as they lie at the end of a deal, each of them in one place."""

    melds: tuple[tuple[Card, ...], ...]
    lay_offs: tuple[Card, ...] = ()
    deadwood: tuple[Card, ...]


class DealOutcome(Protocol):
    """How a deal ended, where a family has more to say of that than the points of each hand."""

    @property
    def winner(self) -> Seat | None:
        """The one player who scores, if anybody does."""

    @property
    def hands(self) -> Mapping[Seat, LaidHand]:
        """The hands of which the cards are known, by seat."""

    @property
    def name(self) -> str:
        """How the deal ended, in a word or two."""

    @property
    def note(self) -> str:
        """The name with whatever else changed the points."""

    @property
    def how_ended(self) -> str:
        """What follows the words that somebody ended the deal: ``for gin``; it may be empty."""

    @property
    def condition(self) -> str:
        """What the player who ended the deal had to keep to."""

    def counts(self, players: Sequence[str]) -> str:
        """The counts that decided the deal, with the names of their players; it may be empty."""

    def count_of(self, seat: Seat) -> Points | None:
        """What the cards of one hand counted."""

    def count_words(self, seat: Seat) -> str:
        """How that count came about, if there is anything to say; only of a hand in ``hands``."""

    def result(self, players: Sequence[str]) -> Mapping[str, Any]:
        """The keys that the outcome adds to a deal in the result of a game record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScore:
    """What a family makes of one deal: a score for each seat and perhaps how the deal ended."""

    hands: tuple[HandScore, ...]
    outcome: DealOutcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedScore:
    """A checked deal: its problems and, where none of them is an error, its score."""

    problems: tuple[Problem, ...]
    score: DealScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedDeal:
    """One deal that counted: its facts, who dealt, what it was worth and the totals after it."""

    deal: Deal
    dealer: Seat
    score: DealScore
    running: tuple[Points, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalHand:
    """One player's end of the game: lines on top of the running total, the sum, and it rounded."""

    running: Points
    lines: tuple[ScoreLine, ...]
    total: Score
    rounded: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The end of a game: who won and what each has."""

    winners: tuple[Seat, ...]
    hands: tuple[FinalHand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A worked deal: its document in the game record and the points each seat must get."""

    title: str
    players: tuple[str, ...]
    deal: Mapping[str, Any]  # in the record's own form
    points: tuple[Points, ...]
    held: tuple[Points, ...] = ()
    source: str = ""


class Finisher(Protocol):
    """Settles the end of a game of ``players``; not ``complete`` if it was closed early."""

    def __call__(
        self, options: Any, past: Sequence[CountedDeal], players: int, *, complete: bool
    ) -> Finish:
        """Who won, and what each has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Variants that share their facts and arithmetic.

    ``options`` is Any in these functions because each family has an options class of its own; the
    registry pairs every variant with the options of its family.
    """

    key: str
    name: str
    low_wins: bool
    reasons: Mapping[str, str]
    asks: Callable[[Any], Asks]
    players: Callable[[Any], tuple[int, int]]
    pack: Callable[[Any, int], Pack]
    score_deal: Callable[[Any, Deal, Table], CheckedScore]
    is_over: Callable[[Any, Sequence[CountedDeal]], bool]
    next_dealer: Callable[[Any, CountedDeal], Seat]
    dealer_rule: Callable[[Any, CountedDeal], str]
    """Why that player deals, in words with the rule."""
    finish: Finisher
    target: Callable[[Any], Points | None]
    """The running total that ends the game, if a target ends it."""
    values: Callable[[Any], tuple[ValueRow, ...]]
    course: Callable[[Any], Course]
    must_pass: Callable[[Any], bool] = lambda _: False
    """Whether the target must be passed, where reaching it is not enough."""
    rounding_rule: Callable[[Any], str | None] = lambda _: None
    """The rule by which final scores are rounded, if they are."""
    round_final: Callable[[Any, Score], Score] = lambda _, score: score
    """A final score as it is settled."""
    allows_sitting_out: bool = False
    """Whether a player may sit deals out: not where two play, nor where to take nothing wins."""
    smallest_step: Points = 1
    """Every score of a deal is a multiple of this."""
    deal_title: Callable[[Any, int], str] | None = None
    """What the deal of a number asks of the players, where deals differ: ``2 sets, 1 run``."""
    deals: int | None = None
    """How many deals a game has, where their number ends it."""
    keypad: Callable[[Any], KeypadFacts] | None = None  # for a meld pad, where the family has one
    count_hand: Callable[[Any, Hand], CheckedScore] | None = None  # one hand alone, by its cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A named rule set: a family with the defaults of one printed text."""

    key: str
    name: str
    short_name: str
    summary: str
    family: Family
    defaults: Any  # the options class of the family
    examples: tuple[Example, ...] = ()
    citations: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()

    def cite(self, rule: str) -> str:
        """The rule as this variant's own text calls it; families cite their first text."""
        return self.citations.get(rule, rule)

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules of the variant, in the order a form shows them."""
        return options_of(self.defaults)
