"""Shapes: each says once which fields an object has; it reads, writes and describes that object.

A shape reads all fields, notes every problem at its place, and returns the value as far as it can
be read. What several fields must have in common is a check beside the shape. A part that may be
absent adds its own fields to the shapes of others: see ``Shape.add``.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from scorekeeper.record.deal_reading import read_line, without_nulls
from scorekeeper.record.document import Document, Findings
from scorekeeper.record.reading import name_fault, read_date
from scorekeeper.record.schema import Schema, or_null
from scorekeeper.rules import (
    TILL,
    Path,
    Problem,
    minor_digits,
    quote_text,
    read_signed_amount,
    trim_line,
    write_amount,
)

T = TypeVar("T")
ABSENT: Final = object()
"""What is read where a field is absent, if it is read all the same."""
MOST_WHOLE: Final = 1_000_000
"""The largest whole number that can be entered, so that typing errors are refused."""
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")
_MOST_DIGITS: Final = "CLF"
"""A currency with as many digits as any, by which amounts of an unknown currency are read."""


# --- what is known while a document is read or written --------------------------------------------


class KnownIds(set[str]):
    """The ids of one kind; if one could not be read, ``is_whole`` is false and none is unknown.

    ``kind`` is what messages call them, and ends the code of the problem; ``document`` is what they
    call the document.
    """

    def __init__(self, kind: str, document: str = "book") -> None:
        super().__init__()
        self.kind, self.document, self.is_whole = kind, document, True

    def check(self, wanted: str, at: Path, findings: Findings) -> str:
        """Return an id if it is known; else an empty text, after noting the problem at ``at``."""
        if wanted in self:
            return wanted
        if wanted and self.is_whole:
            findings.add(
                at,
                f"unknown_{self.kind}",
                f"There is no {self.kind} {quote_text(wanted)} in this {self.document}",
            )
        return ""


@dataclass(slots=True, kw_only=True)
class Scope:
    """What is known of a document while it is read or written.

    ``document`` is what messages call it; ``currency`` is empty while it is not known. ``ids`` are
    those read so far, by kind. ``meant`` has the id that each other spelling of a person means.
    """

    document: str = "book"
    currency: str = ""
    findings: Findings = dataclasses.field(default_factory=Findings)
    warnings: list[Problem] = dataclasses.field(default_factory=list)
    ids: dict[str, KnownIds] = dataclasses.field(default_factory=dict)
    meant: dict[str, str] = dataclasses.field(default_factory=dict)

    def known(self, kind: str) -> KnownIds:
        """Return the ids of a kind."""
        if kind not in self.ids:
            self.ids[kind] = KnownIds(kind, self.document)
        return self.ids[kind]

    def person(self, spelling: str) -> str:
        """Return the id of the person that an id means."""
        return self.meant.get(spelling, spelling)

    def check_order(self, earlier: str, later: str, at: Path, text: str) -> None:
        """Note a problem at ``at`` if the later of two days comes before the earlier one."""
        if earlier and later and later < earlier:
            self.findings.add(at, "date_order", text)


class Reader:
    """One object while it is read: its ``facts`` as written, and what was ``found`` in them so far.

    ``above`` is the object that it is in, of a whole document itself. ``notes`` are for checks.
    """

    def __init__(self, value: Any, at: Path, scope: Any, above: "Reader | None" = None) -> None:
        self.at, self.scope = at, scope
        self.findings: Findings = scope.findings
        self.above = above or self
        self.is_object = isinstance(value, dict)
        self.facts: dict[str, Any] = without_nulls(value) if isinstance(value, dict) else {}
        self.found: dict[str, Any] = {}
        self.notes: dict[str, Any] = {}

    def has(self, name: str) -> bool:
        """Tell whether a field is given."""
        return name in self.facts

    def place(self, name: str) -> Path:
        return (*self.at, name)

    def add(self, name: str, code: str, text: str) -> None:
        """Note a problem at a field."""
        self.findings.add(self.place(name), code, text)

    def require(self, *names: str) -> None:
        """Note a problem for each of these fields that is missing."""
        for name in names:
            if self.is_object and name not in self.facts:
                self.add(name, "missing_field", f"{name} is missing here")

    def can_tell(self, *names: str) -> bool:
        """Tell whether no problem lies at, in or above these fields."""
        return not any(self.findings.is_incomplete(self.place(name)) for name in names)


# --- fields ---------------------------------------------------------------------------------------


Read = Callable[[Any, Path, Reader], Any]
Check = Callable[[Reader, dict[str, Any]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field: how its value is read, written and described.

    ``read`` returns None for what cannot be read: then the value has what its type has where
    nothing is said, or ``empty``. ``schema`` describes the JSON value.
    """

    read: Read
    schema: Callable[[], Schema]
    write: Callable[[Any, Any], Any] = lambda value, _: value
    attr: str = ""
    """Its name in the value, if that is another than in the document."""
    get: Callable[[Any], Any] | None = None
    """Gets from the whole value what is written, where that is no attribute of it."""
    required: bool = False
    always: bool = False
    """It is written even if it is as it would be without; so are required fields."""
    turn: int = 0
    """Fields are read in their order, but those of a lower turn first."""
    check: "Check | None" = None
    """Judges the facts up to this field as soon as it is read."""
    reads_absent: bool = False
    """It is read even where it is absent, as ``ABSENT``."""
    keeps_none: bool = False
    """None is a value that is read and written."""
    empty: Any = None


