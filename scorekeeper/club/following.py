"""Keeps a night in step with its games: who sits where, and what follows from a change.

People are found in the seats of a game by their names or by chosen ids. A table's next game goes
into the night of the one before. A closed night notes the day on which its figures changed, and
refuses a change that would make one of its games open again.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from scorekeeper.club.facts import GameState, Person
from scorekeeper.club.figures import meant_ids
from scorekeeper.club.played import played_game
from scorekeeper.club.rows import (
    NightGameRow,
    add_night_game,
    add_person_row,
    drop_seats,
    find_club_row,
    find_night,
    find_night_game,
    last_played,
    load_people,
    new_id,
    note_departure,
    phones_of_people,
    read_night_games,
    read_seats,
    read_waiting,
    write_organised_night,
    write_seats,
)
from scorekeeper.club.whole import ShortPot, correct_nights
from scorekeeper.games import (
    CurrentGame,
    GameFollower,
    GameStore,
    SeatRow,
    demand_game,
    taken_seats,
    write_seat,
)
from scorekeeper.rules import Problem, Seat, look_of, refusal
from scorekeeper.store.database import Connection


def stake_problems(db: Connection, game: CurrentGame) -> tuple[Problem, ...]:
    """Return why a game cannot be in a night: its stake is in another currency than the club's."""
    row, stake = find_club_row(db), game.sheet.setup.stake
    if row is None or stake is None or stake.currency == row.club.currency:
        return ()
    text = f"The stake is in {stake.currency}, the club’s money in {row.club.currency}"
    return refusal("other_currency", text, at=("stake", "currency"))


def add_seated_game(
    store: GameStore,
    db: Connection,
    row: NightGameRow,
    game: CurrentGame,
    *,
    people: Mapping[Seat, str],
) -> None:
    """Put a game into a night with the people who sit there: ``people`` by seat, others by name.

    They no longer wait for a seat there, and their phones get their seats.
    """
    add_night_game(db, row, store.now())
    write_seats(db, game.key, people)
    seat_by_name(store, db, game.key, game.sheet.setup.players)
    end_waiting(store, db, row, game)
    _give_phones_seats(store, db, row, read_seats(db, game.key))


def seat_by_name(store: GameStore, db: Connection, key: str, names: Sequence[str]) -> None:
    """Give each seat of a game without a person the person whose name looks the same.

    Among several people, active ones come first, then those who played last. A name that nobody
    has, or whose person sits at this table already, becomes a new guest.
    """
    seated = read_seats(db, key)
    people = load_people(db)
    by_look: dict[str, list[str]] = {}
    for person in people:
        by_look.setdefault(look_of(person.name), []).append(person.meant)
    meant = {person.id: person.meant for person in people}
    taken = {meant[person] for person in seated.values()}
    for place, name in enumerate(names):
        seat = Seat(place)
        if seat in seated:
            continue
        free = [person for person in by_look.get(look_of(name), ()) if person not in taken]
        found = _likeliest(db, people, free) if free else add_guest(store, db, name)
        taken.add(found)
        write_seats(db, key, {seat: found})


def _likeliest(db: Connection, people: Sequence[Person], ids: Sequence[str]) -> str:
    if len(ids) == 1:
        return ids[0]
    dates, active = last_played(db), {person.id for person in people if person.is_active}
    return max(ids, key=lambda who: (who in active, dates.get(who, "")))


def add_guest(store: GameStore, db: Connection, name: str) -> str:
    """Add a guest to the roll and return the id."""
    person = new_id(db, "person", "p")
    add_person_row(db, Person(id=person, name=name), store.now())
    return person


def end_waiting(store: GameStore, db: Connection, row: NightGameRow, game: CurrentGame) -> None:
    """Note that the people who play a game of a night no longer wait; whoever has left it may."""
    away, seats = game.sheet.game.away, read_seats(db, row.key)
    note_departures(
        store, db, row.night, [person for seat, person in seats.items() if seat not in away]
    )


def note_departures(
    store: GameStore, db: Connection, night: str, people: Collection[str]
) -> list[str]:
    """Note that people no longer wait at a night; return the ids under which they had come.

    A person may have come under one spelling and be named here by another.
    """
    meant = meant_ids(load_people(db))
    named = {meant.get(who, who) for who in people}
    written = [row.person for row in read_waiting(db, night)]
    there = [who for who in written if meant.get(who, who) in named]
    for person in there:
        note_departure(db, night, person, store.now())
    return there


def round_problems(
    db: Connection, row: NightGameRow, sitting: Collection[str], roll: Sequence[Person]
) -> tuple[Problem, ...]:
    """Return which of these people cannot play a game: they sit at another table of its round."""
    if row.round is None or row.is_void:
        return ()
    names = {person.id: person.name for person in roll}
    meant = {person.id: person.meant for person in roll}
    here = {meant[who] for who in sitting if who in meant}
    others = [
        meant[who]
        for other in read_night_games(db, row.night)
        if other.round == row.round and other.key != row.key and not other.is_void
        for who in read_seats(db, other.key).values()
    ]
    texts = [
        f"{names[who]} sits at another table of round {row.round}" for who in others if who in here
    ]
    return tuple([problem for text in texts for problem in refusal("same_person_twice", text)])


