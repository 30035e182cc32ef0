"""Opens nights, puts games into them and takes them out again, and notes who waits for a seat."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.club.acting import (
    CHANGED,
    ClubDecision,
    ClubOutcome,
    note_act,
    post_club_act,
)
from scorekeeper.club.book import CLUB_FORMAT
from scorekeeper.club.book.book import read_book
from scorekeeper.club.facts import Night
from scorekeeper.club.following import (
    add_guest,
    add_seated_game,
    enter_round,
    note_departures,
    round_problems,
    seat_people,
    seat_problems,
    stake_problems,
)
from scorekeeper.club.games import GameState
from scorekeeper.club.people import alike_problems
from scorekeeper.club.played import played_game
from scorekeeper.club.rows.clubs import ClubAct, count_acts_of_phone, find_club_row
from scorekeeper.club.rows.nights import (
    NightGameRow,
    add_night,
    change_label,
    change_night,
    drop_seats,
    find_latest_row,
    find_night,
    find_night_game,
    games_begun_by,
    mark_taken_out,
    mark_void,
    new_game_id,
    new_night_id,
    note_arrival,
    read_night_games,
    read_seats,
    read_waiting,
)
from scorekeeper.club.rows.people import (
    find_person,
    guests_from,
    load_night_payments,
    load_people,
    mark_removed,
    people_in_use,
)
from scorekeeper.games.game_store import CurrentGame, GameStore, UnknownGame, load_game
from scorekeeper.games.games import Join
from scorekeeper.games.keys import make_watch_code
from scorekeeper.games.links import Thing, make_links
from scorekeeper.games.posting import TOO_MUCH, Post, refusal
from scorekeeper.record.deal_reading import read_line
from scorekeeper.record.document import Findings
from scorekeeper.record.reading import name_fault
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.variant import Problem
from scorekeeper.rules.words import free_label, look_of, trim_line
from scorekeeper.store.database import Connection


class RefusedGame(Exception):  # noqa: N818 - it is no fault of the program
    """A new game cannot be in the night in which it was begun, so nothing is stored."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems


def game_for_night(
    store: GameStore, db: Connection, key: str
) -> tuple[CurrentGame, tuple[Problem, ...]]:
    """Return a game and why it cannot be in a night; raises UnknownGame."""
    game = load_game(store, db, key)
    if game is None:
        raise UnknownGame(key)
    return game, stake_problems(db, game)


MOST_TABLES: Final = 8
"""How many open tables of a night one phone may have begun: more than anybody starts for others."""
MOST_ARRIVALS: Final = 40
"""How many people one phone may say have come to a night: a whole club at one phone by the door."""

_NO_NIGHT = refusal("unknown_night", "There is no such night")
_NO_GAME = refusal("unknown_game", "This game is not in a night")
_CLOSED = refusal("night_closed", "The night is closed")
_STAYS_OUT = refusal("night_closed", "This game is open, but its night is closed: open that first")


def open_night(store: GameStore, post: Post, terms: Mapping[str, Any]) -> ClubOutcome:
    """Open a night; ``terms`` are its ``date``, ``place``, ``fee``, ``settle`` as in a club book.

    Places of problems are those of ``terms``.
    """

    def decide(db: Connection) -> ClubDecision:
        night, problems = _read_night(db, terms)
        if night is None:
            return problems
        new, at = new_night_id(db), store.now()
        add_night(db, replace(night, id=new), at)
        make_links(store, db, Thing.NIGHT, new, at=at)
        make_watch_code(store, db, new, Thing.NIGHT)
        return ClubAct(kind="night_opened", subject=new, night=new)

    return post_club_act(store, post, decide)


def _read_night(
    db: Connection, terms: Mapping[str, Any]
) -> tuple[Night | None, tuple[Problem, ...]]:
    row = find_club_row(db)
    if row is None:
        return None, refusal("bad_value", "There is no club")
    club = {"name": row.club.name, "currency": row.club.currency, "opened": row.club.opened}
    document = {"format": CLUB_FORMAT, "club": club, "nights": [{**terms, "id": "new"}]}
    reading = read_book(document)
    problems = [
        Problem(at=problem.at[2:], code=problem.code, text=problem.text)
        for problem in reading.problems
    ]
    return (reading.book.nights[0] if reading.book else None), tuple(problems)


