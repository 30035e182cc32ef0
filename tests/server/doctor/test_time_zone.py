"""The line about the time zone: which it is, and who said so."""

from dataclasses import replace

import pytest

from scorekeeper.config import Settings
from scorekeeper.server.doctor import check_zone
from tests.club.test_whole import club_store
from tests.server.doctor.conftest import change, levels, spoken


def told(settings: Settings) -> str:
    (result,) = check_zone(settings)
    return f"{result.level.name.lower()}: {result.found}"


def test_the_club_comes_before_the_settings_and_these_before_the_machine(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Etc/GMT+12")
    days = "ok: Days and hours are those of"
    assert told(settings) == f"{days} Etc/GMT+12, by TZ in the environment."
    chosen = replace(settings, time_zone="Europe/Berlin")
    assert told(chosen) == f"{days} Europe/Berlin, by the setting time_zone."
    club_store(settings.instance, time_zone="Pacific/Auckland").close()
    assert told(chosen) == f"{days} Pacific/Auckland, which the club chose."


def test_a_zone_that_the_machine_does_not_know_is_reported(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Mars/Base")
    assert told(settings) == "warning: TZ is Mars/Base, which is the name of no time zone."
    club_store(settings.instance).close()
    change(settings.database, "UPDATE club SET time_zone = 'Mars/Crater'")
    results = list(check_zone(settings))
    assert levels(results) == ["warning"]
    assert "Mars/Crater, which the club chose" in spoken(results)
