"""Reads a whole club book, or tells all of its problems at once; writes it; takes a name out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scorekeeper.club.book.shapes import BOOK, CLUB_FORMAT, BookScope
from scorekeeper.club.facts import ClubBook
from scorekeeper.club.figures import meant_ids
from scorekeeper.record import (
    FORMAT,
    Bounds,
    Document,
    DocumentError,
    Schema,
    parse_document,
    record_schema,
)
from scorekeeper.rules import Path, Problem, Severity, free_name, quote_text, trim_line

BOOK_BOUNDS: Final = Bounds("book", 32 * 1024 * 1024, 16)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookReading:
    """The result of reading a club book: its facts, or else problems of which one is an error.

    ``records`` are the game records by id of the game, as they were written. With a book, the
    ``problems`` are warnings.
    """

    book: ClubBook | None
    problems: tuple[Problem, ...]
    records: Mapping[str, Document] = field(default_factory=dict)


def read_book_file(raw: bytes) -> BookReading:
    """Return the club book in a file, or its problems; never raises."""
    try:
        return read_book(parse_document(raw, BOOK_BOUNDS))
    except DocumentError as error:
        return _refuse(error.at, str(error))


def read_book(document: Any) -> BookReading:
    """Return the club book in a parsed JSON value, or its problems."""
    if not isinstance(document, dict):
        return _refuse((), "A club book is a JSON object")
    if document.get("format") != CLUB_FORMAT:
        # Nothing else was read as a club book, so nothing else is told.
        return _refuse(("format",), _other_format(document))
    scope = BookScope()
    book = BOOK.read_whole(document, scope)
    if scope.findings.problems:
        return BookReading(book=None, problems=(*scope.findings.problems, *scope.warnings))
    return BookReading(book=book, problems=tuple(scope.warnings), records=_records_of(document))


def read_in_book(
    club: Mapping[str, Any], *, at: int, **parts: Any
) -> tuple[ClubBook | None, tuple[Problem, ...]]:
    """Return what is typed as in a club book: a book of a club with only these parts.

    If it has problems, return every one, without the first steps, ``at``, of its place.
    """
    reading = read_book({"format": CLUB_FORMAT, "club": dict(club), **parts})
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    return reading.book, tuple([replace(problem, at=problem.at[at:]) for problem in errors])


def _other_format(document: Document) -> str:
    if document.get("format") is None:
        return f"The document says no format; that of a club book is {quote_text(CLUB_FORMAT)}"
    text = f"The format is {quote_text(CLUB_FORMAT)}, not {quote_text(document.get('format'))}"
    if document.get("format") == FORMAT:
        return f"{text}: this is a game record, ./run score reads it"
    return text


def _refuse(at: Path, text: str) -> BookReading:
    return BookReading(book=None, problems=(Problem(at=at, code="bad_format", text=text),))


def _records_of(document: Document) -> dict[str, Document]:
    """Return the records of a book without problems."""
    return {
        game["id"]: game["record"]
        for night in document.get("nights") or ()
        for game in night.get("games") or ()
    }


def book_schema() -> Schema:
    """Return the schema of a whole club book (JSON Schema, draft 2020-12)."""
    record = record_schema()
    about = {"$schema": record.pop("$schema"), "title": "Scorekeeper club book, version 1"}
    return {**about, **BOOK.schema(), "$defs": {"game_record": record}}


# --- writing -------------------------------------------------------------------------------------


def write_book(book: ClubBook, records: Mapping[str, Document]) -> Document:
    """Return a club book as a JSON object; ``records`` are the game records by id of the game."""
    return BOOK.write(book, BookScope(currency=book.club.currency, records=records))


def write_document(document: Document) -> str:
    """Return an object with a line for each night, payment and so on."""
    fields = [f"{json.dumps(key)}: {_json_lines(value)}" for key, value in document.items()]
    return "{" + ",\n ".join(fields) + "}\n"


def _json_lines(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    lines = [json.dumps(item, ensure_ascii=False) for item in value]
    return "[\n  " + ",\n  ".join(lines) + "]"


# --- Takes a person's name out of a club book; ids and figures stay as they are -------------------


def anonymise(reading: BookReading, person: str) -> Document | None:
    """Return the book without the name of a person in any spelling.

    Returns None if the book could not be read or has no such person.

    Free texts, such as titles and reasons, are not searched.
    """
    if reading.book is None or person not in {listed.id for listed in reading.book.people}:
        return None
    book = reading.book
    meant = meant_ids(book.people)
    wanted = meant.get(person, person)
    ids = {listed.id for listed in book.people if wanted in (listed.id, listed.same_as)}
    records = _rename_seats(book, reading.records, ids)
    people = [listed.without_name() if listed.id in ids else listed for listed in book.people]
    return write_book(replace(book, people=tuple(people)), records)


def _rename_seats(
    book: ClubBook, records: Mapping[str, Document], ids: set[str]
) -> dict[str, Document]:
    renamed = dict(records)
    for night in book.nights:
        for game in night.games:
            for seat, person in enumerate(game.people):
                if person in ids:
                    renamed[game.id] = _rename_seat(renamed[game.id], seat, person)
    return renamed


def _rename_seat(record: Document, seat: int, person: str) -> Document:
    """Return a record in which the player in a seat is called by the person's id."""
    names = [trim_line(name) for name in record["players"]]
    old = names[seat]
    new = free_name(person, [name for other, name in enumerate(names) if other != seat])
    names[seat] = new
    deals = [_rename_in_deal(deal, old, new) for deal in record.get("deals") or ()]
    return {**record, "players": names, "deals": deals}


def _rename_in_deal(deal: Document, old: str, new: str) -> Document:
    renamed = dict(deal)
    for key in ("by", "dealer"):
        if isinstance(deal.get(key), str):
            renamed[key] = _rename(deal[key], old, new)
    if isinstance(deal.get("hands"), dict):
        hands: dict[str, Any] = deal["hands"]
        renamed["hands"] = {_rename(name, old, new): hand for name, hand in hands.items()}
    return renamed


def _rename(name: str, old: str, new: str) -> str:
    return new if trim_line(name) == old else name
