"""The sites of the gallery: games, nights and clubs in every state, made once one is asked for.

Each site has a name of its own on this machine, so that a phone is a stranger on all but one.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask

from scorekeeper.club.rows.people import load_people
from scorekeeper.games.keys import make_key
from scorekeeper.games.links import Role, link_of
from tests.browser.club.usual_club import UsualClub
from tests.browser.club.whole_club import LONG, WholeClub
from tests.browser.core.test_every_page import GAMES
from tests.browser.games import empty_game, game_of, hollywood, partners
from tests.browser.nights.test_bell import press
from tests.browser.nights.test_tv import FIVES, OF_FIVE_TABLES, begin, organised, show_code
from tests.club_site import ClubNight, SiteOfClub, begin_club, close, club_app
from tests.only_site import close_site, site_of
from tests.papers.games import record, totals
from tests.tournament.test_organising import play
from tests.web.deals import ANN_OUT
from tests.web.hands.test_hands import HANDS, hand_in
from tests.web.links import Table, token_of
from tests.web.nights.closed_nights import sit, tallied_table
from tests.web.nights.test_tv import end_all
from tests.web.phone import Phone, Seen
from tests.web.review.test_agreement import agree
from tests.web.seated import with_token
from tests.web.visiting import key_of_backups

CAST: Final = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
FOUR: Final = ("Agnes", "Dmitri", "Rosa", "Jonas")
EIGHT: Final = (
    *("Alexander", "Alexandra", "Bartholomew", "Christina"),
    *("Christine", "Montgomery", "Player 1", "Player 12"),
)
THREE_OUT: Final = {**ANN_OUT, "hand2-melded_points": "0", "hand2-in_hand_points": "50"}
WON: Final = {
    "ending": "out",
    "by": "0",
    "form": "totals",
    "hand0-melded_points": "900",
    "hand0-in_hand_points": "0",
    **{f"hand{seat}-{what}_points": "60" for seat in (1, 2) for what in ("melded", "in_hand")},
}

RECORDS: Final[dict[str, dict[str, Any]]] = {
    "begun": empty_game("laws", CAST[:3]),
    "two": totals("laws", CAST[:2], 4),
    "three": record("laws"),
    "four": totals("laws", FOUR, 5),
    "two won": totals("laws", CAST[:2], 40),
    "three won": totals("laws", CAST[:3], 40),
    "four won": totals("laws", FOUR, 40),
    "four names won": totals("laws", ("Maria", "Frank", "Bernhard", "Grandpa Joe"), 40),
    "four long": GAMES["four"],
    "four alike": totals("laws", ("Grandpa Joe", "Grandpa Jim", *LONG[:2]), 4),
    "five": GAMES["five"],
    "five names": totals("modern", FIVES[:5], 3),
    "six": totals("contract", CAST[:6], 3),
    "eight won": totals("contract", CAST, 7, stake={"currency": "EUR", "amount": "1", "per": 100}),
    "won": GAMES["won"],
    "ten long won": totals("contract", LONG, 7),
    "ten": GAMES["ten"],
    "ten begun": empty_game("contract", GAMES["ten"]["players"]),
    "closed link": empty_game("laws", CAST[:3]),
    "forty": GAMES["forty"],
    "contract": record("contract"),
    "contract five": totals("contract", CAST[:5], 4),
    "contract begun": empty_game("contract", CAST[:5]),
    "gin": GAMES["gin"],
    "gin begun": empty_game("gin150", CAST[:2]),
    "gin won": record("gin"),
    "hollywood": hollywood(),
    "hollywood won": hollywood(7),
    "partners": partners(*CAST[:4]),
    "partners long": GAMES["partners"],
    "partners begun": empty_game("gin150", CAST[:4]),
    "modern": empty_game("modern", CAST[:4]),
    "four below": totals("laws", FOUR, 1),
    "below": game_of(*CAST[:3]),
    "right to left": game_of("דבורה", "Ann (2)", "محمد"),
}
"""Games at home, brought to the site as they are."""


Thing = Flask | SiteOfClub | ClubNight | Table


@dataclass(frozen=True)
class Place:
    """Where pages begin, with a slash at the end, and whose phone looks at them, if no new one."""

    site: Flask
    address: str
    phone: Phone | None = None


@dataclass(eq=False)
class Gallery:
    """The sites by their names; each is made in a folder of its own."""

    folder: Path
    port: int = 0
    sites: dict[str, Flask] = field(default_factory=dict)

    def __call__(self, environ: dict[str, Any], start: Any) -> Any:
        return self.sites[environ["HTTP_HOST"].partition(".")[0]](environ, start)

    def close(self) -> None:
        for site in self.sites.values():
            close_site(site)

    def site(self, name: str) -> Flask:
        """Return the site of this name, without a club until one is begun."""
        if name not in self.sites:
            (self.folder / name).mkdir()
            self.sites[name] = club_app(self.folder / name)
        return self.sites[name]

    @cached_property
    def usual(self) -> UsualClub:
        return UsualClub.begin(begin_club(self.site("usual")))

    @cached_property
    def whole(self) -> WholeClub:
        return WholeClub.begin(begin_club(self.site("whole")))

    @cached_property
    def rounds(self) -> SiteOfClub:
        """The club of organised nights."""
        return begin_club(self.site("rounds"), currency="EUR")

    @cached_property
    def eight(self) -> SiteOfClub:
        """The club of eight people with long names."""
        return begin_club(self.site("eight"))

    @cached_property
    def empty(self) -> SiteOfClub:
        """A club that nobody is in."""
        return begin_club(self.site("empty"))

    def origin_of(self, place: Place) -> str:
        name = next(name for name, site in self.sites.items() if site is place.site)
        return f"http://{name}.localhost:{self.port}"

    def place(self, name: str) -> Place:
        """Return a place such as ``four/host``: a site, club, night or game, and by which link."""
        thing, _, role = name.partition("/")
        return place_of(self.thing(thing), role)

    def meant(self, name: str, what: str) -> str:
        """Return the link of a place, or the id of the first person of its club of this name."""
        thing = self.thing(name.partition("/")[0])
        if isinstance(thing, SiteOfClub):
            return person_of(thing, what)
        return token_of(self.place(name).address)

    @cache  # noqa: B019 - a gallery lives as long as its tests
    def thing(self, name: str) -> Thing:
        if name in RECORDS:
            return bring(self.site("home"), RECORDS[name])
        if name in PLAYED:
            return PLAYED[name](seat_three(self.site("home")))
        if name in NIGHTS:
            return NIGHTS[name](self)
        return self.site(name)


def person_of(club: SiteOfClub, name: str) -> str:
    """Return the id of the first person whose name begins so."""
    return next(each.id for each in club.store.read(load_people) if each.name.startswith(name))


def place_of(thing: Thing, role: str) -> Place:
    if isinstance(thing, Table):
        return _place_at_table(thing, role)
    if isinstance(thing, ClubNight):
        return _place_at_night(thing, role)
    if isinstance(thing, SiteOfClub):
        by_role = {"officer": "/club/officers/", "member": thing.member, "new": "/"}
        return Place(thing.site, by_role[role], thing.officer if role == "officer" else None)
    if role == "backups":
        return Place(thing, f"/backups/{key_of_backups(thing)}/")
    key = f"set-up/{make_key(site_of(thing).settings.set_up_key)}/" if role == "set-up" else ""
    return Place(thing, f"/{key}")


def _place_at_table(table: Table, role: str) -> Place:
    if role == "host":
        return Place(table.site, table.game, table.host)
    if role == "watch":
        return Place(table.site, table.by(Role.VIEWER))
    if role == "new":
        return Place(table.site, table.door)
    if role == "lost":
        return Place(table.site, _renew_players_link(table))
    phones = table.phones if isinstance(table, Seated) else ()
    return Place(table.site, table.door, phones[int(role)] if phones else sit(table, int(role)))


def _place_at_night(night: ClubNight, role: str) -> Place:
    site = night.club.site
    match role:
        case "officer":
            return Place(site, night.by_officer, night.club.officer)
        case "member":
            return Place(site, night.by_member)
        case "watch":
            return Place(site, night.watch)
        case "new":
            return Place(site, night.join)
        case _:
            return Place(site, night.join, _phone_of(night, role))


def _phone_of(night: ClubNight, name: str) -> Phone:
    """Return the phone of a member who sits at a table of the night, or has only come to it."""
    phone, store = Phone(night.club.site), night.club.store
    for game in night.loaded.games.values():
        seats = [at for at, each in enumerate(game.sheet.setup.players) if each.startswith(name)]
        if seats:
            door = f"/game/{link_of(store, game.key, Role.PLAYER)}/"
            phone.post(f"{door}seat", with_token(phone, door, seat=str(seats[0]), me="yes"))
            phone.open(night.club.member)
            return phone
    phone.send(phone.open(night.join), {"person": person_of(night.club, name)})
    phone.open(night.club.member)
    return phone


# --- games at home --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Seated(Table):
    """A table with the phones of its players, by their seats."""

    phones: tuple[Phone, ...]


def bring(site: Flask, document: dict[str, Any]) -> Table:
    host = Phone(site)
    sent = host.fill("/import", {"text": json.dumps(document)})
    assert sent.status == 303, sent.text
    return Table(site, host, "/".join(urlsplit(sent.answer.location).path.split("/")[:3]) + "/")


def seat_three(site: Flask) -> Seated:
    """Begin a game for money whose players all have phones."""
    host = Phone(site)
    table = Table(site, host, host.start(*CAST[:3], **{"stake-amount": "1"}))
    phones = tuple(sit(table, seat) for seat in range(3))
    return Seated(site=site, host=host, game=table.game, phones=phones)


def _after(table: Seated, *steps: Callable[[Seated], Seen]) -> Seated:
    for step in steps:
        assert (seen := step(table)).status == 303, seen.text
    return table


def _deal(table: Seated) -> Seen:
    return table.host.fill(f"{table.game}enter", THREE_OUT)


def _fill(page: str, **typed: str) -> Callable[[Seated], Seen]:
    return lambda table: table.host.fill(table.game + page, typed)


def _challenge(table: Seated) -> Seen:
    reason = "Two of my aces are missing, and the deuce stood for the nine of hearts"
    return table.phones[1].fill(f"{table.door}challenge/2", {"reason": reason})


def _agree_all(table: Seated) -> Seen:
    return agree(table.host, f"{table.game}deal/1", all="yes")


def _hand_in(*seats: int) -> Callable[[Seated], Seated]:
    def enter(table: Seated) -> Seated:
        for seat in seats:
            seen = hand_in(table.phones[seat], table.door, seat, HANDS[seat])
            assert seen.status == 303, seen.text
        return table

    return enter


def _move_seat(table: Seated) -> Seated:
    """Let another phone take Bob's seat."""
    sit(table, 1)
    return table


