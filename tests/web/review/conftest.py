import pytest
from flask import Flask

from tests.web.seated import Table, seat_two


@pytest.fixture
def table(site: Flask) -> Table:
    return seat_two(site)