def simple(read: Callable[[Any, Path, Findings], Any], empty: Any = "", **more: Any) -> Field:
    """A text, or what else is read without knowing anything of the document."""
    return Field(
        read=lambda value, at, inside: read(value, at, inside.findings),
        empty=empty,
        **{"schema": lambda: {"type": "string"}, **more},
    )


def line(**more: Any) -> Field:
    """A line of text."""
    return simple(read_line, **more)


def title(**more: Any) -> Field:
    """The name of something."""

    def read(value: Any, at: Path, findings: Findings) -> str:
        if isinstance(value, str) and not trim_line(value):
            findings.add(at, "bad_value", "A name is not empty")
        return read_line(value, at, findings)

    return simple(read, **more)


def name(**more: Any) -> Field:
    """The name of a person."""

    def read(value: Any, at: Path, findings: Findings) -> str:
        written = trim_line(value) if isinstance(value, str) else ""
        fault = name_fault(written)
        if fault:
            findings.add(at, "bad_value", fault)
        return "" if fault else written

    return simple(read, **more)


def day(**more: Any) -> Field:
    """A date, as ISO writes it."""
    return simple(read_date, schema=lambda: {"type": "string", "format": "date"}, **more)


def raw(schema: Callable[[], Schema], **more: Any) -> Field:
    """Whatever is written; a check reads it, by what else it knows."""
    return Field(read=lambda value, *_: value, schema=schema, **more)


def flag(*, empty: bool = False, **more: Any) -> Field:
    """True or false."""

    def read(value: Any, at: Path, findings: Findings) -> bool | None:
        if isinstance(value, bool):
            return value
        return findings.refuse(at, "bad_value", "This is true or false", None)

    return simple(read, empty, schema=lambda: {"type": "boolean"}, **more)


def whole(
    *,
    least: int = 0,
    most: int = MOST_WHOLE,
    noun: str = "This is a whole number from",
    **more: Any,
) -> Field:
    """A whole number; ``noun`` begins the message, before the bounds."""

    def read(value: Any, at: Path, findings: Findings) -> int | None:
        if type(value) is int and least <= value <= most:
            return value
        return findings.refuse(at, "bad_value", f"{noun} {least} to {most}", None)

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return simple(read, **{"empty": None, "schema": lambda: schema, **more})


def wholes(*, least: int = 0, most: int, **more: Any) -> Field:
    """A list of 1 to ``most`` whole numbers."""
    number = whole(least=least)

    def read(value: Any, at: Path, findings: Findings) -> tuple[int, ...]:
        numbers = value if isinstance(value, list) else []
        bounds = range(least, MOST_WHOLE + 1)
        if 1 <= len(numbers) <= most and all(type(n) is int and n in bounds for n in numbers):
            return tuple(numbers)
        return findings.refuse(
            at,
            "bad_value",
            f"This is a list of 1 to {most} whole numbers from {least} to {MOST_WHOLE}",
            (),
        )

    schema = {"type": "array", "items": number.schema(), "minItems": 1, "maxItems": most}
    return simple(read, (), schema=lambda: schema, write=lambda value, _: [*value], **more)


def choice(kind: type[StrEnum], **more: Any) -> Field:
    """One of several words."""
    known = [str(member) for member in kind]

    def read(value: Any, at: Path, findings: Findings) -> StrEnum | None:
        if isinstance(value, str) and value in known:
            return kind(value)
        return findings.refuse(at, "bad_value", f"This is one of {', '.join(known)}", None)

    more = {"empty": None, **more}
    return simple(read, schema=lambda: {"enum": known}, write=lambda word, _: str(word), **more)


