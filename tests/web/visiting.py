"""Visitors who ask for every page of the site, and what is found on the pages they get."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import MapAdapter
from werkzeug.test import TestResponse

from scorekeeper.club.acting import renew_club_link
from scorekeeper.club.facts import Adjustment, ClubPayment
from scorekeeper.club.payments import charge_people, pay
from scorekeeper.club.visits import reading_token
from scorekeeper.games.keys import make_key
from scorekeeper.games.links import Role
from scorekeeper.rules.settlement import TILL
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind
from tests.club_site import SiteOfClub, done, new_post, sign_in
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.links import Table, begin, token_of
from tests.web.phone import Phone
from tests.web.visitors import CLUB_KINDS, EXPECTED, NEEDS, ROWS

PLACES: Final = {
    "digest": "0",
    "form": "pdf",
    "game": "g1",
    "letters": "AEIO",
    "name": "logo.svg",
    "number": 1,
    "person": "p1",
    "payment": "m1",
    "charge": "a1",
    "ref": "m1",
    "seat": 0,
    "seq": 2,
    "variant": "laws",
    "what": "payment",
}
KINDS: Final = {
    "club.charge_paper": "charge",
    "club.season_paper": "awards",
    "club.standings_paper": "standings",
    "club.statement_paper": "statement",
    "nights.paper": "night",
    "nights.rounds_paper": "wall",
    "table.paper": "rules",
}
"""The kind of paper that is asked for."""
FIELDS: Final = {"entry_id": "an id", "version": "2"}
MORE_FIELDS: Final = {
    "agree/2": {"all": "yes"},
    "hands/drop": {"seat": "0"},
    "hands/take": {"seat": "0"},
}
"""The fields that the site's forms always have; nothing else is typed into them."""

SHUT: Final = (403, 404, 410)
SIGN_OUT: Final = "/officers/out"


@dataclass(frozen=True)
class Visitor:
    """A phone, the link by which it asks, and the CSRF token of its forms.

    That of an officer is signed in again after the page that signs it out.
    """

    phone: Phone
    link: str
    csrf_token: str
    is_officer: bool = False

    def ask(self, method: str, address: str) -> TestResponse:
        page = "/".join(address.split("/")[3:])
        values = {"csrf_token": self.csrf_token, **FIELDS, **MORE_FIELDS.get(page, {})}
        data = values if method == "POST" else None
        answer = self.phone.client.open(address, method=method, data=data)
        if answer.mimetype != "text/event-stream":
            answer.get_data()  # a stream would never end
        answer.close()
        if self.is_officer and address == SIGN_OUT:
            sign_in(self.phone)
        return answer


def visitor(site: Flask, link: str, *, seat: str = "") -> Visitor:
    """Return a visitor by this link, with a seat if one is named."""
    phone = Phone(site)
    token = phone.open("/import").forms[0].values["csrf_token"]
    if seat:
        phone.post(f"/game/{link}/seat", {"csrf_token": token, "seat": seat, "me": "yes"})
    return Visitor(phone, link, token)


def officer(site: Flask, link: str) -> Visitor:
    """Return a visitor by this link whose phone is an officer's."""
    who = replace(visitor(site, link), is_officer=True)
    sign_in(who.phone)
    return who


# --- one visitor of each kind ---------------------------------------------------------------------


def key_of_backups(site: Flask) -> str:
    """Return the key of the page of backups, on which there is one."""
    settings = site_of(site).settings
    if not settings.backups.exists():
        make_backup(settings.database, settings.backups, BackupKind.ASKED, datetime.now(UTC))
    return make_key(settings.backups_key)


def visitors_of_games(table: Table) -> dict[str, Visitor]:
    """Return one visitor of each kind; the other table's player even has the key of the game."""
    site = table.site
    other = begin(site, "Dot", "Eve")
    withdrawn = token_of(table.door)
    page = table.host.open(table.game + "links")
    form = next(form for form in page.forms if form.values.get("role") == "player")
    table.host.post(form.action, form.values)
    links = table.visit.links
    strict = begin(site, "Ann", "Bob", **{"stake-amount": "1"})
    strict.host.enter_first(strict.game, ANN_OUT)
    stranger = visitor(site, "no-link-of-any-game-at-all")
    neighbour = visitor(site, token_of(other.door), seat="0")
    return {
        "host": visitor(site, links[Role.HOST]),
        "player, seated": visitor(site, links[Role.PLAYER], seat="1"),
        "player, unseated": visitor(site, links[Role.PLAYER]),
        "viewer": visitor(site, links[Role.VIEWER]),
        "withdrawn": visitor(site, withdrawn),
        "stranger": stranger,
        "must sit": visitor(site, token_of(strict.door)),
        "keeper": visitor(site, key_of_backups(site)),
        "other table's": Visitor(neighbour.phone, table.visit.game.key, neighbour.csrf_token),
    }


