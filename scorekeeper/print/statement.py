"""A person's statement in a club: opening balance, each entry with its date, closing balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from scorekeeper.domain.club.facts import Club, ClubBook
from scorekeeper.domain.club.ledger import LedgerKind
from scorekeeper.domain.club.statement import StatementLine
from scorekeeper.print.club_words import ClubMoney, name_of_game, party_name
from scorekeeper.print.context import PrintedFigure
from scorekeeper.print.heading import SIDES, HeadField, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.wording import write_date

_OPENING: Final = "Opening balance"


class StatementRow(NamedTuple):
    """An entry: its date, what it is, the amount to the person's good, and the balance after it."""

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
    """The days of a statement, ISO dates; an empty text is no bound."""

    since: str = ""
    until: str = ""

    def has(self, day: str) -> bool:
        """Tell whether a day is in the span."""
        return self.since <= day and (not self.until or day <= self.until)


def statement(
    club: Club, name: str, words: Mapping[StatementLine, str], *, span: Span, paper: Paper
) -> Statement:
    """Return the statement of a person; ``words`` say what each of all their lines is, in order."""
    lines = list(words)
    money = ClubMoney(club.currency)
    shown = [line for line in lines if span.has(line.date) and line.kind is not LedgerKind.OPENING]
    before = [line for line in lines if line.date < (span.since or club.opened)]
    opened = [line for line in lines if line.kind is LedgerKind.OPENING and line not in before]
    start = before[-1].balance if before else 0
    if span.has(club.opened) and opened:
        start = opened[-1].balance
    end = shown[-1].balance if shown else start
    first, last = span.since or club.opened, span.until or (lines[-1].date if lines else "")
    return Statement(
        heading=Heading(
            title=name,
            line="Statement",
            subject=f"Statement of {name}, {club.name}",
            pixels=fit_title(name, SIZES[paper][0] - 2 * SIDES[paper]),
            club=club.name,
            fields=(
                HeadField("From", write_date(first)),
                HeadField("To", write_date(last)),
                HeadField("Balance", money.signed(end).text),
            ),
        ),
        shape=f"club {paper}",
        symbol=club.currency,
        opening=StatementRow(write_date(first), _OPENING, PrintedFigure(""), money.signed(start)),
        rows=tuple(
            [
                StatementRow(
                    write_date(line.date),
                    words[line],
                    money.signed(line.amount),
                    money.signed(line.balance),
                )
                for line in shown
            ]
        ),
        closing=StatementRow(
            write_date(last), "Closing balance", PrintedFigure(""), money.signed(end)
        ),
        meaning=_meaning(name, end, money),
    )


def _meaning(name: str, minor: int, money: ClubMoney) -> str:
    if not minor:
        return f"{name} and the club are even."
    amount = money.plain(abs(minor))
    return f"{name} owes the club {amount}." if minor < 0 else f"The club owes {name} {amount}."


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSources:
    """What the lines of a statement are of, by id.

    What games are called on paper, the days of nights, how payments were made, and the reasons of
    adjustments.
    """

    games: Mapping[str, str]
    nights: Mapping[str, str]
    methods: Mapping[str, str]
    reasons: Mapping[str, str]


def sources_of_book(book: ClubBook) -> LineSources:
    """Return what all lines of a book's statements are of."""
    return LineSources(
        games={game.id: name_of_game(game) for night in book.nights for game in night.games},
        nights={night.id: night.date for night in book.nights},
        methods={each.id: each.method for each in book.payments},
        reasons={each.id: each.reason for each in book.adjustments},
    )


def words_of_lines(
    sources: LineSources, names: Mapping[str, str], lines: Sequence[StatementLine]
) -> dict[StatementLine, str]:
    """Return what each line of a statement is: ``Table 2, Laws``, ``Paid to Ann, cash``."""
    writer = _LineWriter(sources, names)
    return {line: writer.words(line) for line in lines}


class _LineWriter:
    """Says what the entries of the ledger are about."""

    def __init__(self, sources: LineSources, names: Mapping[str, str]) -> None:
        self._names = dict(names)
        self._sources = sources

    def words(self, line: StatementLine) -> str:
        """Return what an entry is about."""
        match line.kind:
            case LedgerKind.OPENING:
                return _OPENING
            case LedgerKind.GAME:
                return self._sources.games[line.ref]
            case LedgerKind.FEE:
                return "Fee"
            case LedgerKind.CORRECTION:
                what = self._sources.games.get(line.ref, "fee")
                night = write_date(self._sources.nights[line.night])
                return f"Correction: {what}, night of {night}"
            case LedgerKind.PAYMENT | LedgerKind.REVERSAL:
                return self._payment(line)
        reason = self._sources.reasons.get(line.ref, "")
        return f"Adjustment: {reason}" if reason else "Adjustment"

    def _payment(self, line: StatementLine) -> str:
        is_back = line.kind is LedgerKind.REVERSAL
        pays = (line.amount > 0) != is_back
        other = party_name(line.other, self._names)
        words = f"Paid to {other}" if pays else f"Received from {other}"
        if is_back:
            words = f"Taken back: {words[:1].lower()}{words[1:]}"
        method = self._sources.methods.get(line.ref, "")
        return f"{words}, {method}" if method else words
