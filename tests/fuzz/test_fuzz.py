"""A hundred requests that are wrong, and as many of guests who send forms with any values."""

import gc
import logging

import pytest

from tests.fuzz.rounds import Rounds
from tests.fuzz.routes import routes_of
from tests.server.conftest import Running, run_apart

REQUESTS, GUESTS, PATIENCE = 120, 5, 5.0


# The parser of multipart bodies leaves the file of a broken one to the garbage collector.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_no_request_breaks_the_site(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    rounds = Rounds(running.port, routes_of(running.app), 7, REQUESTS, PATIENCE)
    with caplog.at_level(logging.WARNING):
        found = run_apart(rounds.run(GUESTS))
        gc.collect()
    assert found.wrong == []
    assert [record for record in caplog.records if record.exc_info] == []
    assert found.requests >= REQUESTS
    # The guests got through: forms were saved.
    assert min(found.statuses[status] for status in ("200", "303", "400", "404")) > 0
