"""Reads the facts of the club from the store: one night with its figures, or the whole book."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.club.facts import (
    Closing,
    Club,
    ClubBook,
    ClubPayment,
    GameState,
    Night,
    Person,
    Reversal,
    SettleWay,
    payments_in_force,
)
from scorekeeper.club.figures import (
    ClubFigures,
    NightFigures,
    Question,
    base_of,
    meant_ids,
    plan_after,
)
from scorekeeper.club.played import played_here
from scorekeeper.club.rows import (
    WaitingRow,
    club_of,
    find_night,
    find_night_game,
    load_adjustments,
    load_night_payments,
    load_nights,
    load_past,
    load_payments,
    load_people,
    load_seasons,
    load_whole_nights,
    read_night_games,
    read_waiting,
    seats_of_games,
)
from scorekeeper.club.whole import (
    SeenNight,
    at_one_moment,
    club_game,
    figures_beside,
    figures_in,
    kept_beside,
    pots_before,
)
from scorekeeper.club.words import write_table
from scorekeeper.games import (
    CurrentGame,
    GameStore,
    change_number_of_night,
    document_of,
    load_game,
    load_games,
)
from scorekeeper.record import Document, why_unreadable
from scorekeeper.rules import look_of
from scorekeeper.store.database import Connection

NIGHTS_A_PAGE: Final = 25


class UnknownNight(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """No night has this id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedNight:
    """A night of the club: its facts, its figures, and the games that they come from.

    All spellings of a person are joined. ``people`` are all of the club, by id; ``roll`` has them
    as they were written, spellings included, and ``written`` is the night as it was written.
    ``games`` are by the id that a game has in the club. ``waiting`` are those who wait for a seat.
    The pots of ``club`` open with what they held before the night.
    """

    club: Club
    people: Mapping[str, Person]
    roll: tuple[Person, ...]
    night: Night
    written: Night
    figures: NightFigures
    games: Mapping[str, CurrentGame]
    payments: tuple[ClubPayment | Reversal, ...]
    waiting: tuple[WaitingRow, ...]
    change_number: int

    def digest(self) -> str:
        """Return a text that changes whenever anything changes that pages of the night show.

        The change number counts acts of the night and its games. Changes of the club and of people
        raise it only while the night is open, so these are included too.
        """
        there = {*self.figures.people, *[row.person for row in self.waiting]}
        people = [self.people[person] for person in sorted(there)]
        return f"{self.night.id} at {self.change_number}, {self.club!r}, {people!r}"

    def playing(self, *, but: str = "") -> dict[str, str]:
        """Return the name of the table at which each person plays now, by the person's id.

        Who has left a table plays there no longer. ``but`` is the key of a game to pass over.
        """
        return {
            person: write_table(game.table) if game.table else "another table"
            for game in self.night.games
            if game.state is GameState.OPEN and self.games[game.id].key != but
            for seat, person in game.sitting.items()
            if seat not in self.games[game.id].sheet.game.away
        }

    def plays_at(self, name: str, *, but: str = "") -> str:
        """Return the table at which the person of this name plays now; empty for nobody's name."""
        meant = {look_of(person.name): person.meant for person in self.roll}
        return self.playing(but=but).get(meant.get(look_of(name), ""), "")

    def close_as(self, way: SettleWay, on: str, before: Mapping[str, int]) -> "LoadedNight":
        """Return the night closed on a day as its games stand, and settled in this way.

        ``before`` are the balances brought forward that are taken in, in minor units by person.
        Payments that were made stay in the plan, which is that of a night settled by transfers.
        """
        seen = self.figures.money
        ranks = {person: rank for rank, person in enumerate(self.people)}
        plan = plan_after(payments_in_force(self.payments), base_of(seen, ranks, before), way)
        way = way if plan is None else SettleWay.TRANSFERS
        closing = Closing(on=on, seen=seen, plan=plan, before=before)
        book = ClubBook(
            club=self.club,
            people=tuple(self.people.values()),
            nights=(replace(self.night, settle=way, closed=closing, corrected_on=""),),
            payments=self.payments,
        )
        figures = ClubFigures(book, Question())
        return replace(self, night=figures.book.nights[0], figures=figures.nights[0])


