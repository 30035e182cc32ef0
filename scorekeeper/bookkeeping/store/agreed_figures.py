"""Compares the figures that players agreed to with those that the same entries make now.

An agreement keeps the figures as they were seen. The entries before it always make the same
figures, unless a new version of the program counts otherwise than people have played and paid.
"""

from collections.abc import Iterator, Sequence

from scorekeeper.bookkeeping.store.current_game import CurrentGame, find_figures, replay_journal
from scorekeeper.domain.journal import Agreed, Figure
from scorekeeper.storage.journals import Journal, entry_name


def changed_figures(journal: Journal, game: CurrentGame) -> tuple[str, ...]:
    """Return a sentence for each agreement whose figures are not those that its entries make now.

    ``game`` is the replay of the whole journal.
    """
    found: list[str] = []
    facts, seen = 1, None
    for entry in game.log:
        if entry.is_fact:
            facts, seen = entry.seq, None
        elif isinstance(entry.act, Agreed) and entry.act.figures:
            seen = seen or replay_journal(journal, to=facts)
            found += _differences(journal.key, entry.seq, entry.act, seen)
    return tuple(found)


def _differences(key: str, seq: int, act: Agreed, game: CurrentGame) -> Iterator[str]:
    now: Sequence[Figure] = find_figures(game, act.target) or ()
    for seat, seen in zip(act.seats, act.figures, strict=True):
        figure = now[seat] if seat < len(now) else None
        if figure != seen:
            counted = "nothing" if figure is None else _write(figure)
            yield (
                f"{entry_name(key, seq)} agrees to {_write(seen)} for player {seat + 1} in the deal"
                f" of entry {act.target}, which is counted as {counted} now."
            )


def _write(figure: Figure) -> str:
    held = f" and {figure.held} held" if figure.held else ""
    return f"{figure.points}{held}"
