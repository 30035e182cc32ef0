"""What people do with a whole game: start, import, export, close and reopen it."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.links import make_links
from scorekeeper.bookkeeping.posting import (
    FOREIGN,
    NO_REASON,
    Decision,
    Outcome,
    Post,
    check_entry_id,
    post_act,
    read_reason,
    refusal,
)
from scorekeeper.bookkeeping.seats import carry_seats
from scorekeeper.bookkeeping.store import GameStore, UnknownGame, read_game
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import (
    Closed,
    Dealt,
    Reopened,
    Started,
)
from scorekeeper.domain.options import values_of
from scorekeeper.domain.variant import Problem
from scorekeeper.record import FORMAT
from scorekeeper.record.document import Document, DocumentError, parse_document
from scorekeeper.record.reading import Reading, Record, read_record
from scorekeeper.record.writing import write_record
from scorekeeper.storage.change_numbers import note_rematch, rematch_of
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import StoredEntry, append, begin_journal, find_entry


def start_game(
    store: GameStore,
    form: Mapping[str, Any],
    *,
    entry_id: str | None = None,
    who: str = "",
    after: CurrentGame | None = None,
    beside: bool = False,
) -> str | tuple[Problem, ...]:
    """Begin a game from a record without deals; its key, or every problem of the form.

    The same ``entry_id`` again gives the key of the game that it began. ``after`` is the game of
    the same table that ended before: phones keep their seats, and are led to the new one. Where
    somebody else began that one already, only who knows of it begins another ``beside`` it.
    """
    reading = read_record({"format": FORMAT, **form, "deals": []})
    if reading.record is None:
        return reading.problems
    return _begin(store, reading.record, entry_id=entry_id, who=who, after=after, beside=beside)


def import_game(
    store: GameStore, raw: bytes, *, entry_id: str | None = None, who: str = ""
) -> str | Reading:
    """Begin a game from a whole record; its key, or the reading with every problem.

    The same ``entry_id`` again gives the key of the game that it began.
    """
    try:
        reading = read_record(parse_document(raw))
    except DocumentError as error:
        return Reading(
            record=None, score=None, problems=refusal("bad_format", str(error)), players=()
        )
    if reading.record is None:
        return reading
    begun = _begin(store, reading.record, entry_id=entry_id, who=who)
    if isinstance(begun, str):
        return begun
    return Reading(record=None, score=None, problems=begun, players=reading.players)


def _begin(
    store: GameStore,
    record: Record,
    *,
    entry_id: str | None,
    who: str,
    after: CurrentGame | None = None,
    beside: bool = False,
) -> str | tuple[Problem, ...]:
    """Write down a game with all its deals, unless the id of its first entry is known."""
    first_id = store.new_key() if entry_id is None else entry_id
    problems = check_entry_id(first_id)
    if problems:
        return problems
    with store.database.writing() as db:
        known = find_entry(db, first_id)
        if known is not None:
            begun, seq = known
            # Whoever knows the id of a later entry is a player, and not the one who began.
            return begun if seq == 1 else FOREIGN
        if after is not None and not beside and rematch_of(db, after.key) is not None:
            return refusal("bad_value", "Somebody else has begun the next game")
        key, at = store.new_key(), store.now()
        first = StoredEntry(seq=1, act=_started(record), entry_id=first_id, who=who, at=at)
        begin_journal(db, key, first)
        make_links(store, db, key, at)
        for seq, deal in enumerate(record.deals, 2):
            dealt = StoredEntry(
                seq=seq, act=Dealt(deal=deal), entry_id=store.new_key(), who=who, at=at
            )
            append(db, key, dealt, seats=len(record.setup.players))
        if after is not None:
            _follow(db, after, key, record.setup.players)
    return key


def _follow(db: Connection, after: CurrentGame, key: str, players: Sequence[str]) -> None:
    """Lead the phones of a game that ended to the next one, to the seats of the same names."""
    if after.sheet.final is None or rematch_of(db, after.key) is not None:
        return
    seats = {
        head.seat: Seat(players.index(head.name))
        for head in after.sheet.heads
        if head.name in players
    }
    carry_seats(db, after.key, key, seats)
    note_rematch(db, after.key, key)


def _started(record: Record) -> Started:
    setup = record.setup
    return Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=setup.stake,
        title=record.title,
        place=record.place,
        played_on=record.played_on,
    )


def open_game(store: GameStore, key: str) -> CurrentGame | None:
    """The game with this key, if there is one."""
    with store.database.reading() as db:
        return read_game(store, db, key)


def export_game(store: GameStore, key: str) -> Document:
    """The game as a record, under its present names and with every option in force.

    A record holds what was played: how the game came to be entered, what was taken back, and that
    the table closed it early are not in it. Raises UnknownGame.
    """
    game = open_game(store, key)
    if game is None:
        raise UnknownGame(key)
    sheet = game.sheet
    started = sheet.game.started
    options = values_of(sheet.setup.options)
    record = Record(
        setup=sheet.setup,
        # null would count as absent, and absent is off for every option that can be off.
        chosen={name: value for name, value in options.items() if value is not None},
        title=started.title,
        place=started.place,
        played_on=started.played_on,
        deals=tuple([each.deal for each in sheet.game.deals]),
    )
    return write_record(record)


def close_game(store: GameStore, key: str, post: Post, reason: str, *, settles: bool) -> Outcome:
    """End the game early, settled as it stands or not at all; raises UnknownGame."""
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if game.sheet.over:
            return refusal("game_over", "The game is over; there is nothing to close")
        if game.sheet.game.closed is not None:
            return refusal("game_closed", "The game is closed already")
        return Closed(reason=line, settles=settles) if line else NO_REASON

    return post_act(store, key, post, decide)


def reopen_game(store: GameStore, key: str, post: Post, reason: str) -> Outcome:
    """Go on with a game that was closed early; raises UnknownGame."""
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if game.sheet.game.closed is None:
            return refusal("bad_value", "The game is not closed")
        return Reopened(reason=line) if line else NO_REASON

    return post_act(store, key, post, decide)
