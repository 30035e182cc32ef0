"""The classes of variants and families, and of the problems and scores that families return.

A family is a set of functions that get an object of the family's options class; a variant is a
family with a name and default options. This module contains no rule of a game.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

from scorekeeper.rules.cards import JOKER, QUEEN_OF_SPADES, RANK_LETTERS, Card, Pack, Rank, Suit
from scorekeeper.rules.deals import Asks, Deal, Hand, Highlight, LaidHand, MeldCard, Points, Seat
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.options import Option, OptionValue, options_of
from scorekeeper.rules.settlement import Score

# --- The facts by which the pad in the browser refuses impossible keys and shows points -----------
# The pad only writes down the cards of a deal; the family checks and scores them on the server.


class Board(StrEnum):
    """The kind of keys that the pad has: for melds, or for whole hands of cards with suits."""

    MELDS = "melds"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A bonus for the player who went out, in points.

    It is paid if all facts in ``needs`` are true, unless all facts of a group in ``unless`` are. A
    fact is the name of a flag of the deal, or such a name after ``!``, true if the flag is not set.
    """

    points: Points
    needs: tuple[str, ...] = ()
    unless: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypadFacts:
    """The facts of a family and its options that the pad needs.

    ``in_hand`` and ``melded`` give points by rank letter, by ``JK``, ``QS`` and, where the colours
    of the twos differ, ``2R`` and ``2B``; ``melded`` is ``None`` if melds score nothing.
    ``dealt`` is the fewest cards that a player can show, ``limits`` the most deadwood by upcard
    (points), and ``limit_rule`` says the same in a sentence. ``doubling`` is the suit of an upcard
    that doubles a deal, if any does. ``penalty`` is what a breach of a law that fines costs
    (points), 0 if the table sets each penalty itself. ``terms`` says where the game ends, at
    the head of a board that counts no cards. Of the two flags in each pair of ``apart`` only one
    can hold.
    """

    rules: MeldRules
    in_hand: Mapping[str, Points]
    melded: Mapping[str, Points] | None = None
    board: Board = Board.MELDS
    dealt: int = 0
    bonuses: tuple[Bonus, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    limits: Mapping[str, Points] = field(default_factory=dict)
    limit_rule: str = ""
    doubling: Suit | None = None
    penalty: Points = 0
    terms: str = ""


def values_by_key(value: Callable[[Card], Points]) -> dict[str, Points]:
    """Return the points of cards by the text of their keys; a rank alone means its heart."""
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    values = {RANK_LETTERS[rank]: value(Card(rank, Suit.HEARTS)) for rank in ranks}
    twos = {"2R": value(Card(Rank.TWO, Suit.HEARTS)), "2B": value(Card(Rank.TWO, Suit.CLUBS))}
    return values | twos | {"QS": value(QUEEN_OF_SPADES), "JK": value(JOKER)}


# --- One hand by itself: what a family says of the ways to lay the cards that a player holds ------


@dataclass(frozen=True, slots=True, kw_only=True)
class WayToLay:
    """One way to lay a hand: ``verdict`` says what its deadwood allows.

    ``discard`` is the card to throw away first, where the hand holds one that was drawn.
    """

    laid: LaidHand
    verdict: str
    discard: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAdvice:
    """The ways to lay a hand, the best first; if there are none, ``missing`` says why.

    ``condition`` is what the upcard requires. ``whole`` is the hand with the drawn card, if no card
    of it is left over, and ``whole_words`` say so.
    """

    ways: tuple[WayToLay, ...] = ()
    missing: str = ""
    condition: str = ""
    whole: LaidHand | None = None
    whole_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandArranger:
    """How a family arranges one hand of a single pack, and the words of the page that asks for it.

    ``arrange`` is given the options, the cards of the hand, each of them once, and the upcard if it
    is known. ``request`` asks for the cards.
    """

    arrange: Callable[[Any, Sequence[Card], Card | None], HandAdvice]
    request: str


# --- The outcome of a deal, for a family that shows more of it than points ------------------------


class DealOutcome(Protocol):
    """How a deal ended: who won it, the hands that were shown, and the words for it."""

    @property
    def winner(self) -> Seat | None:
        """The only player who scores, None if nobody does."""

    @property
    def hands(self) -> Mapping[Seat, LaidHand]:
        """The hands whose cards are known, by seat."""

    @property
    def name(self) -> str:
        """The name of the ending, in a word or two."""

    @property
    def note(self) -> str:
        """The name with anything else that changed the points."""

    @property
    def how_ended(self) -> str:
        """The words after "somebody ended the deal", such as ``for gin``; may be empty."""

    @property
    def condition(self) -> str:
        """The condition for ending the deal, in words."""

    def counts(self, players: Sequence[str]) -> str:
        """Return the counts that decided the deal, with names, in words; may be empty."""

    def count_of(self, seat: Seat) -> Points | None:
        """Return the points that the cards of one hand count, None if they are not known."""

    def count_words(self, seat: Seat) -> str:
        """Return an explanation of the count of a hand in ``hands``; may be empty."""

    def result(self, players: Sequence[str]) -> Mapping[str, Any]:
        """Return what the outcome adds to the deal in the result of a game record, by key."""


# --- The contents of a variant's rules page: rules, card values, course of a game, worked deals ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of a printed text, in words of our own; score lines cite it by its ``key``."""

    key: str
    title: str
    text: str


def rule_under(heading: str, text: str, title: str = "") -> Rule:
    """Return a rule of a text without numbers; its ``title`` is the heading if none is given."""
    return Rule(key=heading, title=title or heading, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRow:
    """The points of one kind of cards: melded for the player, in hand against the player.

    A value is ``None`` if ``note`` explains it; ``melded`` is ``None`` if melds score nothing.
    """

    cards: str
    in_hand: Points | None = None
    melded: Points | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The course of a game under some options: who deals, and the end of the game in steps.

    ``additions`` are what is added to totals at the end, in a word each. ``deal_columns`` and
    ``player_columns`` are what a table writes down of a deal and of a hand besides points.
    """

    dealer: str
    end: tuple[str, ...]
    additions: tuple[str, ...] = ()
    deal_columns: tuple[str, ...] = ()
    player_columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A worked deal: its document in the game record, and the points and held points by seat.

    ``options`` are the house rules that it needs, ``before`` the documents of earlier deals of its
    game.
    """

    title: str
    players: tuple[str, ...]
    deal: Mapping[str, Any]  # the JSON object of the game record
    points: tuple[Points, ...]
    held: tuple[Points, ...] = ()
    source: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    before: tuple[Mapping[str, Any], ...] = ()


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


def refusal(code: str, text: str, *, at: Path = ()) -> tuple[Problem, ...]:
    """Return one problem, as the decision to write nothing."""
    return (Problem(at=at, code=code, text=text),)


def warning(
    at: Path, code: str, text: str, *, judged_by: tuple[Path, ...] | None = None
) -> Problem:
    return Problem(at=at, code=code, text=text, severity=Severity.WARNING, judged_by=judged_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The players of a deal by seat, and its number (from 1).

    ``sides`` has the side of each, if partners do not sit in turn by the numbers of their seats.
    """

    players: tuple[str, ...]
    number: int
    sides: tuple[int, ...] = ()

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
        return sum(self.values)

    def __str__(self) -> str:
        return f"{' '.join([str(card) for card in self.cards])} {self.points}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """Points for one reason, with the rule that gives them.

    ``parts`` are the cards that were counted; without them the ``remark`` explains the points, and
    must not be empty. Among partners, ``pair`` is the number of the pair that the line is from;
    where a game has several columns, ``column`` is that of a line of the end. Both count from 1.
    """

    reason: str
    points: Score
    rule: str
    remark: str = ""
    parts: tuple[Part, ...] = ()
    pair: int | None = None
    column: int | None = None

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
    """The score of one deal: a score for each seat and, in some families, an outcome.

    Partners have the score of their side. The outcomes of a deal of partners are in its ``pairs``;
    ``sides`` are those of its table.
    """

    hands: tuple[HandScore, ...]
    outcome: DealOutcome | None = None
    pairs: "tuple[PairScore, ...]" = ()
    sides: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScore:
    """What one pair of a deal of partners came to: a game of two, scored by itself.

    ``seats`` are the seats of its players at the table; in ``score`` they are 0 and 1.
    """

    seats: tuple[Seat, ...]
    score: DealScore

    @property
    def winner(self) -> Seat | None:
        """The seat at the table of the player who won the pair, None if nobody did."""
        outcome = self.score.outcome
        return None if outcome is None or outcome.winner is None else self.seats[outcome.winner]

    @property
    def points(self) -> Points:
        """The points of the winner."""
        return sum([hand.points for hand in self.score.hands])


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedScore:
    """The result of checking a deal or hand: problems and, if none is an error, the score."""

    problems: tuple[Problem, ...]
    score: DealScore | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedDeal:
    """One deal that counts: its facts, its dealer, its score, and the running totals after it.

    Where a game has several columns, the totals are those of one column.
    """

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
    ``CountedDeal`` has all deals that count, in order; a single one is the last. A game may have
    several columns, numbered from 1: each is a game of its own with the deals written into it.

    ``score_deal`` also gets deals of which facts are missing, or of a number of players that the
    variant does not allow: then it returns the problems that can be judged all the same.
    """

    key: str
    low_wins: bool
    reasons: Mapping[str, str]
    asks: Callable[[Any], Asks]
    players: Callable[[Any], Sequence[int]]
    """The numbers of players, the fewest first."""
    pack: Callable[[Any, int], Pack]
    score_deal: Callable[[Any, Deal, Table], CheckedScore]
    is_over: Callable[[Any, Sequence[CountedDeal]], bool]
    next_dealer: Callable[[Any, CountedDeal, Sequence[Seat]], Seat]
    """The dealer of the next deal, by the last one that counts and the seats in order of play."""
    dealer_rule: Callable[[Any, CountedDeal], str]
    """The reason why that player deals, in words; rules have their names in the first text."""
    finish: Finisher
    target: Callable[[Any], Points | None]
    """The running total that ends the game, None if no target ends it."""
    values: Callable[[Any], tuple[ValueRow, ...]]
    course: Callable[[Any, int], Course]
    """The course of a game of so many players."""
    must_pass: Callable[[Any], bool] = lambda _: False
    """Whether the target must be passed, as reaching it is not enough."""
    rounding_rule: Callable[[Any], str | None] = lambda _: None
    """The rule by which final scores are rounded, None if they are not."""
    round_final: Callable[[Any, Score], Score] = lambda _, score: score
    """The rounded final score, by which the game is settled."""
    columns: Callable[[Any], int] = lambda _: 1
    """How many columns a game has."""
    enter: Callable[[Any, Mapping[int, Sequence[CountedDeal]], DealScore], Sequence[int]] = (
        lambda _, columns, __: tuple(columns)
    )
    """The columns that a deal is written into, among the open ones, given with their deals."""
    boxes: Callable[[Any, DealScore], int] = lambda _, __: 0
    """How many boxes the winner of a deal gets for it, each a bonus at the end of the game."""
    finish_column: Callable[[Any, int, Finish], Finish] = lambda _, __, finish: finish
    """The end of a column, from its end as a game of its own."""
    idle_options: Callable[[Any, int], frozenset[str]] = lambda _, __: frozenset()
    """The names of the options that do nothing in a game of so many players."""
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
    """What standings count in a deal besides points, each with the player's seat."""
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
    """The keys of the rules that say how a deal ends, for the one-page rules card."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The sources of house rules, by name, that this text prints differently from the first one."""

    def cite(self, rule: str) -> str:
        """Return this variant's name for ``rule``, which is the name in the family's first text."""
        return self.citations.get(rule, rule)

    def cite_in(self, text: str) -> str:
        """Return a text with every "Law N" in it replaced by this variant's name for the rule."""
        return re.sub(r"\bLaw \d+", lambda found: self.cite(found[0]), text)

    @property
    def options(self) -> tuple[Option, ...]:
        """The house rules of the variant, in the order of forms."""
        options = options_of(self.defaults)
        if not self.sources:
            return options
        return tuple(
            [
                replace(option, source=self.sources.get(option.name, option.source))
                for option in options
            ]
        )
