"""Compares the figures that players agreed to with those that the same entries make now.

An agreement keeps the figures as they were seen. What the entries before it make is always the
same, unless a change of the program counts otherwise than people have played and paid by.
"""

from collections.abc import Iterator, Sequence

from scorekeeper.bookkeeping.store.current_game import CurrentGame, find_figures, replay_journal
from scorekeeper.domain.journal import Agreed, Entry, Figure, is_opinion
from scorekeeper.storage.journals import Journal, entry_name


def changed_figures(journal: Journal) -> tuple[str, ...]:
    """Return what to say of each agreement whose figures are not what its entries make now."""
    entries = [Entry(each.seq, each.act) for each in journal.entries]
    found: list[str] = []
    facts, game = 1, None
    for seq, act in entries:
        if not is_opinion(entries, act):
            facts, game = seq, None
        elif isinstance(act, Agreed) and act.figures:
            game = game or replay_journal(journal, to=facts)
            found += _differences(journal.key, seq, act, game)
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
