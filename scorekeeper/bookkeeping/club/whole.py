"""The whole club in memory: its book as the database has it, and all figures that follow.

Every page of standings, money and statements asks here, and so do acts that must know what a
change does to later nights. A game is replayed once for each of its versions; the figures of all
are kept until an act or a game of a night changes something.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from scorekeeper.bookkeeping.club.played import played_game
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.game_store import CurrentGame, GameStore, load_games
from scorekeeper.domain.club.facts import ClubBook, Night
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.domain.club.games import ClubGame, PlayedGame
from scorekeeper.domain.club.nights import NightFigures
from scorekeeper.domain.club.organised import Pot
from scorekeeper.domain.club.spellings import join_night_money, meant_ids
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.acts import latest_act
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.nights import (
    NightGameRow,
    all_night_games,
    latest_night_change,
    load_whole_nights,
    mark_corrected,
    seats_of_games,
)
from scorekeeper.storage.club.organised import load_seasons
from scorekeeper.storage.club.payments import load_adjustments, load_payments
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import read_versions
from scorekeeper.wording import write_date

_QUESTIONS: Final = 32
"""How many choices of games are kept with their figures."""


class ShortPot(Exception):  # noqa: N818 - it is no fault of the program
    """A change would leave less in a pot than a night, on this date, awards from it."""

    def __init__(self, date: str) -> None:
        super().__init__(date)
        self.problems: tuple[Problem, ...] = refusal(
            "pot_short",
            f"A pot would not hold what the night of {write_date(date)} awards from it."
            " Take that award back first",
        )


def club_figures(store: GameStore, question: Question | None = None) -> ClubFigures:
    """Return the figures of the club as it is now. Raises LookupError without a club."""
    asked = question or Question()
    with store.database.reading() as db:
        state = latest_act(db), latest_night_change(db)
        kept: dict[Question, ClubFigures] = store.memory.get(state, {})
        if asked not in kept:
            whole = kept.get(Question()) or figures_in(store, db)
            if len(kept) > _QUESTIONS:
                kept = {}
            kept = {**kept, Question(): whole, asked: whole.asked(asked)}
            store.memory.clear()
            store.memory[state] = kept
    return kept[asked]


def figures_in(
    store: GameStore, db: Connection, newer: Mapping[str, CurrentGame] | None = None
) -> ClubFigures:
    """Return the figures inside a transaction; ``newer`` are games by key, not yet committed."""
    return ClubFigures(_book_in(store, db, newer or {}), Question())


def _book_in(store: GameStore, db: Connection, newer: Mapping[str, CurrentGame]) -> ClubBook:
    row = find_club_row(db)
    if row is None:
        raise LookupError
    rows = all_night_games(db)
    played = _played(store, db, rows, newer)
    seats = seats_of_games(db, [each.key for each in rows])
    nights = {night.id: night for night in load_whole_nights(db)}
    games: dict[str, list[ClubGame]] = {night: [] for night in nights}
    for each in rows:
        found, has_end = played[each.key]
        games[each.night].append(
            club_game(nights[each.night], each, found, seats[each.key], has_end=has_end)
        )
    return ClubBook(
        club=row.club,
        people=load_people(db),
        nights=tuple([replace(night, games=tuple(games[night.id])) for night in nights.values()]),
        payments=load_payments(db),
        adjustments=load_adjustments(db),
        seasons=load_seasons(db),
    )


def _played(
    store: GameStore,
    db: Connection,
    rows: tuple[NightGameRow, ...],
    newer: Mapping[str, CurrentGame],
) -> dict[str, tuple[PlayedGame, bool]]:
    """Return the figures of games by key, and whether the end of each is in its own journal."""
    versions = read_versions(db, [each.key for each in rows])
    wanted = {each.key: (versions[each.key], each.closed_early) for each in rows}
    found = {
        key: store.played[key][1]
        for key, state in wanted.items()
        if key not in newer and key in store.played and store.played[key][0] == state
    }
    missing = [each for each in rows if each.key not in found]
    known = {**load_games(store, db, {each.key: {} for each in missing}), **newer}
    for each in missing:
        game = known[each.key]
        has_end = game.sheet.score.finish is not None
        found[each.key] = played_game(game, each.closed_early), has_end
        if each.key not in newer:
            store.played[each.key] = wanted[each.key], found[each.key]
    return found


def club_game(
    night: Night, row: NightGameRow, played: PlayedGame, seats: Mapping[Seat, str], *, has_end: bool
) -> ClubGame:
    """Return a game of a night; one that was played on here has its end in its own journal."""
    if row.round is not None and night.organised is not None and not night.organised.has_stakes:
        played = played.without_money()
    return ClubGame(
        id=row.id,
        people=tuple([seats[seat] for seat in sorted(seats)]),
        played=played,
        table=row.label,
        round=row.round,
        is_void=row.is_void,
        closed_early=None if has_end else row.closed_early,
    )


def pots_before(figures: ClubFigures, night: str) -> tuple[Pot, ...]:
    """Return the pots of the club with what each held before a night."""
    pots = figures.book.club.pots
    held = {pot.id: pot.opening for pot in pots}
    for each in figures.nights:
        if each.night.id == night:
            break
        if each.organised is not None:
            held = {pot: money.after for pot, money in each.organised.pots.items()}
    return tuple([replace(pot, opening=held[pot.id]) for pot in pots])


# --- corrections ----------------------------------------------------------------------------------


def correct_nights(
    store: GameStore, db: Connection, newer: Mapping[str, CurrentGame] | None = None
) -> None:
    """Mark each closed night whose money is not what it was before this transaction as corrected.

    Raises ShortPot if a pot no longer holds what a night awards from it.
    """
    if find_club_row(db) is None:
        return
    before: dict[str, NightFigures] = {}
    with suppress(LookupError):  # the club is only set up now
        before = {each.night.id: each for each in club_figures(store).nights}
    meant = meant_ids(load_people(db))
    for each in figures_in(store, db, newer).nights:
        was = before.get(each.night.id)
        if is_short(each) and not (was and is_short(was)):
            raise ShortPot(each.night.date)
        if was is None or was.night.is_open or each.night.is_open:
            continue
        if join_night_money(was.corrections, meant) != each.corrections:
            mark_corrected(db, each.night.id, store.today())


def is_short(figures: NightFigures) -> bool:
    """Tell whether a pot does not hold what a night awards from it."""
    return figures.organised is not None and bool(figures.organised.unpaid_awards())
