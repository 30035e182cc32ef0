"""The folder of a host: a site's name, its folder and settings, and the files that say its state.

A site's folder is a whole instance folder. Nothing here opens a database.
"""

import os
import re
import shlex
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from scorekeeper.config import (
    GONE,
    KEY_FILE,
    SITES,
    ConfigError,
    Settings,
    load_settings,
    read_settings,
    written_settings,
)
from scorekeeper.store.database import AlreadyServed, StorageError, is_served

# --- the names of sites, which are labels of addresses --------------------------------------------

HOME: Final = "t1"
"""The site for games at home, to which the entrance leads."""
DEMO: Final = "demo"
"""The folder of the club to look around in; the names of its copies begin so."""
_HALF: Final = ".half-"
_NAME: Final = re.compile(r"(?!..--)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_RESERVED: Final = re.compile(
    r"www|api|static|assets|admin|mail|smtp|imap|ftp|ns[12]?|autodiscover|play|tv|localhost"
    rf"|t[0-9]+|{DEMO}.*"
)


def is_name(text: str) -> bool:
    """Tell whether a text can be the name of a site, as the first label of its address."""
    return _NAME.fullmatch(text) is not None


def name_fault(text: str) -> str:
    """Return why a new site cannot have this name; empty if it can."""
    if not is_name(text):
        return (
            "A name has 1 to 40 lower-case letters, digits and hyphens, no hyphen at either end,"
            " and no “--” after the second character"
        )
    return "This name is reserved" if _RESERVED.fullmatch(text) else ""


# --- where things are -----------------------------------------------------------------------------


def sites_folder(host: Path) -> Path:
    return host / SITES


def removed_folder(host: Path) -> Path:
    return host / "removed"


def folder_of(host: Path, name: str) -> Path:
    return sites_folder(host) / name


def half_folder(sites: Path, name: str = "") -> Path:
    """Return where the folder of a site is while it is made or deleted."""
    return sites / f"{_HALF}{name}"


def half_folders(sites: Path) -> list[Path]:
    """Return the folders that a process which was killed has left half made or half deleted."""
    # Versions up to 0.2 called them like the copies to look around in.
    return [*sites.glob(f"{_HALF}*"), *sites.glob(f".{DEMO}-*")]


def is_site(folder: Path) -> bool:
    """Tell whether a folder is that of a site; a folder with a former name has no key."""
    return (folder / KEY_FILE).exists()


def is_demo(name: str) -> bool:
    """Tell whether a site is a copy to look around in."""
    return name.startswith(f"{DEMO}-")


def site_names(host: Path) -> list[str]:
    """Return the names of the sites of a host, in order, without copies to look around in.

    Raises OSError.
    """
    folder = sites_folder(host)
    with os.scandir(folder) as found:
        names = [entry.name for entry in found if is_name(entry.name) and not is_demo(entry.name)]
    return sorted([name for name in names if is_site(folder / name)])


def demo_names(host: Path) -> list[str]:
    """Return the names of the copies to look around in."""
    return sorted(
        [folder.name for folder in sites_folder(host).glob(f"{DEMO}-*") if is_site(folder)]
    )


def demand_readable(host: Path) -> None:
    """Raise OSError if the folder of a host's sites cannot be read."""
    os.scandir(sites_folder(host)).close()


_ONE_SITE: Final = "{0}: This is one site. Make a host elsewhere, then: {1}"
_NO_HOST: Final = (
    'To make a host of this folder, write the line domain = "cards.example.org" into {file},'
    ' or domain = "localhost" to try it on this machine.'
)


def demand_host(settings: Settings) -> Settings:
    """Return the settings of a host; raises ConfigError that says how to make one."""
    if settings.database.exists():
        take = shlex.join(["--instance", "HOST", "take", str(settings.instance), "NAME"])
        raise ConfigError(_ONE_SITE.format(settings.instance, f"./run sites {take}"))
    if not settings.is_host:
        raise ConfigError(_NO_HOST.format(file=settings.instance / "settings.toml"))
    return settings


# --- the settings and the address of a site -------------------------------------------------------

_OF_A_SITE: Final = (
    "title",
    "currency",
    "entries_per_game",
    "games_per_address",
    "megabytes_per_address",
    "streams_per_link",
    "websites",
)
"""The settings that each site of a host may have for itself."""
_OWN_OR_OF_THE_HOST: Final = ("time_zone",)
"""Those that are the host's where a site has none; all others are always the host's."""


def site_settings(host: Settings, name: str) -> Settings:
    """Return the settings of a site of a host. Raises ConfigError."""
    folder = folder_of(host.instance, name)
    if not is_site(folder):  # else its folder would be made
        raise ConfigError(f"{folder} is no longer there.")
    return _merge(host, name, load_settings(folder, of_host=True))


