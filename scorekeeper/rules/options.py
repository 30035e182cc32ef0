"""House rules: options with their values, texts and sources, declared as fields of a dataclass.

A family has one frozen dataclass of options. Each field is made by ``yes_no``, ``points`` or
``choice``, with group, label, help and source; forms, rules pages and checks are made from these.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, Final

from scorekeeper.rules.deals import Points

OptionValue = bool | int | str | None
POINTS_MAX: Final = 1_000_000
"""The largest figure that can be entered (points), so that typing errors are refused."""


class OptionKind(StrEnum):
    """The kind of an option: yes or no, one of several values, or a number of points."""

    YES_NO = "yes_no"
    CHOICE = "choice"
    POINTS = "points"


class OptionGroup(StrEnum):
    """What an option is about, as the heading under which forms ask for it."""

    CARDS = "Cards"
    BONUSES = "Bonuses"
    END = "End"
    MONEY = "Money"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One house rule. ``choices`` are the values with their texts; ``least`` is in points.

    ``may_be_off`` is true if None is a value too. ``scores`` is false if no score depends on the
    rule: then records and the rules page have it, but no form asks for it. ``at_start`` is true if
    the form of a new game asks for it itself, as it changes what is played. ``reads_on`` is true
    if the label and the text of a choice are a sentence together.
    """

    name: str
    kind: OptionKind
    group: OptionGroup
    label: str
    help: str
    source: str
    choices: tuple[tuple[OptionValue, str], ...] = ()
    least: Points = 0
    may_be_off: bool = False
    scores: bool = True
    at_start: bool = False
    reads_on: bool = False

    def accepts(self, value: object) -> bool:
        """Tell whether ``value`` is valid for the option; ``True`` is not the number 1."""
        if self.kind is OptionKind.YES_NO:
            return isinstance(value, bool)
        if value is None:
            return self.may_be_off
        if self.kind is OptionKind.POINTS:
            return type(value) is int and self.least <= value <= POINTS_MAX
        return any(type(value) is type(known) and value == known for known, _ in self.choices)

    @property
    def values(self) -> list[OptionValue] | dict[str, OptionValue]:
        """The valid values: a list, or the least and the most for points."""
        if self.kind is OptionKind.POINTS:
            return {"least": self.least, "most": POINTS_MAX, "may_be_null": self.may_be_off}
        return [True, False] if self.kind is OptionKind.YES_NO else [v for v, _ in self.choices]

    @property
    def range_words(self) -> str:
        """The valid values as text for a message: ``true or false``, ``10 or 20``."""
        if self.kind is OptionKind.YES_NO:
            return "true or false"
        if self.kind is OptionKind.POINTS:
            return f"a whole number from {self.least} to {POINTS_MAX}"
        return " or ".join([str(value) for value, _ in self.choices])

    def words(self, value: OptionValue) -> str:
        """Return a value as text for people: ``yes``, ``off``, ``1000``, ``nearest hundred``."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return dict(self.choices).get(value, "off" if value is None else str(value))

    def with_value(self, value: OptionValue) -> str:
        """Return the option and a value: ``Penalty: 50``, ``Final scores are not rounded``."""
        return f"{self.label}{'' if self.reads_on else ':'} {self.words(value)}"


def yes_no(default: bool, *, group: OptionGroup, label: str, help: str, source: str) -> Any:
    """Return a field of an options class for a rule that is on or off."""
    return _option_field(
        default, kind=OptionKind.YES_NO, group=group, label=label, help=help, source=source
    )


def points(
    default: Points | None,
    *,
    group: OptionGroup,
    label: str,
    help: str,
    source: str,
    least: Points = 0,
) -> Any:
    """Return a field of an options class for points; None is valid if it is the default."""
    return _option_field(
        default,
        kind=OptionKind.POINTS,
        group=group,
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
    group: OptionGroup,
    label: str,
    help: str,
    source: str,
    scores: bool = True,
    at_start: bool = False,
    reads_on: bool = False,
) -> Any:
    """Return a field of an options class for one of ``choices``, texts by their values."""
    return _option_field(
        default,
        kind=OptionKind.CHOICE,
        group=group,
        label=label,
        help=help,
        source=source,
        choices=tuple(choices.items()),
        scores=scores,
        at_start=at_start,
        reads_on=reads_on,
    )


def _option_field(default: OptionValue, **about: Any) -> Any:
    # Any, as dataclasses.field returns: the annotation of the field has the type.
    return field(default=default, metadata=about)


@cache
def options_of(defaults: Any) -> tuple[Option, ...]:
    """Return the options that the class of a variant's ``defaults`` declares, in order."""
    return tuple([Option(name=field.name, **field.metadata) for field in fields(defaults)])


def values_of(options: Any) -> dict[str, OptionValue]:
    """Return the value of every option of an options object, by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}
