"""Starts, imports, exports, closes and reopens whole games, and changes what they are played by."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.games.game_store import CurrentGame, GameStore, demand_game, load_game
from scorekeeper.games.journals import (
    StoredEntry,
    UnreadableGame,
    append,
    begin_journal,
    find_entry,
    keys_of_games_like,
    note_rematch,
    rematch_of,
)
from scorekeeper.games.limits import NOBODY, Sender, network_of
from scorekeeper.games.links import Thing, make_links, move_watch_code
from scorekeeper.games.phones import write_seat_need
from scorekeeper.games.players import copy_seats
from scorekeeper.games.posting import (
    BAD_REASON,
    ENOUGH_TODAY,
    FOREIGN,
    Decision,
    check_entry_id,
    game_act,
    read_reason,
)
from scorekeeper.record import (
    FORMAT,
    Document,
    Findings,
    Reading,
    Record,
    read_codes,
    read_file_apart,
    read_options,
    read_record,
    read_stake,
    record_of,
    rest_of,
    start_of,
    write_record,
)
from scorekeeper.rules import (
    Closed,
    Path,
    Problem,
    PutAway,
    Reopened,
    Seat,
    SetupChanged,
    Severity,
    refusal,
    values_of,
    with_options,
)
from scorekeeper.store.database import Connection

# --- The setup of a game as a record, and whether its deals are legal under another setup ---------


_TERMS: Final = ("options", "stake")


def document_of(game: CurrentGame) -> Document:
    """Return a game as the document of its record, which ``record_of`` makes."""
    return write_record(record_of(game.sheet))


def check_terms(game: CurrentGame, terms: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return every problem that a game would have with other ``options`` or another ``stake``.

    Problems that it already has are left out. Those of a deal have no place, since no field of a
    form is about them; their text names the deal.
    """
    document = document_of(game)
    document.pop("closed_early", None)
    before = {(problem.at, problem.code) for problem in _errors_of(document)}
    others = {name: value for name, value in document.items() if name not in _TERMS}
    found = _errors_of(others | dict(terms))
    return tuple(
        _word_problems(
            game, [problem for problem in found if (problem.at, problem.code) not in before]
        )
    )


