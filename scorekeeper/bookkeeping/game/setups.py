"""The setup of a game as a record, and whether its deals are legal under another setup."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from scorekeeper.bookkeeping.store.game_store import CurrentGame
from scorekeeper.domain.variant import Path, Problem, Severity
from scorekeeper.record.document import Document
from scorekeeper.record.reading import read_record
from scorekeeper.record.sheets import record_of
from scorekeeper.record.writing import write_record

_TERMS: Final = ("options", "stake")


def document_of(game: CurrentGame) -> Document:
    """Return a game as the document of its record, which ``record_of`` makes."""
    return write_record(record_of(game.sheet))


def check_terms(game: CurrentGame, terms: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return every problem that a game would have with other ``options`` or another ``stake``.

    Problems that it has already are left out. Those of a deal have no place, since no field of a
    form is about them; their text names the deal.
    """
    document = document_of(game)
    document.pop("closed_early", None)
    before = {(each.at, each.code) for each in _errors_of(document)}
    others = {name: value for name, value in document.items() if name not in _TERMS}
    found = _errors_of(others | dict(terms))
    return tuple(_worded(game, [each for each in found if (each.at, each.code) not in before]))


def check_setup_after(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Return the problems of an undo that makes deals illegal by changing the setup back."""
    if before.sheet.setup == after.sheet.setup:
        return ()
    document = document_of(after)
    terms: dict[str, Any] = {name: each for name, each in document.items() if name in _TERMS}
    return tuple([replace(each, at=("target",)) for each in check_terms(before, terms)])


def _errors_of(document: Mapping[str, Any]) -> list[Problem]:
    problems = read_record(dict(document)).problems
    return [each for each in problems if each.severity is Severity.ERROR]


def _worded(game: CurrentGame, problems: list[Problem]) -> Iterator[Problem]:
    for problem in problems:
        match problem.at:
            case ("deals", int(place), *inner):
                where = _place_words(game, place, tuple(inner))
                yield replace(problem, at=(), text=f"{where}: {problem.text}")
            case ("players", *_):
                yield replace(problem, at=())
            case _:
                yield problem


def _place_words(game: CurrentGame, place: int, inner: Path) -> str:
    match inner:
        case ("hands", int(seat), *_):
            return f"Deal {place + 1}, {game.sheet.setup.players[seat]}"
    return f"Deal {place + 1}"
