"""The papers of the club: of a night, of a person, and of the standings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.club.figures.ledger import LedgerKind, StatementLine
from scorekeeper.club.figures.nights import NightFigures
from scorekeeper.club.figures.results import (
    HIGH_SCORE_TITLES,
    HighScore,
    HighScores,
    RankedBy,
    Standing,
)
from scorekeeper.club.words import write_party
from scorekeeper.papers.paper import SIDES, SIZES, Heading, PrintedPaper, Size, fit_title, words_of
from scorekeeper.rules.settlement import Score, round_half_away
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.wording import write_night

# --- a night: its games, each person's money, who pays whom, and the proof ------------------------

_SHORT_WORD: Final = 20
_MANY_PAYMENTS: Final = 4
_SHORT_PAIR: Final = 36
"""Letters of two names that take no more than two lines of half the paper's width."""


class NightToPrint(NamedTuple):
    """What papers of a night are made of; ``names`` are those of the people by id.

    ``earlier`` are sums that were paid by the list of an earlier closing, by payer and payee.
    ``tells_before`` is false for visitors who may not see balances of other people.
    """

    club: Club
    names: Mapping[str, str]
    figures: NightFigures
    earlier: Mapping[tuple[str, str], int] = MappingProxyType({})
    tells_before: bool = True


class NightProof(NamedTuple):
    """Sums of a night in minor units: won, lost, paid as fees and entries, got as prizes."""

    won: int
    lost: int
    fees: int
    entries: int
    prizes: int

    @property
    def left(self) -> int:
        """What is left of them, which is nothing."""
        return self.won - self.lost + self.fees + self.entries - self.prizes


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPaper(PrintedPaper):
    """The contents of the paper of a night."""

    template: ClassVar = "papers/night.html"
    club: Club
    names: Mapping[str, str]
    figures: NightFigures
    earlier: Mapping[tuple[str, str], int]
    tells_before: bool

    def name_of(self, party: str) -> str:
        """Return the name of a person, or the till."""
        return write_party(party, self.names)

    @property
    def is_paired(self) -> bool:
        """Whether the payments are many, and so short that two stand side by side."""
        ends = [(each.payer, each.payee) for each in self.figures.suggestions]
        letters = [len(self.name_of(payer)) + len(self.name_of(payee)) for payer, payee in ends]
        return len(letters) >= _MANY_PAYMENTS and max(letters) <= _SHORT_PAIR

    @property
    def outside(self) -> dict[tuple[str, str], int]:
        """The sums paid outside this list and any earlier one, by payer and payee."""
        in_list = {(each.payer, each.payee): each.paid for each in self.figures.suggestions}
        rest = {
            ends: minor - max(0, self.earlier.get(ends, 0) - in_list.get(ends, 0))
            for ends, minor in self.figures.outside.items()
        }
        return {ends: minor for ends, minor in rest.items() if minor > 0}

    @property
    def proof(self) -> NightProof:
        """The sums of the night, which leave nothing."""
        people = self.figures.people.values()
        return NightProof(
            won=sum([each.net for each in people if each.net > 0]),
            lost=-sum([each.net for each in people if each.net < 0]),
            fees=self.figures.fees,
            entries=sum([each.entry for each in people]),
            prizes=sum([each.prizes for each in people]),
        )


def night_paper(night: NightToPrint, size: Size) -> NightPaper:
    """Return all that is printed of a night."""
    club, names, figures, earlier, tells_before = night
    title = write_night(figures.night.date)
    is_short = all(len(word) <= _SHORT_WORD for name in names.values() for word in words_of(name))
    return NightPaper(
        heading=Heading(
            title=title, pixels=fit_title(title, SIZES[size][0] - 2 * SIDES[size]), club=club.name
        ),
        shape=f"club {size}{' short-words' * is_short}",
        club=club,
        names=names,
        figures=figures,
        earlier=earlier,
        tells_before=tells_before,
    )


# --- the standings: a table that shows ties, and the high scores ----------------------------------

_STANDINGS: Final = "Standings"


