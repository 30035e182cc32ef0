"""Access across the sites of a host: what one has opens, shows and changes nothing at another."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.club.officers import set_up_path
from scorekeeper.config import Settings, load_settings
from scorekeeper.games.keys import make_key, renew_watch_code
from scorekeeper.games.links import Role, Thing
from scorekeeper.hosting.start import create_host
from scorekeeper.server.app import create_app
from scorekeeper.store.copies import opened_untouched
from scorekeeper.web.core.sites import sites_of
from tests.club_site import begin_club
from tests.hosts import DOMAIN, PhoneAt, make_host
from tests.only_site import close_site, site_of
from tests.web.links import Table, token_of
from tests.web.visiting import FIELDS, KINDS, PLACES

A: Final = "regency"
B: Final = "portland"
REFUSED: Final = (400, 403, 404, 405, 410, 422, 429)
COOKIE: Final = "__Host-scorekeeper"


@dataclass
class Loot:
    """Everything that opens something at one site, in the hands of who asks another.

    ``links`` are its links, keys and letters by what they are, ``words`` what its pages show and
    nobody else's do.
    """

    cookie: str
    csrf_token: str
    etag: str
    links: dict[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()


def fill(settings: Settings) -> Loot:
    """Let a club and a home table play at the site, and return all that leads to them."""
    app = create_app(settings)
    club = begin_club(app, name="Plafond")
    for name in ("Ann", "Bob"):
        club.person(name)
    night = club.night()
    table = night.game("Ann", "Bob")
    officer = club.officer
    officer.open(night.join)
    home = Table(app, officer, officer.start("Ann", "Bob"))
    seats = officer.open(f"{home.game}seat").forms[0].values
    officer.post(f"{home.game}seat", {**seats, "seat": "0"})
    store = site_of(app).store
    cookie = officer.client.get_cookie("scorekeeper")
    assert cookie is not None
    loot = Loot(
        cookie=cookie.value,
        csrf_token=officer.open("/import").forms[0].values["csrf_token"],
        etag=officer.open(home.game).answer.headers["ETag"],
        words=("Plafond", f"The {A} club"),
        links={
            **{f"home table, {role.name}": token for role, token in home.visit.links.items()},
            "table": table.visit.links[Role.PLAYER],
            "officers": "officers",
            "member": club.member_token,
            "join": token_of(night.join),
            "watch": token_of(night.watch),
            "night of members": token_of(night.by_member),
            "night of officers": token_of(night.by_officer),
            "backups": make_key(settings.backups_key),
            "set-up": set_up_path(settings.set_up_key).split("/")[1],
            "letters": renew_watch_code(store, home.visit.id).letters,
            "letters of a night": renew_watch_code(store, night.id, Thing.NIGHT).letters,
            "inner key": home.visit.id,
        },
    )
    close_site(app)
    return loot


@pytest.fixture(scope="module")
def loot(tmp_path_factory: pytest.TempPathFactory) -> Loot:
    folder = tmp_path_factory.getbasetemp() / "two"
    make_host(folder, A, B)
    return fill(load_settings(folder / "sites" / A))


@pytest.fixture(scope="module")
def host(loot: Loot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield the host on which the other site has a club of its own."""
    folder = tmp_path_factory.getbasetemp() / "two"
    settings = load_settings(folder)
    alone = create_app(load_settings(folder / "sites" / B))
    begin_club(alone)
    close_site(alone)
    app = create_host(settings)
    assert PhoneAt(app, B).open("/").status == 200
    yield app
    close_site(app)


def thief_at(host: Flask, loot: Loot, name: str) -> PhoneAt:
    """A phone that asks a site, or the entrance, with the cookie of the first site."""
    phone = PhoneAt(host, name)
    keep_cookie(phone, loot, name)
    return phone


def keep_cookie(phone: PhoneAt, loot: Loot, name: str) -> None:
    """Put the stolen cookie in the place of any that an answer brought."""
    phone.client.set_cookie(COOKIE, loot.cookie, domain=f"{name}.{DOMAIN}".removeprefix("."))


def ask(phone: PhoneAt, loot: Loot, method: str, address: str) -> TestResponse:
    data = {"csrf_token": loot.csrf_token, **FIELDS} if method == "POST" else None
    answer = phone.client.open(address, method=method, data=data)
    if answer.mimetype != "text/event-stream":
        answer.get_data()
    answer.close()
    return answer