def _renew_players_link(table: Table) -> str:
    """Return the address by the players' link from which everybody is shut out now."""
    door, page = table.door, table.host.open(f"{table.game}links")
    form = next(form for form in page.forms if form.values.get("role") == "player")
    table.host.post(form.action, form.values)
    return door


PLAYED: Final[dict[str, Callable[[Seated], Table]]] = {
    "seated": lambda table: table,
    "asked": lambda table: _after(table, _deal),
    "agreed": lambda table: _after(table, _deal, _agree_all),
    "challenged": lambda table: _after(table, _deal, _challenge),
    "undone": lambda table: _after(table, _deal, _fill("undo/2", reason="Wrong table")),
    "ended": lambda table: _after(table, _deal, _fill("close", reason="Last bus")),
    "unsettled": lambda table: _after(table, _deal, _fill("close", reason="Fire", settles="no")),
    "over": lambda table: _after(table, _deal, _fill("enter", **WON)),
    "corrected": lambda table: _after(
        table, _deal, _fill("deal/1/correct", **{"hand1-in_hand": "AS 7D 2H", "who": "Bob"})
    ),
    "one hand in": _hand_in(0),
    "two hands in": _hand_in(1, 2),
    "all hands in": _hand_in(0, 1, 2),
    "moved": _move_seat,
}
"""What happened at a table of three phones."""

