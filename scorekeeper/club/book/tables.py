"""Writes a club's figures as tables in CSV (RFC 4180), and its ledger as an hledger journal."""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from io import StringIO
from typing import Final

from scorekeeper.club.figures import (
    ADJUSTMENTS_ACCOUNT,
    FEES_ACCOUNT,
    FIGURES,
    OPENING_ACCOUNT,
    PEOPLE_PREFIX,
    POOL_ACCOUNT,
    POTS_PREFIX,
    TILL_ACCOUNT,
    ClubFigures,
    LedgerEntry,
    account_of,
    account_of_pot,
    accounts_of_book,
    attendance_in,
    balance_of,
    share_of_win,
)
from scorekeeper.rules import TILL, Score, minor_digits, round_half_away, write_amount

_FIGURES: Final = [name for name in FIGURES if name != "out_rate"]
"""The figures of a standing in its table; a spreadsheet divides outs by deals itself."""
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes text that begins with one of these for a formula."""


class TableKind(StrEnum):
    """The kinds of tables; the value is what each row of the table is about."""

    GAMES = "games"
    DEALS = "deals"
    LEDGER = "ledger"
    STANDINGS = "standings"
    BALANCES = "balances"
    ATTENDANCE = "attendance"


Row = list[str]


def write_csv(kind: TableKind, figures: ClubFigures) -> str:
    """Return a table with its head; lines end in CR and LF."""
    head, rows = _TABLES[kind]
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    if head:
        writer.writerow(head.split(","))
    writer.writerows(rows(figures))
    return out.getvalue()


def write_cell(text: str | None) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula."""
    cell = text or ""
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA_SIGNS) else cell


def write_decimal(score: Score | None) -> str:
    """Return a figure; a fraction gets two decimals, halves away from zero."""
    if score is None:
        return ""
    exact = Fraction(score)
    if exact.denominator == 1:
        return str(exact.numerator)
    hundredths = round_half_away(exact * 100)
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02d}"


def _cells(*texts: str | None) -> Row:
    return [write_cell(text) for text in texts]


def _game_rows(figures: ClubFigures) -> Iterator[Row]:
    currency = figures.book.club.currency
    for chosen in figures.games:
        night, game = chosen.night, chosen.game
        results, money = game.results, game.money
        if results is None:
            continue
        head = _cells(night.date, night.id, night.place, game.table, game.id, game.played.variant)
        for seat in chosen.seats:
            person = game.people[seat]
            yield [
                *head,
                str(game.state),
                *_cells(person, figures.people[person].name),
                write_decimal(results[seat]),
                write_decimal(share_of_win(chosen, seat)),
                "" if money is None else write_amount(money[person], currency),
            ]


def _deal_rows(figures: ClubFigures) -> Iterator[Row]:
    for chosen in figures.games:
        night, game = chosen.night, chosen.game
        head = _cells(night.date, night.id, game.table, game.id, game.played.variant)
        for hand in game.played.hands:
            if hand.seat in chosen.seats:
                person = game.people[hand.seat]
                yield [
                    *head,
                    str(hand.deal),
                    *_cells(person, figures.people[person].name),
                    str(int(hand.is_out)),
                    str(hand.points),
                    str(hand.running),
                ]


def _ledger_rows(figures: ClubFigures) -> Iterator[Row]:
    currency = figures.book.club.currency
    names = names_of_accounts(figures)
    for seq, entry in enumerate(figures.ledger, 1):
        head = [str(seq), entry.date, str(entry.kind), *_cells(entry.night, entry.ref)]
        for account, minor in entry.postings.items():
            name = names.get(account)
            yield [*head, *_cells(account, name), write_amount(minor, currency)]


def names_of_accounts(figures: ClubFigures) -> Mapping[str, str]:
    """Return the names of people and pots by account."""
    people = {account_of(person.id): person.name for person in figures.book.people}
    return people | {account_of_pot(pot.id): pot.name for pot in figures.book.club.pots}


