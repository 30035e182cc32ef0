"""The fields of a new game: players, stake, and the house rules of its variant."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.domain.options import Option, OptionKind, OptionValue, values_of
from scorekeeper.domain.variant import Problem, Variant
from scorekeeper.web.core.fields import (
    NO,
    YES,
    Choices,
    Fault,
    Field,
    FieldProblems,
    Values,
    errors_first,
    option_path,
    whole_or_text,
)
from scorekeeper.web.new_game.problem_words import write_form_problem

_TEXTS: Final = ("title", "place", "played_on")
_NOTHING: Final = re.compile(r"0+([.,]0*)?")
"""An amount of zero, which means no stake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForm:
    """The fields of a new game and their problems.

    ``printed`` are the field values of the options as printed in the variant's rules, by field
    name. ``differs`` says in words which options differ from them.
    """

    variant: Variant
    players: tuple[Field, ...]
    texts: tuple[Field, ...]
    stake: tuple[Field, ...]
    options: tuple[Field, ...]
    printed: dict[str, str]
    differs: tuple[str, ...]
    faults: tuple[Fault, ...]

    def has_fault(self, *prefixes: str) -> bool:
        """Tell whether a field whose name begins with a prefix has a problem."""
        return any(fault.field.startswith(prefixes) for fault in self.faults)


def most_seats(variant: Variant) -> int:
    """Return the most players that the variant allows with any of its options."""
    defaults, family = variant.defaults, variant.family
    each_on = [
        replace(defaults, **{option.name: True})
        for option in variant.options
        if option.kind is OptionKind.YES_NO
    ]
    return max([family.players(options)[1] for options in (defaults, *each_on)])


def make_game_document(variant: Variant, values: Values) -> dict[str, Any]:
    """Return the typed game as a game record without deals, with only options that differ."""
    document: dict[str, Any] = {"variant": variant.key}
    document["players"] = [name for _, name in _typed_players(variant, values)]
    options = _read_options(variant, values)
    if options:
        document["options"] = options
    amount = values.get("stake-amount", "").strip()
    if amount and not _NOTHING.fullmatch(amount):
        per = values.get("stake-per", "").strip()
        document["stake"] = {
            "currency": values.get("stake-currency", "").strip().upper(),
            "amount": amount.replace(",", "."),
            "per": whole_or_text(per),
        }
    texts = {name: values.get(name, "").strip() for name in _TEXTS}
    return document | {name: text for name, text in texts.items() if text}


def _typed_players(variant: Variant, values: Values) -> list[tuple[str, str]]:
    """Return the field and the name of each seat that is not blank."""
    names = [f"players-{seat}" for seat in range(most_seats(variant))]
    typed = [(name, values.get(name, "").strip()) for name in names]
    return [(name, text) for name, text in typed if text]


def _read_options(variant: Variant, values: Values) -> dict[str, OptionValue | str]:
    printed = values_of(variant.defaults)
    chosen: dict[str, OptionValue | str] = {}
    for option in variant.options:
        text = values.get(f"options-{option.name}")
        if text is None:
            continue
        value = _read_option(option, text.strip())
        if value != printed[option.name] or type(value) is not type(printed[option.name]):
            chosen[option.name] = value
    return chosen


def _read_option(option: Option, text: str) -> OptionValue | str:
    """Return the chosen value; an invalid text stays a text, which becomes a form error."""
    if option.kind is OptionKind.YES_NO:
        return {YES: True, NO: False}.get(text, text)
    if option.kind is OptionKind.CHOICE:
        return next((value for value, _ in option.choices if str(value) == text), text)
    if not text and option.may_be_off:
        return None
    return whole_or_text(text)


def make_game_form(variant: Variant, values: Values, problems: Sequence[Problem] = ()) -> GameForm:
    """Return the form with its typed values, and each problem beside its field."""
    typed = [name for name, _ in _typed_players(variant, values)]
    document = make_game_document(variant, values)
    faults = [
        _fault(problem, typed, write_form_problem(problem, document))
        for problem in errors_first(problems)
    ]
    found = FieldProblems(dict.fromkeys(faults))
    seats = most_seats(variant)
    players = [
        Field(
            name=f"players-{seat}",
            kind="name",
            label=f"Player {seat + 1}",
            value=values.get(f"players-{seat}", ""),
            problems=found.of(f"players-{seat}"),
        )
        for seat in range(seats)
    ]
    asked = [option for option in variant.options if option.scores]
    return GameForm(
        variant=variant,
        players=tuple(players),
        texts=_text_fields(values, found),
        stake=_stake_fields(variant, values, found),
        options=tuple([_option_field(variant, option, values, found) for option in asked]),
        printed={f"options-{option.name}": _printed(variant, option) for option in asked},
        differs=_differences(variant, values),
        faults=found.faults,
    )


def _differences(variant: Variant, values: Values) -> tuple[str, ...]:
    """Return the house rules that differ from the printed ones, in words; invalid ones as typed."""
    chosen = _read_options(variant, values)
    return tuple(
        [
            f"{option.label}: {option.words(chosen[option.name])}"
            for option in variant.options
            if option.name in chosen
        ]
    )


def _printed(variant: Variant, option: Option) -> str:
    value = getattr(variant.defaults, option.name)
    if option.kind is OptionKind.YES_NO:
        return YES if value else NO
    return "" if value is None else str(value)


def _fault(problem: Problem, typed: Sequence[str], text: str) -> Fault:
    match problem.at:
        case ("players", int(index)) if index < len(typed):
            return Fault(field=typed[index], text=text)
        case ("players", *_):
            return Fault(field="players-0", text=text)
    return Fault(field=option_path(problem.at), text=text)


def _text_fields(values: Values, found: FieldProblems) -> tuple[Field, ...]:
    about = (("title", "text", "Table or occasion"), ("place", "text", "Place"))
    return tuple(
        [
            Field(
                name=name,
                kind=kind,
                label=label,
                value=values.get(name, ""),
                problems=found.of(name),
            )
            for name, kind, label in (*about, ("played_on", "date", "Played on"))
        ]
    )


def _stake_fields(variant: Variant, values: Values, found: FieldProblems) -> tuple[Field, ...]:
    # If final scores are rounded to hundreds, the stake is for a hundred points.
    usual = "100" if variant.family.rounding_rule(variant.defaults) else "1"
    about = (
        ("stake-amount", "amount", "Amount", ""),
        ("stake-currency", "code", "Currency", ""),
        ("stake-per", "points", "Per points", usual),
    )
    return tuple(
        [
            Field(
                name=name,
                kind=kind,
                label=label,
                value=values.get(name, default),
                problems=found.of(name),
            )
            for name, kind, label, default in about
        ]
    )


def _option_field(variant: Variant, option: Option, values: Values, found: FieldProblems) -> Field:
    name = f"options-{option.name}"
    choices: Choices = tuple([(str(value), words) for value, words in option.choices])
    if option.kind is OptionKind.YES_NO:
        choices = ((YES, "yes"), (NO, "no"))
    off = " Leave it empty for none." if option.may_be_off else ""
    return Field(
        name=name,
        kind="points" if option.kind is OptionKind.POINTS else "choice",
        label=option.label,
        value=values.get(name, _printed(variant, option)),
        help=f"{option.help}{off} ({option.source})",
        choices=choices,
        problems=found.of(name),
    )
