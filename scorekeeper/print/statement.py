"""A person's statement in a club: opening balance, each entry with its date, closing balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from scorekeeper.domain.club.facts import Club, ClubBook
from scorekeeper.domain.club.ledger import LedgerKind, StatementLine
from scorekeeper.print.club_words import ClubMoney
from scorekeeper.print.context import PrintedFigure
from scorekeeper.print.heading import SIDES, HeadField, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.wording import write_date
from scorekeeper.wording.club_words import OPENING_BALANCE, StatementSources


class StatementRow(NamedTuple):
    """An entry: its date, its words, the amount credited to the person, the balance after it."""

    date: str
    words: str
    amount: PrintedFigure
    balance: PrintedFigure


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Everything that a statement prints; ``opening`` and ``closing`` are balances."""

    template: ClassVar = "print/statement.html"
    heading: Heading
    shape: str
    symbol: str
    opening: StatementRow
    rows: tuple[StatementRow, ...]
    closing: StatementRow
    meaning: str


class Span(NamedTuple):
    """The first and last day of a statement, ISO dates; an empty text sets no limit."""

    since: str = ""
    until: str = ""

    def has(self, day: str) -> bool:
        """Tell whether a day is in the span."""
        return self.since <= day and (not self.until or day <= self.until)


def statement(
    club: Club, name: str, words: Mapping[StatementLine, str], *, span: Span, paper: Paper
) -> Statement:
    """Return the statement of a person; ``words`` has words for each of their lines, in order."""
    lines = list(words)
    money = ClubMoney(club.currency)
    shown = [line for line in lines if span.has(line.date) and line.kind is not LedgerKind.OPENING]
    start = _balance_at_start(club, lines, span)
    end = shown[-1].balance if shown else start
    first = write_date(span.since or club.opened)
    last = write_date(span.until or (lines[-1].date if lines else ""))
    return Statement(
        heading=Heading(
            title=name,
            line="Statement",
            subject=f"Statement of {name}, {club.name}",
            pixels=fit_title(name, SIZES[paper][0] - 2 * SIDES[paper]),
            club=club.name,
            fields=(
                HeadField("From", first),
                HeadField("To", last),
                HeadField("Balance", money.signed(end).text),
            ),
        ),
        shape=f"club {paper}",
        symbol=club.currency,
        opening=StatementRow(first, OPENING_BALANCE, PrintedFigure(""), money.signed(start)),
        rows=tuple([_row(line, words[line], money) for line in shown]),
        closing=StatementRow(last, "Closing balance", PrintedFigure(""), money.signed(end)),
        meaning=_meaning(name, end, money),
    )


def _balance_at_start(club: Club, lines: Sequence[StatementLine], span: Span) -> int:
    """Return the balance before the first line of the span, an opening balance included."""
    start = 0
    for line in lines:
        is_opening = line.kind is LedgerKind.OPENING and span.has(club.opened)
        if is_opening or line.date < (span.since or club.opened):
            start = line.balance
    return start


def _row(line: StatementLine, words: str, money: ClubMoney) -> StatementRow:
    return StatementRow(
        write_date(line.date), words, money.signed(line.amount), money.signed(line.balance)
    )


def _meaning(name: str, minor: int, money: ClubMoney) -> str:
    if not minor:
        return f"{name} and the club are even."
    amount = money.plain(abs(minor))
    return f"{name} owes the club {amount}." if minor < 0 else f"The club owes {name} {amount}."


def sources_of_book(book: ClubBook) -> StatementSources:
    """Return the sources of the lines of all statements of a book."""
    return StatementSources(
        games={game.id: game.name for night in book.nights for game in night.games},
        nights={night.id: night.date for night in book.nights},
        methods={each.id: each.method for each in book.payments},
        reasons={each.id: each.reason for each in book.adjustments},
    )