def _standing_rows(figures: ClubFigures) -> Iterator[Row]:
    currency = figures.book.club.currency
    for standing in figures.standings:
        name = figures.people[standing.person].name
        yield [
            str(standing.rank),
            *_cells(standing.person, name),
            *[
                write_amount(standing.money, currency) if name == "money" else write_decimal(figure)
                for name, figure in standing.figures().items()
                if name in _FIGURES
            ],
        ]


def _balance_rows(figures: ClubFigures) -> Iterator[Row]:
    currency = figures.book.club.currency
    names = {person.id: person.name for person in figures.book.people}
    for party in (*names, TILL):
        balance = write_amount(balance_of(party, figures.sums), currency)
        yield [*_cells(account_of(party), names.get(party)), balance]


def _attendance_rows(figures: ClubFigures) -> Iterator[Row]:
    """Yield a head with a column for each night, then a row for each person who came to one."""
    found = attendance_in(figures, figures.question.choice)
    days = Counter([night.date for night in found.nights])
    heads = [night.date if days[night.date] == 1 else night.id for night in found.nights]
    yield ["person", "name", "nights", *_cells(*heads)]
    for person, count in found.counts.items():
        marks = ["1" if person in found.came[night.id] else "" for night in found.nights]
        yield [*_cells(person, figures.people[person].name), str(count), *marks]


_TABLES: Final[Mapping[TableKind, tuple[str, Callable[[ClubFigures], Iterable[Row]]]]] = {
    TableKind.GAMES: (
        "date,night,place,table,game,variant,state,person,name,points,won,money",
        _game_rows,
    ),
    TableKind.DEALS: (
        "date,night,table,game,variant,deal,person,name,out,points,running",
        _deal_rows,
    ),
    TableKind.LEDGER: ("seq,date,kind,night,ref,account,name,amount", _ledger_rows),
    TableKind.STANDINGS: (
        ",".join(["rank", "person", "name", *_FIGURES]),
        _standing_rows,
    ),
    TableKind.BALANCES: ("account,name,balance", _balance_rows),
    TableKind.ATTENDANCE: ("", _attendance_rows),
}


# --- Writes the ledger of a club as a journal for hledger -----------------------------------------


_ROOTS: Final = {
    TILL_ACCOUNT: "assets:",
    FEES_ACCOUNT: "income:",
    OPENING_ACCOUNT: "equity:",
    ADJUSTMENTS_ACCOUNT: "equity:",
    POOL_ACCOUNT: "liabilities:",
}


def write_hledger(figures: ClubFigures) -> str:
    """Return the journal, with all accounts declared, for ``hledger check --strict``."""
    return "\n".join([*_declarations(figures), *_entries(figures)]) + "\n"


def _account(account: str) -> str:
    kinds = {PEOPLE_PREFIX: "assets:", POTS_PREFIX: "liabilities:"}
    named = [root for prefix, root in kinds.items() if account.startswith(prefix)]
    return (named or [_ROOTS[account]])[0] + account


def _declarations(figures: ClubFigures) -> Iterator[str]:
    currency = figures.book.club.currency
    yield f"commodity 1000.{'0' * (minor_digits(currency) or 0)} {currency}"
    names = names_of_accounts(figures)
    for account in accounts_of_book(figures.book):
        comment = f"  ; {names[account]}" if account in names else ""
        yield f"account {_account(account)}{comment}"


def _entries(figures: ClubFigures) -> Iterator[str]:
    currency = figures.book.club.currency
    for entry in figures.ledger:
        yield ""
        yield _head(entry)
        for account, minor in entry.postings.items():
            yield f"    {_account(account)}  {write_amount(minor, currency)} {currency}"


def _head(entry: LedgerEntry) -> str:
    ref = f" {entry.ref}" if entry.ref else ""
    night = f"  ; night:{entry.night}" if entry.night else ""
    return f"{entry.date} * {entry.kind}{ref}{night}"


class JournalKind(StrEnum):
    """A program that reads the ledger as a journal."""

    HLEDGER = "hledger"


JOURNALS: Final[Mapping[str, Callable[[ClubFigures], str]]] = {JournalKind.HLEDGER: write_hledger}
