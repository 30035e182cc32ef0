"""House rules: options with their values, words and sources, declared as fields of a dataclass.

A family writes one frozen dataclass; each field is made by ``yes_no``, ``points`` or ``choice`` and
carries its label, help and source, so that a form, a rules page and a check need nothing more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final

from scorekeeper.domain.deals import Points

OptionValue = bool | int | str | None
POINTS_MAX: Final = 1_000_000
"""No single figure at a card table is larger; it keeps a slip of the finger out of the sums."""


class OptionKind(StrEnum):
    """How an option is chosen: a switch, one of several values, or a number of points."""

    YES_NO = "yes_no"
    CHOICE = "choice"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One house rule. ``choices`` pairs each value with its words; ``least`` is in points.

    A rule that no score depends on has ``scores`` false: records carry it and the rules page tells
    it, but no form asks for it.
    """

    name: str
    kind: OptionKind
    label: str
    help: str
    source: str
    choices: tuple[tuple[OptionValue, str], ...] = ()
    least: Points = 0
    may_be_off: bool = False
    scores: bool = True

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is one that the option can take; ``True`` is not the number 1."""
        if self.kind is OptionKind.YES_NO:
            return isinstance(value, bool)
        if value is None:
            return self.may_be_off
        if self.kind is OptionKind.POINTS:
            return type(value) is int and self.least <= value <= POINTS_MAX
        return any(type(value) is type(known) and value == known for known, _ in self.choices)

    @property
    def values(self) -> list[OptionValue] | dict[str, OptionValue]:
        """The values it can take: a list, or the least and the most where it is points."""
        if self.kind is OptionKind.POINTS:
            return {"least": self.least, "most": POINTS_MAX, "may_be_null": self.may_be_off}
        return [True, False] if self.kind is OptionKind.YES_NO else [v for v, _ in self.choices]

    @property
    def range_words(self) -> str:
        """What the option can be, for a message: ``true or false``, ``10 or 20``."""
        if self.kind is OptionKind.YES_NO:
            return "true or false"
        if self.kind is OptionKind.POINTS:
            return f"a whole number from {self.least} to {POINTS_MAX}"
        return " or ".join([str(value) for value, _ in self.choices])

    def words(self, value: OptionValue) -> str:
        """The value as people read it: ``yes``, ``off``, ``1000``, ``nearest hundred``."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return dict(self.choices).get(value, "off" if value is None else str(value))


def yes_no(default: bool, *, label: str, help: str, source: str) -> Any:
    """A field of an options class that is a switch."""
    return _option_field(default, kind=OptionKind.YES_NO, label=label, help=help, source=source)


def points(default: Points | None, *, label: str, help: str, source: str, least: Points = 0) -> Any:
    """A field of an options class that is points; it may be off if that is the default."""
    return _option_field(
        default,
        kind=OptionKind.POINTS,
        label=label,
        help=help,
        source=source,
        least=least,
        may_be_off=default is None,
    )


def choice(
    default: OptionValue,
    choices: Mapping[Any, str],
    *,
    label: str,
    help: str,
    source: str,
    scores: bool = True,
) -> Any:
    """A field of an options class that takes one of ``choices`` (value to words)."""
    return _option_field(
        default,
        kind=OptionKind.CHOICE,
        label=label,
        help=help,
        source=source,
        choices=tuple(choices.items()),
        scores=scores,
    )


def _option_field(default: OptionValue, **about: Any) -> Any:
    # Any, as dataclasses.field itself: the annotation of the field says the type.
    return field(default=default, metadata=about)


def options_of(options: Any) -> tuple[Option, ...]:
    """The options that an options class (or an instance of it) declares, in order."""
    return tuple([Option(name=each.name, **each.metadata) for each in fields(options)])


def values_of(options: Any) -> dict[str, OptionValue]:
    """Every option of an options object with the value in force."""
    return {each.name: getattr(options, each.name) for each in fields(options)}
