"""What people do with a game: one function a thing, each one transaction."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.bookkeeping.books import Books, UnknownGame, read_game, with_act
from scorekeeper.bookkeeping.company import check_company
from scorekeeper.bookkeeping.links import make_links
from scorekeeper.bookkeeping.names import namesake, namesake_words
from scorekeeper.bookkeeping.outcomes import OpenGame, Outcome, Post
from scorekeeper.bookkeeping.posting import (
    FOREIGN,
    NO_REASON,
    Decision,
    check_entry_id,
    post_act,
    read_deal,
    read_reason,
    refusal,
)
from scorekeeper.bookkeeping.seats import carry_seats
from scorekeeper.bookkeeping.twins import find_twin
from scorekeeper.domain.deals import Deal, Seat
from scorekeeper.domain.journal import (
    Closed,
    Corrected,
    Dealt,
    Renamed,
    Reopened,
    Started,
    Undone,
)
from scorekeeper.domain.options import values_of
from scorekeeper.domain.variant import Problem
from scorekeeper.record import FORMAT
from scorekeeper.record.document import DocumentError, parse_document
from scorekeeper.record.places import Findings
from scorekeeper.record.reading import DEALS_MAX, Reading, Record, read_players, read_record
from scorekeeper.record.writing import Document, write_record
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import Written, append, begin_journal, find_entry
from scorekeeper.storage.pulses import note_rematch, rematch_of


def start_game(
    books: Books,
    form: Mapping[str, Any],
    *,
    entry_id: str | None = None,
    who: str = "",
    after: OpenGame | None = None,
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
    return _begin(books, reading.record, entry_id=entry_id, who=who, after=after, beside=beside)


def import_game(
    books: Books, raw: bytes, *, entry_id: str | None = None, who: str = ""
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
    begun = _begin(books, reading.record, entry_id=entry_id, who=who)
    if isinstance(begun, str):
        return begun
    return Reading(record=None, score=None, problems=begun, players=reading.players)


def _begin(
    books: Books,
    record: Record,
    *,
    entry_id: str | None,
    who: str,
    after: OpenGame | None = None,
    beside: bool = False,
) -> str | tuple[Problem, ...]:
    """Write down a game with all its deals, unless the id of its first entry is known."""
    first_id = books.new_key() if entry_id is None else entry_id
    problems = check_entry_id(first_id)
    if problems:
        return problems
    with books.database.writing() as db:
        known = find_entry(db, first_id)
        if known is not None:
            begun, seq = known
            # Whoever knows the id of a later entry is a player, and not the one who began.
            return begun if seq == 1 else FOREIGN
        if after is not None and not beside and rematch_of(db, after.key) is not None:
            return refusal("bad_value", "Somebody else has begun the next game")
        key, at = books.new_key(), books.now()
        first = Written(seq=1, act=_started(record), entry_id=first_id, who=who, at=at)
        begin_journal(db, key, first)
        make_links(books, db, key, at)
        for seq, deal in enumerate(record.deals, 2):
            dealt = Written(seq=seq, act=Dealt(deal=deal), entry_id=books.new_key(), who=who, at=at)
            append(db, key, dealt, seats=len(record.setup.players))
        if after is not None:
            _follow(db, after, key, record.setup.players)
    return key


def _follow(db: Connection, after: OpenGame, key: str, players: Sequence[str]) -> None:
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


def open_game(books: Books, key: str) -> OpenGame | None:
    """The game with this key, if there is one."""
    with books.database.reading() as db:
        return read_game(books, db, key)


def export_game(books: Books, key: str) -> Document:
    """The game as a record, under its present names and with every option in force.

    A record holds what was played: how the game came to be entered, what was taken back, and that
    the table closed it early are not in it. Raises UnknownGame.
    """
    game = open_game(books, key)
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


# --- acts in a game -------------------------------------------------------------------------------


def record_deal(books: Books, key: str, post: Post, document: Mapping[str, Any]) -> Outcome:
    """Enter the next deal, written as in a record; raises UnknownGame.

    Two phones that enter the same deal enter it once.
    """

    def decide(game: OpenGame) -> Decision:
        if game.sheet.over:
            return refusal("game_over", "The game is over; no deal can be added to it")
        if game.sheet.game.closed is not None:
            return refusal("game_closed", "The game was closed; reopen it to add a deal")
        if len(game.sheet.rows) >= DEALS_MAX:
            return refusal("bad_value", f"A game has at most {DEALS_MAX} deals")
        read = read_deal(game, document, number=game.sheet.next_number)
        return Dealt(deal=read) if isinstance(read, Deal) else read

    def twin(game: OpenGame) -> int | None:
        return find_twin(game, post, document)

    return post_act(books, key, post, decide, twin=twin)


def correct_deal(
    books: Books, key: str, post: Post, target: int, *, document: Mapping[str, Any], reason: str
) -> Outcome:
    """Put the deal that entry ``target`` brought right, as the deal of its own number.

    Raises UnknownGame.
    """
    line = read_reason(reason)

    def decide(game: OpenGame) -> Decision:
        row = next((row for row in game.sheet.rows if row.seq == target), None)
        if row is None:
            return refusal("bad_value", "There is no such deal to correct", at=("target",))
        read = read_deal(game, document, number=row.number)
        if not isinstance(read, Deal):
            return read if line else (*read, *NO_REASON)
        return Corrected(target=target, deal=read, reason=line) if line else NO_REASON

    return post_act(books, key, post, decide)


def undo(books: Books, key: str, post: Post, target: int, *, reason: str) -> Outcome:
    """Take back entry ``target``, which may itself be an undo; raises UnknownGame.

    Deals after one that is taken back get lower numbers. Where the rules then find an error in one
    of them (its contract is another now), it does not count until it is corrected.
    """
    line = read_reason(reason)

    def decide(game: OpenGame) -> Decision:
        if not 1 < target <= game.version:
            return refusal("bad_value", "There is no such entry to take back", at=("target",))
        if target in game.sheet.game.undone:
            return refusal("bad_value", "This was already taken back", at=("target",))
        if not line:
            return NO_REASON
        act = Undone(target=target, reason=line)
        after = with_act(game, act, who=post.who, at=books.now())
        players = after.sheet.setup.players
        if len(set(players)) < len(players):
            return refusal("bad_players", "Two players would have one name", at=("target",))
        return check_company(game, after) or act

    return post_act(books, key, post, decide)


def close_game(books: Books, key: str, post: Post, reason: str, *, settles: bool) -> Outcome:
    """End the game early, settled as it stands or not at all; raises UnknownGame."""
    line = read_reason(reason)

    def decide(game: OpenGame) -> Decision:
        if game.sheet.over:
            return refusal("game_over", "The game is over; there is nothing to close")
        if game.sheet.game.closed is not None:
            return refusal("game_closed", "The game is closed already")
        return Closed(reason=line, settles=settles) if line else NO_REASON

    return post_act(books, key, post, decide)


def reopen_game(books: Books, key: str, post: Post, reason: str) -> Outcome:
    """Go on with a game that was closed early; raises UnknownGame."""
    line = read_reason(reason)

    def decide(game: OpenGame) -> Decision:
        if game.sheet.game.closed is None:
            return refusal("bad_value", "The game is not closed")
        return Reopened(reason=line) if line else NO_REASON

    return post_act(books, key, post, decide)


def rename_player(books: Books, key: str, post: Post, seat: int, *, name: str) -> Outcome:
    """Give the player in ``seat`` another name, everywhere on the sheet; raises UnknownGame."""

    def decide(game: OpenGame) -> Decision:
        players = list(game.sheet.setup.players)
        if not 0 <= seat < len(players):
            return refusal("bad_value", "Nobody sits there", at=("seat",))
        players[seat] = name
        findings = Findings()
        read = read_players(players, findings)
        if findings.problems:
            text = findings.problems[0].text
            return refusal("bad_players", text, at=("name",))
        other = namesake(read, seat)
        if other is not None:
            return refusal("bad_players", namesake_words(read[seat], other), at=("name",))
        return Renamed(seat=Seat(seat), name=read[seat])

    return post_act(books, key, post, decide)
