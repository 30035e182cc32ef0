"""What a use case takes and what it answers: posts, open games, and how a post fared."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.journal import Act
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.domain.variant import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One thing that was done: its place from 1, by whom, when (UTC), and whether it was undone.

    ``is_fact`` is false of talk, which changes no figure.
    """

    seq: int
    act: Act
    who: str
    at: datetime
    undone: bool
    is_fact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    """A game as it stands at ``version``, with its sheet and all that was done."""

    key: str
    sheet: ScoreSheet
    version: int
    created_at: datetime
    log: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """What every post carries: an id made where it was written, the version seen there, and who."""

    entry_id: str
    version: int
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The post is in the journal at ``seq``; ``repeated`` if it was before, which does no harm.

    A repeated post may have been followed by others: ``seq`` is the version that its author knows.
    """

    game: OpenGame
    seq: int
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """Others were faster: nothing was written, and ``newer`` is what they did."""

    game: OpenGame
    newer: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The post is wrong: nothing was written. Places are relative to what was posted."""

    problems: tuple[Problem, ...]


Outcome = Saved | Stale | Refused
