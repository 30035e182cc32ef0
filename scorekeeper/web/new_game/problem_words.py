"""The problems of a new game, worded for its form; the record's own texts name its keys."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.variant import Problem

_STAKE_WORDS: Final = {
    "currency": "The currency has three letters, such as USD or EUR",
    "per": "Type for how many points the stake is, such as 1 or 100",
}


def write_form_problem(problem: Problem, document: Mapping[str, Any]) -> str:
    """Return the sentence that the form shows for a problem of the typed record."""
    match problem.at:
        case ("stake", "amount"):
            return _amount_words(document["stake"]["currency"])
        case ("stake", str(name)):
            return _STAKE_WORDS.get(name, problem.text)
    return problem.text


def _amount_words(currency: str) -> str:
    digits = minor_digits(currency)
    if digits == 0:
        return f"Type a whole amount of {currency}, such as 50"
    return f"Type an amount such as 0.50, with at most {digits or 2} decimals"
