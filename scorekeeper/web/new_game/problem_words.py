"""What is wrong with a new game, in the words of its form; the record speaks of its own keys."""

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
    """Every problem of a new game in which two names look alike, which a record may hold."""
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


def word_problem(problem: Problem, document: Mapping[str, Any]) -> str:
    """The sentence that a form shows for a problem of the record that was typed into it."""
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
