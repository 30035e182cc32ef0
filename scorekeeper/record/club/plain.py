"""Writes the figures of a club as text for people."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from scorekeeper.domain.club.accounts import account_of_pot
from scorekeeper.domain.club.facts import SETTLE_WORDS, TILL
from scorekeeper.domain.club.figures import ClubFigures
from scorekeeper.domain.club.games import ClubGame, GameState
from scorekeeper.domain.club.ledger import balance_of
from scorekeeper.domain.club.nights import NightFigures
from scorekeeper.domain.club.pool import OrganisedFigures
from scorekeeper.domain.club.results import HIGH_SCORE_TITLES, HighScoreKind
from scorekeeper.domain.club.seasons import SeasonFigures
from scorekeeper.domain.club.standings import HighScore
from scorekeeper.domain.settlement import Score, write_balance
from scorekeeper.domain.variant import Problem
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.domain.words import write_names, write_plural, write_winners
from scorekeeper.record.plain import problem_lines, write_columns, write_number

_GAP: Final = "  "


def write_club_plain(figures: ClubFigures, warnings: Sequence[Problem]) -> str:
    """Return nights, balances, standings and high scores as text."""
    writer = PlainWriter(figures)
    blocks = [
        [writer.title],
        *[[*writer.night(night)] for night in figures.nights],
        [*writer.balances()],
        [*writer.standings()],
        [*writer.high_scores()],
        *[[*writer.season(season)] for season in figures.seasons],
        problem_lines(warnings, ()),
    ]
    return "\n\n".join(["\n".join(block) for block in blocks if block])


class PlainWriter:
    """Writes the parts of the text; amounts are in the club's currency."""

    def __init__(self, figures: ClubFigures) -> None:
        self.figures = figures
        self.currency = figures.book.club.currency

    @property
    def title(self) -> str:
        """The name of the club and its currency."""
        return f"{self.figures.book.club.name}, money in {self.currency}"

    def _money(self, minor: int) -> str:
        return write_balance(minor, self.currency)

    def _name(self, party: str) -> str:
        return "the till" if party == TILL else self.figures.people[party].name

    def night(self, figures: NightFigures) -> Iterator[str]:
        """Yield a night: its games, each person's money, who pays whom."""
        night = figures.night
        state = f"closed on {night.closed.on}" if night.closed else "open"
        texts = [f"Night {night.id}, {night.date}", night.place, state, SETTLE_WORDS[night.settle]]
        yield ", ".join([text for text in texts if text])
        for game in night.games:
            yield f"{_GAP}{self._game(game)}"
        yield from [_GAP + line for line in write_columns(self._people(figures))]
        if figures.organised:
            yield from [_GAP + line for line in self._organised(figures.organised)]
        before = night.closed.before if night.closed else {}
        for person, minor in before.items():
            yield f"{_GAP}From before: {self._name(person)} {self._money(minor)}"
        for each in figures.suggestions:
            paid = f", {self._money(each.paid)} of it paid" if each.paid else ""
            ends = f"{self._name(each.payer)} pays {self._name(each.payee)}"
            yield f"{_GAP}{ends} {self._money(each.minor)}{paid if each.open else ', paid'}"
        for (payer, payee), minor in figures.outside.items():
            ends = f"{self._name(payer)} paid {self._name(payee)}"
            yield f"{_GAP}Outside this list: {ends} {self._money(minor)}"
        if figures.is_settled:
            yield f"{_GAP}All is settled."

    def _game(self, game: ClubGame) -> str:
        table = f", table {game.table}" if game.table else ""
        title = f"Game {game.id}{table}, {VARIANTS[game.played.variant].name}"
        if game.results is None:
            return f"{title}: {game.state}"
        told = [
            f"{self._name(person)} {write_number(result)}"
            for person, result in zip(game.people, game.results, strict=True)
        ]
        ended = "ended early"
        if game.state is GameState.OVER:
            ended = write_winners([self._name(game.people[seat]) for seat in game.winners])
        return f"{title}: {', '.join(told)}; {ended}"

    def _people(self, night: NightFigures) -> list[list[str]]:
        """Return the money of each person at a night, below a head; no rows without people."""
        rows: list[list[str]] = []
        for person, each in night.people.items():
            entered = {"entry": each.entry, "prizes": each.prizes} if night.organised else {}
            figures = {
                "games": each.games,
                "fee": each.fee,
                **entered,
                "net": each.net,
                "corrected by": each.correction,
                "paid": each.paid,
                "received": each.received,
                "left": each.left,
            }
            rows = rows or [["", *figures]]
            rows.append([self._name(person), *[self._money(minor) for minor in figures.values()]])
        return rows

    def _organised(self, figures: OrganisedFigures) -> Iterator[str]:
        """Yield rounds, standing, pool and prizes of an organised night."""
        for each in figures.rounds:
            points = [
                f"{self._name(person)} {write_number(score)}"
                for person, score in {**each.points, **each.byes}.items()
            ]
            if points:
                state = "complete" if each.is_complete else "not complete"
                yield f"Round {each.number}, {state}: {', '.join(points)}"
        if figures.standing:
            rows = [["", "Standing of the night", "points", "wins", "best round", "rounds"]]
            for row in figures.standing:
                scores = (row.points, row.wins, row.best, row.played)
                numbers = [write_number(score) for score in scores]
                rows.append([f"{row.rank}.", self._name(row.person), *numbers])
            yield from write_columns(rows, left=(1,))
        pool = figures.pool
        parts = [f"{name} {self._money(minor)}" for name, minor in asdict(pool).items() if minor]
        if parts:
            yield f"Pool: {', '.join(parts)}"
        if figures.prizes:
            rows = [["Prizes", "places", "deals", "awards"]]
            for person, prizes in figures.prizes.items():
                amounts = [self._money(minor) for minor in asdict(prizes).values()]
                rows.append([self._name(person), *amounts])
            yield from write_columns(rows)

    def balances(self) -> Iterator[str]:
        """Yield the balance of each person, of the till and of each pot."""
        sums = self.figures.sums
        yield "Balances"
        rows = [
            [self._name(party), self._money(balance_of(party, sums))]
            for party in (*self.figures.people, TILL)
        ]
        rows += [
            [pot.name, self._money(-sums[account_of_pot(pot.id)])]
            for pot in self.figures.book.club.pots
        ]
        yield from [_GAP + line for line in write_columns(rows)]

    def standings(self) -> Iterator[str]:
        """Yield the standings, if there are any."""
        if not self.figures.standings:
            return
        yield f"Standings by {self.figures.question.ranked_by}"
        rows = [["", "", "games", "wins", "points", "average", "money"]]
        for each in self.figures.standings:
            scores: list[Score] = [each.games, each.wins, each.points, each.average]
            row = [f"{each.rank}.", self._name(each.person)]
            row += [write_number(score) for score in scores]
            rows.append([*row, self._money(each.money)])
        yield from [_GAP + line for line in write_columns(rows, left=(1,))]

    def high_scores(self) -> Iterator[str]:
        """Yield the high scores of each variant, with their holders."""
        for variant, scores in self.figures.high_scores.items():
            yield f"High scores, {VARIANTS[variant].name}"
            for kind, title in HIGH_SCORE_TITLES.items():
                if kind in scores:
                    yield f"{_GAP}{title}: {self._held(kind, scores[kind])}"

    def season(self, figures: SeasonFigures) -> Iterator[str]:
        """Yield the table of a season, and its champions."""
        season = figures.season
        yield f"Season {season.name}, {season.since} to {season.to}"
        rows = [["", "", "total", "of it for coming", "nights", "won", "best"]]
        for row in figures.rows:
            scores: list[Score] = [row.total, row.attendance, len(row.nights), row.won, row.best]
            numbers = [write_number(score) for score in scores]
            rows.append([f"{row.rank}.", self._name(row.person), *numbers])
        if figures.rows:
            yield from [_GAP + line for line in write_columns(rows, left=(1,))]
        if figures.champions:
            names = [self._name(person) for person in figures.champions]
            yield f"{_GAP}{'Champion' if len(names) == 1 else 'Champions'}: {write_names(names)}"

    def _held(self, kind: HighScoreKind, score: HighScore) -> str:
        held = [f"{self._name(each.person)} ({each.game})" for each in score.held_by]
        is_count = kind is HighScoreKind.FASTEST
        value = write_plural(int(score.value), "deal") if is_count else write_number(score.value)
        return f"{value}, {write_names(held)}"
