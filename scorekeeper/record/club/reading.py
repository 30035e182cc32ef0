"""Reads a whole club book and returns its facts, or all of its problems at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.domain.club.facts import Club, ClubBook, ClubDefaults, Person, SettleWay
from scorekeeper.domain.names import quote_text
from scorekeeper.domain.variant import Path, Problem, warning
from scorekeeper.record import FORMAT
from scorekeeper.record.club import BOOK_BOUNDS, CLUB_FORMAT
from scorekeeper.record.club.fields import (
    BookScope,
    FieldReader,
    read_currency,
    read_fees,
    read_stake,
)
from scorekeeper.record.club.judging import RecordJudge
from scorekeeper.record.club.night_reading import PaymentReader, read_adjustments, read_nights
from scorekeeper.record.club.organised_reading import check_awards, read_pots, read_seasons
from scorekeeper.record.document import Document, DocumentError, parse_document

# --- Reads what a club book says of the club itself, and of its people ----------------------------


def read_club(book: FieldReader, scope: BookScope) -> Club:
    """Return the club; its currency and first day are noted in ``scope``."""
    if not book.has("club"):
        scope.pots.is_whole = False
        return Club(name="", currency="", opened="")
    reader = FieldReader(
        book.facts["club"],
        book.place("club"),
        scope,
        keys="name currency opened till defaults pots",
        noun="The club",
    )
    reader.require("name", "currency", "opened")
    scope.currency = read_currency(reader)
    scope.opened = reader.date("opened")
    return Club(
        name=reader.title("name"),
        currency=scope.currency,
        opened=scope.opened,
        till=reader.amount("till") or 0,
        defaults=_read_defaults(reader, scope),
        pots=read_pots(reader, scope),
    )


def _read_defaults(club: FieldReader, scope: BookScope) -> ClubDefaults:
    if not club.has("defaults"):
        return ClubDefaults()
    reader = FieldReader(
        club.facts["defaults"],
        club.place("defaults"),
        scope,
        keys="stake fee settle",
        noun="What games begin with",
    )
    return ClubDefaults(
        stake=read_stake(reader) if reader.has("stake") else None,
        fees=read_fees(reader, scope),
        settle=reader.choice("settle", SettleWay),
    )


# --- people ---------------------------------------------------------------------------------------


def read_people(book: FieldReader, scope: BookScope) -> tuple[Person, ...]:
    """Return the people; their ids, and whom each spelling means, are noted in ``scope``."""
    found = [_read_person(value, at, scope) for at, value in book.items("people")]
    if book.has("people") and not isinstance(book.facts["people"], list):
        scope.people.is_whole = False
    people = [person for person, _ in found]
    _check_joined(found, scope)
    _warn_of_same_names(people, scope)
    return tuple([replace(each, same_as=scope.meant.get(each.id, "")) for each in people])


def _read_person(value: Any, at: Path, scope: BookScope) -> tuple[Person, FieldReader]:
    reader = FieldReader(
        value,
        at,
        scope,
        keys="id name short joined left active opening same_as note",
        noun="A person",
    )
    reader.require("id", "name")
    person = Person(
        id=reader.own_id(scope.people),
        name=reader.name("name"),
        short=reader.line("short"),
        joined=reader.date("joined"),
        left=reader.date("left"),
        is_active=reader.flag("active", default=True),
        opening=reader.amount("opening", signed=True) or 0,
        note=reader.line("note"),
    )
    return person, reader


def _check_joined(found: list[tuple[Person, FieldReader]], scope: BookScope) -> None:
    """Read whom each spelling means, now that all ids are known."""
    others = {person.id for person, reader in found if reader.has("same_as")}
    for place, (person, reader) in enumerate(found):
        meant = reader.other_id("same_as", scope.people)
        if not meant or not person.id:
            continue
        if meant == person.id:
            reader.add("same_as", "bad_merge", "Nobody is another spelling of themselves")
        elif meant in others:
            text = f"{quote_text(meant)} is another spelling of somebody itself"
            reader.add("same_as", "bad_merge", text)
        else:
            scope.meant[person.id] = meant
            scope.meant_at[person.id] = ("people", place, "same_as")


def _warn_of_same_names(people: list[Person], scope: BookScope) -> None:
    first: dict[str, str] = {}
    for place, person in enumerate(people):
        meant, look = scope.person(person.id), person.name.casefold()
        if look and first.setdefault(look, meant) != meant:
            text = f"Another person is called {person.name} too"
            scope.warnings.append(warning(("people", place, "name"), "same_name", text))


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
    if document.get("format") != CLUB_FORMAT:
        # Nothing else was read as a club book, so nothing else is told.
        return _refused(("format",), _other_format(document))
    scope = BookScope(judge=RecordJudge(document))
    findings = scope.findings
    reader = FieldReader(
        document,
        (),
        scope,
        keys="format club people nights payments adjustments seasons",
        noun="A club book",
    )
    reader.require("club")
    club = read_club(reader, scope)
    people = read_people(reader, scope)
    nights = read_nights(reader, scope)
    payments = PaymentReader(scope).read(reader)
    adjustments = read_adjustments(reader, scope)
    book = ClubBook(
        club=club,
        people=people,
        nights=nights,
        payments=payments,
        adjustments=adjustments,
        seasons=read_seasons(reader, scope),
    )
    check_awards(book, scope)
    if findings.problems:
        return BookReading(book=None, problems=(*findings.problems, *scope.warnings))
    return BookReading(book=book, problems=tuple(scope.warnings), records=_records_of(document))


def _other_format(document: Document) -> str:
    if document.get("format") is None:
        return f"The document says no format; that of a club book is {quote_text(CLUB_FORMAT)}"
    text = f"The format is {quote_text(CLUB_FORMAT)}, not {quote_text(document.get('format'))}"
    if document.get("format") == FORMAT:
        return f"{text}: this is a game record, ./run score reads it"
    return text


def _refused(at: Path, text: str) -> BookReading:
    return BookReading(book=None, problems=(Problem(at=at, code="bad_format", text=text),))


def _records_of(document: Document) -> dict[str, Document]:
    """Return the records of a book without problems."""
    return {
        game["id"]: game["record"]
        for night in document.get("nights") or ()
        for game in night.get("games") or ()
    }