def change_night_terms(
    store: GameStore, post: Post, night: str, terms: Mapping[str, Any]
) -> ClubOutcome:
    """Change the terms of an open night; ``terms`` and problems are as in ``open_night``."""

    def decide(db: Connection) -> ClubDecision:
        before = find_night(db, night)
        if before is None or not before.is_open:
            return _NO_NIGHT if before is None else _CLOSED
        now, problems = _read_night(db, terms)
        problems = problems or _payment_problems(db, night, now)
        if now is None or problems:
            return problems
        change_night(db, replace(now, id=night))
        return ClubAct(kind="night_changed", subject=night, night=night)

    return post_club_act(store, post, decide)


def _payment_problems(db: Connection, night: str, now: Night | None) -> tuple[Problem, ...]:
    """Return why a night cannot be on another day: somebody paid for it before."""
    earlier = [
        night_payment.date
        for night_payment in load_night_payments(db, night)
        if now and night_payment.date < now.date
    ]
    if not earlier:
        return ()
    text = f"Somebody paid for this night on {min(earlier)}, so it was not later"
    return refusal("date_order", text, at=("date",))


def put_game_in_night(
    store: GameStore,
    post: Post,
    key: str,
    night: str,
    *,
    label: str = "",
    people: Mapping[Seat, str] | None = None,
) -> ClubOutcome:
    """Put a game into an open night, and out of the one that it was in.

    ``people`` are the persons of seats; the others are found by name, or are new guests.
    """

    def decide(db: Connection) -> ClubDecision:
        before = find_night_game(db, key=key)
        for one_night in (night, before.night if before else night):
            row = find_night(db, one_night)
            if row is None:
                return _NO_NIGHT
            if not row.is_open:
                return _CLOSED
        game, problems = game_for_night(store, db, key)
        if problems:
            return problems
        if before is not None:
            mark_taken_out(db, before.id, store.now())
            out = ClubAct(kind="game_taken_out", subject=before.id, night=before.night)
            note_act(store, db, replace(post, entry_id=f"{post.entry_id}.out"), out)
        return _put_into_night(store, db, game, night, label=label, people=people or {})

    return post_club_act(store, post, decide)


def join_night(
    store: GameStore,
    post: Post,
    night: str,
    *,
    label: str = "",
    people: Mapping[Seat, str] | None = None,
    number: int | None = None,
) -> Join:
    """Return a function that puts a new game into a night in the transaction that stores it.

    ``number`` is that of its round, if it is of one. The function raises RefusedGame if the game
    cannot be in the night.
    """

    def join(db: Connection, key: str) -> None:
        row = find_night(db, night)
        # If the night was closed since the form was drawn, the game is in no night.
        if row is not None and row.is_open:
            game, problems = game_for_night(store, db, key)
            problems = problems or _too_many_tables(store, db, post, night)
            if problems:
                raise RefusedGame(problems)
            act = _put_into_night(
                store, db, game, night, label=label, people=people or {}, number=number
            )
            problems = enter_round(db, key)
            if problems:  # then nothing of the game is stored
                raise RefusedGame(problems)
            note_act(store, db, post, act)

    return join


def _too_many_tables(
    store: GameStore, db: Connection, post: Post, night: str
) -> tuple[Problem, ...]:
    """Return why a phone can begin no table, as each open one keeps the night from being closed."""
    if post.officer is not None or not post.phone:
        return ()
    games = [load_game(store, db, key) for key in games_begun_by(db, night, post.phone)]
    open_ones = [game for game in games if game is not None and not _has_ended(game)]
    if len(open_ones) < MOST_TABLES:
        return ()
    text = (
        f"{MOST_TABLES} tables that this phone started are open: finish one first, or let an"
        f" officer start this one"
    )
    return refusal(TOO_MUCH, text)


def _has_ended(game: CurrentGame) -> bool:
    return played_game(game, None).state is not GameState.OPEN


def _put_into_night(
    store: GameStore,
    db: Connection,
    game: CurrentGame,
    night: str,
    *,
    label: str,
    people: Mapping[Seat, str],
    number: int | None = None,
) -> ClubAct:
    label = trim_line(label) or free_label([other.label for other in read_night_games(db, night)])
    # If it was in a night before, its id and what an officer said of it stand.
    earlier = find_latest_row(db, game.key)
    row = earlier or NightGameRow(id=new_game_id(db), key=game.key, night=night)
    number = number or (row.round if row.night == night else None)
    row = replace(row, night=night, label=label, round=number)
    add_seated_game(store, db, row, game, people=people)
    return ClubAct(kind="game_put", subject=row.id, night=night)


