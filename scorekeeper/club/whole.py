"""The whole club in memory: its facts as the database has them, and all figures that follow.

Every page of standings, money and statements asks here, and so does every act, for the closed
nights that it corrects. Facts are kept night by night, under the change number of each; figures are
taken over from the last time wherever the facts are the same.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from scorekeeper.club.facts import (
    ClubBook,
    ClubGame,
    Night,
    Person,
    Pot,
)
from scorekeeper.club.figures import (
    ClubFigures,
    NightFigures,
    Question,
    join_ends,
    join_night,
    join_night_money,
    join_party,
    join_past,
    join_people,
    meant_ids,
)
from scorekeeper.club.played import Played, read_played_games, write_played
from scorekeeper.club.rows import (
    NightGameRow,
    NoClub,
    all_change_numbers,
    club_of,
    games_of_nights,
    load_adjustments,
    load_past,
    load_payments,
    load_people,
    load_seasons,
    load_whole_nights,
    mark_corrected,
    newest_change,
    seats_of_games,
)
from scorekeeper.games import CurrentGame, GameStore, RefusedAct, UnreadableGame
from scorekeeper.rules import Seat, refusal
from scorekeeper.store.database import Connection, StorageError, snapshot
from scorekeeper.wording import write_date


class ShortPot(RefusedAct):
    """A change would leave less in a pot than a night, on this date, awards from it."""

    def __init__(self, date: str) -> None:
        problems = refusal(
            "pot_short",
            f"A pot would not hold what the night of {write_date(date)} awards from it."
            " Take that award back first",
        )
        super().__init__(problems)


_Number = tuple[int, int, int]
"""What tells one state of the club from others: the file, the latest act, the latest change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeptNight:
    """A night at a change number: as it was written, and with all spellings of a person joined."""

    number: int
    written: Night
    joined: Night


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeptClub:
    """The club at ``number``; ``roll`` are all people, ``meant`` the spellings of that time.

    ``new`` is what ended games gave that is not stored yet.
    """

    number: _Number
    roll: tuple[Person, ...]
    meant: Mapping[str, str]
    nights: Mapping[str, _KeptNight]
    figures: ClubFigures
    new: Mapping[str, tuple[str, str]]


class SeenNight(NamedTuple):
    """A night as it was written, read at one moment with its change number and the whole roll."""

    night: Night
    number: int
    roll: tuple[Person, ...]


@contextmanager
def at_one_moment(store: GameStore) -> Iterator[Connection]:
    """Lend a connection that sees the club as it was committed last, to one thread at a time."""
    with store.reading_club, store.database.reading() as db, snapshot(db):
        yield db


def club_figures(store: GameStore) -> ClubFigures:
    """Return the figures of the club as it is now. Raises NoClub.

    A request asks once, so that all of its page is of one moment.
    """
    with at_one_moment(store) as db:
        kept = _current(store, db)
    if kept.new:
        # Whoever looks next, also after the next start, need not replay these games.
        with suppress(StorageError), store.database.writing() as db:
            write_played(db, kept.new)
        _keep(store, replace(kept, new={}))
    return kept.figures


def figures_beside(
    store: GameStore,
    db: Connection,
    number: _Number | None = None,
    seen: SeenNight | None = None,
) -> ClubFigures:
    """Return the figures of the club at the moment of a connection that only reads.

    ``number`` is that of the club if it is known already, ``seen`` a night that was read at this
    moment. Raises NoClub.
    """
    return _current(store, db, number, seen).figures


def kept_beside(store: GameStore, db: Connection, night: str) -> tuple[_Number, SeenNight | None]:
    """Return the number of the club at such a moment, and a night if it is kept as of then."""
    number = _number_of(store, db)
    last = _last_kept(store, number)
    if last is None or last.number != number or night not in last.nights:
        return number, None
    return number, SeenNight(last.nights[night].written, last.nights[night].number, last.roll)


