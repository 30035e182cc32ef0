"""A site with a club and a table, and every kind of visitor to it."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest
from flask import Flask
from werkzeug.routing import MapAdapter

from scorekeeper.club.rows.clubs import write_mark
from tests.club_site import begin_club, club_app
from tests.marks import usual_mark
from tests.only_site import close_site
from tests.web.deals import ANN_OUT
from tests.web.links import Table, begin
from tests.web.visiting import Pages, Visitor, pages_of, visitors_of_club, visitors_of_games
from tests.web.visitors import CLUB_KINDS


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield a site of its own, with a club."""
    site = club_app(tmp_path_factory.mktemp("access"))
    club = begin_club(site)
    with club.store.database.writing() as db:
        write_mark(db, usual_mark(), club.store.now())
    yield site
    close_site(site)


@pytest.fixture(scope="package")
def table(site: Flask) -> Table:
    """Return a table with one deal, whose players' link is renewed for the visitors."""
    table = begin(site, "Ann", "Bob")
    table.host.enter_first(table.game, ANN_OUT)
    return table


@pytest.fixture(scope="package")
def visitors(table: Table) -> dict[str, Visitor]:
    """Return visitors who only look."""
    return visitors_of_games(table) | visitors_of_club(table.site)


REFUSED: Final = ("withdrawn", "stranger", "other table's", "keeper")
"""Visitors to games who change nothing of the table that others look at."""


@pytest.fixture
def who(site: Flask, kind: str, visitors: dict[str, Visitor]) -> Visitor:
    """Return a visitor at a table or in a night of its own, who posts wherever the site lets it."""
    if kind in REFUSED:
        return visitors[kind]
    if kind in CLUB_KINDS:
        return visitors_of_club(site)[kind]
    table = begin(site, "Ann", "Bob")
    table.host.enter_first(table.game, ANN_OUT)
    return visitors_of_games(table)[kind]


@pytest.fixture(scope="package")
def routes(site: Flask) -> MapAdapter:
    return site.url_map.bind("localhost")


@pytest.fixture(scope="package")
def pages(visitors: dict[str, Visitor], routes: MapAdapter) -> Callable[[str], Pages]:
    """Return a function that gives the pages of a visitor, asked for once by all tests.

    The text of a PDF is packed, so that nothing could be found in it; its head is looked at once.
    """
    return cache(lambda kind: list(pages_of(visitors[kind], kind, routes, papers=kind == "host")))