def take_game_out(store: GameStore, post: Post, game: str) -> ClubOutcome:
    """Take a game, by its id in the club, out of its night, which must be open."""

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        if row is None:
            return _NO_GAME
        night = find_night(db, row.night)
        if night is None or not night.is_open:
            return _CLOSED
        mark_taken_out(db, game, store.now())
        return ClubAct(kind="game_taken_out", subject=game, night=row.night)

    return post_club_act(store, post, decide)


def void_game(store: GameStore, post: Post, game: str, *, void: bool) -> ClubOutcome:
    """Make a game void, so that it counts nowhere but can still be seen; or make it count again."""

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        if row is None:
            return _NO_GAME
        if not void and _would_be_open(store, db, row):
            return _STAYS_OUT
        mark_void(db, game, void=void)
        kind = "game_void" if void else "game_counts"
        return ClubAct(kind=kind, subject=game, night=row.night)

    return post_club_act(store, post, decide)


def leave_out_empty(store: GameStore, post: Post, night: str) -> ClubOutcome:
    """Make all open games of a night without a deal void, in one act."""

    def decide(db: Connection) -> ClubDecision:
        found = find_night(db, night)
        if found is None or not found.is_open:
            return _NO_NIGHT if found is None else _CLOSED
        empty = [
            row.id
            for row in read_night_games(db, night)
            if not row.is_void and is_empty(load_game(store, db, row.key))
        ]
        if not empty:
            return refusal(CHANGED, "There is no table without a deal any more")
        for game in empty:
            mark_void(db, game, void=True)
        return ClubAct(kind="games_void", subject=night, night=night, details={"games": empty})

    return post_club_act(store, post, decide)


def is_empty(game: CurrentGame | None) -> bool:
    """Tell whether a game is open and no deal of it counts."""
    return game is not None and not game.sheet.counted_deals and not _has_ended(game)


def remove_idle_guests(
    store: GameStore, db: Connection, night: str, players: Collection[str]
) -> list[str]:
    """Remove the guests whom a night has brought and who are not among its ``players``.

    They leave the roll if there is nothing else of them. With them the left-out tables without a
    deal at which they sit leave the night. Returns their ids.
    """
    guests = guests_from(db, night) - set(players)
    for row in read_night_games(db, night):
        is_theirs = not guests.isdisjoint(read_seats(db, row.key).values())
        if is_theirs and row.is_void and is_empty(load_game(store, db, row.key)):
            mark_taken_out(db, row.id, store.now())
            drop_seats(db, row.key, 0)
    gone = sorted(guests - people_in_use(db, sorted(guests)))
    mark_removed(db, gone, store.now())
    return gone


def _would_be_open(store: GameStore, db: Connection, row: NightGameRow) -> bool:
    """Tell whether a closed night would have an open game if this one counted again."""
    night, game = find_night(db, row.night), load_game(store, db, row.key)
    if night is None or night.is_open or game is None:
        return False
    return played_game(game, row.closed_early).state is GameState.OPEN


def change_game(
    store: GameStore, post: Post, game: str, *, people: Mapping[Seat, str], label: str = ""
) -> ClubOutcome:
    """Change who sits in seats of a game of a night, and the name of its table.

    Other seats, and an empty ``label``, stay as they are; ``NEW_GUEST`` adds a guest with the name
    of the player. In a closed night the change is a correction.
    """

    def decide(db: Connection) -> ClubDecision:
        row = find_night_game(db, game=game)
        found = None if row is None else load_game(store, db, row.key)
        if row is None or found is None:
            return _NO_GAME
        before = read_seats(db, row.key)
        roll = load_people(db)
        problems = seat_problems(before, people, roll)
        problems = problems or round_problems(db, row, {**before, **people}.values(), roll)
        if problems:
            return problems
        findings = Findings()
        line = read_line(label, ("label",), findings) or row.label
        if findings.problems:
            return tuple(findings.problems)
        change_label(db, game, line)
        seat_people(store, db, found, people)
        enter_round(db, row.key)
        details = {"before": {str(seat): who for seat, who in before.items()}}
        return ClubAct(kind="game_changed", subject=game, night=row.night, details=details)

    return post_club_act(store, post, decide)


# --- who comes to a night and waits for a seat, and who goes home ---------------------------------


_NAME: Final = ("name",)


