"""The classes of variants and families, and of the problems and scores that families return.

A family is a set of functions that get an object of the family's options class; a variant is a
family with a name and default options. This module contains no rule of a game.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from scorekeeper.domain.asks import Asks
from scorekeeper.domain.cards import Pack
from scorekeeper.domain.deals import Deal, Hand, MeldCard, Points, Seat
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.keypad import KeypadFacts
from scorekeeper.domain.one_hand import HandArranger
from scorekeeper.domain.options import Option, options_of
from scorekeeper.domain.outcome import DealOutcome
from scorekeeper.domain.rulebook import Course, Example, Rule, ValueRow
from scorekeeper.domain.settlement import Score

Path = tuple[str | int, ...]


class Severity(StrEnum):
    """The severity of a problem: an error prevents a score; a warning is about unlikely facts."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem of a record: its place, a code of the game record and a sentence for people.

    In ``at`` the number after ``"hands"`` is a seat, any other number an index. ``judged_by`` are
    the places of the facts from which the problem follows, ``at`` alone if it is None: while one of
    them cannot be read, nobody can tell whether there is such a problem.
    """

    at: Path
    code: str
    text: str
    severity: Severity = Severity.ERROR
    judged_by: tuple[Path, ...] | None = None


def warning(
    at: Path, code: str, text: str, *, judged_by: tuple[Path, ...] | None = None
) -> Problem:
    """Return a problem that is a warning."""
    return Problem(at=at, code=code, text=text, severity=Severity.WARNING, judged_by=judged_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The players of a deal by name, in order of play, and its number (from 1)."""

    players: tuple[str, ...]
    number: int

    @property
    def seats(self) -> range:
        """The seats, numbered from 0."""
        return range(len(self.players))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One term of a line's sum: cards, the points of each, and whether they are one meld."""

    cards: tuple[MeldCard, ...]
    values: tuple[Points, ...]
    is_meld: bool = False

    @property
    def points(self) -> Points:
        """The points of all its cards."""
        return sum(self.values)

    def __str__(self) -> str:
        return f"{' '.join([str(card) for card in self.cards])} {self.points}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """Points for one reason, with the rule that gives them.

    ``parts`` are the cards that were counted; without them the ``remark`` explains the points, and
    must not be empty.
    """

    reason: str
    points: Score
    rule: str
    remark: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def how(self) -> str:
        """The explanation of the points: the parts as a sum of cards, or the remark."""
        return " + ".join([str(part) for part in self.parts]) or self.remark


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """The score of one hand; ``held`` are points that are added at the end of the game."""

    lines: tuple[ScoreLine, ...] = ()
    held: Points = 0

    @property
    def points(self) -> Points:
        """The points of the hand in this deal: the sum of the lines."""
        return sum([int(line.points) for line in self.lines])


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScore:
    """The score of one deal: a score for each seat and, in some families, an outcome."""

    hands: tuple[HandScore, ...]
    outcome: DealOutcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedScore:
    """The result of checking a deal or hand: problems and, if none is an error, the score."""

    problems: tuple[Problem, ...]
    score: DealScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedDeal:
    """One deal that counts: its facts, its dealer, its score, and the running totals after it."""

    deal: Deal
    dealer: Seat
    score: DealScore
    running: tuple[Points, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalHand:
    """The final score of a player: running total, lines added to it, the sum, the sum rounded."""

    running: Points
    lines: tuple[ScoreLine, ...]
    total: Score
    rounded: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The end of a game: the winners, and the final score of each player by seat."""

    winners: tuple[Seat, ...]
    hands: tuple[FinalHand, ...]


class Finisher(Protocol):
    """The type of the function that computes the end of a game."""

    def __call__(
        self, options: Any, past: Sequence[CountedDeal], players: int, *, complete: bool
    ) -> Finish:
        """Return the end of a game; ``complete`` is false if it was ended early.

        ``past`` are the deals that count, ``players`` is the number of players.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A family of variants: the facts that they ask for, and the functions that score them.

    The first argument of the functions is an object of the family's own options class, so its type
    is Any; each variant has defaults of the class of its family. Every class of options has an
    option ``settlement``, whose values are those of ``SettlementMethod``. A sequence of
    ``CountedDeal`` has all deals that count, in order; a single one is the last.

    ``score_deal`` also gets deals of which facts are missing, or of a number of players that the
    variant does not allow: then it returns the problems that can be judged all the same.
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
    """The reason why that player deals, in words; rules have their names in the first text."""
    finish: Finisher
    target: Callable[[Any], Points | None]
    """The running total that ends the game, None if no target ends it."""
    values: Callable[[Any], tuple[ValueRow, ...]]
    course: Callable[[Any], Course]
    must_pass: Callable[[Any], bool] = lambda _: False
    """Whether the target must be passed, as reaching it is not enough."""
    rounding_rule: Callable[[Any], str | None] = lambda _: None
    """The rule by which final scores are rounded, None if they are not."""
    round_final: Callable[[Any, Score], Score] = lambda _, score: score
    """The rounded final score, by which the game is settled."""
    allows_sitting_out: bool = False
    """Whether a player may sit out a deal; not in a game for two, nor if the low score wins."""
    smallest_step: Points = 1
    """The number of points of which every score of a deal is a multiple."""
    deal_title: Callable[[Any, int], str] | None = None
    """The title of a deal by its number, if deals differ: ``2 sets, 1 run``."""
    deals: int | None = None
    """How many deals a game has, if their number ends it."""
    in_hand_word: str = "In hand"
    """The table's word for cards that count against their player."""
    keypad: Callable[[Any], KeypadFacts] | None = None
    """The facts that the pad needs; None for a family without a pad."""
    count_hand: Callable[[Any, Hand], CheckedScore] | None = None
    """Scores one hand by itself; None if a hand's worth depends on others."""
    highlights: Callable[[Deal, DealScore], Iterable[tuple[Seat, Highlight]]] = lambda *_: ()
    """What standings count of a deal besides points, each with the player's seat."""
    arranger: HandArranger | None = None
    """Arranges one hand by itself; None if players arrange their own cards."""

    @property
    def has_one_hand(self) -> bool:
        """Whether one hand by itself can be counted or arranged."""
        return self.count_hand is not None or self.arranger is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A variant: a family with a name and the default options of one printed text."""

    key: str
    name: str
    short_name: str
    summary: str
    family: Family
    defaults: Any  # the options class of the family
    examples: tuple[Example, ...] = ()
    citations: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    rules_of_going_out: tuple[str, ...] = ()
    """The keys of the rules that say how a deal ends, for a card of one page."""

    def cite(self, rule: str) -> str:
        """Return this variant's name for ``rule``, which is the name in the family's first text."""
        return self.citations.get(rule, rule)

    def cite_in(self, text: str) -> str:
        """Return a text with every "Law N" in it replaced by this variant's name for the rule."""
        return re.sub(r"\bLaw \d+", lambda found: self.cite(found[0]), text)

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules of the variant, in the order of forms."""
        return options_of(self.defaults)
