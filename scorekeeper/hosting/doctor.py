"""Checks of an installation, of one site of a host, or of a host with all its sites."""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.config import ConfigError, Settings, default_instance, read_settings
from scorekeeper.hosting.folders import (
    demand_host,
    ignored_settings,
    look_at_site,
    site_names,
    sites_folder,
    tell_fault,
)
from scorekeeper.server.doctor import (
    MACHINE_CHECKS,
    REPLAYS,
    SITE_CHECKS,
    ZONE,
    CheckLevel,
    CheckResult,
    check_clock,
    fail,
    ok,
    run_checks,
    warn,
)
from scorekeeper.store.backups import BackupKind, find_backups, made_at

_TELL: Final = "Do as the sentence says, or tell the makers of the program."
_PROOF_LASTS: Final = timedelta(hours=26)
"""How long the daily backup, in which every game was replayed, counts as a proof of its site."""
CHECKS: Final = (*SITE_CHECKS, ("clock", check_clock), *MACHINE_CHECKS)
"""Every check of an installation."""
_QUICK: Final = tuple([check for check in SITE_CHECKS if check not in REPLAYS])


def examine(
    instance: Path | None, site: str | None = None, *, is_full: bool = False
) -> Iterator[CheckResult]:
    """Yield what each check finds: of an installation, of a named site, or of a host.

    Of a host's sites only those that are not well are reported. One with a recent daily backup is
    not read whole again, unless ``is_full``.
    """
    try:
        settings = read_settings(instance)
    except ConfigError as error:
        folder = (instance or default_instance()).absolute()
        yield fail("settings", str(error), "Mend what it names: the site does not start as it is.")
        settings = Settings(instance=folder, secret_key="")
    if site is not None:
        yield from _examine_site(settings, site)
    elif settings.is_host:
        yield from _examine_host(settings, is_full=is_full)
    else:
        yield from run_checks(settings, CHECKS)


def _examine_site(host: Settings, name: str) -> Iterator[CheckResult]:
    try:
        if not host.is_host:
            raise ConfigError(f"{host.instance} holds one site: leave --site out.")
        settings = look_at_site(host, name)
    except ConfigError as error:
        yield fail("settings", str(error), "Mend settings.toml, or name another site.")
        return
    yield from _tell_ignored(settings)
    yield from run_checks(settings, CHECKS)


def _examine_host(host: Settings, *, is_full: bool) -> Iterator[CheckResult]:
    """Yield how many sites are well, what is wrong with the others, and the checks of the machine.

    The lines about a site begin with its name.
    """
    try:
        names = site_names(demand_host(host).instance)
    except ConfigError as error:
        yield fail(
            "settings", str(error), "Take the domain out of settings.toml, or take the site."
        )
        return
    except OSError as error:
        text = f"The folder of the sites cannot be read: {error.strerror}."
        yield fail(
            "sites", text, f"Mount its disk, or make a site: {host.command('sites', 'add', 'NAME')}"
        )
        return
    found: list[CheckResult] = []
    well = 0
    for name in names:
        try:
            of_site = list(_not_well(host, name, is_full=is_full))
        except Exception as error:  # noqa: BLE001 - no site keeps another from its checks
            of_site = [fail(name, tell_fault(error), _TELL)]
        found += of_site
        well += not of_site
    noun = "site" if len(names) == 1 else "sites"
    how = " Commands for one of the others take --site NAME." if found else ""
    yield ok("sites", f"{len(names):,} {noun}, {well:,} well.{how}")
    yield from found
    folder = sites_folder(host.instance)
    if not os.access(folder, os.W_OK | os.X_OK):
        yield fail("sites", f"{folder} cannot be written.", f"Try: ls -ld {folder}")
    yield from run_checks(host, (ZONE, *MACHINE_CHECKS))


def _not_well(host: Settings, name: str, *, is_full: bool) -> Iterator[CheckResult]:
    try:
        settings = look_at_site(host, name)
    except ConfigError as error:
        yield fail(
            f"{name}: settings",
            str(error),
            "Mend its settings.toml: the site stays shut until then.",
        )
        return
    checks = SITE_CHECKS if is_full or not _is_proved(settings) else _QUICK
    for result in (*_tell_ignored(settings), *run_checks(settings, checks)):
        if result.level is not CheckLevel.OK:
            yield replace(result, subject=f"{name}: {result.subject}")


def _is_proved(settings: Settings) -> bool:
    """Tell whether the site has a daily backup that is recent enough to prove its games."""
    daily = [backup for backup in find_backups(settings.backups) if backup.kind is BackupKind.DAILY]
    return bool(daily) and datetime.now(UTC) - made_at(daily[-1]) < _PROOF_LASTS


def _tell_ignored(settings: Settings) -> Iterator[CheckResult]:
    ignored = ignored_settings(settings.instance)
    if ignored:
        text = f"Its settings.toml has {', '.join(ignored)}, which the host decides."
        yield warn("settings", text, "Take them out, or write them into the settings of the host.")
