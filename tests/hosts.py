"""A host of test sites, and phones that open them by their names."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.config import Settings, load_settings
from scorekeeper.hosting import acts
from scorekeeper.hosting.acts import add_sites, prepare_host
from scorekeeper.hosting.start import create_host
from scorekeeper.hosting.table import HostSites
from scorekeeper.server.demo import fill_demo
from scorekeeper.web.core.sites import sites_of
from tests.empty_database import put_database
from tests.web.phone import Form, Phone

DOMAIN = "cards.example.org"


def make_host(folder: Path, *names: str, **values: Any) -> Settings:
    """Return the settings of a host with sites of these names; ``values`` are settings of it."""
    lines = {"domain": f'"{DOMAIN}"', "home_site": "false", "behind_proxy": "true", **values}
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join([f"{name} = {value}\n" for name, value in lines.items()])
    (folder / "settings.toml").write_text(text)
    host = load_settings(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acts, "migrate", lambda database: put_database(database.parent))
        prepare_host(host)
        for name in names:
            list(add_sites(host, [name], {"title": f"The {name} club"}))
    return host


def prepare_demo(host: Path) -> None:
    """Prepare a club to look around in, by a copy of one that was filled before."""
    for name, content in _prepared().items():
        path = host / "demo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@cache
def _prepared() -> dict[str, bytes]:
    """Return the files of a filled folder, by their paths in it."""
    with TemporaryDirectory() as name:
        folder = Path(name) / "demo"
        list(fill_demo(load_settings(folder, is_served=False), datetime.now(UTC)))
        files = [path for path in folder.rglob("*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def host_app(folder: Path, *names: str, **values: Any) -> Flask:
    """Return the application of a host with sites of these names."""
    return create_host(make_host(folder, *names, **values))


def make_sites(host: Settings) -> HostSites:
    """Return the table of a host's sites."""
    sites = sites_of(create_host(host))
    assert isinstance(sites, HostSites)
    return sites


class ClientAt(FlaskClient):
    """A browser that asks one address, by HTTPS, unless a request says otherwise."""

    address = ""

    def open(self, *arguments: Any, **more: Any) -> TestResponse:
        # As browsers do by HTTPS, where Flask-WTF looks at it.
        headers = {"Referer": f"{self.address}/", **more.pop("headers", {})}
        return super().open(*arguments, **{"base_url": self.address, **more}, headers=headers)


class PhoneAt(Phone):
    """A phone that opens the site of a name, or the entrance if the name is empty."""

    def __init__(self, site: Flask, name: str = "", *, domain: str = DOMAIN) -> None:
        self.client = ClientAt(site, site.response_class)
        self.client.address = f"https://{name}.{domain}" if name else f"https://{domain}"

    def _form_of_new_game(self, variant: str) -> Form:
        return self.open(f"/new?variant={variant}").forms[0]
