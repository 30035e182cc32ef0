"""The form of the house rules: a row for each option, under the headings that options declare.

Any page can have it: ``make_house_rules`` makes it of typed values, ``press_rules_button`` handles
its buttons where no script runs, and ``chosen_options`` reads what was chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from scorekeeper.record import Findings, read_options
from scorekeeper.rules import (
    Option,
    OptionGroup,
    OptionKind,
    OptionValue,
    Problem,
    Variant,
    values_of,
    with_options,
)
from scorekeeper.web.core.forms import (
    NO,
    YES,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Values,
    option_path,
    read_whole,
    whole_or_text,
)
from scorekeeper.web.core.page import Part

OPTION_FIELD: Final = "options-"
"""The prefix of the fields of options."""
RULES_BUTTON: Final = "rules"
"""The prefix of the values of the form's buttons; each of them shows the form again."""
_BEFORE_RESET: Final = "rules-before"
_STEPS: Final = (
    *range(0, 30, 5),
    *(30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500),
    *(750, 1000, 1500, 2000, 3000, 5000, 10000),
)
"""The usual figures of house rules, in points, by which a tap goes up or down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The form of a variant's house rules.

    ``differs`` says in words which rules differ from the printed ones, except those at the start.
    ``before_reset`` has the options as they were before all were put back as printed; empty if that
    was not done.
    """

    variant: Variant
    groups: tuple[Part, ...]
    differs: tuple[str, ...]
    before_reset: str
    faults: tuple[Fault, ...]
    steps: tuple[int, ...] = _STEPS

    @property
    def rows(self) -> tuple[Part, ...]:
        """The rows of all groups."""
        return tuple([row for group in self.groups for row in group.rows])

    def value_of(self, field: str) -> str:
        """Return the value of a field of the form; empty if the variant has no such rule."""
        return next((row.field.value for row in self.rows if row.field.name == field), "")

    @property
    def changed_count(self) -> int:
        """How many rules differ from the printed ones."""
        return len([row for row in self.rows if row.is_changed])


def option_values(options: Any) -> dict[str, str]:
    """Return the values of an options object as the fields of the form have them."""
    return {OPTION_FIELD + name: _write_value(value) for name, value in values_of(options).items()}


def chosen_options(variant: Variant, values: Values) -> dict[str, OptionValue | str]:
    """Return the typed options that differ from the printed ones, by name; invalid ones as text."""
    printed = values_of(variant.defaults)
    chosen: dict[str, OptionValue | str] = {}
    for option in variant.options:
        text = values.get(OPTION_FIELD + option.name)
        if text is None:
            continue
        value = _read_option(option, text.strip())
        if value != printed[option.name] or type(value) is not type(printed[option.name]):
            chosen[option.name] = value
    return chosen


def valid_options(variant: Variant, chosen: Mapping[str, OptionValue | str]) -> Any:
    """Return the options with those that were chosen, but for invalid ones."""
    by_name = {option.name: option for option in variant.options}
    return with_options(
        variant, {name: value for name, value in chosen.items() if by_name[name].accepts(value)}
    )


def option_problems(variant: Variant, values: Values) -> tuple[Problem, ...]:
    """Return a problem for each option whose typed value is invalid."""
    findings = Findings()
    read_options(chosen_options(variant, values), variant, findings)
    return tuple(findings.problems)


def make_house_rules(
    variant: Variant, values: Values, problems: Sequence[Problem] = (), *, players: int = 0
) -> HouseRules:
    """Return the form with its typed values, and each problem of an option beside its field.

    Rules that have no effect with this number of ``players`` are left out.
    """
    of_options = [problem for problem in problems if problem.at[:1] == ("options",)]
    found = FieldProblems(
        [Fault(field=option_path(problem.at), text=problem.text) for problem in of_options]
    )
    chosen = chosen_options(variant, values)
    idle = _idle_options(variant, chosen, players)
    asked = [option for option in variant.options if option.scores and option.name not in idle]
    groups = [
        Part(
            heading=group.value,
            rows=tuple(
                [
                    _make_row(variant, option, values, found, is_changed=option.name in chosen)
                    for option in asked
                    if option.group is group
                ]
            ),
        )
        for group in OptionGroup
    ]
    named = [option for option in asked if option.name in chosen and not option.at_start]
    return HouseRules(
        variant=variant,
        groups=tuple([group for group in groups if group.rows]),
        differs=tuple([option.with_value(chosen[option.name]) for option in named]),
        before_reset=values.get(_BEFORE_RESET, ""),
        faults=found.faults,
    )


