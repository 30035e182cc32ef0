"""The nights that this browser knows, the ways from a game to its night, and the bell of a round.

Until a club is set up there are none, and the database is not asked.
"""

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from scorekeeper.club.facts import GameState
from scorekeeper.club.rows import load_nights
from scorekeeper.club.stored_book import LoadedNight, load_night
from scorekeeper.club.visits import last_place, viewer_link_of_night
from scorekeeper.games import Role, Thing, Visit
from scorekeeper.rules import ScoreSheet
from scorekeeper.tournament.facts import RoundEnd, organised_of
from scorekeeper.tournament.organised import Bell, find_bell, last_deals, rounds_shown
from scorekeeper.web.core.access import (
    club_or_none,
    known_phone,
    may,
    night_address,
    night_game,
    night_of_night_game,
    sees_club,
    this_game,
    this_officer,
    this_seat,
    visit_by,
    visits_to_nights,
)
from scorekeeper.web.core.page import Action, Part
from scorekeeper.web.core.sites import site, today_here
from scorekeeper.wording import write_night


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNight:
    """A night that is open: its name and place, and the address of its board for this browser."""

    id: str
    name: str
    words: str
    address: str
    may_join: bool


def known_nights() -> tuple[KnownNight, ...]:
    """Return the open nights that this browser knows, the newest first; members know all.

    A phone also knows the night at which it has a seat, whichever code it scanned.
    """
    if club_or_none() is None:
        return ()
    by_link = {visit.id: visit for visit in reversed(visits_to_nights())}
    is_in, is_officer = sees_club(), this_officer() is not None
    last = last_place(site().store, known_phone())
    if last is None and not by_link and not is_in:
        return ()
    found = []
    for row in site().store.read(load_nights, only_open=True):
        visit, was_there = by_link.get(row.id), last is not None and last.night == row.id
        if visit is None and was_there and not is_in:
            visit = visit_by(viewer_link_of_night(site().store, row.id), Thing.NIGHT)
        if visit is None and not is_in:
            continue
        known = KnownNight(
            id=row.id,
            name=name_of_night(row.date),
            words=row.place,
            address=_board(visit) if visit else night_address(row.id),
            may_join=visit.role >= Role.PLAYER if visit else is_officer or was_there,
        )
        found.append(known)
    return tuple(found)


def name_of_night(date: str) -> str:
    """Return the name of a night on all pages: ``Friday 20 November``."""
    return write_night(date, today_here())


def way_back() -> Action:
    """Return the link from a game back to the page its phone came from: its night, or all games."""
    home = Action(words="All games", address=url_for("new_game.home"))
    row = night_game()
    night = night_of_night_game()
    if row is None or night is None:
        return home
    visit = _visit_to(row.night)
    if visit is None and not sees_club():
        return home
    address = _board(visit) if visit else night_address(row.night)
    return Action(words=name_of_night(night.date), address=address)


def way_to_next_game() -> Action | None:
    """Return the link from a game that ended to the table's next one, in the same open night.

    Returns None for a game in no night, and for visitors who may not join its tables.
    """
    row = night_game()
    visit = None if row is None else _visit_to(row.night)
    if row is None or visit is None or visit.role < Role.PLAYER:
        return None
    night = night_of_night_game()
    if night is None or not night.is_open:
        return None
    return Action(
        words="Next game", address=url_for("nights.ask_table", link=visit.token, after=row.id)
    )


def way_to_next_round() -> Action | None:
    """Return the link from an ended game of a round to the rounds of its night while it is open.

    It names this phone's next seat as soon as that is shown. Returns None for other games, and
    without a link to the night.
    """
    row = night_game()
    visit = None if row is None else _visit_to(row.night)
    night = None if visit is None or this_game().sheet.final is None else night_of_night_game()
    if row is None or row.round is None or visit is None or night is None or not night.is_open:
        return None
    return Action(
        words=_next_seat(row.round) or "Seats and standing",
        address=url_for("nights.rounds", link=visit.token),
    )