class SeasonToPrint(NamedTuple):
    """What papers of a club's season are made of; ``season`` are words for the games that count.

    ``names`` are those of the people by id.
    """

    club: Club
    names: Mapping[str, str]
    standings: Sequence[Standing]
    high_scores: Mapping[str, HighScores]
    season: str
    ranked_by: RankedBy = RankedBy.WINS


class HighScoreRow(NamedTuple):
    """A kind of high score: in each variant its value and all its holders, None where none is."""

    title: str
    scores: tuple[tuple[Score, tuple[str, ...]] | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPaper(PrintedPaper):
    """Everything that the paper of standings prints."""

    template: ClassVar = "papers/standings.html"
    of: SeasonToPrint

    @property
    def rows(self) -> tuple[tuple[Standing, bool, int], ...]:
        """Each standing, whether others share its rank, and its average in whole points."""
        ranks = Counter([each.rank for each in self.of.standings])
        return tuple(
            [
                (each, ranks[each.rank] > 1, round_half_away(each.average))
                for each in self.of.standings
            ]
        )

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that have high scores."""
        return tuple([VARIANTS[variant].short_name for variant in self.of.high_scores])

    @property
    def high_scores(self) -> Iterator[HighScoreRow]:
        """The high scores of each kind."""
        for kind, title in HIGH_SCORE_TITLES.items():
            found = [known.get(kind) for known in self.of.high_scores.values()]
            scores = [(each.value, self._holders(each)) if each else None for each in found]
            yield HighScoreRow(title, tuple(scores))

    def _holders(self, score: HighScore) -> tuple[str, ...]:
        return tuple(dict.fromkeys([self.of.names[each.person] for each in score.held_by]))


def standings_paper(season: SeasonToPrint, size: Size) -> StandingsPaper:
    """Return the standings of a club."""
    return StandingsPaper(
        heading=Heading(
            title=_STANDINGS,
            line=season.season,
            pixels=fit_title(_STANDINGS, SIZES[size][0] - 2 * SIDES[size]),
            club=season.club.name,
        ),
        shape=f"club {size}",
        of=season,
    )


# --- a statement: opening balance, each entry with its date, closing balance ----------------------

_STATEMENT: Final = "Statement"


class Span(NamedTuple):
    """The first and last day of a statement, ISO dates; an empty text sets no limit."""

    since: str = ""
    until: str = ""

    def has(self, day: str) -> bool:
        """Tell whether a day is in the span."""
        return self.since <= day and (not self.until or day <= self.until)


class PersonToPrint(NamedTuple):
    """What papers of a person are made of; ``lines`` has the words of each line, in order."""

    club: Club
    name: str
    lines: Mapping[StatementLine, str]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPaper(PrintedPaper):
    """Everything that a statement prints: balances before and after its lines, with their days."""

    template: ClassVar = "papers/statement.html"
    currency: str
    first: str
    opening: int
    lines: Sequence[tuple[StatementLine, str]]
    last: str
    closing: int


def statement_paper(person: PersonToPrint, size: Size) -> StatementPaper:
    """Return the statement of a person."""
    club, name, words, span = person
    lines = list(words)
    shown = [line for line in lines if span.has(line.date) and line.kind is not LedgerKind.OPENING]
    start = _balance_at_start(club, lines, span)
    return StatementPaper(
        heading=Heading(
            title=_STATEMENT,
            line=name,
            pixels=fit_title(_STATEMENT, SIZES[size][0] - 2 * SIDES[size]),
            club=club.name,
        ),
        shape=f"club {size}",
        currency=club.currency,
        first=span.since or club.opened,
        opening=start,
        lines=[(line, words[line]) for line in shown],
        last=span.until or (lines[-1].date if lines else ""),
        closing=shown[-1].balance if shown else start,
    )


def _balance_at_start(club: Club, lines: Sequence[StatementLine], span: Span) -> int:
    """Return the balance before the first line of the span, an opening balance included."""
    start = 0
    for line in lines:
        is_opening = line.kind is LedgerKind.OPENING and span.has(club.opened)
        if is_opening or line.date < (span.since or club.opened):
            start = line.balance
    return start
