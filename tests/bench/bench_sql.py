"""What ten requests pass through: files, functions, calls, value types, SQL and its repeats."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scorekeeper.app import close_site
from tests.bench.figures import Row
from tests.bench.requests import Requests
from tests.bench.traces import Trace, Tracing
from tests.club_site import begin_club, club_app

GOALS: Final = {
    "open the table page": "40 files, 25 types, no repeat",
    "night board": "no repeat",
    "close a night": "35 SQL",
    "mark paid": "30 SQL",
    "money": "no repeat",
    "standings": "no repeat",
}


def run() -> Iterator[Row]:
    """Follow each request once, after all of them were made once."""
    with tempfile.TemporaryDirectory() as name, Tracing().listening() as tracing:
        site = club_app(Path(name))
        try:
            requests = Requests(begin_club(site)).all()
            for ready in requests.values():
                ready()()
            for request, ready in requests.items():
                trace = tracing.follow(ready())
                yield request, _written(trace), GOALS.get(request, "")
        finally:
            close_site(site)
    yield "(files functions calls types sql repeats)", "", ""


def _written(trace: Trace) -> str:
    figures = (
        trace.files,
        len(trace.functions),
        trace.calls,
        len(trace.values),
        len(trace.statements),
        len(trace.repeats),
    )
    return "".join([f"{each:>6}" for each in figures])