def amount(
    *, attr: str = "minor", signed: bool = False, positive: bool = False, **more: Any
) -> Field:
    """An amount of money, in minor units in the value; it is not 0 if it is ``positive``."""

    def read(value: Any, at: Path, inside: Reader) -> int | None:
        currency = inside.scope.currency or _MOST_DIGITS
        minor = read_signed_amount(value, currency) if isinstance(value, str) else None
        if minor is None:
            digits = minor_digits(currency)
            inside.findings.add(
                at, "bad_amount", f'An amount is a text such as "2", with at most {digits} decimals'
            )
        elif minor < 0 and not signed:
            return inside.findings.refuse(at, "negative_amount", "This amount is not below 0", None)
        elif not minor and positive:
            return inside.findings.refuse(at, "bad_amount", "This amount is not 0", None)
        return minor

    return Field(
        read=read,
        write=lambda minor, scope: write_amount(minor, scope.currency),
        # "-0" is 0, wherever it stands.
        schema=lambda: {"type": "string", "pattern": r"^-?[0-9]{1,12}(\.[0-9]{1,4})?$"},
        attr=attr,
        **{"empty": 0, **more},
    )


# --- ids ------------------------------------------------------------------------------------------


def read_id(value: Any, at: Path, findings: Findings) -> str:
    """Return what can be an id, or an empty text."""
    if isinstance(value, str) and _ID.fullmatch(value) and value != TILL:
        return value
    return findings.refuse(
        at, "bad_value", f"An id has 1 to 40 of A-Z a-z 0-9 . _ -, and is not {TILL}", ""
    )


def _id_schema() -> Schema:
    return {"type": "string", "pattern": f"^{_ID.pattern}$"}


def any_id(**more: Any) -> Field:
    """An id of something that may stand further down; a check looks it up."""
    return simple(read_id, **{"schema": _id_schema, **more})


def own_id(kind: str, **more: Any) -> Field:
    """The id of the object itself, which no other of its kind has; it is known from now on."""

    def read(value: Any, at: Path, inside: Reader) -> str:
        known = inside.scope.known(kind)
        found = "" if value is ABSENT else read_id(value, at, inside.findings)
        if not found:
            known.is_whole = False
        elif found in known:
            inside.findings.add(
                at, "duplicate_id", f"{quote_text(found)} is the id of another one too"
            )
        known.update([found] if found else [])
        return found

    return Field(
        read=read, schema=_id_schema, required=True, reads_absent=True, **{"empty": "", **more}
    )


def known_id(kind: str, *others: str, **more: Any) -> Field:
    """The id of something of a kind that stands above, or one of a few ``others``."""

    def read(value: Any, at: Path, inside: Reader) -> str:
        if isinstance(value, str) and value in others:
            return value
        found = read_id(value, at, inside.findings)
        return str(inside.scope.known(kind).check(found, at, inside.findings))

    return Field(read=read, schema=_id_schema, **{"empty": "", **more})


def party(**more: Any) -> Field:
    """The id of a person, or the till."""
    return known_id("person", TILL, **more)


# --- lists, and objects inside objects ------------------------------------------------------------


def many(item: Field, *, ids: str = "", what: str = "list", **more: Any) -> Field:
    """A list; if it is none, those of its kind in ``ids`` are not known."""

    def read(value: Any, at: Path, inside: Reader) -> tuple[Any, ...]:
        if not isinstance(value, list):
            inside.findings.add(at, "bad_value", f"This is a {what}")
            if ids:
                inside.scope.known(ids).is_whole = False
            return ()
        found = [item.read(part, (*at, place), inside) for place, part in enumerate(value)]
        return tuple([item.empty if part is None else part for part in found])

    return Field(
        read=read,
        write=lambda values, scope: [item.write(value, scope) for value in values],
        schema=lambda: {"type": "array", "items": item.schema()},
        **{"empty": (), **more},
    )


def keyed(key: Field, item: Field, *, all_keys: bool = True, **more: Any) -> Field:
    """An object whose keys are ids; what is said of unknown ones is read too if ``all_keys``."""

    def read(value: Any, at: Path, inside: Reader) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for written, place, part in items_of(value, at, inside):
            known = key.read(written, place, inside)
            if known or all_keys or not inside.findings.is_incomplete(place):
                one = item.read(part, place, inside)
                found[known or written] = item.empty if one is None else one
        return found

    return Field(
        read=read,
        write=lambda value, scope: {key: item.write(one, scope) for key, one in value.items()},
        schema=lambda: {"type": "object", "additionalProperties": or_null(item.schema())},
        **{"empty": {}, **more},
    )


