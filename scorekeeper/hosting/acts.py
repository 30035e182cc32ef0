"""What the keeper and visitors do with the sites of a host, also while it is served."""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any, Final, NamedTuple

from scorekeeper.club.officers import renew_passphrase
from scorekeeper.club.rows import find_club_row, load_nights
from scorekeeper.config import (
    KEY_FILE,
    ConfigError,
    Settings,
    key_fault,
    load_settings,
    read_settings,
    setting_problems,
)
from scorekeeper.games import (
    GameStore,
    Role,
    Thing,
    count_games,
    keys_since,
    links_in_force,
    load_journal,
    newest_entry_at,
    replace_tokens,
    replay_journal,
)
from scorekeeper.hosting.folders import (
    DEMO,
    HOME,
    StillHeld,
    close_folder,
    demand_host,
    demand_site,
    demo_names,
    folder_of,
    half_folder,
    half_folders,
    is_closed,
    is_name,
    is_site,
    name_fault,
    new_name_of,
    open_again,
    removed_folder,
    site_names,
    site_settings,
    sites_folder,
    tell_fault,
)
from scorekeeper.server.maintenance import Warned, back_up
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind, find_backups, made_at, upgrade
from scorekeeper.store.copies import clear_check_sum, opened_untouched, write_copy
from scorekeeper.store.database import (
    StorageError,
    check_pages,
    is_served,
    lacks_migrations,
    locked_folder,
    migrate,
)
from scorekeeper.store.migrations import NEWEST
from scorekeeper.wording import write_plural, write_size

_CLOSING_SECONDS: Final = 15.0
"""How long a command waits for a served site to close."""
_PLAYED: Final = timedelta(days=1)
"""A game without an end counts as open for so long after its last entry."""
_SIGNED_UP: Final = "signed_up"
_UNUSED: Final = timedelta(days=7)
MOST_DEMOS: Final = 100
"""How many copies to look around in there are at once; one more takes the place of another."""
_DEMO_LASTS: Final = timedelta(days=1)
_DEMO_CLOSING_SECONDS: Final = 3.0
"""How long a visitor waits for another copy to close, which is deleted to make room."""
_NAME_BYTES: Final = 10
_PASSPHRASE_BYTES: Final = 9
_UPGRADED: Final = "upgraded_to"
"""The file of a host that says to which schema all its sites were brought up to date."""
_HEAD = ("name", "club", "state", "games", "last entry", "size", "last backup")


def prepare_host(host: Settings) -> None:
    """Make what a host needs before it is served: the folder of sites, and the site for home games.

    Raises ConfigError for a folder that holds one site, or cannot be written.
    """
    demand_host(host)
    sites = _make_sites_folder(host)
    with locked_folder(sites):
        for left in half_folders(sites):
            shutil.rmtree(left, ignore_errors=True)
        if host.home_site and not is_site(sites / HOME):
            list(_make_sites(sites, [HOME], {}))


def _make_sites_folder(host: Settings) -> Path:
    folder = sites_folder(host.instance)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        trial = folder / ".written"
        trial.touch(mode=0o600)
        trial.unlink()
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written: {error.strerror}.") from None
    return folder


# --- New sites ------------------------------------------------------------------------------------


def add_sites(
    host: Settings, names: Sequence[str], values: Mapping[str, str], *, form: str = ""
) -> Iterator[str]:
    """Make new sites, and yield the name of each; ``values`` are settings that they begin with.

    ``form`` is the id of the form of the entrance, empty for sites that the keeper makes. Raises
    ConfigError with all problems, and then none is made.
    """
    sites = _make_sites_folder(host)
    with locked_folder(sites):
        problems = [*_name_problems(host, names), *setting_problems(values, "--{}".format)]
        count = len(site_names(host.instance)) + len(names)
        if count > host.most_sites:
            problems.append(f"That would be {count} sites; most_sites allows {host.most_sites}.")
        if problems:
            raise ConfigError(*problems)
        yield from _make_sites(sites, names, values, form=form)


def sign_up(host: Settings, name: str, form: str) -> None:
    """Make a site for whoever asked at the entrance. Raises ConfigError with all problems."""
    list(add_sites(host, [name], {}, form=form))


def is_signed_up(host: Settings, name: str, form: str) -> bool:
    """Tell whether this form of the entrance has made the site of this name."""
    mark = folder_of(host.instance, name) / _SIGNED_UP
    return is_name(name) and mark.exists() and mark.read_text(encoding="utf-8") == form


