"""Writes the problems of a new game for its form, as the texts of the record name its keys."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.variant import Path, Problem
from scorekeeper.wording import with_capital

_STAKE_WORDS: Final = {
    "currency": "Name one currency, such as € or USD",
    "per": "Type for how many points the stake is, such as 1 or 100",
}
_ONE_OF: Final = {"penalties": "penalty"}


def write_place(at: Path, players: Sequence[str]) -> str:
    """Return a place of a record in words: ``Deal 2, Ann, meld 1``; empty for the whole record."""
    words: list[str] = []
    for before, step in zip(("", *at), at, strict=False):
        if step == "hands":
            continue
        if not isinstance(step, int):
            words.append(step.replace("_", " "))
        elif before == "hands":
            words.append(players[step])
        else:
            one = _ONE_OF.get(str(before), str(before).removesuffix("s"))
            words[-1:] = [f"{one} {step + 1}"]
    text = ", ".join(words)
    return with_capital(text)


def write_form_problem(problem: Problem, document: Mapping[str, Any]) -> str:
    """Return the sentence that the form shows for a problem of the typed record."""
    match problem.at:
        case ("stake", "amount"):
            return _amount_words(document["stake"]["currency"])
        case ("stake", str(name)) if problem.code != "other_currency":
            return _STAKE_WORDS.get(name, problem.text)
    return problem.text


def _amount_words(currency: str) -> str:
    digits = minor_digits(currency)
    if digits == 0:
        return f"Type a whole amount of {currency}, such as 50"
    return f"Type an amount such as 0.50, with at most {digits or 2} decimals"
