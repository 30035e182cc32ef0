"""How any act gets into a journal: once, on top of what its author saw, or not at all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.bookkeeping.current_game import CurrentGame, LogEntry, with_act
from scorekeeper.bookkeeping.store import GameStore, UnknownGame, read_game
from scorekeeper.domain.deals import Deal
from scorekeeper.domain.journal import Act, Dealt, Joined
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variant import Path, Problem, Severity, Table
from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.places import Findings
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import StoredEntry, append, find_entry
from scorekeeper.storage.seats import delete_seat
from scorekeeper.storage.slips import delete_slips


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """What every post carries: an id made by the phone, the version that it saw, and who writes."""

    entry_id: str
    version: int
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The post is in the journal at ``seq``; ``repeated`` if it was before, which does no harm.

    A repeated post may have been followed by others: ``seq`` is the version that its author knows.
    """

    game: CurrentGame
    seq: int
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """Others were faster: nothing was written, and ``newer`` is what they did."""

    game: CurrentGame
    newer: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The post is wrong: nothing was written. Places are relative to what was posted."""

    problems: tuple[Problem, ...]


Outcome = Saved | Stale | Refused

ID_LENGTH: Final = 64
REASON_LENGTH: Final = 200

Decision = Act | tuple[Problem, ...]
FindDuplicate = Callable[[CurrentGame], int | None]


def _never(_: CurrentGame) -> None:
    return None


def post_act(
    store: GameStore,
    key: str,
    post: Post,
    decide: Callable[[CurrentGame], Decision],
    *,
    duplicate: FindDuplicate = _never,
) -> Outcome:
    """Append what ``decide`` makes of the game as it stands, in one transaction.

    An id that the journal has already is a success whatever the version says, since its answer was
    lost on the way. So is a post that is too late if ``duplicate`` finds the entry by which
    somebody else posted the same. Raises UnknownGame.
    """
    return _post(store, key, post, decide, late=lambda game: _answer_late(game, post, duplicate))


def post_opinion(
    store: GameStore, key: str, post: Post, decide: Callable[[CurrentGame], Decision]
) -> Outcome:
    """Append an opinion, which changes no figure: whatever others did, it is not too late.

    Raises UnknownGame.
    """
    return _post(store, key, post, decide, late=_never)


def _post(
    store: GameStore,
    key: str,
    post: Post,
    decide: Callable[[CurrentGame], Decision],
    *,
    late: Callable[[CurrentGame], Outcome | None],
) -> Outcome:
    with store.database.writing() as db:
        game = read_game(store, db, key)
        if game is None:
            raise UnknownGame(key)
        answer = _answer_unwritten(db, game, post) or late(game)
        if answer is not None:
            return answer
        decision = decide(game)
        if isinstance(decision, tuple):
            return Refused(problems=decision)
        after = with_act(game, decision, who=post.who, at=store.now())
        append(db, key, _written(after, post), seats=len(game.sheet.setup.players))
        if isinstance(decision, Dealt):
            delete_slips(db, key)
        if isinstance(decision, Joined):
            # A phone may still have this seat from a player whose joining was undone.
            delete_seat(db, key, len(after.sheet.setup.players) - 1)
    store.cache.keep(after)  # not before the commit: what is rolled back was never played
    return Saved(game=after, seq=after.version, repeated=False)


def _answer_unwritten(db: Connection, game: CurrentGame, post: Post) -> Outcome | None:
    """The answer to a post that is not to be written, whatever it says; else ``None``."""
    problems = check_entry_id(post.entry_id)
    if problems:
        return Refused(problems=problems)
    known = find_entry(db, post.entry_id)
    if known is not None:
        key, seq = known
        return (
            Saved(game=game, seq=seq, repeated=True)
            if key == game.key
            else Refused(problems=FOREIGN)
        )
    return None


def _answer_late(game: CurrentGame, post: Post, duplicate: FindDuplicate) -> Saved | Stale | None:
    """Return what others did since, if anything on the sheet may have changed; else ``None``."""
    if game.sheet.game.facts_version <= post.version <= game.version:
        return None
    seq = duplicate(game)
    if seq is not None:
        return Saved(game=game, seq=seq, repeated=True)
    newer = tuple([entry for entry in game.log if entry.seq > post.version and entry.is_fact])
    return Stale(game=game, newer=newer)


def _written(game: CurrentGame, post: Post) -> StoredEntry:
    """The last act of the game, to be stored under the id of the post."""
    last = game.log[-1]
    return StoredEntry(seq=last.seq, act=last.act, entry_id=post.entry_id, who=last.who, at=last.at)


def read_deal(
    game: CurrentGame, document: Mapping[str, Any], *, number: int
) -> Deal | tuple[Problem, ...]:
    """The deal in ``document`` as deal ``number``, or every problem of it at once."""
    deal, problems = check_deal(game.sheet.setup, document, number=number)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    return problems if deal is None or errors else deal


def check_deal(
    setup: Setup, document: Mapping[str, Any], *, number: int
) -> tuple[Deal | None, tuple[Problem, ...]]:
    """What can be read of a deal, and its problems: those of the document, then of the rules."""
    family = setup.variant.family
    findings = Findings()
    deal = DealReader(family.asks(setup.options), setup.players).read(dict(document), (), findings)
    if deal is None:
        return None, tuple(findings.problems)
    table = Table(players=setup.players, number=number)
    ruled = family.score_deal(setup.options, deal, table).problems
    kept = [problem for problem in ruled if not findings.concern(problem.at)]
    return deal, (*findings.problems, *kept)


def check_entry_id(entry_id: str) -> tuple[Problem, ...]:
    """The problems of an id that a phone made."""
    if 1 <= len(entry_id) <= ID_LENGTH and entry_id.isascii() and entry_id.isprintable():
        return ()
    return refusal("bad_value", f"An id has 1 to {ID_LENGTH} plain characters", at=("entry_id",))


def read_reason(reason: str) -> str | None:
    """The reason in one line, or ``None`` if it is empty or too long."""
    line = " ".join(reason.split())
    return line if 1 <= len(line) <= REASON_LENGTH and line.isprintable() else None


def refusal(code: str, text: str, *, at: Path = ()) -> tuple[Problem, ...]:
    """One problem, as a decision against writing anything."""
    return (Problem(at=at, code=code, text=text),)


NO_REASON: Final = refusal("bad_value", f"Say why, in 1 to {REASON_LENGTH} letters", at=("reason",))
FOREIGN: Final = refusal("bad_value", "This was already entered in another game", at=("entry_id",))