def remove_unused(host: Settings, name: str, now: datetime) -> bool:
    """Remove a site that somebody made at the entrance a week ago and nobody used since.

    Returns whether it was removed. Raises ConfigError if it is in use.
    """
    mark = folder_of(host.instance, name) / _SIGNED_UP
    if not mark.exists() or now.timestamp() - mark.stat().st_mtime < _UNUSED.total_seconds():
        return False
    with opened_untouched(site_settings(host, name).database) as db:
        if find_club_row(db) is not None or count_games(db):
            mark.unlink()  # it is used, and stays
            return False
    remove_site(host, name, now)
    return True


def _name_problems(host: Settings, names: Sequence[str]) -> Iterator[str]:
    given = Counter(names)
    for name, times in given.items():
        if name_fault(name):
            yield f"{name}: {name_fault(name)}."
        elif folder_of(host.instance, name).exists():
            yield f"{name}: There is, or was, a site of this name."
        elif times > 1:
            yield f"{name}: This name is given twice."


def _make_sites(
    sites: Path, names: Sequence[str], values: Mapping[str, str], *, form: str = ""
) -> Iterator[str]:
    """Make sites under temporary names, and give each its own once it is whole."""
    empty = _fresh_folder(half_folder(sites))
    lines = [
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()
    ]
    (empty / "settings.toml").write_text("".join(lines), encoding="utf-8")
    migrate(load_settings(empty, is_served=False).database)
    if form:
        (empty / _SIGNED_UP).write_text(form, encoding="utf-8")
    for name in names:
        unfinished = half_folder(sites, name)
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(empty, unfinished)
        load_settings(unfinished)  # makes the key, which makes the folder a site
        unfinished.rename(sites / name)
        yield name
    shutil.rmtree(empty)


