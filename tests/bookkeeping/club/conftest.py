"""A club with nobody in it, for the tests of a module."""

from collections.abc import Iterator

import pytest

from scorekeeper.app import close_site
from tests.club_site import SiteOfClub, begin_club, club_app


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteOfClub]:
    site = club_app(tmp_path_factory.mktemp("club"))
    yield begin_club(site)
    close_site(site)
