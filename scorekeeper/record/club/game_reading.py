"""Reads a game of a club book: its record, who sat where, how it ended."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.domain.club.games import ClubGame, GameState, PlayedGame, figures_of_game
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.names import quote_text, trim_line
from scorekeeper.domain.scoring import EarlyEnd, score_game
from scorekeeper.domain.settlement import read_amount
from scorekeeper.domain.variant import Path, Problem, warning
from scorekeeper.record.club.fields import FieldReader, read_reference
from scorekeeper.record.club.people_reading import check_currency
from scorekeeper.record.club.scope import BookScope, KnownIds
from scorekeeper.record.document import RECORD_BOUNDS
from scorekeeper.record.places import deal_problems
from scorekeeper.record.reading import Reading, read_early_end, read_record


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
    reading = _read_record(reader, scope, date)
    people = _read_seats(reader, reading.players, scope)
    played = _figures(reader, reading, closed)
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


def _read_record(reader: FieldReader, scope: BookScope, date: str) -> Reading:
    """Return the reading of the record after noting its problems behind its place."""
    if not reader.has("record"):
        return Reading(record=None, score=None, problems=(), players=())
    document, at = reader.facts["record"], reader.place("record")
    if _is_too_large(document):
        text = f"The record is larger than {RECORD_BOUNDS.size} bytes"
        scope.findings.add(at, "bad_format", text)
        return Reading(record=None, score=None, problems=(), players=())
    reading = read_record(document)
    for problem in reading.problems:
        scope.findings.add_problem(place_in_book(problem, at, reading.players))
    if isinstance(document, dict):
        _check_stake(document.get("stake"), (*at, "stake"), scope)
    if reading.record is not None and reading.score is not None:
        scope.warnings += [
            place_in_book(problem, at, reading.players) for problem in deal_problems(reading.score)
        ]
        played_on = reading.record.played_on
        if date and played_on and played_on != date:
            text = f"The game was played on {played_on}, its night is on {date}"
            scope.warnings.append(warning((*at, "played_on"), "played_on_differs", text))
    return reading


def _is_too_large(document: Any) -> bool:
    size = len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
    return size > RECORD_BOUNDS.size


def place_in_book(problem: Problem, at: Path, players: Sequence[str]) -> Problem:
    """Return a problem of a record at ``at`` with its place in the book, names for seats."""
    steps = [
        players[step] if before == "hands" and isinstance(step, int) else step
        for before, step in zip(("", *problem.at), problem.at, strict=False)
    ]
    return replace(problem, at=(*at, *steps), judged_by=None)


def _check_stake(stake: Any, at: Path, scope: BookScope) -> None:
    """Note a problem if a stake, in whatever state, is in another currency than the club's."""
    if not isinstance(stake, dict):
        return
    currency, amount = stake.get("currency"), stake.get("amount")
    if not isinstance(currency, str) or minor_digits(currency) is None:
        return
    is_nothing = isinstance(amount, str) and read_amount(amount, currency) == 0
    if not is_nothing:
        check_currency(currency, (*at, "currency"), scope)


def _read_seats(reader: FieldReader, names: Sequence[str], scope: BookScope) -> tuple[str, ...]:
    """Return the person in each seat; without names that are told apart, none."""
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


def _figures(reader: FieldReader, reading: Reading, closed: EarlyEnd | None) -> PlayedGame | None:
    """Return the figures of the game, closed early if the book says so and the record does not."""
    record, score = reading.record, reading.score
    if record is None or score is None:
        return None
    if closed is not None and record.closed_early is not None:
        text = "The record says already that the game was closed early"
        reader.add("closed_early", "bad_value", text)
    elif closed is not None and score.over:
        text = f"The game was over after deal {score.ended_at_deal}, so nobody closed it early"
        reader.add("closed_early", "already_over", text)
    elif closed is not None:
        score = score_game(record.setup, record.deals, closed=closed)
    return figures_of_game(record.setup, score)


def is_unfinished(read: ReadGame) -> bool:
    """Tell whether a game is known to be open, so that its night cannot be closed."""
    return read.played is not None and read.played.state is GameState.OPEN and not read.is_void