def newest_night(store: GameStore) -> Night | None:
    """Return the newest night of the club, or None before the first."""
    return next(iter(store.read(load_nights, most=1)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSummary:
    """A night in a list: how many games count, who won them by name, and how much is unpaid.

    Money is in minor units.
    """

    night: Night
    games: int
    winners: tuple[str, ...]
    open: int


def list_nights(figures: ClubFigures, page: int = 1) -> list[NightSummary]:
    """Return a page of the nights of the club, the newest first."""
    called = {person.id: person.short or person.name for person in figures.people.values()}
    found = figures.nights[::-1]
    rows = []
    for one_night in found[(page - 1) * NIGHTS_A_PAGE : page * NIGHTS_A_PAGE]:
        games = [game for game in one_night.night.games if game.counts]
        winners = dict.fromkeys([game.people[seat] for game in games for seat in game.winners])
        rows.append(
            NightSummary(
                night=one_night.night,
                games=len(games),
                winners=tuple([called[who] for who in winners]),
                open=0 if one_night.night.is_open else one_night.open,
            )
        )
    return rows


def game_of_club(store: GameStore, game: str) -> CurrentGame | None:
    """Return a game by its id in the club, or None if it is in no night."""
    with store.database.reading() as db:
        row = find_night_game(db, game=game)
        return None if row is None else load_game(store, db, row.key)


def load_night(store: GameStore, night: str, *, club: Club | None = None) -> LoadedNight:
    """Return a night with its figures; ``club`` is given if it is known already.

    Raises UnknownNight, UnreadableGame.
    """
    return store.read(lambda db: load_night_in(store, db, night, club=club, only_reads=True))


def load_night_beside(
    store: GameStore, night: str, *, club: Club | None = None
) -> tuple[LoadedNight, ClubFigures]:
    """Return a night as ``load_night`` does, and the figures of the club at the same moment."""
    with at_one_moment(store) as db:
        number, kept = kept_beside(store, db, night)
        loaded = load_night_in(store, db, night, club=club, only_reads=True, kept=kept)
        seen = SeenNight(loaded.written, loaded.change_number, loaded.roll)
        return loaded, figures_beside(store, db, number, seen)


def load_night_in(
    store: GameStore,
    db: Connection,
    night: str,
    *,
    club: Club | None = None,
    only_reads: bool = False,
    kept: SeenNight | None = None,
) -> LoadedNight:
    """Return a night as ``load_night`` does, inside a transaction.

    One that only reads takes figures of the club from memory, and a night ``kept`` there as of now.
    """
    found, club = find_night(db, night), club or club_of(db).club
    if found is None:
        raise UnknownNight(night)
    # Read before the games: they may then be newer than this number, but never older.
    change_number = change_number_of_night(db, night)
    people = kept.roll if kept else load_people(db)
    read, games = read_games(store, db, kept.night if kept else found, people)
    if club.pots:
        figures_of_club = (figures_beside if only_reads else figures_in)(store, db)
        club = replace(club, pots=pots_before(figures_of_club, night))
    payments = load_night_payments(db, night)
    book = ClubBook(club=club, people=people, nights=(read,), payments=payments)
    figures = ClubFigures(book, Question())
    return LoadedNight(
        club=club,
        people=figures.people,
        roll=people,
        night=figures.book.nights[0],
        written=read,
        figures=figures.nights[0],
        games=games,
        payments=figures.book.payments,
        waiting=_join_waiting(read_waiting(db, night), people),
        change_number=change_number,
    )


def read_games(
    store: GameStore,
    db: Connection,
    night: Night,
    people: Sequence[Person],
) -> tuple[Night, dict[str, CurrentGame]]:
    """Return a night with its games, in the spellings in which they were written.

    The games are also returned as they stand, by their ids in the club. Raises UnreadableGame.
    """
    rows = read_night_games(db, night.id)
    seats = seats_of_games(db, [row.key for row in rows])
    taken_out = {person.id for person in people if person.name == person.id}
    shown = {
        key: {seat: person for seat, person in theirs.items() if person in taken_out}
        for key, theirs in seats.items()
    }
    known = load_games(store, db, shown)
    games = {row.id: known[row.key] for row in rows}
    if not night.games:  # it is not the one that is kept
        club_games = [
            club_game(night, row, played_here(games[row.id], row), seats[row.key]) for row in rows
        ]
        night = replace(night, games=tuple(club_games))
    return night, games


def _join_waiting(
    waiting: tuple[WaitingRow, ...], people: tuple[Person, ...]
) -> tuple[WaitingRow, ...]:
    meant = meant_ids(people)
    joined = {meant.get(row.person, row.person): row for row in reversed(waiting)}
    return tuple([replace(row, person=person) for person, row in reversed(list(joined.items()))])


def load_book(
    store: GameStore,
    tell: Callable[[int, int], None] = lambda *_: None,
    *,
    note: Callable[[str], None] = lambda _: None,
) -> tuple[ClubBook, Mapping[str, Document]]:
    """Return all facts of the club, and the record of each game by its id in the club.

    ``tell`` is called with the number of nights read so far and of all nights, ``note`` with why
    the record of a game would be refused. Raises NoClub, UnreadableGame.
    Spellings stay as they were written.
    """
    with store.database.reading() as db:
        club = club_of(db)
        people, nights = load_people(db), load_whole_nights(db)
        read: list[Night] = []
        records: dict[str, Document] = {}
        for night in nights:
            with_games, games = read_games(store, db, night, people)
            read.append(with_games)
            records |= {game: document_of(current) for game, current in games.items()}
            for game, current in games.items():
                if why := why_unreadable(current.sheet):
                    note(f"Game {game} of {night.date}: {why}.")
            tell(len(read), len(nights))
        book = ClubBook(
            club=club.club,
            people=people,
            nights=tuple(read),
            payments=load_payments(db),
            adjustments=load_adjustments(db),
            seasons=load_seasons(db),
            past=load_past(db, club.club.currency),
        )
    return book, records