def visitors_of_club(site: Flask) -> dict[str, Visitor]:
    """Return one visitor of each kind to the club and to a night of its."""
    club = SiteOfClub(site, Phone(site))
    night = club.night()
    night.game("Ann", "Bob")
    done(
        pay(club.store, new_post(), ClubPayment(id="", date="", payer="p1", payee=TILL, minor=100))
    )
    charged = Adjustment(id="", date="", party="", minor=100, reason="Hall")
    charge_people(club.store, new_post(), charged, ["p1"])
    # An officer before may have withdrawn it.
    done(renew_club_link(club.store, new_post(), Role.MEMBER))
    former, shut_out = club.member_token, token_of(night.join)
    done(renew_club_link(club.store, new_post(), Role.MEMBER))
    done(renew_club_link(club.store, new_post(), Role.PLAYER, night=night.id))
    return {
        "website": visitor(site, reading_token(club.member_token)),
        "member": visitor(site, club.member_token),
        "former member": visitor(site, former),
        "officer": officer(site, "officers"),
        "member at a night": visitor(site, token_of(night.by_member)),
        "watches the night": visitor(site, token_of(night.watch)),
        "at the night": visitor(site, token_of(night.join)),
        "shut out": visitor(site, shut_out),
        "officer at a night": officer(site, token_of(night.join)),
    }


# --- what a visitor gets --------------------------------------------------------------------------


def address_of(routes: MapAdapter, endpoint: str, link: str) -> str:
    """Return the address of a page by this link; its other parts come from ``PLACES``."""
    arguments = next(routes.map.iter_rules(endpoint)).arguments
    links = arguments & {"link", "key"}
    places = {name: PLACES[name] for name in arguments - links - {"kind"}} | dict.fromkeys(
        links, link
    )
    places |= {"kind": KINDS[endpoint]} if endpoint in KINDS else {}
    return routes.build(
        endpoint, places, method=next(how for end, how, _ in ROWS if end == endpoint)
    )


def needed(routes: MapAdapter, method: str, address: str) -> str:
    """Return the role that ``LEAST`` demands for a request; empty if it has no such method."""
    try:
        least = NEEDS[routes.match(address, method)[0]]
    except MethodNotAllowed:
        return ""
    # Which methods a page takes says nothing about the game, so that needs no seat.
    return "player" if method == "OPTIONS" and least in ("enters", "seated") else least


def wanted(kind: str, least: str) -> str:
    """Return what a visitor of a kind is to meet where this role is needed."""
    return EXPECTED[kind, least] if least else "405"


def met(answer: TestResponse) -> str:
    """Return what a visitor met: ``open``, or the status of a refusal."""
    status = answer.status_code
    is_open = status < 500 and status not in (*SHUT, 405)
    # Without Pango the page of the PDF itself answers 503.
    return "open" if is_open or status == 503 else str(status)


STREAMS: Final = ("live.stream", "night_live.stream_night", "club_live.stream_nights")
PAPERS: Final = (
    *("club.charge_paper", "club.season_paper", "club.standings_paper", "club.statement_paper"),
    *("nights.paper", "nights.rounds_paper", "table.paper"),
)
_LEADS: Final = re.compile(r'<(a|form)\b[^>]*? (?:action="([^"]+)|href="([^"]+))')


Pages = Iterable[tuple[str, TestResponse]]
"""Addresses, each with the answer that a visitor got."""


def pages_of(
    who: Visitor, kind: str, routes: MapAdapter, *, papers: bool = True, public: bool = True
) -> Iterator[tuple[str, TestResponse]]:
    """Yield the address and the answer of every page that a visitor may look at, and its PDFs.

    Those that anybody may look at are left out unless ``public``.
    """
    left_out = STREAMS if papers else (*STREAMS, *PAPERS)
    for endpoint, method, least in ROWS:
        is_open = EXPECTED[kind, least] == "open" and (public or least != "anybody")
        if method == "GET" and is_open and endpoint not in left_out:
            address = address_of(routes, endpoint, who.link)
            yield address, who.ask("GET", address)
    if kind not in CLUB_KINDS:
        for address in (f"/game/{who.link}/seat?change=yes", f"/new?again={who.link}"):
            yield address, who.ask("GET", address)


def offered_in_vain(
    pages: Pages, who: Visitor, kind: str, routes: MapAdapter
) -> list[tuple[str, str]]:
    """Return links and forms on a visitor's pages that would be refused, each with its page."""
    found = []
    # From the club a link of another kind leads to a game, whose pages are asked for by others.
    of_club = (f"/club/{who.link}/", f"/night/{who.link}/")
    own = of_club if kind in CLUB_KINDS else ("/game/",)
    for address, page in pages:
        text = page.text if page.mimetype == "text/html" else ""
        for tag, form, link in _LEADS.findall(text):
            path = re.split("[?#]", form or link)[0]
            if path.startswith(own):
                least = needed(routes, "POST" if tag == "form" else "GET", path)
                found += [(address, path)] if wanted(kind, least) != "open" else []
    return found