def look_at_site(host: Settings, name: str) -> Settings:
    """Return the settings of a site without its key, and change nothing. Raises ConfigError."""
    return _merge(host, name, read_settings(demand_site(host, name), of_host=True))


def ignored_settings(folder: Path) -> list[str]:
    """Return the settings in a site's file that its host decides. Raises ConfigError."""
    known = (*_OF_A_SITE, *_OWN_OR_OF_THE_HOST, *GONE)
    return [name for name in written_settings(folder) if name not in known]


def _merge(host: Settings, name: str, own: Settings) -> Settings:
    return replace(
        host,
        instance=own.instance,
        secret_key=own.secret_key,
        site=name,
        public_url=site_address(host, name),
        **{setting: getattr(own, setting) for setting in _OF_A_SITE},
        **{name: getattr(own, name) or getattr(host, name) for name in _OWN_OR_OF_THE_HOST},
    )


def choose_site(settings: Settings, name: str | None) -> Settings:
    """Return the settings that a command is for: of the named site if a host's are given.

    Raises ConfigError if a host's site is not named, or has no such name.
    """
    if not settings.is_host:
        if name is not None:
            raise ConfigError(f"{settings.instance} holds one site: leave --site out.")
        return settings
    if name is None:
        raise ConfigError(f"{settings.instance} is a host: name one of its sites with --site.")
    demand_site(settings, name)
    return site_settings(settings, name)


def demand_site(host: Settings, name: str) -> Path:
    """Return the folder of a site of a host. Raises ConfigError if it has none of this name."""
    folder = folder_of(host.instance, name)
    if not is_name(name) or not is_site(folder):
        raise ConfigError(
            f"No site of this host is named {name}; to list them: {host.command('sites')}"
        )
    return folder


def find_site_name(host: Settings, typed: str) -> str:
    """Return the name of the site that a name or a whole address means; empty if there is none."""
    name = typed.lower().partition("://")[2] or typed.lower()
    name = name.partition("/")[0].partition(":")[0].removesuffix(f".{host.domain}")
    return name if is_name(name) and is_site(folder_of(host.instance, name)) else ""


def host_address(host: Settings) -> str:
    """Return the address of the entrance, without a slash at the end."""
    if host.behind_proxy:
        return f"https://{host.domain}"
    return f"http://{host.domain}" + ("" if host.port == 80 else f":{host.port}")


def site_address(host: Settings, name: str) -> str:
    """Return the address of a site, without a slash at the end."""
    scheme, _, rest = host_address(host).partition("://")
    return f"{scheme}://{name}.{rest}"


def new_name_of(host: Path, name: str) -> str:
    """Return the name that a site has now instead of this one; empty if it is no former name."""
    folder = folder_of(host, name)
    if not folder.is_dir() or is_site(folder):
        return ""
    return read_settings(folder, of_host=True).former


def tell_fault(error: Exception) -> str:
    """Return why something failed at a site, so that the others can go on."""
    if isinstance(error, ConfigError | StorageError | AlreadyServed | OSError):
        return str(error)
    return f"The program failed: {error!r}."


# --- a site that is closed ------------------------------------------------------------------------
# The file ``closed`` shuts a site, also while the host is served: its process looks for it before
# each request and several times a second. Once it has closed the site it writes so into the file;
# until then the file says what holds the site.

_PAUSE_SECONDS: Final = 0.1
_CLOSED_FILE: Final = "closed"
_DONE: Final = "closed\n"


def is_closed(folder: Path) -> bool:
    """Tell whether a site is closed, or asked to close."""
    return (folder / _CLOSED_FILE).exists()


def note_held(folder: Path, held_by: str) -> None:
    """Note in the file ``closed`` what holds an open site; nothing means that it is closed."""
    with suppress(FileNotFoundError), (folder / _CLOSED_FILE).open("r+") as file:
        file.write(f"{held_by}\n" if held_by else _DONE)
        file.truncate()


def open_again(folder: Path) -> None:
    """Let a closed site be opened again."""
    (folder / _CLOSED_FILE).unlink(missing_ok=True)


class StillHeld(Exception):  # noqa: N818 - what the site is, as its text says
    """A site could not be closed in time; its text says what holds it."""


def close_folder(folder: Path, *, seconds: float) -> None:
    """Close a site, and return when no process serves it.

    Raises StillHeld after ``seconds``, and then the site is open as before.
    """
    file = folder / _CLOSED_FILE
    was_closed = file.exists()
    file.touch(mode=0o600)
    end = monotonic() + seconds
    while is_served(folder):
        if monotonic() >= end:
            held_by = file.read_text(encoding="utf-8").strip() or "the process that serves it"
            if not was_closed:
                open_again(folder)
            raise StillHeld(held_by)
        sleep(_PAUSE_SECONDS)
    note_held(folder, "")
