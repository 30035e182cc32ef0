"""A club on a test site: set up, with people, nights and games."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import Closing
from scorekeeper.club.nights import open_night, put_game_in_night
from scorekeeper.club.officers import begin_session, set_up_club
from scorekeeper.club.people import add_person
from scorekeeper.club.rows.nights import add_closing
from scorekeeper.club.rows.people import load_people
from scorekeeper.club.stored_book import LoadedNight, load_night
from scorekeeper.club.visits import open_club_link
from scorekeeper.config import Settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import Thing, Visit, links_in_force, open_link
from scorekeeper.games.posting import Post, Saved
from scorekeeper.server.app import create_app, site_maker
from scorekeeper.web.core import Sites, sites_of
from tests.empty_database import put_database
from tests.only_site import close_site, site_of
from tests.web.links import Table
from tests.web.phone import Phone

OPENED = "2026-01-01"
EVENING = "2026-11-20"
PASSPHRASE = "three of clubs"  # noqa: S105 - of test clubs alone
WIN = {"ending": "out", "by": "0", "hand0-melded_points": "1100", "hand0-in_hand_points": "0"}

_numbers = count(1)


def club_app(folder: Path, database: bytes = b"", **more: Any) -> Flask:
    """Return a site of its own; without a database it has no club until ``begin_club``.

    ``more`` are settings of it.
    """
    put_database(folder, database)
    return create_app(Settings(instance=folder, secret_key="k" * 40, **more))


def open_thing(store: GameStore, token: str, opens: Thing) -> Visit:
    """Return the visit that a link opens for somebody who is no officer."""
    return open_link(store, token) if opens is Thing.GAME else open_club_link(store, token, opens)


def new_post(**more: object) -> Post:
    """Return a post with an id of its own and, unless ``more`` says, no author."""
    return Post(entry_id=f"test {next(_numbers)}", **more)  # type: ignore[arg-type]


def done(outcome: ClubOutcome) -> str:
    """Return the subject of an act that was done."""
    assert isinstance(outcome, Saved), outcome
    return outcome.thing


@dataclass(frozen=True, kw_only=True)
class ClubTable(Table):
    """A game of a night, with its id in the club."""

    id: str = ""


@dataclass
class ClubNight:
    """A night: its id, and its addresses, each with a slash at the end."""

    club: "SiteOfClub"
    id: str

    @property
    def loaded(self) -> LoadedNight:
        """The night as it is now."""
        return load_night(self.club.store, self.id)

    @property
    def join(self) -> str:
        return f"/night/{self._links()['player']}/"

    @property
    def watch(self) -> str:
        return f"/night/{self._links()['viewer']}/"

    @property
    def by_member(self) -> str:
        return f"/night/{self.club.member_token}.{self.id}/"

    @property
    def by_officer(self) -> str:
        return f"/night/officers.{self.id}/"

    def _links(self) -> dict[str, str]:
        with self.club.store.database.reading() as db:
            return links_in_force(db, "night", self.id)

    def game(
        self, *players: str, wins: str = "", stake: str = "", label: str = "", variant: str = "laws"
    ) -> ClubTable:
        """Begin a game and put it into this night; ``wins`` ends it in one deal of 1100 points.

        All others have 50 melded in that deal, and 20 in hand.
        """
        host = Phone(self.club.site)
        typed = {"stake-amount": stake, "stake-per": "100"} if stake else {}
        if wins:
            players = (wins, *[name for name in players if name != wins])
        address = host.start(*players, variant=variant, **typed)
        table = Table(self.club.site, host, address)
        if wins:
            others = range(1, len(players))
            hands = {f"hand{seat}-melded_points": "50" for seat in others}
            hands |= {f"hand{seat}-in_hand_points": "20" for seat in others}
            host.enter_first(address, {**WIN, **hands, "form": "totals"})
        key = table.visit.game.key
        game = done(put_game_in_night(self.club.store, new_post(), key, self.id, label=label))
        return ClubTable(self.club.site, host, address, id=game)


def close(night: ClubNight) -> None:
    """Close a night as it stands."""
    store, loaded = night.club.store, night.loaded
    closing = Closing(on=loaded.night.date, seen=loaded.figures.money)
    with store.database.writing() as db:
        add_closing(db, night.id, closing, store.now())


@dataclass
class SiteOfClub:
    """The club of a site; ``officer`` is a phone that is signed in."""

    site: Flask
    officer: Phone
    names: dict[str, str] = field(default_factory=dict)

    @property
    def store(self) -> GameStore:
        store: GameStore = site_of(self.site).store
        return store

    @property
    def member_token(self) -> str:
        with self.store.database.reading() as db:
            return links_in_force(db, "club", "")["viewer"]

    @property
    def member(self) -> str:
        """The address of the club by the members' link, with a slash at the end."""
        return f"/club/{self.member_token}/"

    def person(self, name: str, **more: Any) -> str:
        """Add a person, with ``more`` as ``add_person`` has it, and return the id."""
        self.names[name] = done(add_person(self.store, new_post(), name, **more))
        return self.names[name]

    def id_of(self, name: str) -> str:
        """Return the id of the person with this name on the list."""
        return next(person.id for person in self.store.read(load_people) if person.name == name)

    def night(self, date: str = EVENING, **terms: object) -> ClubNight:
        """Open a night; ``terms`` are ``place``, ``fee``, ``settle`` as in a club book."""
        return ClubNight(self, done(open_night(self.store, new_post(), {"date": date, **terms})))


