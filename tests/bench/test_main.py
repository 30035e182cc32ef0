"""Which measurements a name stands for."""

import pytest

from tests.bench.__main__ import choose


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ([], ["host", "host_siege", "hosts", "score"]),
        (["host"], ["host", "host_siege"]),
        (["host_siege", "score"], ["host_siege", "score"]),
    ],
)
def test_a_name_is_a_measurement_with_its_parts(asked: list[str], chosen: list[str]) -> None:
    assert choose(asked, {"score", "host_siege", "host", "hosts"}) == chosen