def items_of(value: Any, at: Path, inside: Reader) -> list[tuple[str, Path, Any]]:
    """Return key, place and value of each field of an object; note a problem if it is none."""
    if isinstance(value, dict):
        return [(key, (*at, key), item) for key, item in without_nulls(value).items()]
    return inside.findings.refuse(at, "bad_value", "This is an object", [])


# --- shapes ---------------------------------------------------------------------------------------


class Shape(Generic[T]):
    """The shape of one object: its noun in messages, the type that it becomes, and its fields.

    A check gets the object as it was read, and the facts by their names in the value, which it may
    change. A reserved word is a field with an underscore after it: ``from_``.
    """

    def __init__(
        self, noun: str, kind: Callable[..., T], check: Check | None = None, /, **fields: Field
    ) -> None:
        self.noun, self.kind = noun, kind
        self.fields: dict[str, Field] = {}
        self.checks: list[Check] = []
        self.add({name.rstrip("_"): field for name, field in fields.items()}, check)
        self.defaults = dict(_defaults_of(kind))

    def add(
        self, fields: Mapping[str, Field], check: Check | None = None, *, before: str = ""
    ) -> None:
        """Add fields, in the document in front of the field ``before``, and a check of them.

        The check runs after those that the shape has already.
        """
        found = [*self.fields.items()]
        place = [*self.fields].index(before) if before else len(found)
        self.fields = dict([*found[:place], *fields.items(), *found[place:]])
        self.turns = sorted(self.fields.items(), key=lambda item: item[1].turn)
        self.checks += [check] if check else []

    def read(self, value: Any, at: Path, inside: Reader) -> T:
        """Return the value; every problem is noted at its place."""
        reader = Reader(value, at, inside.scope, inside)
        if not reader.is_object and value is not ABSENT:
            reader.findings.add(at, "bad_value", f"{self.noun} is an object")
        for name in reader.facts:
            if name not in self.fields:
                reader.add(
                    name, "unknown_field", f"{quote_text(name)} is not part of {self.noun.lower()}"
                )
        reader.require(*[name for name, field in self.fields.items() if field.required])
        facts = {}
        for name, field in self.turns:
            if name in reader.facts or field.reads_absent:
                given = reader.facts.get(name, ABSENT)
                reader.found[name] = field.read(given, reader.place(name), reader)
            found = reader.found.get(name)
            keeps = found is not None or (field.keeps_none and name in reader.found)
            facts[field.attr or name] = found if keeps else self._empty(name)
            if field.check:
                field.check(reader, facts)
        for check in self.checks:
            check(reader, facts)
        return self.kind(**facts)

    def read_whole(self, value: Any, scope: Any, at: Path = ()) -> T:
        """Return the value of a whole document, or of one that is stored."""
        return self.read(value, at, Reader({}, at, scope))

    def _empty(self, name: str) -> Any:
        """Return what the value has where nothing is said."""
        field = self.fields[name]
        return self.defaults.get(field.attr or name, field.empty)

    def write(self, value: Any, scope: Any) -> Document:
        """Return the object; what is as it would be anyway is left out."""
        document = {}
        for name, field in self.fields.items():
            found = field.get(value) if field.get else getattr(value, field.attr or name, None)
            if found is None and not field.keeps_none:
                continue
            is_kept = field.always or field.required
            if not is_kept and found == self._empty(name):
                continue
            written = field.write(found, scope)
            if is_kept or written not in ("", [], {}):
                document[name] = written
        return document

    def schema(self) -> Schema:
        """Return the JSON Schema of the object; null stands for any absent field."""
        return {
            "type": "object",
            "required": [name for name, field in self.fields.items() if field.required],
            "properties": {
                name: field.schema() if field.required else or_null(field.schema())
                for name, field in self.fields.items()
            },
            "additionalProperties": {"type": "null"},
        }

    def one(self, **more: Any) -> Field:
        """Return a field that holds the object."""
        return Field(read=self.read, write=self.write, schema=self.schema, **more)

    def all(self, **more: Any) -> Field:
        """Return a field that holds a list of such objects."""
        return many(self.one(), **more)

    def part(self, **more: Any) -> Field:
        """Return a field that holds the object, which is as without fields where it is absent."""
        return self.one(reads_absent=True, **more)


def _defaults_of(kind: Any) -> Document:
    """Return what a value of a type has where nothing is said."""
    return {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in (dataclasses.fields(kind) if is_dataclass(kind) else ())
        if field.default is not MISSING or field.default_factory is not MISSING
    }
