"""Reads a whole club book and returns its facts, or all of its problems at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.domain.club.facts import ClubBook
from scorekeeper.domain.names import quote_text
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.record.club import BOOK_BOUNDS, CLUB_FORMAT
from scorekeeper.record.club.fields import BookScope, FieldReader
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.club.night_reading import PaymentReader, read_adjustments, read_nights
from scorekeeper.record.club.people_reading import read_club, read_people
from scorekeeper.record.document import Document, DocumentError, parse_document


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
        return _refused(error.at, str(error))


def read_book(document: Any) -> BookReading:
    """Return the club book in a parsed JSON value, or its problems."""
    if not isinstance(document, dict):
        return _refused((), "A club book is a JSON object")
    scope = BookScope(judge=RecordJudge(document))
    findings = scope.findings
    reader = FieldReader(
        document,
        (),
        scope,
        keys="format club people nights payments adjustments",
        noun="A club book",
    )
    if reader.facts.get("format") != CLUB_FORMAT:
        text = f"The format is {quote_text(CLUB_FORMAT)}, not"
        reader.add("format", "bad_format", f"{text} {quote_text(reader.facts.get('format'))}")
    reader.require("club")
    club = read_club(reader, scope)
    people = read_people(reader, scope)
    nights = read_nights(reader, scope)
    payments = PaymentReader(scope).read(reader)
    adjustments = read_adjustments(reader, scope)
    if findings.problems:
        return BookReading(book=None, problems=(*findings.problems, *scope.warnings))
    book = ClubBook(
        club=club, people=people, nights=nights, payments=payments, adjustments=adjustments
    )
    return BookReading(book=book, problems=tuple(scope.warnings), records=_records_of(document))


def _refused(at: Path, text: str) -> BookReading:
    return BookReading(book=None, problems=(Problem(at=at, code="bad_format", text=text),))


def _records_of(document: Document) -> dict[str, Document]:
    """Return the records of a book without problems."""
    return {
        game["id"]: game["record"]
        for night in document.get("nights") or ()
        for game in night.get("games") or ()
    }
