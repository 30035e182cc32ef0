"""Writes the figures of a club as text for people."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Final

from scorekeeper.club.facts import SETTLE_WORDS
from scorekeeper.club.figures.accounts import account_of_pot
from scorekeeper.club.figures.figures import ClubFigures
from scorekeeper.club.figures.ledger import balance_of
from scorekeeper.club.figures.nights import NightFigures
from scorekeeper.club.figures.results import HIGH_SCORE_TITLES, HighScore, HighScoreKind
from scorekeeper.club.games import ClubGame, GameState
from scorekeeper.record.results import problem_lines, write_columns, write_number
from scorekeeper.rules.settlement import TILL, Score, write_balance
from scorekeeper.rules.variant import Problem
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.rules.words import write_names, write_plural, write_winners

GAP: Final = "  "


def write_club_plain(figures: ClubFigures, warnings: Sequence[Problem]) -> str:
    """Return nights, balances, standings and high scores as text."""
    writer = PlainWriter(figures)
    blocks = [
        [writer.title],
        *[[*writer.night(night)] for night in figures.nights],
        [*writer.balances()],
        [*writer.standings()],
        [*writer.high_scores()],
        *[[*write_part_plain(part, writer)] for part in figures.book.seasons],
        problem_lines(warnings, ()),
    ]
    return "\n\n".join(["\n".join(block) for block in blocks if block])


@singledispatch
def write_part_plain(part: object, writer: "PlainWriter") -> Iterator[str]:
    """Yield lines about a part of the club, or about the figures of a part of a night.

    Whoever brings a kind of part registers what writes it.
    """
    raise TypeError(part)


class PlainWriter:
    """Writes the parts of the text; amounts are in the club's currency."""

    def __init__(self, figures: ClubFigures) -> None:
        self.figures = figures
        self.currency = figures.book.club.currency

    @property
    def title(self) -> str:
        """The name of the club and its currency."""
        return f"{self.figures.book.club.name}, money in {self.currency}"

    def money(self, minor: int) -> str:
        """Return an amount."""
        return write_balance(minor, self.currency)

    def name(self, party: str) -> str:
        """Return the name of a person or of the till."""
        return "the till" if party == TILL else self.figures.people[party].name

    def night(self, figures: NightFigures) -> Iterator[str]:
        """Yield a night: its games, each person's money, who pays whom."""
        night = figures.night
        state = f"closed on {night.closed.on}" if night.closed else "open"
        texts = [f"Night {night.id}, {night.date}", night.place, state, SETTLE_WORDS[night.settle]]
        yield ", ".join([text for text in texts if text])
        for game in night.games:
            yield f"{GAP}{self._game(game)}"
        yield from [GAP + line for line in write_columns(self._people(figures))]
        if figures.organised:
            yield from [GAP + line for line in write_part_plain(figures.organised, self)]
        before = night.closed.before if night.closed else {}
        for person, minor in before.items():
            yield f"{GAP}From before: {self.name(person)} {self.money(minor)}"
        for each in figures.suggestions:
            paid = f", {self.money(each.paid)} of it paid" if each.paid else ""
            ends = f"{self.name(each.payer)} pays {self.name(each.payee)}"
            yield f"{GAP}{ends} {self.money(each.minor)}{paid if each.open else ', paid'}"
        for (payer, payee), minor in figures.outside.items():
            ends = f"{self.name(payer)} paid {self.name(payee)}"
            yield f"{GAP}Outside this list: {ends} {self.money(minor)}"
        if figures.is_settled:
            yield f"{GAP}All is settled."

    def _game(self, game: ClubGame) -> str:
        table = f", table {game.table}" if game.table else ""
        title = f"Game {game.id}{table}, {VARIANTS[game.played.variant].name}"
        if game.results is None:
            return f"{title}: {game.state}"
        told = [
            f"{self.name(person)} {write_number(result)}"
            for person, result in zip(game.people, game.results, strict=True)
        ]
        ended = "ended early"
        if game.state is GameState.OVER:
            ended = write_winners([self.name(game.people[seat]) for seat in game.winners])
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
            rows.append([self.name(person), *[self.money(minor) for minor in figures.values()]])
        return rows

    def balances(self) -> Iterator[str]:
        """Yield the balance of each person, of the till and of each pot."""
        sums = self.figures.sums
        yield "Balances"
        rows = [
            [self.name(party), self.money(balance_of(party, sums))]
            for party in (*self.figures.people, TILL)
        ]
        rows += [
            [pot.name, self.money(-sums[account_of_pot(pot.id)])]
            for pot in self.figures.book.club.pots
        ]
        yield from [GAP + line for line in write_columns(rows)]

    def standings(self) -> Iterator[str]:
        """Yield the standings, if there are any."""
        if not self.figures.standings:
            return
        yield f"Standings by {self.figures.question.ranked_by}"
        rows = [["", "", "games", "wins", "points", "average", "money"]]
        for each in self.figures.standings:
            scores: list[Score] = [each.games, each.wins, each.points, each.average]
            row = [f"{each.rank}.", self.name(each.person)]
            row += [write_number(score) for score in scores]
            rows.append([*row, self.money(each.money)])
        yield from [GAP + line for line in write_columns(rows, left=(1,))]

    def high_scores(self) -> Iterator[str]:
        """Yield the high scores of each variant, with their holders."""
        for variant, scores in self.figures.high_scores.items():
            yield f"High scores, {VARIANTS[variant].name}"
            for kind, title in HIGH_SCORE_TITLES.items():
                if kind in scores:
                    yield f"{GAP}{title}: {self._held(kind, scores[kind])}"

    def _held(self, kind: HighScoreKind, score: HighScore) -> str:
        held = [f"{self.name(each.person)} ({each.game})" for each in score.held_by]
        is_count = kind is HighScoreKind.FASTEST
        value = write_plural(int(score.value), "deal") if is_count else write_number(score.value)
        return f"{value}, {write_names(held)}"