def _next_seat(played: int) -> str:
    """Return where this phone's person sits after a round, if at all; empty if unknown."""
    night, row, seat = night_of_this_game(), night_game(), this_seat()
    if night is None or row is None or seat is None:
        return ""
    game = next(game for game in night.night.games if game.id == row.id)
    person = game.people[seat]
    for number, shown in enumerate(rounds_shown(night.night)[played:], played + 1):
        if person in shown.byes:
            return f"Round {number}: you sit out"
        for place, table in enumerate(shown.tables, 1):
            if person in table:
                return f"Round {number}: table {place}"
    return ""


def night_of_this_game() -> LoadedNight | None:
    """Return the night of this request's game with its tables, while it is open; else None."""
    row, club = night_game(), club_or_none()
    if row is None or club is None:
        return None
    night = load_night(site().store, row.night, club=club.club)
    return night if night.night.is_open else None


def _visit_to(night: str) -> Visit | None:
    return next((visit for visit in visits_to_nights() if visit.id == night), None)


def way_to_night() -> Action | None:
    """Return the link to the page that puts a game into a night or takes it out.

    Returns None for visitors who may not use it.
    """
    if club_or_none() is None or not may("night_of_game.ask_night_of_game"):
        return None
    words = "Remove from this night" if is_in_night() else "Put it in a night"
    return Action(words=words, address=url_for("night_of_game.ask_night_of_game"))


def is_in_night() -> bool:
    """Tell whether this request's game is in a night, and so is settled with the night's games."""
    return night_game() is not None


def _board(visit: Visit) -> str:
    return url_for("nights.board", link=visit.token)


# --- The links from the home page to the club: to its open nights, and to its own pages -----------


def make_club_signs() -> Part | None:
    """Return what this visitor may see of the club beside games at home; None without a club."""
    row = club_or_none()
    if row is None:
        return None
    tonight = known_nights()
    if tonight or sees_club():
        club = Action(words=row.club.name, address=url_for("new_game.home"))
    else:
        club = Action(words="Officers", address=url_for("officers.ask_passphrase"))
    return Part(tonight=tonight, club=club)


def joinable_nights() -> tuple[KnownNight, ...]:
    """Return the open nights to which a game that this browser begins may belong."""
    return tuple([night for night in known_nights() if night.may_join])


# --- The bell of the round being played, on pages of its night and of its tables ------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BellPart:
    """The bell of a round; ``when`` is ``running``, ``warned`` or ``rung`` as the page is drawn.

    ``last`` is the number of the last deal that this table dealt before the bell, 0 if it did not
    say so.
    """

    round: int
    rings: datetime
    warns: datetime
    when: str
    last: int = 0


def bell_of_night(night: LoadedNight) -> BellPart | None:
    """Return the bell of the round being played at a night; None without a round or a bell."""
    playing = {game.round for game in night.night.games if game.state is GameState.OPEN} - {None}
    bell = site().store.read(find_bell, night.night.id) if playing else None
    return _bell_part(bell) if bell is not None and bell.round in playing else None


def bell_of_this_game() -> BellPart | None:
    """Return the bell of the round in which this request's game is played; None once it is over."""
    row = night_game()
    if row is None or row.round is None or this_game().sheet.final:
        return None
    bell = site().store.read(find_bell, row.night)
    if bell is None or bell.round != row.round:
        return None
    return _bell_part(bell, last_deals(site().store, [row.id]).get(row.id, 0))


def deals_of_round() -> int:
    """Return how many deals the round of this request's game has; 0 if it ends otherwise."""
    row, night = night_game(), night_of_night_game()
    organised = organised_of(night) if row is not None and row.round is not None and night else None
    if organised is None or organised.ends.by is not RoundEnd.DEALS:
        return 0
    return organised.ends.deals or 0


def has_played_round(sheet: ScoreSheet) -> bool:
    """Tell whether this request's game has no deal left in its round."""
    bell, deals = bell_of_this_game(), deals_of_round()
    has_rung = bell is not None and bell.when == "rung" and 0 < bell.last < sheet.next_number
    return has_rung or 0 < deals <= sheet.counted_deals


def _bell_part(bell: Bell, last: int = 0) -> BellPart:
    return BellPart(
        round=bell.round,
        rings=bell.rings,
        warns=bell.warns,
        when=bell.when(site().store.now()),
        last=last,
    )
