"""What the keeper does with the sites of a host, also while it is served."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scorekeeper.config import ConfigError, Settings, load_settings, setting_problems
from scorekeeper.hosting.folders import (
    HOME,
    folder_of,
    is_site,
    name_fault,
    site_names,
    sites_folder,
)
from scorekeeper.storage.database import locked_folder, migrate

_ONE_SITE: Final = "This is one site. Make a host elsewhere, then `./run sites take FOLDER NAME`."


def prepare_host(host: Settings) -> None:
    """Make what a host needs before it is served: the folder of sites, and the site for home games.

    Raises ConfigError for a folder that holds one site, or cannot be written.
    """
    if host.database.exists():
        raise ConfigError(f"{host.instance}: {_ONE_SITE}")
    make_sites_folder(host)
    if host.home_site and not is_site(folder_of(host.instance, HOME)):
        _make_site(host, HOME, {})


def make_sites_folder(host: Settings) -> Path:
    """Return the folder of a host's sites, made if it is not there. Raises ConfigError."""
    folder = sites_folder(host.instance)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        trial = folder / ".written"
        trial.touch(mode=0o600)
        trial.unlink()
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written: {error.strerror}.") from None
    return folder


def add_site(host: Settings, name: str, values: Mapping[str, str]) -> None:
    """Make a new site; ``values`` are settings that it begins with. Raises ConfigError."""
    fault = name_fault(name)
    if fault:
        raise ConfigError(f"{name}: {fault}.")
    make_sites_folder(host)
    _make_site(host, name, values)


def _make_site(host: Settings, name: str, values: Mapping[str, str]) -> None:
    """Make a site under another name, and give it its own when it is whole."""
    problems = tuple(setting_problems(values, place="--"))
    if problems:
        raise ConfigError(*problems)
    sites, folder = sites_folder(host.instance), folder_of(host.instance, name)
    with locked_folder(sites):
        if folder.exists():
            raise ConfigError(f"{name}: There is a site of this name, or was one.")
        if len(site_names(host.instance)) >= host.most_sites:
            raise ConfigError(f"{name}: This host has all the {host.most_sites} sites that it may.")
        unfinished = sites / f".{name}"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        lines = [f"{each} = {json.dumps(value)}\n" for each, value in values.items()]
        (unfinished / "settings.toml").write_text("".join(lines), encoding="utf-8")
        migrate(load_settings(unfinished).database)
        unfinished.rename(folder)
