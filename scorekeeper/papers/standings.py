"""The paper of a club's standings: a table that shows ties, and the high scores."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.club.figures.results import (
    HIGH_SCORE_TITLES,
    HighScore,
    HighScores,
    RankedBy,
    Standing,
)
from scorekeeper.papers.paper import SIDES, SIZES, Heading, PrintedPaper, Size, fit_title
from scorekeeper.rules.settlement import Score, round_half_away
from scorekeeper.rules.variants import VARIANTS

_TITLE: Final = "Standings"


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
            title=_TITLE,
            line=season.season,
            pixels=fit_title(_TITLE, SIZES[size][0] - 2 * SIDES[size]),
            club=season.club.name,
        ),
        shape=f"club {size}",
        of=season,
    )