def _idle_options(
    variant: Variant, chosen: Mapping[str, OptionValue | str], players: int
) -> frozenset[str]:
    """Return the options that have no effect, except those chosen and those of the start."""
    by_name = {option.name: option for option in variant.options}
    idle = variant.family.idle_options(valid_options(variant, chosen), players)
    return frozenset([name for name in idle if name not in chosen and not by_name[name].at_start])


def press_rules_button(variant: Variant, values: Values) -> dict[str, str]:
    """Return the values after a button of the form, which the field ``do`` names."""
    verb, _, place = values.get("do", "").partition(":")
    match verb.removeprefix(RULES_BUTTON):
        case "-less" | "-more":
            return _step(variant, values, place, up=verb.endswith("more"))
        case "-printed":
            own = {name: text for name, text in values.items() if name.startswith(OPTION_FIELD)}
            return without_options(values) | {_BEFORE_RESET: urlencode(own)}
        case "-restored":
            before = dict(parse_qsl(values.get(_BEFORE_RESET, ""), keep_blank_values=True))
            own = {name: text for name, text in before.items() if name.startswith(OPTION_FIELD)}
            return without_options(values) | own
    return dict(values)


def without_options(values: Values) -> dict[str, str]:
    """Return the values of a form without its house rules, which are then as printed."""
    own = (OPTION_FIELD, _BEFORE_RESET)
    return {name: text for name, text in values.items() if not name.startswith(own)}


def _step(variant: Variant, values: Values, place: str, *, up: bool) -> dict[str, str]:
    """Return the values with the figure of an option moved to the next usual one."""
    found = [option for option in variant.options if OPTION_FIELD + option.name == place]
    if not found or found[0].kind is not OptionKind.POINTS:
        return dict(values)
    option = found[0]
    text = values.get(place, _write_printed(variant, option)).strip()
    now = read_whole(text) if text else -1
    if now is None:
        return dict(values)
    steps = [step for step in _STEPS if step >= option.least]
    if up:
        return dict(values) | {place: str(next((step for step in steps if step > now), now))}
    lower = [str(step) for step in steps if step < now]
    return dict(values) | {place: lower[-1] if lower else "" if option.may_be_off else text}


def _make_row(
    variant: Variant, option: Option, values: Values, found: FieldProblems, *, is_changed: bool
) -> Part:
    """Return one house rule: its field, and its present and its printed value in words.

    ``printed_value`` is the printed value as the field has it. ``rule`` is the variant's own rule
    that the option changes; if there is none, ``source`` says who plays so. ``is_open`` is true if
    the row is unfolded at once, ``at_start`` if the form of a new game has a switch for it.
    """
    printed = _write_printed(variant, option)
    field = _option_field(option, values, found, printed)
    value = _read_option(option, field.value.strip())
    pressed = values.get("do", "").partition(":")[2]
    rule = variant.cite(option.source)
    return Part(
        field=field,
        rule=rule if rule in [rule.key for rule in variant.rules] else "",
        source=option.source,
        is_switch=option.kind is OptionKind.YES_NO,
        is_changed=is_changed,
        words=option.words(value),
        printed=option.words(getattr(variant.defaults, option.name)),
        printed_value=printed,
        least=option.least,
        may_be_off=option.may_be_off,
        is_open=bool(field.problems) or pressed == field.name,
        at_start=option.at_start,
    )


def _option_field(option: Option, values: Values, found: FieldProblems, printed: str) -> Field:
    name = OPTION_FIELD + option.name
    choices: Choices = tuple([(str(value), words) for value, words in option.choices])
    if option.kind is OptionKind.YES_NO:
        choices = ((YES, "yes"), (NO, "no"))
    off = " Leave it empty for none." if option.may_be_off else ""
    return Field(
        name=name,
        kind="points" if option.kind is OptionKind.POINTS else "choice",
        label=option.label,
        value=values.get(name, printed),
        help=f"{option.help}{off}",
        choices=choices,
        problems=found.of(name),
    )


def _read_option(option: Option, text: str) -> OptionValue | str:
    """Return the chosen value; an invalid text stays a text, which becomes a form error."""
    if option.kind is OptionKind.YES_NO:
        return {YES: True, NO: False}.get(text, text)
    if option.kind is OptionKind.CHOICE:
        return next((value for value, _ in option.choices if str(value) == text), text)
    if not text and option.may_be_off:
        return None
    return whole_or_text(text)


def _write_printed(variant: Variant, option: Option) -> str:
    return _write_value(getattr(variant.defaults, option.name))


def _write_value(value: OptionValue) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)