def figures_in(store: GameStore, db: Connection) -> ClubFigures:
    """Return the figures inside a transaction; raises NoClub."""
    # The act is in the history only after what it writes, so nothing tells yet what it changed.
    return _read(store, db, {}, _number_of(store, db), is_noted=False).figures


def _current(
    store: GameStore,
    db: Connection,
    number: _Number | None = None,
    seen: SeenNight | None = None,
) -> _KeptClub:
    """Return the club at the moment of this connection. Raises NoClub."""
    kept, number = store.clubs.find(store.database.path), number or _number_of(store, db)
    if isinstance(kept, _KeptClub) and kept.number == number:
        return kept
    kept = _read(store, db, {}, number, seen=seen)
    _keep(store, kept)
    return kept


def _keep(store: GameStore, kept: _KeptClub) -> None:
    games = sum([len(night.written.games) for night in kept.nights.values()])
    store.clubs.keep(store.database.path, kept, games)


def _number_of(store: GameStore, db: Connection) -> _Number:
    return store.database.path.stat().st_ino, *newest_change(db)


def _read(
    store: GameStore,
    db: Connection,
    newer: Mapping[str, CurrentGame],
    number: _Number,
    *,
    is_noted: bool = True,
    seen: SeenNight | None = None,
) -> _KeptClub:
    """Read the club; what is kept in memory is not read again unless it has changed.

    ``is_noted`` tells whether each act that changed anything has its row in the history; ``seen``
    was read at this moment. Raises NoClub.
    """
    people, last = load_people(db) if seen is None else seen.roll, _last_kept(store, number)
    meant = meant_ids(people)
    # Games and seats change without an act of the club, and people may come with them; no more.
    is_acted = not is_noted or last is None or last.number[:2] != number[:2]
    known = last.figures.book if last is not None and last.meant == meant else None
    book = known if known is not None and not is_acted else _read_facts(db, meant, known)
    before = dict(last.nights) if last else {}
    if last is not None and known is None:
        before = {
            night_id: replace(night, joined=join_night(night.written, meant))
            for night_id, night in before.items()
        }
    if seen is not None:
        id_, was = seen.night.id, before.get(seen.night.id)
        before[id_] = _keep_night(was, seen.night, meant, seen.number)
    nights, new = _read_nights(store, db, before, meant, newer=newer)
    joined = tuple([night.joined for night in nights.values()])
    book = replace(book, people=join_people(people), nights=joined)
    figures = ClubFigures(book, Question(), last.figures if last else None)
    return _KeptClub(
        number=number, roll=people, meant=meant, nights=nights, figures=figures, new=new
    )


def _read_facts(db: Connection, meant: Mapping[str, str], known: ClubBook | None) -> ClubBook:
    """Return a book without people and nights. Raises NoClub."""
    row = club_of(db)
    paid, adjusted = (known.payments, known.adjustments) if known else ((), ())
    return ClubBook(
        club=row.club,
        payments=(
            *paid,
            *[join_ends(payment, meant) for payment in load_payments(db, skip=len(paid))],
        ),
        adjustments=(
            *adjusted,
            *[
                join_party(adjustment, meant)
                for adjustment in load_adjustments(db, skip=len(adjusted))
            ],
        ),
        seasons=load_seasons(db),
        past=tuple([join_past(past, meant) for past in load_past(db, row.club.currency)]),
    )


def _last_kept(store: GameStore, number: _Number) -> _KeptClub | None:
    """Return the club as it is kept, if it is of the same file and not of a later state."""
    kept = store.clubs.find(store.database.path)
    if not isinstance(kept, _KeptClub):
        return None
    file, *changes = zip(kept.number, number, strict=True)
    return kept if file[0] == file[1] and all(was <= now for was, now in changes) else None


