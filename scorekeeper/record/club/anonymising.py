"""Takes a person's name out of a club book; ids and figures stay as they are."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.domain.club.facts import ClubBook, Person
from scorekeeper.domain.club.spellings import meant_ids
from scorekeeper.domain.names import free_name, trim_line
from scorekeeper.record.club.reading import BookReading
from scorekeeper.record.club.writing import write_book
from scorekeeper.record.document import Document


def anonymise(reading: BookReading, person: str) -> Document | None:
    """Return the book without the name of a person in any spelling.

    Returns None if the book could not be read or has no such person.

    Free texts, such as titles and reasons, are not searched.
    """
    if reading.book is None or person not in {each.id for each in reading.book.people}:
        return None
    book = reading.book
    meant = meant_ids(book.people)
    wanted = meant.get(person, person)
    ids = {each.id for each in book.people if wanted in (each.id, each.same_as)}
    records = _rename_seats(book, reading.records, ids)
    people = [_without_name(each) if each.id in ids else each for each in book.people]
    return write_book(replace(book, people=tuple(people)), records)


def _without_name(person: Person) -> Person:
    return replace(person, name=person.id, short="", note="")


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
            renamed[key] = _renamed(deal[key], old, new)
    if isinstance(deal.get("hands"), dict):
        hands: dict[str, Any] = deal["hands"]
        renamed["hands"] = {_renamed(name, old, new): hand for name, hand in hands.items()}
    return renamed


def _renamed(name: str, old: str, new: str) -> str:
    return new if trim_line(name) == old else name