def come_to_night(store: GameStore, post: Post, night: str, name: str) -> ClubOutcome:
    """Note that somebody waits at a night: a person of the roll, or else a new guest."""
    line = trim_line(name)

    def decide(db: Connection) -> ClubDecision:
        row = find_night(db, night)
        if row is None or not row.is_open:
            return refusal("night_closed", "The night is closed")
        fault = name_fault(line)
        if fault:
            return refusal("bad_value", fault, at=("name",))
        person = _find(db, line)
        problems = _too_many_came(db, post, night)
        problems = problems or _there_problems(store, db, row, person=person, name=line)
        if problems:
            return problems
        person = person or add_guest(store, db, line)
        note_arrival(db, night, person, store.now())
        return ClubAct(kind="came", subject=person, night=night)

    return post_club_act(store, post, decide)


def say_who(
    store: GameStore,
    post: Post,
    night: str,
    *,
    person: str = "",
    name: str = "",
    is_another: bool = False,
) -> ClubOutcome:
    """Note whose phone sends this post, who waits at the night from now on.

    It is a person of the roll, by id or else by name, or a new guest of that name; if it is nearly
    somebody else's, the guest is refused with the code ``ALIKE`` until ``is_another`` says so.
    """
    line = trim_line(name)

    def decide(db: Connection) -> ClubDecision:
        row = find_night(db, night)
        if row is None or not row.is_open:
            return refusal("night_closed", "The night is closed")
        found = find_person(db, person) if person else None
        who = found.meant if found else _find(db, line) if line else ""
        problems = _too_many_came(db, post, night)
        if not who:
            problems = problems or _guest_problems(db, line, is_another=is_another)
        problems = problems or _playing_problems(
            store, db, row, person=who, name=found.name if found else line
        )
        if problems:
            return problems
        who = who or add_guest(store, db, line)
        note_arrival(db, night, who, store.now(), phone=post.phone)
        return ClubAct(kind="came", subject=who, night=night)

    return post_club_act(store, post, decide)


def _too_many_came(db: Connection, post: Post, night: str) -> tuple[Problem, ...]:
    if post.officer is not None or not post.phone:
        return ()
    if count_acts_of_phone(db, post.phone, night, "came") < MOST_ARRIVALS:
        return ()
    text = f"This phone has brought {MOST_ARRIVALS} people: let an officer add the next"
    return refusal(TOO_MUCH, text, at=_NAME)


def _guest_problems(db: Connection, name: str, *, is_another: bool) -> tuple[Problem, ...]:
    fault = name_fault(name)
    if fault:
        return refusal("bad_value", fault, at=_NAME)
    known = [person.name for person in load_people(db)]
    return () if is_another else alike_problems(name, known)


def _find(db: Connection, name: str) -> str:
    """Return the id of the person whose name looks the same, active people first; "" if none."""
    found = [person for person in load_people(db) if look_of(person.name) == look_of(name)]
    found.sort(key=lambda person: not person.is_active)
    return found[0].meant if found else ""


def _there_problems(
    store: GameStore, db: Connection, night: Night, *, person: str, name: str
) -> tuple[Problem, ...]:
    """Return why somebody cannot wait: they do already, or they sit at a table."""
    meant = {listed.id: listed.meant for listed in load_people(db)}
    if person in [meant[row.person] for row in read_waiting(db, night.id)]:
        return refusal(
            "bad_value", f"{name} is already waiting; add a letter to the name", at=_NAME
        )
    return _playing_problems(store, db, night, person=person, name=name)


def _playing_problems(
    store: GameStore, db: Connection, night: Night, *, person: str, name: str
) -> tuple[Problem, ...]:
    """Return why somebody cannot wait who sits at a table."""
    meant = {listed.id: listed.meant for listed in load_people(db)}
    for row in read_night_games(db, night.id):
        game = load_game(store, db, row.key)
        if game is None or game.sheet.final is not None or row.is_void:
            continue
        away, seats = game.sheet.game.away, read_seats(db, row.key)
        if person in [meant[who] for seat, who in seats.items() if seat not in away]:
            return refusal("bad_value", f"{name} plays at {row.label or 'a table'}", at=_NAME)
    return ()


def go_home(store: GameStore, post: Post, night: str, people: Sequence[str]) -> ClubOutcome:
    """Note that people wait at a night no longer."""

    def decide(db: Connection) -> ClubDecision:
        there = note_departures(store, db, night, people)
        return ClubAct(kind="went", subject=night, night=night, details={"people": there})

    return post_club_act(store, post, decide)
