from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.server.app import create_app
from tests.only_site import site_of
from tests.web.phone import Phone


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield the real site, shared by all tests of a process since games are independent."""
    folder: Path = tmp_path_factory.mktemp("instance")
    site = create_app(Settings(instance=folder, secret_key="k" * 40))
    yield site
    site_of(site).store.close()


@pytest.fixture
def phone(site: Flask) -> Phone:
    """Return Ann's phone, new to the site."""
    return Phone(site)


@pytest.fixture
def other_phone(site: Flask) -> Phone:
    """Return Bob's phone, new to the site."""
    return Phone(site)
