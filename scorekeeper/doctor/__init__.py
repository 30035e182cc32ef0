"""Checks of an installation: each is a function of the settings that yields what it found.

They change nothing, work while the site is served, and hold one game in memory at a time.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from scorekeeper.config import ConfigError, Settings, default_instance, read_settings
from scorekeeper.doctor.backups import check_backups, check_second_folder
from scorekeeper.doctor.database import check_club, check_database, check_games
from scorekeeper.doctor.machine import (
    check_clock,
    check_packages,
    check_paper,
    check_permissions,
    check_space,
    check_versions,
)
from scorekeeper.doctor.results import CheckResult, fail

__all__ = ["CHECKS", "examine"]

Check = Callable[[Settings], Iterable[CheckResult]]

CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("database", check_database),
    ("games", check_games),
    ("club", check_club),
    ("backups", check_backups),
    ("second folder", check_second_folder),
    ("files", check_permissions),
    ("space", check_space),
    ("clock", check_clock),
    ("versions", check_versions),
    ("packages", check_packages),
    ("paper", check_paper),
)
"""Every check with its subject, in the order of their lines."""


def examine(instance: Path | None) -> Iterator[CheckResult]:
    """Yield what each check of an instance finds, as it is found.

    A check that raises an exception yields an error, and the others go on.
    """
    try:
        settings = read_settings(instance)
    except ConfigError as error:
        folder = (instance or default_instance()).absolute()
        yield fail("settings", str(error), "Mend settings.toml: the site does not start so.")
        settings = Settings(instance=folder, secret_key="")
    for subject, check in CHECKS:
        try:
            yield from check(settings)
        except Exception as error:  # noqa: BLE001 - what is broken may break its check in any way
            yield fail(subject, f"This check broke: {error!r}.", "Tell the makers of the program.")
