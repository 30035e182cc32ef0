"""The paper of a club's standings: a table that shows ties, and the high scores."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, NamedTuple

from scorekeeper.domain.club.facts import Club
from scorekeeper.domain.club.results import HIGH_SCORE_TITLES, HighScoreKind
from scorekeeper.domain.club.standings import HighScore, HighScores, RankedBy, Standing
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.print.club_words import ClubMoney
from scorekeeper.print.context import PrintedFigure
from scorekeeper.print.heading import SIDES, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.wording import write_names, write_plural, write_points

_TITLE: Final = "Standings"


class StandingRow(NamedTuple):
    """A person's row; a shared ``rank`` is written ``2=``."""

    rank: str
    name: str
    games: str
    wins: str
    points: PrintedFigure
    average: PrintedFigure
    best_deal: str
    money: PrintedFigure


class HighScoreRow(NamedTuple):
    """A high score of a variant and all its holders."""

    variant: str
    kind: str
    value: str
    holders: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPaper:
    """Everything that the paper of standings prints."""

    template: ClassVar = "print/standings.html"
    heading: Heading
    shape: str
    symbol: str
    ranked_by: str
    rows: tuple[StandingRow, ...]
    high_scores: tuple[HighScoreRow, ...]


def standings_paper(
    club: Club,
    names: Mapping[str, str],
    standings: Sequence[Standing],
    high_scores: Mapping[str, HighScores],
    *,
    ranked_by: RankedBy = RankedBy.WINS,
    season: str,
    paper: Paper,
) -> StandingsPaper:
    """Return the standings of a club; ``season`` are words for the games that count."""
    writer = _StandingWriter(names, ClubMoney(club.currency), standings)
    return StandingsPaper(
        heading=Heading(
            title=_TITLE,
            line=season,
            subject=f"Standings of {club.name}, {season}",
            pixels=fit_title(_TITLE, SIZES[paper][0] - 2 * SIDES[paper]),
            club=club.name,
        ),
        shape=f"club {paper}",
        symbol=club.currency,
        ranked_by=str(ranked_by),
        rows=tuple([writer.row(each) for each in standings]),
        high_scores=tuple(writer.high_scores(high_scores)),
    )


class _StandingWriter:
    """Writes rows with the names of people and in the money of the club."""

    def __init__(
        self, names: Mapping[str, str], money: ClubMoney, standings: Sequence[Standing]
    ) -> None:
        self._names = names
        self._money = money
        self._ranks = Counter([each.rank for each in standings])

    def row(self, each: Standing) -> StandingRow:
        """Return a person's row."""
        tie = "=" if self._ranks[each.rank] > 1 else ""
        return StandingRow(
            rank=f"{each.rank}{tie}",
            name=self._names[each.person],
            games=str(each.games),
            wins=write_points(each.wins),
            points=_figure(each.points),
            average=_figure(_rounded(each.average)),
            best_deal="–" if each.best_deal is None else write_points(each.best_deal),
            money=self._money.signed(each.money),
        )

    def high_scores(self, scores: Mapping[str, HighScores]) -> Iterator[HighScoreRow]:
        """Yield the high scores of each variant."""
        for variant, known in scores.items():
            for kind, title in HIGH_SCORE_TITLES.items():
                if kind in known:
                    yield HighScoreRow(
                        VARIANTS[variant].short_name,
                        title,
                        _value(kind, known[kind]),
                        self._holders(known[kind]),
                    )

    def _holders(self, score: HighScore) -> str:
        held = dict.fromkeys([self._names[holder.person] for holder in score.held_by])
        return write_names(list(held))


def _value(kind: HighScoreKind, score: HighScore) -> str:
    if kind is HighScoreKind.FASTEST:
        return write_plural(int(score.value), "deal")
    return write_points(score.value)


def _figure(score: Score) -> PrintedFigure:
    return PrintedFigure(write_points(score), minus=score < 0)


def _rounded(score: Score) -> int:
    """Return the nearest whole number of points, halves away from zero."""
    whole = (abs(Fraction(score)) + Fraction(1, 2)).__floor__()
    return -whole if score < 0 else whole