def _fresh_folder(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def take_site(host: Settings, folder: Path, name: str) -> None:
    """Move an instance folder into a host; it keeps its key, links and backups.

    Raises ConfigError if it is served, or is no site that this program can serve.
    """
    sites = _make_sites_folder(host)
    with locked_folder(sites):
        problems = [*_name_problems(host, [name]), *_why_not_taken(host, folder.absolute())]
        if problems:
            raise ConfigError(*problems)
        try:
            shutil.move(folder, sites / name)
        except OSError as error:
            raise ConfigError(f"{folder} cannot be moved: {error.strerror}.") from None


def _why_not_taken(host: Settings, folder: Path) -> Iterator[str]:
    """Yield why a folder cannot become a site of a host."""
    if host.instance.is_relative_to(folder) or folder.is_relative_to(sites_folder(host.instance)):
        yield f"{folder} is the host itself, or in it."
        return
    if not folder.is_dir():
        yield f"{folder} is not a folder."
        return
    if is_served(folder):
        yield f"{folder} is served: stop its ./run first."
    database = Settings(instance=folder, secret_key="").database
    try:
        if read_settings(folder, of_host=True).is_host:
            yield f"{folder} is a host: take its sites one by one."
        if not database.exists():
            yield f"{database} is not there."
            return
        fault = key_fault(folder)
        if fault:
            yield fault
        with opened_untouched(database) as db:
            check_pages(database, db)
            lacks_migrations(database, db)
    except (ConfigError, StorageError, OSError) as error:
        yield str(error)


# --- Copies of a prepared club to look around in --------------------------------------------------
# The keeper prepares the club with ``./run demo`` in the host's folder ``demo``. The copy of each
# visitor has a key, links and a passphrase of its own, and a name that nobody guesses. It is on no
# list of sites, has no backups, and is deleted after a day.


class Demo(NamedTuple):
    """A visitor's copy: its name, the token of its club's link, the passphrase of its officers."""

    name: str
    token: str
    passphrase: str


def is_prepared(host: Settings) -> bool:
    """Tell whether there is a club to look around in."""
    return is_site(host.instance / DEMO)


def add_demo(host: Settings, last_used: Callable[[str], float]) -> Demo | None:
    """Copy the prepared club to a new site; return None if all that there may be are in use.

    ``last_used`` tells when a site was used last, in seconds: the one that nobody used the longest
    makes room. Raises StorageError.
    """

    def how_recent(name: str) -> tuple[float, float]:
        return last_used(name), _made_at(host, name)

    with locked_folder(sites_folder(host.instance)):
        names = sorted(demo_names(host.instance), key=how_recent)
        if len(names) >= MOST_DEMOS and not any(remove_demo(host, name) for name in names):
            return None
        return _copy_prepared(host, f"{DEMO}-{token_hex(_NAME_BYTES)}")


def _copy_prepared(host: Settings, name: str) -> Demo:
    """Write the copy under a temporary name, and give it its own once it is whole."""
    passphrase = token_urlsafe(_PASSPHRASE_BYTES)
    unfinished = _fresh_folder(half_folder(sites_folder(host.instance), name))
    database = load_settings(unfinished).database  # makes the key, which makes the folder a site
    write_copy(Settings(instance=host.instance / DEMO, secret_key="").database, database)
    clear_check_sum(database)
    with closing(GameStore.at(database)) as store:
        renew_passphrase(store, passphrase)
        with store.database.writing() as db:
            replace_tokens(db, store.new_key)
            token = links_in_force(db, Thing.CLUB, "")[Role.MEMBER.key]
    unfinished.rename(folder_of(host.instance, name))
    return Demo(name, token, passphrase)


def remove_demo(host: Settings, name: str) -> bool:
    """Delete a copy; return False if it is in use."""
    folder = folder_of(host.instance, name)
    try:
        close_folder(folder, seconds=_DEMO_CLOSING_SECONDS)
    except StillHeld:
        return False
    shutil.rmtree(folder.rename(half_folder(folder.parent, name)))
    return True


def remove_old_demo(host: Settings, name: str, now: datetime) -> None:
    """Delete a copy that was made more than a day ago, unless it is in use."""
    with locked_folder(sites_folder(host.instance)):
        is_there = is_site(folder_of(host.instance, name))
        if is_there and now.timestamp() - _made_at(host, name) > _DEMO_LASTS.total_seconds():
            remove_demo(host, name)


def _made_at(host: Settings, name: str) -> float:
    """Return when a copy was made, in seconds; its key is written once."""
    return (folder_of(host.instance, name) / KEY_FILE).stat().st_mtime


# --- Sites of an older version of the program -----------------------------------------------------


def is_upgraded(host: Settings) -> bool:
    """Tell whether all sites were brought up to date since the program was."""
    try:
        return (host.instance / _UPGRADED).read_text(encoding="utf-8").strip() == NEWEST
    except OSError:
        return False


def upgrade_sites(host: Settings, now: datetime) -> Iterator[str]:
    """Bring all sites up to date, the latest played first; yield a sentence for each that fails.

    The host may be served meanwhile, and itself opens a site whose turn has not come.
    """
    databases = {
        name: Settings(instance=folder_of(host.instance, name), secret_key="").database
        for name in site_names(host.instance)
    }
    played = {
        name: database.stat().st_mtime for name, database in databases.items() if database.exists()
    }
    for name in sorted(played, key=lambda name: -played[name]):
        database = databases[name]
        try:
            upgrade(database, database.parent / "backups", now).close()
        except Exception as error:  # noqa: BLE001 - no site keeps another from its upgrade
            yield f"{name}: {tell_fault(error)}"
    (host.instance / _UPGRADED).write_text(f"{NEWEST}\n", encoding="utf-8")


# --- Sites that are there -------------------------------------------------------------------------


def back_up_all(host: Settings) -> Iterator[str]:
    """Make a proved backup of each site of a host; yield lines that begin with its name.

    Raises StorageError at the end if a site has no good backup.
    """
    failed: list[str] = []
    for name in site_names(host.instance):
        try:
            for line in back_up(site_settings(host, name), None):
                yield Warned(f"{name}: {line}") if isinstance(line, Warned) else f"{name}: {line}"
        except Exception as error:  # noqa: BLE001 - no site keeps another from its backup
            failed.append(name)
            yield Warned(f"{name}: {tell_fault(error)}")
    if failed:
        raise StorageError(f"No good backup was made of {', '.join(failed)}.")


def close_site(host: Settings, name: str) -> None:
    """Close a site, and return when nobody serves it. Raises ConfigError if it is in use."""
    try:
        close_folder(demand_site(host, name), seconds=_CLOSING_SECONDS)
    except StillHeld as held:
        raise ConfigError(f"{name} is held by {held}, and stays open.") from None


@contextmanager
def _closed(host: Settings, name: str) -> Iterator[Path]:
    """Close a site, yield its folder, and open it again if it is still there and was open."""
    folder = demand_site(host, name)
    was_closed = is_closed(folder)
    close_site(host, name)
    try:
        yield folder
    finally:
        if not was_closed:
            open_again(folder)


def remove_site(host: Settings, name: str, now: datetime) -> tuple[Path, str]:
    """Close a site, back it up, and move it to ``removed/``.

    Returns where it is now, and why there is no last backup, empty if there is one. Raises
    ConfigError if it is in use.
    """
    with _closed(host, name) as folder:
        settings, trouble = site_settings(host, name), ""
        try:
            make_backup(settings.database, settings.backups, BackupKind.ASKED, now)
        except StorageError as error:
            trouble = str(error)
        removed = removed_folder(host.instance)
        removed.mkdir(mode=0o700, exist_ok=True)
        target = _free_place(removed / f"{name}-{now:%Y-%m-%d}")
        folder.rename(target)
    return target, trouble


def _free_place(path: Path) -> Path:
    number = 2
    place = path
    while place.exists():
        place, number = path.with_name(f"{path.name}-{number}"), number + 1
    return place


def rename_site(host: Settings, name: str, new: str, now: datetime) -> None:
    """Give a site another name, to which the old one leads from now on.

    Raises ConfigError if a game or a night is open there, or the new name is not free.
    """
    was_closed = is_closed(demand_site(host, name))
    is_former = new_name_of(host.instance, new) == name
    with _closed(host, name) as folder:
        named = [] if is_former else _name_problems(host, [new])
        problems = [*named, *_what_is_open(site_settings(host, name).database, now)]
        if problems:
            raise ConfigError(*problems)
        target = folder_of(host.instance, new)
        if is_former:
            shutil.rmtree(target)
        folder.rename(target)
        folder.mkdir(mode=0o700)
        (folder / "settings.toml").write_text(f"former = {json.dumps(new)}\n", encoding="utf-8")
    if not was_closed:
        open_again(target)


def _what_is_open(database: Path, now: datetime) -> Iterator[str]:
    """Yield sentences about an open night, and games that are played now."""
    with opened_untouched(database) as db:
        if lacks_migrations(database, db):
            return
        nights = load_nights(db, only_open=True)
        games = 0
        for key in keys_since(db, now.astimezone(UTC) - _PLAYED):
            journal = load_journal(db, key)
            if journal is not None:
                sheet = replay_journal(journal).sheet
                games += sheet.final is None and sheet.game.put_away_by is None
    if nights:
        yield f"A night is open, that of {nights[0].date}: close it first."
    if games:
        yield f"{write_plural(games, 'game')} of the last day: end or put away what is not over."


# --- The sites of a host as the command lists them: one line or document for each -----------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSite:
    """A site as its files describe it; ``trouble`` is why its database could not be read, if so.

    ``club`` is empty without a club, ``size`` is in bytes.
    """

    name: str
    is_awake: bool
    is_closed: bool
    size: int = 0
    last_backup: datetime | None = None
    club: str = ""
    games: int = 0
    last_entry: datetime | None = None
    trouble: str = ""

    @property
    def state(self) -> str:
        return "closed" if self.is_closed else "awake" if self.is_awake else "asleep"


def list_sites(host: Settings) -> Iterator[ListedSite]:
    """Yield all sites of a host. Raises OSError."""
    for name in site_names(host.instance):
        yield _look_at(name, folder_of(host.instance, name))


def _look_at(name: str, folder: Path) -> ListedSite:
    settings = Settings(instance=folder, secret_key="")
    database = settings.database
    found: dict[str, Any] = {
        "name": name,
        "is_awake": is_served(folder),
        "is_closed": is_closed(folder),
    }
    try:
        backups = find_backups(settings.backups)
        found["last_backup"] = made_at(backups[-1]) if backups else None
        found["size"] = database.stat().st_size if database.exists() else 0
        with opened_untouched(database) as db:
            lacks_migrations(database, db)  # raises for one of a newer program
            row = find_club_row(db)
            found["club"] = row.club.name if row else ""
            found["games"], found["last_entry"] = count_games(db), newest_entry_at(db)
    except Exception as error:  # noqa: BLE001 - no site keeps another from the list
        found["trouble"] = tell_fault(error)
    return ListedSite(**found)


def site_document(site: ListedSite) -> dict[str, Any]:
    """Return a site as JSON for programs; times are in UTC."""
    return {
        "name": site.name,
        "club": site.club,
        "state": site.state,
        "games": site.games,
        "last_entry": _iso(site.last_entry),
        "bytes": site.size,
        "last_backup": _iso(site.last_backup),
        "trouble": site.trouble,
    }


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")


def site_lines(sites: list[ListedSite]) -> Iterator[str]:
    """Yield the lines of a table of sites for people."""
    rows = [_HEAD, *[_cells(site) for site in sites]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()
    for site in sites:
        if site.trouble:
            yield f"{site.name}: {site.trouble}"


def _cells(site: ListedSite) -> tuple[str, ...]:
    return (
        site.name,
        site.club or "–",
        site.state,
        "?" if site.trouble else str(site.games),
        _write_day(site.last_entry),
        write_size(site.size),
        _write_day(site.last_backup),
    )


def _write_day(at: datetime | None) -> str:
    return "–" if at is None else f"{at.astimezone():%Y-%m-%d %H:%M}"
