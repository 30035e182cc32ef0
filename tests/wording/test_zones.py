"""Time zones by their names, and the one of this machine."""

from pathlib import Path

import pytest

from scorekeeper.wording import zones
from scorekeeper.wording.zones import find_zone, machine_zone, zone_names


def test_the_zones_have_the_names_that_browsers_give_them() -> None:
    assert {"Pacific/Auckland", "Europe/Kyiv", "Asia/Calcutta", "UTC"} <= zone_names()
    assert not {"", "localtime", "pacific/auckland"} & zone_names()


@pytest.mark.parametrize(
    ("variable", "name"),
    [
        ("Pacific/Auckland", "Pacific/Auckland"),
        (":Europe/Berlin", "Europe/Berlin"),
        ("", "Etc/UTC"),
        ("Mars/Base", ""),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", ""),
    ],
)
def test_the_zone_of_the_machine_is_that_of_its_environment(
    monkeypatch: pytest.MonkeyPatch, variable: str, name: str
) -> None:
    monkeypatch.setenv("TZ", variable)
    assert machine_zone() == name
    zone = find_zone("")
    assert (zone.key if zone else "") == name
    known = find_zone("America/New_York")
    assert known is not None
    assert known.key == "America/New_York"
    assert find_zone("Mars/Base") == zone


def test_without_a_variable_it_is_what_the_machine_is_set_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    link, files = tmp_path / "localtime", tmp_path / "zoneinfo" / "Europe"
    monkeypatch.setattr(zones, "_MACHINE", link)
    assert machine_zone() == "Etc/UTC"
    files.mkdir(parents=True)
    (files / "Berlin").touch()
    link.symlink_to(files / "Berlin")
    assert machine_zone() == "Europe/Berlin"
    link.unlink()
    link.touch()  # a copy, which does not say whose
    assert machine_zone() == ""