# --- nights and clubs -----------------------------------------------------------------------------


def _organised(
    tables: int, ends: str, *then: Callable[[ClubNight], object]
) -> Callable[[Gallery], ClubNight]:
    def make(gallery: Gallery) -> ClubNight:
        names = OF_FIVE_TABLES if tables == 5 else ()
        night = organised(gallery.rounds, tables, ends, names=names)
        for step in then:
            step(night)
        return night

    return make


def _fives(gallery: Gallery) -> ClubNight:
    """A night between two rounds whose tables have four and five, with long names, with a code."""
    night = organised(gallery.rounds, 4, "bell", names=FIVES)
    for step in (begin, end_all, _with_code):
        step(night)
    return night


def _with_code(night: ClubNight) -> None:
    show_code(night, "yes")


def _warn(night: ClubNight) -> None:
    press(night, "bell", "5")


def _ring(night: ClubNight) -> None:
    press(night, "now")


def _score(night: ClubNight) -> None:
    """Play two deals at each table but the last, which has one."""
    games = [game.key for game in night.loaded.games.values() if game.sheet.final is None]
    for key in [*games, *games[:-1]]:
        play(night.club.store, key)


def _next_round(night: ClubNight) -> None:
    """End the games of the round that is played, and begin the next."""
    end_all(night)
    begin(night)