def enter_round(db: Connection, key: str) -> tuple[Problem, ...]:
    """Note that whoever plays a game of a round has entered the night; later rounds seat them too.

    Returns why a person cannot play it; then nothing is noted.
    """
    row = find_night_game(db, key=key)
    night = None if row is None or row.round is None else find_night(db, row.night)
    if row is None or night is None or night.organised is None:
        return ()
    roll, sitting = load_people(db), read_seats(db, key).values()
    problems = round_problems(db, row, sitting, roll)
    meant = {person.id: person.meant for person in roll}
    entered = {meant[who] for who in night.organised.entered}
    new = dict.fromkeys([meant[who] for who in sitting if meant[who] not in entered])
    if new and not problems:
        write_organised_night(db, night.id, night.organised.with_late(new))
    return problems


def _give_phones_seats(
    store: GameStore, db: Connection, row: NightGameRow, people: Mapping[Seat, str]
) -> None:
    """Give free seats of a game to the phones with which their people came or sat before."""
    phones = phones_of_people(db, row.night)
    taken = taken_seats(db, row.key)
    busy = {other.phone for other in taken}
    seats = {other.seat for other in taken}
    for seat, person in people.items():
        phone = phones.get(person)
        if seat not in seats and phone is not None and phone not in busy:
            write_seat(db, row.key, SeatRow(seat=seat, phone=phone, since=store.now()))
            busy.add(phone)


# --- as somebody says -----------------------------------------------------------------------------

NEW_GUEST: Final = "+"
"""Stands in the place of a person's id for somebody who is not on the roll yet."""


def seat_problems(
    before: Mapping[Seat, str], wanted: Mapping[Seat, str], people: Sequence[Person]
) -> tuple[Problem, ...]:
    """Return why these people cannot sit there; a problem's place is ``person-`` and the seat."""
    meant = {person.id: person.meant for person in people}
    names = {person.id: person.name for person in people}
    others = [who for seat, who in before.items() if seat not in wanted]
    sitting = {meant[who] for who in others}
    problems: list[Problem] = []
    for seat, who in wanted.items():
        at = (f"person-{seat}",)
        if seat not in before or who not in {*meant, NEW_GUEST}:
            problems += refusal("unknown_person", "Choose who sat here", at=at)
        elif meant.get(who) in sitting:
            text = f"{names[meant[who]]} sits at this table already"
            problems += refusal("same_person_twice", text, at=at)
        sitting.add(meant.get(who, ""))
    return tuple(problems)


def seat_people(
    store: GameStore, db: Connection, game: CurrentGame, wanted: Mapping[Seat, str]
) -> None:
    """Store who sits in seats of a game; where another spelling was written, it stays."""
    before, meant = read_seats(db, game.key), meant_ids(load_people(db))
    for seat, who in wanted.items():
        if who == NEW_GUEST:
            guest = add_guest(store, db, game.sheet.heads[seat].name)
            write_seats(db, game.key, {seat: guest})
        elif who != meant.get(before[seat], before[seat]):
            write_seats(db, game.key, {seat: who})


class ClubFollower(GameFollower):
    """Follows games for the club of a store; without a club there is nothing to do."""

    def follow_start(
        self, store: GameStore, db: Connection, key: str, *, after: str | None
    ) -> None:
        """Put the next game of a table into the night of the one before, if that is open.

        A game whose stake is in another currency than the club's goes into no night.
        """
        before = None if after is None else find_night_game(db, key=after)
        if before is None or find_night_game(db, key=key) is not None:
            return
        night = find_night(db, before.night)
        if night is not None and night.is_open:
            _put_next_game(store, db, key, before)

    def follow_change(
        self, store: GameStore, db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Bring a night up to date with its game, or return why the change is refused.

        Players who joined are found on the roll, and their phones get their seats.
        """
        row = find_night_game(db, key=after.key)
        if row is None:
            return ()
        problems = stake_problems(db, after)
        if problems:
            return problems
        drop_seats(db, after.key, len(after.sheet.setup.players))
        seat_by_name(store, db, after.key, after.sheet.setup.players)
        joined = len(before.sheet.setup.players)
        if joined < len(after.sheet.setup.players):
            people = read_seats(db, after.key)
            late = {seat: person for seat, person in people.items() if seat >= joined}
            _give_phones_seats(store, db, row, late)
        end_waiting(store, db, row, after)
        problems = enter_round(db, after.key)
        night = find_night(db, row.night)
        if night is None or problems:
            return problems
        is_kept_over = not night.is_open and not row.is_void
        if is_kept_over and played_game(after, row.closed_early).state is GameState.OPEN:
            return refusal(
                "night_closed",
                "The night of this game is closed, so the game must stay over."
                " An officer of the club can open the night again",
            )
        try:
            correct_nights(store, db, {after.key: after})
        except ShortPot as short:
            return short.problems
        return ()


def _put_next_game(store: GameStore, db: Connection, key: str, before: NightGameRow) -> None:
    game, earlier = demand_game(store, db, key), demand_game(store, db, before.key)
    if stake_problems(db, game):
        return
    row = NightGameRow(
        id=new_id(db, "night_game", "g"), key=key, night=before.night, label=before.label
    )
    sat = read_seats(db, before.key)
    by_look = {look_of(head.name): sat[head.seat] for head in earlier.sheet.heads}
    names = [look_of(name) for name in game.sheet.setup.players]
    same = {Seat(seat): by_look[name] for seat, name in enumerate(names) if name in by_look}
    add_seated_game(store, db, row, game, people=same)
