"""All figures of a club, each computed when it is asked for."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from scorekeeper.domain.club.facts import ClubBook, Night, Person
from scorekeeper.domain.club.ledger import LedgerEntry, ledger_of, sums_by_account
from scorekeeper.domain.club.nights import NightFigures, figures_of_nights
from scorekeeper.domain.club.pool import OrganisedFigures
from scorekeeper.domain.club.results import Choice, ChosenGame, HeadToHead, choose_games
from scorekeeper.domain.club.seasons import SeasonFigures, figures_of_season, held_nights
from scorekeeper.domain.club.spellings import join_spellings
from scorekeeper.domain.club.standings import (
    HighScores,
    RankedBy,
    Standing,
    heads_to_head,
    high_scores_of,
    standings_of,
)
from scorekeeper.domain.seats.plan import Met, SeatWishes


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a club: which games count, the order of standings, the last day.

    ``until`` is the last day of the ledger, empty for all of it.
    """

    choice: Choice = field(default_factory=Choice)
    ranked_by: RankedBy = RankedBy.WINS
    until: str = ""


class ClubFigures:
    """The figures of a club; ``book`` is its book with all spellings of a person joined."""

    def __init__(self, book: ClubBook, question: Question) -> None:
        self.book = join_spellings(book)
        self.question = question

    def asked(self, question: Question) -> "ClubFigures":
        """Return the figures of the same book for another question."""
        other = ClubFigures(self.book, question)
        other.__dict__["nights"] = self.nights
        return other

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """The people by id, in the order of the club."""
        return {person.id: person for person in self.book.people}

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place of each person in the order of the club."""
        return {person: rank for rank, person in enumerate(self.people)}

    @cached_property
    def nights(self) -> tuple[NightFigures, ...]:
        """The figures of each night."""
        return figures_of_nights(self.book)

    @cached_property
    def ledger(self) -> list[LedgerEntry]:
        """The entries of the ledger up to the last day that is asked for."""
        until = self.question.until
        entries = ledger_of(self.book, self.nights)
        return [entry for entry in entries if not until or entry.date <= until]

    @cached_property
    def sums(self) -> dict[str, int]:
        """The trial balance in minor units by account."""
        return sums_by_account(self.book, self.ledger)

    @cached_property
    def seasons(self) -> list[SeasonFigures]:
        """The figures of each season, up to the last day that is asked for."""
        until = self.question.until
        return [
            figures_of_season(season, self.nights, self.people, until)
            for season in self.book.seasons
        ]

    def wishes_of(self, organised: OrganisedFigures) -> SeatWishes:
        """Return what is wanted of the seats of a night, with who met before in its season."""
        return organised.wishes(self._met_before(organised.night))

    def _met_before(self, night: Night) -> Met:
        """Return how often two people met in games of earlier nights of a season of this night."""
        place = [each.id for each in self.book.nights].index(night.id)
        seasons = [season for season in self.book.seasons if season.has(night.date)]
        held = {
            each.night.id: each.night
            for season in seasons
            for each in held_nights(season, self.nights[:place])
        }
        return Counter(
            [
                frozenset(pair)
                for each in held.values()
                for game in each.games
                if game.counts
                for pair in combinations(game.people, 2)
            ]
        )

    @cached_property
    def games(self) -> list[ChosenGame]:
        """The games that are asked for."""
        return list(choose_games(self.book, self.question.choice))

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings of these games."""
        return standings_of(self.games, self.ranks, self.question.ranked_by)

    @cached_property
    def head_to_head(self) -> list[HeadToHead]:
        """The pairs of people in these games."""
        return heads_to_head(self.games, self.ranks)

    @cached_property
    def high_scores(self) -> dict[str, HighScores]:
        """The high scores of these games by variant."""
        return high_scores_of(self.games, self.ranks)