def _eight(gallery: Gallery) -> ClubNight:
    """A night of eight whose names are long, or nearly alike, at a table of all and two of four."""
    night = gallery.eight.night()
    tallied_table(night, totals("contract", EIGHT, 3), "Table 1")
    tallied_table(night, totals("laws", EIGHT[:4], 40), "Table 2")
    tallied_table(night, totals("laws", EIGHT[4:], 40), "Table 3")
    return night


NIGHTS: Final[dict[str, Callable[[Gallery], Thing]]] = {
    "empty club": lambda gallery: gallery.empty,
    "usual club": lambda gallery: gallery.usual.club,
    "whole club": lambda gallery: gallery.whole.club,
    "usual night": lambda gallery: gallery.usual.night,
    "usual closed": lambda gallery: gallery.usual.closed.night,
    "usual table": lambda gallery: gallery.usual.table,
    "usual over": lambda gallery: gallery.usual.over,
    "first night": lambda gallery: gallery.empty.night(),
    "full": lambda gallery: gallery.whole.full,
    "due": lambda gallery: gallery.whole.due.night,
    "again": lambda gallery: gallery.whole.again.night,
    "corrected night": lambda gallery: gallery.whole.corrected.night,
    "eight": _eight,
    "eight club": lambda gallery: _eight(gallery).club,
    "no table": lambda gallery: gallery.whole.empty,
    "long rounds": lambda gallery: gallery.whole.organised,
    "rounds club": lambda gallery: gallery.rounds,
    **{
        f"{state} {tables}": _organised(tables, "bell", *then)
        for tables in (2, 3, 4, 5, 6)
        for state, then in {
            "shown": (),
            "shown with code": (_with_code,),
            "begun": (begin,),
            "begun with code": (begin, _with_code),
            "scored": (begin, _score),
            "scored with code": (begin, _score, _with_code),
            "warned": (begin, _warn),
            "rung": (begin, _ring),
            "rung with code": (begin, _ring, _with_code),
            "between": (begin, end_all),
            "between with code": (begin, end_all, _with_code),
            "after": (begin, _next_round, end_all),
            "closed": (begin, _next_round, end_all, close),
        }.items()
    },
    "fives": _fives,
    "by games": _organised(3, "game", begin),
    "eleven": _organised(11, "bell", begin),
}
"""Clubs and nights, and tables of them."""
