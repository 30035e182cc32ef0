"""Writes acts into journals: each once, and only on top of the version that its author saw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeAlias, TypeVar

from scorekeeper.games.game_store import (
    CurrentGame,
    GameStore,
    LogEntry,
    demand_game,
    note_clock_step,
    with_act,
)
from scorekeeper.games.journals import Version, append, find_entry
from scorekeeper.games.limits import NOBODY, Sender
from scorekeeper.games.phones import delete_seat, delete_slips, keep_presses
from scorekeeper.record import DealReader, Findings
from scorekeeper.rules import (
    Act,
    Closed,
    Deal,
    Dealt,
    Joined,
    Problem,
    PutAway,
    Setup,
    Severity,
    Table,
    check_and_score,
    find_hidden_sign,
    refusal,
    trim_line,
)
from scorekeeper.store.database import Connection

About = TypeVar("About")
_Asked = ParamSpec("_Asked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """The data of every post: an id made with the form, and who sent it.

    Posts of a game have the ``version`` that was seen and the name of ``who`` writes; ``presses``
    are the keys of the pad by which a deal was entered, as JSON, empty without a pad. Posts of the
    club have the id of the ``person`` whose phone it is, empty if nobody is known, and the number
    of the officer's session, None without one. ``phone`` is the id of the browser, ``sender`` where
    the post comes from.
    """

    entry_id: str
    version: int = 0
    who: str = ""
    presses: str = ""
    person: str = ""
    officer: int | None = None
    phone: str = ""
    sender: Sender = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved(Generic[About]):
    """A post that is saved; ``repeated`` is true if it was before.

    ``thing`` is the game as it is now, or the id of what an act in the club was about. ``seq`` is
    the number of the entry in a game's journal; others may have followed a repeated one.
    """

    thing: About
    seq: int = 0
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale(Generic[About]):
    """A post that came too late and was not saved.

    For a game, ``thing`` is what it is now, and ``newer`` are others' entries since. For the club,
    ``problems`` say what others changed.
    """

    thing: About
    newer: tuple[LogEntry, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An invalid post, which was not saved. Places are relative to the posted document."""

    problems: tuple[Problem, ...]


Outcome: TypeAlias = Saved[About] | Stale[About] | Refused
GameOutcome: TypeAlias = Outcome[CurrentGame]

ID_LENGTH: Final = 64
REASON_LENGTH: Final = 200
_ALWAYS_TAKEN: Final = (Dealt, Closed, PutAway)
"""Acts that lead to the end of a game, so a full game takes them; their own rules limit them."""

Decision = Act | tuple[Problem, ...]
FindDuplicate = Callable[[CurrentGame], int | None]


def post_act(
    store: GameStore,
    key: str,
    post: Post,
    decide: Callable[[CurrentGame, Connection], Decision],
    *,
    duplicate: FindDuplicate = lambda _: None,
) -> GameOutcome:
    """Append the act that ``decide`` returns for the current game, in one transaction.

    A post whose id is in the journal counts as saved whatever its version: the first answer to it
    was lost on the way. A post that is too late counts as saved if ``duplicate`` returns the entry
    by which somebody else posted the same. Raises UnknownGame.
    """
    return _append(
        store, key, post, decide, answer_late=lambda game: _answer_late(game, post, duplicate)
    )


def game_act(
    decide: Callable[Concatenate[CurrentGame, _Asked], Decision],
) -> Callable[Concatenate[GameStore, str, Post, _Asked], GameOutcome]:
    """Turn a function that decides on an act of a game into one that does the act.

    It is called with a store, the key of the game and a post in place of the game.
    """

    @wraps(decide)
    def act(
        store: GameStore, key: str, post: Post, /, *asked: _Asked.args, **named: _Asked.kwargs
    ) -> GameOutcome:
        return post_act(store, key, post, lambda game, _: decide(game, *asked, **named))

    return act


def post_opinion(
    store: GameStore, key: str, post: Post, decide: Callable[[CurrentGame], Decision]
) -> GameOutcome:
    """Append an opinion, which is never too late since it changes no figure.

    Raises UnknownGame.
    """
    return _append(store, key, post, lambda game, _: decide(game), answer_late=lambda _: None)


def _append(
    store: GameStore,
    key: str,
    post: Post,
    decide: Callable[[CurrentGame, Connection], Decision],
    *,
    answer_late: Callable[[CurrentGame], GameOutcome | None],
) -> GameOutcome:
    note_clock_step(store)  # before the entry gets its time
    try:
        with store.database.writing() as db:
            saved = _append_in(store, db, key, post, decide=decide, answer_late=answer_late)
    except RefusedAct as refused:
        return Refused(problems=refused.problems)
    if isinstance(saved, tuple):
        outcome, version = saved
        # After the commit, since an entry that is rolled back must not be cached.
        store.cache.add(store.database.path, outcome.thing, version)
        store.days.note(post.sender)
        return outcome
    return saved


