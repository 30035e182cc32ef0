"""The problems of a new game, worded for its form; the record's own texts name its keys."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.bookkeeping.players import find_similar_name, write_similar_names
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.variant import Problem
from scorekeeper.record import FORMAT
from scorekeeper.record.reading import read_record

_STAKE_WORDS: Final = {
    "currency": "The currency has three letters, such as USD or EUR",
    "per": "Type for how many points the stake is, such as 1 or 100",
}


def check_names(document: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return every problem of a new game if two of its names look alike, else nothing.

    A game record may hold such names, so the reader of records does not check them.
    """
    alike = tuple(_names_alike(document["players"]))
    if not alike:
        return ()
    return (*alike, *read_record({"format": FORMAT, **document, "deals": []}).problems)


def _names_alike(players: Sequence[str]) -> Iterator[Problem]:
    for seat, name in enumerate(players):
        other = find_similar_name(players[: seat + 1], seat)
        if other is not None:
            text = write_similar_names(name, other)
            yield Problem(at=("players", seat), code="bad_players", text=text)


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
