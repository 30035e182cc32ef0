"""A person's statement in a club: opening balance, each entry with its date, closing balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.club.figures.ledger import LedgerKind, StatementLine
from scorekeeper.papers.paper import SIDES, SIZES, Heading, PrintedPaper, Size, fit_title

_TITLE: Final = "Statement"


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
            title=_TITLE,
            line=name,
            pixels=fit_title(_TITLE, SIZES[size][0] - 2 * SIDES[size]),
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