def check_setup_after(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Return the problems of an undo that makes deals illegal by changing the setup back."""
    if before.sheet.setup == after.sheet.setup:
        return ()
    document = document_of(after)
    terms: dict[str, Any] = {name: term for name, term in document.items() if name in _TERMS}
    return tuple([replace(problem, at=("target",)) for problem in check_terms(before, terms)])


def _errors_of(document: Mapping[str, Any]) -> list[Problem]:
    problems = read_record(dict(document)).problems
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def _word_problems(game: CurrentGame, problems: list[Problem]) -> Iterator[Problem]:
    for problem in problems:
        match problem.at:
            case ("deals", int(place), *inner):
                where = _place_words(game, place, tuple(inner))
                yield replace(problem, at=(), text=f"{where}: {problem.text}")
            case ("players", *_):
                yield replace(problem, at=())
            case _:
                yield problem


def _place_words(game: CurrentGame, place: int, inner: Path) -> str:
    match inner:
        case ("hands", int(seat), *_):  # as the record counts, in order of play
            return f"Deal {place + 1}, {game.sheet.setup.names[seat]}"
    return f"Deal {place + 1}"


# --- Stores a whole record as a new game: its journal, its links, and what it asks of phones ------


def store_game(
    store: GameStore,
    db: Connection,
    record: Record,
    *,
    entry_id: str = "",
    who: str = "",
    phone: str = "",
    needs_seat: bool | None = None,
) -> str:
    """Store a whole record as a new game, in the transaction of the caller; return its key.

    ``entry_id`` is the id of its first entry, made here if it is empty; ``who`` and ``phone`` are
    who brings it, and ``needs_seat`` is as in ``start_game``.
    """
    key, at = store.new_key(), store.now()
    first = StoredEntry(
        seq=1,
        act=start_of(record),
        entry_id=entry_id or store.new_key(),
        who=who,
        at=at,
        phone=phone,
    )
    begin_journal(db, key, first)
    make_links(store, db, Thing.GAME, key, at=at)
    for seq, act in enumerate(rest_of(record), 2):
        # The deals of a record were not entered on the phone that brought it.
        entry = replace(first, seq=seq, act=act, entry_id=store.new_key(), phone="")
        append(db, key, entry, seats=len(record.setup.players))
    write_seat_need(db, key, needed=needs_seat)
    return key


# --- Finds the game on this site that has the same facts as a record ------------------------------


_MOST_COMPARED: Final = 100
"""How many games are compared with a record: each takes a replay."""


def find_same(store: GameStore, record: Record) -> str | None:
    """Return the key of the newest game on this site with the same facts, or None.

    Only the latest games of the same variant, title, place and day are compared. A game without
    deals is never found: whoever guessed its players would learn that they have begun.
    """
    if not record.deals:
        return None
    entries = 1 + len(rest_of(record))
    with store.database.reading() as db:
        for key in keys_of_games_like(db, start_of(record), entries, _MOST_COMPARED):
            with suppress(UnreadableGame):
                game = load_game(store, db, key)
                if game is not None and _facts(record_of(game.sheet)) == _facts(record):
                    return key
    return None


def _facts(record: Record) -> Record:
    """Return a record without the list of the options that it names; all are in its setup."""
    return replace(record, chosen={})


_SECONDS_TO_WAIT: Final = 8.0

Join = Callable[[Connection, str], None]
"""A function that puts a new game, by its key, into a night, in the transaction that stores it."""


class _Beginning(NamedTuple):
    """The values with which a game begins, besides its record: see ``start_game``."""

    entry_id: str | None
    who: str
    phone: str
    sender: Sender
    needs_seat: bool | None = None
    join: Join | None = None


def start_game(
    store: GameStore,
    form: Mapping[str, Any],
    *,
    entry_id: str | None = None,
    who: str = "",
    phone: str = "",
    sender: Sender = NOBODY,
    needs_seat: bool | None = None,
    after: CurrentGame | None = None,
    allow_second: bool = False,
    join: Join | None = None,
) -> str | tuple[Problem, ...]:
    """Start a game from a record without deals; return its key, or every problem of the form.

    A repeated ``entry_id`` gives the key of the game that it started. ``phone`` is the browser of
    ``who``, ``sender`` where its request comes from. ``needs_seat`` says whether a phone needs a
    seat to enter anything; if it is ``None``, the stake decides. ``after`` is the game that the
    same table has just ended: its phones keep their seats and are led to the new game. If somebody
    has already started a game after that one, ``allow_second`` must be true. ``join`` is called in
    the transaction that stores the game.
    """
    reading = read_record({"format": FORMAT, **form, "deals": []})
    if reading.record is None:
        return reading.problems
    begun = _Beginning(entry_id, who, phone, sender, needs_seat, join)
    return _store_game(store, reading.record, begun, after=after, allow_second=allow_second)


def look_at_sheet(store: GameStore, text: str) -> tuple[Reading, str | None]:
    """Return the record of a sheet code, and the key of the game here that has its facts, if any.

    Raises SheetCodeError and TooManyWait.
    """
    with store.imports.turn(len(text), seconds=_SECONDS_TO_WAIT, site=store.site):
        reading = read_record(read_codes(text))
        return reading, None if reading.record is None else find_same(store, reading.record)


class SameGame(NamedTuple):
    """The key of a game that is on this site already, and the record with the same facts."""

    key: str
    record: Record


def import_game(
    store: GameStore,
    raw: bytes,
    *,
    entry_id: str | None = None,
    phone: str = "",
    sender: Sender = NOBODY,
) -> str | Reading:
    """Start a game from a whole record; return its key, or the reading with every problem.

    A repeated ``entry_id`` gives the key of the game that it started. A record may be read for most
    of a second, so they are read one at a time; raises TooManyWait.
    """
    with store.imports.turn(len(raw), seconds=_SECONDS_TO_WAIT, site=store.site):
        return _import_read(store, read_file_apart(raw), _Beginning(entry_id, "", phone, sender))


def import_once(
    store: GameStore, raw: bytes, *, entry_id: str, phone: str, sender: Sender
) -> str | SameGame | Reading:
    """Start a game as ``import_game`` does, unless a game with the same facts is here already.

    A form that is sent again gets the game that it started. Raises TooManyWait.
    """
    with store.imports.turn(len(raw), seconds=_SECONDS_TO_WAIT, site=store.site):
        reading = read_file_apart(raw)
        if reading.record is not None:
            same = find_same(store, reading.record)
            if same is not None and store.read(find_entry, entry_id) != (same, 1):
                return SameGame(same, reading.record)
        return _import_read(store, reading, _Beginning(entry_id, "", phone, sender))


def _import_read(store: GameStore, reading: Reading, begun: _Beginning) -> str | Reading:
    if reading.record is None:
        return reading
    started = _store_game(store, reading.record, begun)
    if isinstance(started, str):
        return started
    return Reading(record=None, score=None, problems=started, players=reading.players)


def _store_game(
    store: GameStore,
    record: Record,
    begun: _Beginning,
    *,
    after: CurrentGame | None = None,
    allow_second: bool = False,
) -> str | tuple[Problem, ...]:
    """Store a new game with all its deals, unless the id of its first entry is stored already."""
    first_id = store.new_key() if begun.entry_id is None else begun.entry_id
    problems = check_entry_id(first_id)
    if problems:
        return problems
    with store.database.writing() as db:
        earlier = find_entry(db, first_id)
        if earlier is not None:
            earlier_key, seq = earlier
            # Any player may know the id of a later entry; only the first one shows who started.
            return earlier_key if seq == 1 else FOREIGN
        if not store.days.may_save(begun.sender, games=1):
            return ENOUGH_TODAY
        if after is not None and not allow_second and rematch_of(db, after.key) is not None:
            return refusal("bad_value", "Someone else has started the next game")
        key = store_game(
            store,
            db,
            record,
            entry_id=first_id,
            who=begun.who,
            phone=begun.phone,
            needs_seat=begun.needs_seat,
        )
        if after is not None:
            _lead_phones(db, after, key, record.setup.players)
        if begun.join is not None:
            begun.join(db, key)
        store.follower.follow_start(store, db, key, after=None if after is None else after.key)
    store.days.note(begun.sender, games=1)
    store.beginners.keep(key, network_of(begun.sender.address), 1)
    return key


def _lead_phones(db: Connection, after: CurrentGame, key: str, players: Sequence[str]) -> None:
    """Give phones of an ended game the seats of their players in the next one, and its code."""
    if after.sheet.final is None or rematch_of(db, after.key) is not None:
        return
    seats = {
        head.seat: Seat(players.index(head.name))
        for head in after.sheet.heads
        if head.name in players
    }
    copy_seats(db, after.key, key, seats)
    note_rematch(db, after.key, key)
    move_watch_code(db, after.key, key)


def open_game(store: GameStore, key: str) -> CurrentGame | None:
    """Return the game with this key, or ``None``."""
    return store.read(lambda db: load_game(store, db, key))


def export_game(store: GameStore, key: str) -> Document:
    """Return the game as a record, as ``document_of`` does; raises UnknownGame."""
    return document_of(store.read(lambda db: demand_game(store, db, key)))


@game_act
def change_setup(game: CurrentGame, terms: Mapping[str, Any]) -> Decision:
    """Change the stake and the house rules of a game, and score all its deals again.

    ``terms`` has ``options`` and ``stake`` as in a game record. Without ``options`` the house rules
    are those in print, without ``stake`` nothing is played for. A change that would make a deal
    illegal is refused with every problem.
    Raises UnknownGame.
    """
    problems = check_terms(game, terms)
    if problems:
        return problems
    setup, findings = game.sheet.setup, Findings()
    chosen = read_options(terms.get("options", {}), setup.variant, findings)
    stake = read_stake(terms["stake"], ("stake",), findings) if "stake" in terms else None
    options = with_options(setup.variant, chosen)
    if (options, stake) == (setup.options, setup.stake):
        return refusal("bad_value", "Nothing is different, so nothing was saved")
    return SetupChanged(options=values_of(options), stake=stake)


@game_act
def put_away(game: CurrentGame) -> Decision:
    """Put a game away, until that is undone; raises UnknownGame."""
    if game.sheet.game.put_away_by is not None:
        return refusal("bad_value", "The game has already been put away")
    return PutAway()


@game_act
def close_game(game: CurrentGame, reason: str, *, settles: bool) -> Decision:
    """Close the game early, settled as it stands or not at all; raises UnknownGame."""
    line = read_reason(reason)
    if game.sheet.over:
        return refusal("game_over", "The game is already over")
    if game.sheet.game.closed is not None:
        return refusal("game_closed", "The game was already ended early")
    return BAD_REASON if line is None else Closed(reason=line, settles=settles)


@game_act
def reopen_game(game: CurrentGame, reason: str) -> Decision:
    """Reopen a game that was ended early; raises UnknownGame."""
    line = read_reason(reason)
    if game.sheet.game.closed is None:
        return refusal("bad_value", "The game was not ended early")
    return BAD_REASON if line is None else Reopened(reason=line)