def addresses(host: Flask, loot: Loot, most: int | None) -> Iterator[tuple[str, str, bool]]:
    """Yield every method and route, with each link or so many of them, and whether it has one."""
    links = [*loot.links.values()]
    routes = host.url_map.bind("")
    for rule in host.url_map.iter_rules():
        secret = rule.arguments & {"link", "key", "letters"}
        more = {each: PLACES[each] for each in rule.arguments - secret - {"kind"}}
        more |= {"kind": KINDS[rule.endpoint]} if "kind" in rule.arguments else {}
        for method in sorted(rule.methods or ()):
            # What HEAD and OPTIONS do hangs on the method, not on the link.
            count = 1 if method in ("HEAD", "OPTIONS") else most or len(links)
            tokens = Random(f"{method} {rule}").sample(links, count)
            for token in tokens if secret else ("",):
                values = {**more, **dict.fromkeys(secret, token)}
                yield method, routes.build(rule.endpoint, values, method=method), bool(secret)


def state_of(host: Flask) -> dict[str, str]:
    """Return all that is written of both sites: each row, and the names of their files."""
    folder = sites_of(host).settings.instance / "sites"
    found = {name: all_rows(folder / name / "scorekeeper.sqlite3") for name in (A, B)}
    files = [str(each) for each in folder.rglob("*") if not each.name.endswith(("-wal", "-shm"))]
    names = sorted(files)
    return {**found, "files": "\n".join(names)}


def all_rows(database: Path) -> str:
    with opened_untouched(database) as db:
        return "\n".join(db.conn.iterdump())


def given_away(answer: TestResponse, loot: Loot, asked: str) -> list[str]:
    """Return what of the first site is in an answer, besides what was asked for."""
    text = "" if answer.mimetype == "text/event-stream" else answer.get_data().decode("latin-1")
    whole = f"{answer.headers} {text}"
    secrets = [each for each in loot.links.values() if each not in asked and len(each) > 10]
    return [each for each in (*loot.words, *secrets, loot.cookie) if each in whole]


@pytest.mark.parametrize(
    ("name", "most"),
    [(B, 2), pytest.param(B, None, marks=pytest.mark.long), ("", 1)],
    ids=["a site", "a site with every link", "the entrance"],
)
def test_nothing_of_one_site_opens_shows_or_changes_anything_at_another(
    host: Flask, loot: Loot, name: str, most: int | None
) -> None:
    before = state_of(host)
    thief, wrong, asked = thief_at(host, loot, name), [], 0
    for method, address, has_secret in addresses(host, loot, most):
        asked += 1
        answer = ask(thief, loot, method, address)
        keep_cookie(thief, loot, name)
        is_open = answer.status_code not in REFUSED
        is_changed = method in ("POST", "DELETE") and is_open
        if (has_secret and method != "OPTIONS" and is_open) or is_changed:
            wrong.append(f"{method} {address}: {answer.status_code}")
        wrong += [f"{method} {address}: {each}" for each in given_away(answer, loot, address)]
    assert wrong == []
    assert state_of(host) == before
    assert asked > (200 * most if most else 1500)


def test_the_same_opens_all_of_it_at_its_own_site(host: Flask, loot: Loot) -> None:
    """Else the test above would find nothing because there is nothing."""
    owner = thief_at(host, loot, A)
    shown = {
        "home table, HOST": "/game/{}/links",
        "home table, VIEWER": "/game/{}/",
        "officers": "/club/{}/money",
        "member": "/club/{}/",
        "join": "/night/{}/",
        "night of officers": "/night/{}/",
        "backups": "/backups/{}/",
        "letters": "/tv/{}",
        "letters of a night": "/tv/{}",
    }
    for what, address in shown.items():
        answer = ask(owner, loot, "GET", address.format(loot.links[what]))
        assert answer.status_code in (200, 303), what
    headers = {"If-None-Match": loot.etag}
    game = f"/game/{loot.links['home table, HOST']}/"
    assert owner.client.get(game, headers=headers).status_code in (200, 304)


def test_the_tag_of_a_page_is_another_at_a_copy_of_the_site(host: Flask, loot: Loot) -> None:
    """A copy has the same links, so that only the site itself tells the pages apart."""
    folder = sites_of(host).settings.instance / "sites"
    shutil.copytree(folder / A, folder / "copied")
    (folder / "copied/secret_key").write_text("c" * 64)
    game = f"/game/{loot.links['home table, VIEWER']}/"
    tags = {PhoneAt(host, name).open(game).answer.headers["ETag"] for name in (A, "copied")}
    assert len(tags) == 2
    shutil.rmtree(folder / "copied")
