"""Reads a game of a club book: its record, who sat where, how it ended."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.domain.club.games import ClubGame, GameState, PlayedGame
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.names import quote_text, trim_line
from scorekeeper.domain.scoring import EarlyEnd
from scorekeeper.domain.settlement import read_amount
from scorekeeper.domain.variant import Path, warning
from scorekeeper.record.club.fields import FieldReader, read_reference
from scorekeeper.record.club.judging import JudgedRecord
from scorekeeper.record.club.people_reading import check_currency
from scorekeeper.record.club.scope import BookScope, KnownIds
from scorekeeper.record.reading import read_early_end


class ReadGame(NamedTuple):
    """A game as far as it could be read; ``played`` is None if its record could not be scored."""

    game: ClubGame | None
    played: PlayedGame | None
    is_void: bool
    at: Path


def read_game(value: Any, at: Path, scope: BookScope, *, date: str, night: KnownIds) -> ReadGame:
    """Return the game of a night on ``date``; its id is noted in ``night`` too."""
    before = scope.findings.count
    reader = FieldReader(
        value, at, scope, keys="id table record players closed_early void", noun="A game"
    )
    reader.require("id", "record", "players")
    game_id = reader.own_id(scope.game_ids)
    if game_id:
        night.add(game_id)
    night.is_whole = night.is_whole and bool(game_id)
    table, is_void = reader.line("table"), reader.flag("void", default=False)
    closed = read_early_end(
        reader.facts.get("closed_early"), reader.place("closed_early"), scope.findings
    )
    judged = _judge_record(reader, closed, scope, date=date)
    people = _read_seats(reader, judged.players, scope)
    played = judged.played
    if played is None or scope.findings.count > before:
        return ReadGame(None, played, is_void, at)
    game = ClubGame(
        id=game_id,
        table=table,
        people=people,
        played=played,
        is_void=is_void,
        closed_early=closed,
    )
    return ReadGame(game, played, is_void, at)


def _judge_record(
    reader: FieldReader, closed: EarlyEnd | None, scope: BookScope, *, date: str
) -> JudgedRecord:
    """Return the judged record, after noting its problems at their places inside the record."""
    if not reader.has("record"):
        return JudgedRecord()
    document, at = reader.facts["record"], reader.place("record")
    judged = scope.judge.judge(document, closed)
    for problem in judged.problems:
        scope.findings.add_problem(replace(problem, at=(*at, *problem.at)))
    if judged.refusal is not None:
        reader.add("closed_early", *judged.refusal)
    if isinstance(document, dict):
        _check_stake(document.get("stake"), (*at, "stake"), scope)
    scope.warnings += [replace(each, at=(*at, *each.at)) for each in judged.warnings]
    if date and judged.played_on not in ("", date):
        text = f"The game was played on {judged.played_on}, its night is on {date}"
        scope.warnings.append(warning((*at, "played_on"), "played_on_differs", text))
    return judged


def _check_stake(stake: Any, at: Path, scope: BookScope) -> None:
    """Note a problem if a stake, even an invalid one, is in another currency than the club's."""
    if not isinstance(stake, dict):
        return
    currency, amount = stake.get("currency"), stake.get("amount")
    if not isinstance(currency, str) or minor_digits(currency) is None:
        return
    is_nothing = isinstance(amount, str) and read_amount(amount, currency) == 0
    if not is_nothing:
        check_currency(currency, (*at, "currency"), scope)


def _read_seats(reader: FieldReader, names: Sequence[str], scope: BookScope) -> tuple[str, ...]:
    """Return the id of the person in each seat, "" where none can be read.

    The names of seats are not checked if some are missing or the same.
    """
    can_tell = bool(names) and all(names) and len(set(names)) == len(names)
    people: dict[str, str] = {}
    sitting: set[str] = set()
    for typed, at, value in reader.mapping("players"):
        name = trim_line(typed)
        person = read_reference(value, at, scope.people, scope.findings)
        if can_tell and name not in names:
            text = f"{quote_text(typed)} does not sit at this table"
            scope.findings.add(at, "unknown_player", text)
        elif name in people:
            scope.findings.add(at, "bad_value", f"{name} is named twice here")
        elif person and scope.person(person) in sitting:
            text = f"{quote_text(person)} sits at this table already"
            scope.findings.add(at, "same_person_twice", text)
        people.setdefault(name, person)
        sitting.add(scope.person(person))
    sitting.discard("")
    if can_tell and isinstance(reader.facts.get("players"), dict):
        for name in names:
            if name not in people:
                text = f"Nobody is given for {name}"
                scope.findings.add((*reader.place("players"), name), "unmapped_player", text)
    return tuple([people.get(name, "") for name in names])


def is_unfinished(read: ReadGame) -> bool:
    """Tell whether a game is known to be open, so that its night cannot be closed."""
    return read.played is not None and read.played.state is GameState.OPEN and not read.is_void
