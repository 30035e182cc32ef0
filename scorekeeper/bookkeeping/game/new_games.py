"""Stores a whole record as a new game: its journal, its links, and what it asks of phones."""

from dataclasses import replace

from scorekeeper.bookkeeping.access.links import make_links
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.record.reading import Record
from scorekeeper.record.sheets import rest_of, start_of
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import StoredEntry, append, begin_journal
from scorekeeper.storage.seats import write_seat_need


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
    make_links(store, db, key, at)
    for seq, act in enumerate(rest_of(record), 2):
        # The deals of a record were not entered on the phone that brought it.
        entry = replace(first, seq=seq, act=act, entry_id=store.new_key(), phone="")
        append(db, key, entry, seats=len(record.setup.players))
    write_seat_need(db, key, needed=needs_seat)
    return key
