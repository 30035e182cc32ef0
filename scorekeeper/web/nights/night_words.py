"""Words about a night: when and where it is, who plays and who waits, how many tables."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.domain.club.facts import Night
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.wording import write_count

_MOST_NAMED: Final = 2


def where_and_when(night: Night) -> str:
    """Return the name and the place of a night: ``Friday 20 November, Back room``."""
    return ", ".join([text for text in (name_of_night(night.date), night.place) if text])


def playing_words(playing: int, waiting: Sequence[str]) -> str:
    """Return in words who plays and waits: ``9 play, Hal waits``, ``nobody plays yet``."""
    plays = {0: "nobody plays yet", 1: "1 plays"}.get(playing, f"{playing} play")
    if not waiting:
        return plays
    if len(waiting) > _MOST_NAMED:
        return f"{plays}, {len(waiting)} wait"
    return f"{plays}, {' and '.join(waiting)} {'waits' if len(waiting) == 1 else 'wait'}"


def tables_words(tables: int) -> str:
    """Return the number of tables in words: ``four tables``, ``no table yet``."""
    if tables <= 1:
        return "one table" if tables else "no table yet"
    return f"{write_count(tables)} tables"