class RefusedAct(Exception):  # noqa: N818 - it is no fault of the program
    """An act, or what follows from it, is refused; the transaction is rolled back."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems


def _append_in(
    store: GameStore,
    db: Connection,
    key: str,
    post: Post,
    *,
    decide: Callable[[CurrentGame, Connection], Decision],
    answer_late: Callable[[CurrentGame], GameOutcome | None],
) -> GameOutcome | tuple[Saved[CurrentGame], Version]:
    """Append an entry and what follows from it; return it with its version, else the answer."""
    game = demand_game(store, db, key)
    answer = _answer_by_id(db, game, post) or answer_late(game)
    if answer is not None:
        return answer
    decision = decide(game, db)
    problems = decision if isinstance(decision, tuple) else _refuse(store, game, post, decision)
    if isinstance(decision, tuple) or problems:
        return Refused(problems=problems)
    after = with_act(
        game,
        decision,
        who=post.who,
        at=store.now(),
        phone=post.phone,
        entry_id=post.entry_id,
    )
    version = append(db, key, after.log[-1], seats=len(game.sheet.setup.players))
    keep_presses(db, after, decision, post.presses)
    if isinstance(decision, Dealt):
        delete_slips(db, key)
    if isinstance(decision, Joined):
        # A phone may still have this seat from a player whose joining was undone.
        delete_seat(db, key, len(after.sheet.setup.players) - 1, after.log[-1].at)
    problems = store.follower.follow_change(store, db, game, after)
    if problems:
        raise RefusedAct(problems)
    return Saved(thing=after, seq=after.version, repeated=False), version


def _refuse(store: GameStore, game: CurrentGame, post: Post, act: Act) -> tuple[Problem, ...]:
    """Return why an act is not saved though the game allows it; empty if it is."""
    if game.version >= store.most_entries and not isinstance(act, _ALWAYS_TAKEN):
        text = f"This game has {game.version} entries: only deals and its end can still be entered"
        return refusal("bad_value", text)
    return () if store.days.may_save(post.sender) else ENOUGH_TODAY


def _answer_by_id(db: Connection, game: CurrentGame, post: Post) -> GameOutcome | None:
    """Return the answer to a post whose id is invalid or in a journal already, else ``None``."""
    problems = check_entry_id(post.entry_id)
    if problems:
        return Refused(problems=problems)
    earlier = find_entry(db, post.entry_id)
    if earlier is not None:
        key, seq = earlier
        return (
            Saved(thing=game, seq=seq, repeated=True)
            if key == game.key
            else Refused(problems=FOREIGN)
        )
    return None


def _answer_late(
    game: CurrentGame, post: Post, duplicate: FindDuplicate
) -> Saved[CurrentGame] | Stale[CurrentGame] | None:
    """Return the answer to a post if figures have changed since its version, else ``None``."""
    if game.sheet.game.facts_version <= post.version <= game.version:
        return None
    seq = duplicate(game)
    if seq is not None:
        return Saved(thing=game, seq=seq, repeated=True)
    newer = tuple([entry for entry in game.log if entry.seq > post.version and entry.is_fact])
    return Stale(thing=game, newer=newer)


def read_deal(
    game: CurrentGame, document: Mapping[str, Any], *, number: int
) -> Deal | tuple[Problem, ...]:
    """Return the deal in ``document`` as deal ``number``, or all of its problems."""
    deal, problems = check_deal(game.sheet.setup, document, number=number)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    return problems if errors else deal


def check_deal(
    setup: Setup, document: Mapping[str, Any], *, number: int
) -> tuple[Deal, tuple[Problem, ...]]:
    """Return the deal as far as it can be read, and the problems of its document and rules."""
    family = setup.variant.family
    findings = Findings()
    deal = DealReader(family.asks(setup.options), setup.players).read(dict(document), (), findings)
    by_rules = check_and_score(setup, deal, Table(players=setup.players, number=number)).problems
    others = [problem for problem in by_rules if not findings.is_uncertain(problem)]
    return deal, (*findings.problems, *others)


def check_entry_id(entry_id: str) -> tuple[Problem, ...]:
    """Return the problem of an entry id that a phone sent; empty if it is valid."""
    if 1 <= len(entry_id) <= ID_LENGTH and entry_id.isascii() and entry_id.isprintable():
        return ()
    return refusal("bad_value", f"An id has 1 to {ID_LENGTH} plain characters", at=("entry_id",))


def read_reason(reason: str) -> str | None:
    """Return the reason in one line, which may be empty, or ``None`` if it is too long."""
    line = trim_line(" ".join(reason.split()))
    return line if len(line) <= REASON_LENGTH and not find_hidden_sign(line) else None


BAD_REASON: Final = refusal(
    "bad_value", f"A reason is one line of at most {REASON_LENGTH} letters", at=("reason",)
)
TOO_MUCH: Final = "too_much"
"""The code of the problem that an address has saved as much as it may in a day."""
ENOUGH_TODAY: Final = refusal(
    TOO_MUCH,
    "Too much has been saved from this network today, so this was not saved; try again tomorrow",
)
FOREIGN: Final = refusal(
    "bad_value", "This has already been entered in another game", at=("entry_id",)
)
