"""Reads the names of players, and finds those that cannot be told apart."""

from collections.abc import Sequence
from typing import Any, Final

from scorekeeper.domain.names import NAME_LENGTH, find_hidden_sign, look_of, trim_line
from scorekeeper.record.places import Findings

PLAYERS_MAX: Final = 20


def read_players(value: Any, findings: Findings) -> tuple[str, ...]:
    """Return the names in order of play, as they are compared and written; note all problems.

    Names that are not valid are returned too; those that are no text are empty.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        findings.add(("players",), "bad_players", "The players are a list of names")
        return ()
    if len(value) > PLAYERS_MAX:
        findings.add(("players",), "bad_players", f"{len(value)} players sit at no table")
        return ()
    names = [trim_line(each) if isinstance(each, str) else "" for each in value]
    for index, name in enumerate(names):
        text = name_fault(name) or alike_fault(names[: index + 1], index)
        if text:
            findings.add(("players", index), "bad_players", text)
    return tuple(names)


def name_fault(name: str) -> str:
    """Return why a trimmed text is no name; empty if it is one."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return f"A name has 1 to {NAME_LENGTH} letters or signs"
    hidden = find_hidden_sign(name)
    return f"A name is one line without invisible signs; {hidden} is in it" if hidden else ""


def alike_fault(names: Sequence[str], seat: int) -> str:
    """Return which other name looks like that of ``seat``; empty if none does."""
    own, other = names[seat], find_alike(names, seat)
    if other is None:
        return ""
    if other == own:
        return f"{own} sits at the table twice; add a letter to one of them"
    return f"{own} and {other} look alike; add a letter to tell them apart"


def find_alike(names: Sequence[str], seat: int) -> str | None:
    """Return another name that looks like that of ``seat``, an equal one first; else None."""
    own = names[seat]
    others = [name for other, name in enumerate(names) if other != seat]
    alike = [name for name in others if look_of(name) == look_of(own)]
    return own if own in others else next(iter(alike), None)
