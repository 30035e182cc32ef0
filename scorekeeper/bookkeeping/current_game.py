"""A game as it stands: its sheet and all that was done in it, replayed from its journal."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.journal import Act, Entry, is_opinion, replay
from scorekeeper.domain.sheet import ScoreSheet, make_sheet
from scorekeeper.domain.variants import VARIANTS


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One thing that was done: its place from 1, by whom, when (UTC), and whether it was undone.

    ``is_fact`` is false of an opinion, which changes no figure.
    """

    seq: int
    act: Act
    who: str
    at: datetime
    undone: bool
    is_fact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentGame:
    """A game as it stands at ``version``, with its sheet and all that was done."""

    key: str
    sheet: ScoreSheet
    version: int
    created_at: datetime
    log: tuple[LogEntry, ...]

    def __repr__(self) -> str:
        """Name the game and its version, which say all: a journal only grows."""
        return f"CurrentGame({self.key!r} at {self.version})"


def replay_game(
    key: str, created_at: datetime, acts: Sequence[tuple[Act, str, datetime]]
) -> CurrentGame:
    """The game that comes of acts, each with who did it and when."""
    entries = [Entry(seq, act) for seq, (act, _, _) in enumerate(acts, 1)]
    game = replay(entries)
    return CurrentGame(
        key=key,
        sheet=make_sheet(game, VARIANTS[game.started.variant]),
        version=game.version,
        created_at=created_at,
        log=tuple(
            [
                LogEntry(
                    seq=seq,
                    act=act,
                    who=who,
                    at=at,
                    undone=seq in game.undone,
                    is_fact=not is_opinion(entries, act),
                )
                for seq, (act, who, at) in enumerate(acts, 1)
            ]
        ),
    )


def with_act(game: CurrentGame, act: Act, *, who: str, at: datetime) -> CurrentGame:
    """The game after one act more."""
    acts = [(each.act, each.who, each.at) for each in game.log]
    return replay_game(game.key, game.created_at, [*acts, (act, who, at)])