def _read_nights(
    store: GameStore,
    db: Connection,
    known: Mapping[str, _KeptNight],
    meant: Mapping[str, str],
    *,
    newer: Mapping[str, CurrentGame],
) -> tuple[dict[str, _KeptNight], Mapping[str, tuple[str, str]]]:
    """Return all nights, and what ended games gave that is not stored yet."""
    numbers = all_change_numbers(db)
    changed = [
        night
        for night, number in numbers.items()
        if night not in known or known[night].number != number
    ]
    if not changed:
        return {night: known[night] for night in numbers}, {}
    rows = games_of_nights(db, changed)
    seats = seats_of_games(db, [row.key for row in rows])
    played = read_played_games(store, db, rows, newer)
    nights = {night.id: night for night in load_whole_nights(db, changed)}
    games: dict[str, list[ClubGame]] = {night: [] for night in nights}
    for row in rows:
        night = nights[row.night]
        if row.key in played.found:
            games[night.id].append(club_game(night, row, played.found[row.key], seats[row.key]))
        elif not night.is_open:
            # Nothing of an open night counts yet; its own pages say that a game cannot be read.
            raise played.unreadable[row.key]
    found = {**known}
    for night_id, night in nights.items():
        written = replace(night, games=tuple(games[night_id]))
        found[night_id] = _keep_night(known.get(night_id), written, meant, numbers[night_id])
    return {night_id: found[night_id] for night_id in numbers}, played.new


def _keep_night(
    was: _KeptNight | None, written: Night, meant: Mapping[str, str], number: int
) -> _KeptNight:
    """Return a night at a change number, as the same object if it is as it ``was``."""
    if was is None or was.written != written:
        return _KeptNight(number=number, written=written, joined=join_night(written, meant))
    return replace(was, number=number)


def club_game(
    night: Night, row: NightGameRow, played: Played, seats: Mapping[Seat, str]
) -> ClubGame:
    """Return a game of a night; one that was played on here has its end in its own journal."""
    game = played.game
    if row.round is not None and night.organised is not None and not night.organised.has_stakes:
        game = game.without_money()
    return ClubGame(
        id=row.id,
        people=tuple([seats[seat] for seat in game.order or sorted(seats)]),
        played=game,
        table=row.label,
        round=row.round,
        is_void=row.is_void,
        closed_early=None if played.has_end else row.closed_early,
    )


def pots_before(figures: ClubFigures, night: str) -> tuple[Pot, ...]:
    """Return the pots of the club with what each held before a night."""
    pots = figures.book.club.pots
    held: Mapping[str, int] = {pot.id: pot.opening for pot in pots}
    for one_night in figures.nights:
        if one_night.night.id == night:
            break
        if one_night.organised is not None:
            held = one_night.organised.pots_after
    return tuple([replace(pot, opening=held[pot.id]) for pot in pots])


# --- corrections ----------------------------------------------------------------------------------


def correct_nights(
    store: GameStore, db: Connection, newer: Mapping[str, CurrentGame] | None = None
) -> None:
    """Mark each closed night whose money is not what it was before this transaction as corrected.

    ``newer`` are games by key, not yet committed. What ended games give is stored beside them.
    Raises ShortPot if a pot no longer holds what a night awards from it.
    """
    with suppress(UnreadableGame):  # a night without figures has none to compare
        before: Mapping[str, NightFigures] = {}
        with suppress(NoClub), at_one_moment(store) as committed:
            was = _current(store, committed)  # first, as a start for what is read now
            before = {figures.night.id: figures for figures in was.figures.nights}
        after = _read(store, db, newer or {}, _number_of(store, db))
        write_played(db, after.new)
        # The pages that follow, and the next act, then need not read it again.
        store.database.when_written(partial(_keep, store, replace(after, new={})))
        for now in after.figures.nights:
            if _is_corrected(before.get(now.night.id), now, after.meant):
                mark_corrected(db, now.night.id, store.today(), store.now())


def _is_corrected(was: NightFigures | None, now: NightFigures, meant: Mapping[str, str]) -> bool:
    """Tell whether the money of a closed night changed; raises ShortPot."""
    if was is now:
        return False
    if now.is_short and not (was is not None and was.is_short):
        raise ShortPot(now.night.date)
    if was is None or was.night.is_open or now.night.is_open:
        return False
    return join_night_money(was.corrections, meant) != now.corrections
