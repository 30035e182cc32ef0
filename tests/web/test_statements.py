"""How many SQL statements a request runs; the counts are the same on every machine."""

from collections.abc import Iterator

import pytest

from tests.club_site import begin_club, club_app
from tests.only_site import close_site
from tests.web.requests import Requests
from tests.web.statements import Tracing

MOST = {
    "open the table page": 12,
    "post a deal": 20,
    "agree": 18,
    "join a seat": 14,
    "night board": 18,
    # The figures of the club follow each act at once, so that closed nights are corrected: what is
    # not of nights is read again, and the night that changed (16 statements).
    # With the tables of past seasons that were brought. The day is that of the club's time zone.
    # Also who of the night has this phone.
    "close a night": 42,
    "mark paid": 39,  # also the number of the payment, which is found before it is written
    "money": 14,
    "standings": 10,
    # Also what the table of this phone has of the next deal. The night and the figures of the club
    # are of one moment, so they are read in one transaction. The time zone is read once.
    "first page": 28,
}
PAGES = ("open the table page", "night board", "first page", "money", "standings")


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[str]]]:
    """Yield the statements of each request."""
    with Tracing().listening() as tracing:
        site = club_app(tmp_path_factory.mktemp("statements"))
        requests = Requests(begin_club(site)).all()
        yield {name: tracing.follow(requests[name]()) for name in MOST}
        close_site(site)


@pytest.mark.parametrize("name", MOST)
def test_a_request_runs_few_statements(followed: dict[str, list[str]], name: str) -> None:
    assert 0 < len(followed[name]) <= MOST[name], "\n".join(followed[name])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_runs_no_statement_twice(followed: dict[str, list[str]], name: str) -> None:
    statements = followed[name]
    assert [each for each in set(statements) if statements.count(each) > 1] == []


def test_a_statement_that_a_trigger_runs_is_not_counted(followed: dict[str, list[str]]) -> None:
    # The trigger raises the change number of the night.
    written = [each for each in followed["mark paid"] if each.startswith("INSERT INTO club_act")]
    assert len(written) == 1