def begin_club(site: Flask, *, currency: str = "USD", **terms: object) -> SiteOfClub:
    """Set up the club of a site; ``terms`` are ``till``, ``defaults`` as in a club book."""
    set_up_club(
        site_of(site).store,
        new_post(),
        {"name": "Cavendish", "currency": currency, "opened": OPENED, **terms},
        paper="a4",
        passphrase=PASSPHRASE,
        again=PASSPHRASE,
        officer="Eve",
    )
    officer = Phone(site)
    sign_in(officer)
    return SiteOfClub(site, officer)


@contextmanager
def usual_club(folder: Path) -> Iterator[SiteOfClub]:
    """Yield the usual club on a site of its own, by a copy of one that was set up before."""
    database, cookie = _usual_club()
    put_database(folder, database)
    with _lent_pages(Settings(instance=folder, secret_key="k" * 40)) as site:
        officer = Phone(site)
        officer.client.set_cookie(site.config["SESSION_COOKIE_NAME"], cookie)
        yield SiteOfClub(site, officer)


_free: list[Flask] = []


@contextmanager
def _lent_pages(settings: Settings) -> Iterator[Flask]:
    """Yield an application; pages and templates of one that is free again are not made anew.

    Its site, and all that it keeps beside, such as limits, are those of a new one.
    """
    if _free:
        site, nights = _free.pop(), SimpleQueue[str]()
        vars(sites_of(site)).update(vars(Sites(site_maker(settings, nights)(settings, {}), nights)))
    else:
        site = create_app(settings)
    kept = dict(site.extensions)
    yield site
    close_site(site)
    site.extensions = kept
    _free.append(site)


@cache
def _usual_club() -> tuple[bytes, str]:
    """Return a database with the club, and the cookie of its officer."""
    with TemporaryDirectory() as name:
        site = club_app(Path(name))
        client = begin_club(site).officer.client
        cookie = client.get_cookie(site.config["SESSION_COOKIE_NAME"])
        assert cookie is not None
        close_site(site)
        return site_of(site).store.database.path.read_bytes(), cookie.decoded_value


def sign_in(phone: Phone) -> None:
    """Sign an officer in on a phone, without the time that checking a passphrase takes."""
    store = site_of(phone.client.application).store
    with phone.client.session_transaction() as session:
        browser = session.setdefault("phone", token_urlsafe(16))
        with store.database.writing() as db:
            signed_in = begin_session(store, db, name="Eve", phone=browser)
        session["officer"] = signed_in.secret
