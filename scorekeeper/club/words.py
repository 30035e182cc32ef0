"""Writes the words that the pages and papers of a club share: tables, games, statement lines."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.club.facts import Adjustment, ClubGame, GameName
from scorekeeper.club.figures import ClubFigures, LedgerKind, StatementLine
from scorekeeper.rules import TILL, without_capital
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.wording import write_night

OPENING_BALANCE: Final = "Opening balance"


def write_table(label: str) -> str:
    """Return the name of a table: ``Table 2`` for a number, else its label as it was typed."""
    return f"Table {label}" if label.isdecimal() else label


def name_games(games: Iterable[ClubGame]) -> dict[str, GameName]:
    """Return the name of each game of a night by id, so that no two at a table have the same."""
    groups: dict[tuple[str, int | None], list[ClubGame]] = {}
    for game in games:
        groups.setdefault((game.table, game.round), []).append(game)
    names = {}
    for (table, round_), group in groups.items():
        differ = len({game.played.variant for game in group}) == len(group)
        for number, game in enumerate(group, 1):
            names[game.id] = GameName(
                variant=game.played.variant,
                label=table,
                round=round_,
                number=None if differ or not table else number,
                is_by_variant=differ and len(group) > 1,
            )
    return names


def write_game(name: GameName) -> str:
    """Return the name of a game in the club: ``Laws, table 2, round 1``, or only its variant."""
    table = write_table(name.label)
    # "Table" opens no sentence here, whether it was typed or not.
    if table.casefold().startswith("table "):
        table = f"table{table.removeprefix(table[:5])}"
    return ", ".join(filter(None, (VARIANTS[name.variant].short_name, table, *_which(name))))


def write_title(name: GameName) -> str:
    """Return the name of a game on its night: ``Table 2, round 1``, ``Table 3, gin 150``."""
    variant = without_capital(VARIANTS[name.variant].short_name) if name.is_by_variant else ""
    return ", ".join(filter(None, (write_table(name.label), *_which(name), variant)))


def _which(name: GameName) -> Iterator[str]:
    """Yield which of the games at its table this one is, if there may be others."""
    if name.round is not None:
        yield f"round {name.round}"
    if name.number is not None:
        yield f"game {name.number}"


def write_party(party: str, names: Mapping[str, str]) -> str:
    """Return the name of a person by id, or ``the till``."""
    return "the till" if party == TILL else names[party]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementSources:
    """The things that the lines of a statement are about, by id.

    ``games`` are names of games, ``nights`` dates of nights, ``methods`` those of payments,
    ``reasons`` those of adjustments. Lines leave out what is not known.
    """

    games: Mapping[str, GameName]
    nights: Mapping[str, str] = field(default_factory=dict)
    methods: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)


def sources_in(figures: ClubFigures) -> StatementSources:
    """Return all that lines of statements may be about."""
    book = figures.book
    return StatementSources(
        games={
            game: name for night in book.nights for game, name in name_games(night.games).items()
        },
        nights={night.id: night.date for night in book.nights},
        methods={payment.id: payment.method for payment in book.payments},
        reasons={made.id: _reason_of(made) for made in book.adjustments},
    )


def _reason_of(made: Adjustment) -> str:
    return f"Taken back: {made.reason}" if made.undoes else made.reason


def write_statement_line(
    line: StatementLine, names: Mapping[str, str], sources: StatementSources
) -> str:
    """Return the words for a line of a statement: ``Laws, table 2``, ``Paid to Ann, cash``.

    ``names`` are those of people by id.
    """
    match line.kind:
        case LedgerKind.OPENING:
            return OPENING_BALANCE
        case LedgerKind.GAME:
            return write_game(sources.games[line.ref])
        case LedgerKind.FEE | LedgerKind.ENTRY | LedgerKind.PRIZE:
            return _NIGHT_MONEY[line.kind]
        case LedgerKind.CORRECTION:
            game = None if line.corrects else sources.games.get(line.ref)
            night = sources.nights.get(line.night)
            of_night = f", night of {write_night(night)}" if night else ""
            part = _NIGHT_MONEY[line.corrects or LedgerKind.FEE]
            return f"{write_game(game) if game else part}, corrected{of_night}"
        case LedgerKind.PAYMENT | LedgerKind.REVERSAL:
            return _payment(line, names, sources.methods.get(line.ref, ""))
        case LedgerKind.ADJUSTMENT:
            return sources.reasons.get(line.ref) or "Adjustment"


_NIGHT_MONEY: Final = {
    LedgerKind.FEE: "Fee",
    LedgerKind.ENTRY: "Entry",
    LedgerKind.PRIZE: "Prize",
}
_PAYMENTS: Final = {
    (LedgerKind.PAYMENT, True): "Paid to {other}",
    (LedgerKind.PAYMENT, False): "Received from {other}",
    (LedgerKind.REVERSAL, True): "Taken back: paid to {other}",
    (LedgerKind.REVERSAL, False): "Taken back: received from {other}",
}
"""The words of a payment, and of one taken back, by whether the person was to pay it."""


def _payment(line: StatementLine, names: Mapping[str, str], method: str) -> str:
    is_payer = (line.amount > 0) == (line.kind is LedgerKind.PAYMENT)
    words = _PAYMENTS[line.kind, is_payer].format(other=write_party(line.other, names))
    return f"{words}, {method}" if method else words
