"""Fields of forms, with their typed values and their problems."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.variant import Path, Problem

YES: Final = "yes"
NO: Final = "no"

Values = Mapping[str, str]
"""The typed values of a form, by field name."""

Choices = tuple[tuple[str, str], ...]
_MOST_DIGITS: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a form. ``kind`` names its macro; ``choices`` pairs values with words."""

    name: str
    kind: str
    label: str
    value: str = ""
    help: str = ""
    choices: Choices = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A problem in the list at the head of a form: its field, its text, and the player if any."""

    field: str
    text: str
    whose: str = ""


class FieldProblems:
    """The problems of a form; those of a field are also shown beside it."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.faults = tuple(faults)

    def of(self, name: str) -> tuple[str, ...]:
        """Return the problems of a field."""
        return tuple([fault.text for fault in self.faults if fault.field == name])


def read_whole(text: str) -> int | None:
    """Return the number for up to nine digits, ``None`` for any other text."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def whole_or_text(text: str) -> int | str:
    """Return the number for up to nine digits, else the text, which becomes a form error."""
    number = read_whole(text)
    return text if number is None else number


def read_typed_number(text: str) -> int | str | None:
    """Return what a field for a number holds, None if it is empty; no number becomes an error."""
    return whole_or_text(text.strip()) if text.strip() else None


def read_numbers(text: str) -> list[int | str | None]:
    """Return numbers that were typed with commas between them."""
    return [read_typed_number(each) for each in text.split(",") if each.strip()]


def option_path(at: Path) -> str:
    """Return the field name for a place in a document: ``stake-amount``."""
    return "-".join([str(step) for step in at])


def errors_first(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with errors before warnings."""
    return sorted(problems, key=lambda problem: problem.severity != "error")


# --- The fields that ask for a reason: some to choose from, and a text; both may stay empty -------


_CHOSEN: Final = "cause"
_TYPED: Final = "reason"
_OTHER: Final = "other"


def _choices(*reasons: str) -> Choices:
    return tuple([(reason, reason) for reason in (*reasons, _OTHER)])


FOR_A_DEAL: Final = _choices("miscounted", "wrong card", "wrong player", "not our rule")
FOR_AN_ENTRY: Final = _choices("by mistake", "wrong player", "not our rule")
FOR_AN_END: Final = _choices("it is late", "somebody has to go")
FOR_GOING_ON: Final = _choices("by mistake", "we play on")


def reason_fields(
    values: Values, choices: Choices, problems: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    """Return the two fields of a reason with what was chosen and typed."""
    chosen = values.get(_CHOSEN, "")
    typed = values.get(_TYPED, "")
    return (
        Field(name=_CHOSEN, kind="chips", label="Why, if you like", value=chosen, choices=choices),
        Field(name=_TYPED, kind="text", label="In your words", value=typed, problems=problems),
    )


def read_reason_fields(values: Values) -> str:
    """Return the reason of a posted form, ``miscounted: two aces``; empty if none was given."""
    chosen, typed = values.get(_CHOSEN, ""), values.get(_TYPED, "").strip()
    named = "" if chosen == _OTHER else chosen
    return ": ".join([part for part in (named, typed) if part])
