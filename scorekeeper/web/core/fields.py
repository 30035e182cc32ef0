"""A field of a form, with what was typed and what is wrong with it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.variant import Path, Problem

YES: Final = "yes"
NO: Final = "no"

Values = Mapping[str, str]
"""What was typed, by the name of the field."""

Choices = tuple[tuple[str, str], ...]
_MOST_DIGITS: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field. ``kind`` names the macro that draws it; ``choices`` pairs values with words."""

    name: str
    kind: str
    label: str
    value: str = ""
    help: str = ""
    choices: Choices = ()
    problems: tuple[str, ...] = ()

    @property
    def described_by(self) -> str:
        """The ids of the texts that explain the field, for ``aria-describedby``."""
        ids = (("help", self.help), ("problem", self.problems))
        return " ".join([f"{self.name}-{part}" for part, text in ids if text])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A problem for the list at the head of a form, with the field it leads to, and whose it is."""

    field: str
    text: str
    whose: str = ""


class FieldProblems:
    """The problems of a form, by field; a problem of no field stands at the head alone."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.faults = tuple(faults)

    def of(self, name: str) -> tuple[str, ...]:
        """What is wrong with a field."""
        return tuple([fault.text for fault in self.faults if fault.field == name])


def read_whole(text: str) -> int | None:
    """Return the whole number that was typed; ``None`` for any other text, and past nine digits."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def whole_or_text(text: str) -> int | str:
    """Return the whole number that was typed, or else the text, to be told as a problem."""
    number = read_whole(text)
    return text if number is None else number


def option_path(at: Path) -> str:
    """A place in a document as the name of a field: ``stake-amount``."""
    return "-".join([str(step) for step in at])


def errors_first(problems: Sequence[Problem]) -> list[Problem]:
    """The problems with those first that stop the score."""
    return sorted(problems, key=lambda problem: problem.severity != "error")
