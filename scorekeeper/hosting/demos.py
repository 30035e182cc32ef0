"""Sites to look around in: a copy of a prepared club for each visitor, which goes after a day.

The keeper prepares the club with ``./run demo`` in the host's folder ``demo``; each copy has a key,
links and a passphrase of its own, and a name that nobody guesses. Copies are in no list of sites,
and have no backups.
"""

import base64
import secrets
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.club.officers import renew_passphrase
from scorekeeper.config import KEY_FILE, Settings, load_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import Role, Thing, links_in_force, replace_tokens
from scorekeeper.hosting.folders import (
    DEMO,
    StillHeld,
    close_folder,
    demo_names,
    folder_of,
    is_site,
    sites_folder,
)
from scorekeeper.store.copies import clear_check_sum, write_copy
from scorekeeper.store.database import locked_folder

MOST: Final = 100
"""How many there are at once; one more takes the place of the one that nobody used the longest."""
_LASTS: Final = timedelta(days=1)
_NAME_BYTES: Final = 10
_PASSPHRASE_BYTES: Final = 9
_CLOSING_SECONDS: Final = 3.0


class AllInUse(Exception):  # noqa: N818 - it becomes a sentence to the visitor
    """As many are looked around in as there may be, and none of them is idle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A visitor's copy: its name, the token of its club's link, the passphrase of its officers."""

    name: str
    token: str
    passphrase: str


def prepared_folder(host: Settings) -> Path:
    """Return where the club to look around in is prepared."""
    return host.instance / DEMO


def is_prepared(host: Settings) -> bool:
    """Tell whether there is a club to look around in."""
    return is_site(prepared_folder(host))


def add_demo(host: Settings, last_used: Callable[[str], float]) -> Demo:
    """Copy the prepared club to a new site.

    ``last_used`` tells when a site was used last, in seconds. Raises AllInUse, StorageError.
    """
    with locked_folder(sites_folder(host.instance)):
        _make_room(host, last_used)
        tail = base64.b32encode(secrets.token_bytes(_NAME_BYTES)).decode().lower()
        return _copy(host, f"{DEMO}-{tail}")


def _make_room(host: Settings, last_used: Callable[[str], float]) -> None:
    names = demo_names(host.instance)
    if len(names) < MOST:
        return
    for name in sorted(names, key=lambda each: (last_used(each), _made_at(host, each))):
        if remove_demo(host, name):
            return
    raise AllInUse


def _copy(host: Settings, name: str) -> Demo:
    """Write the copy under another name, and give it its own when it is whole."""
    passphrase = secrets.token_urlsafe(_PASSPHRASE_BYTES)
    unfinished = sites_folder(host.instance) / f".{name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    settings = load_settings(unfinished)  # makes the key, by which the folder is a site
    prepared = Settings(instance=prepared_folder(host), secret_key="")
    write_copy(prepared.database, settings.database)
    clear_check_sum(settings.database)
    with closing(GameStore.at(settings.database)) as store:
        renew_passphrase(store, passphrase)
        with store.database.writing() as db:
            replace_tokens(db, store.new_key)
            token = links_in_force(db, Thing.CLUB, "")[Role.MEMBER.key]
    unfinished.rename(folder_of(host.instance, name))
    return Demo(name=name, token=token, passphrase=passphrase)


def remove_demo(host: Settings, name: str) -> bool:
    """Delete a copy; return False if it is in use."""
    folder = folder_of(host.instance, name)
    with suppress(FileNotFoundError):  # another process was faster
        try:
            close_folder(folder, seconds=_CLOSING_SECONDS)
        except StillHeld:
            return False
        gone = folder.with_name(f".{name}")
        folder.rename(gone)
        shutil.rmtree(gone)
    return True


def remove_old_demos(host: Settings, now: datetime) -> None:
    """Delete the copies that were made more than a day ago."""
    for name in demo_names(host.instance):
        if now.timestamp() - _made_at(host, name) > _LASTS.total_seconds():
            remove_demo(host, name)


def _made_at(host: Settings, name: str) -> float:
    """Return when a copy was made, in seconds; its key is written once."""
    try:
        return (folder_of(host.instance, name) / KEY_FILE).stat().st_mtime
    except FileNotFoundError:  # it was just deleted
        return 0
