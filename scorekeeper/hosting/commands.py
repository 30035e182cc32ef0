"""Chooses the installation, host or site of a command; has the commands about a host's sites.

A command without ``--site`` is for one installation; on a host it is for all sites, or one must be
named. The commands start fast, so each imports what it needs.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from scorekeeper.config import ConfigError, Settings, load_settings

Lines = Iterator[str]
_LOW_PRIORITY: Final = 10
_UPSTREAM: Final = re.compile(r"[A-Za-z0-9._:/\[\]-]+")
"""An address for a proxy; anything else could end its line of the map."""


FAILED: Final = 2
"""The exit status of a command that could not be done, or of a record that cannot be scored."""
BUSY: Final = 75
"""The exit status of a start while another process serves the folder; ./run makes it 1."""
INSTANCE: Final = click.option(
    "--instance",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of the database and the settings.",
)


class Chosen(NamedTuple):
    """The installation or host that a command is for, and the name of one site of a host.

    To an installation ``of_host``, beside its sites, the environment says nothing either.
    """

    instance: Path | None
    site: str | None
    of_host: bool = False


def for_a_site(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say for which installation, or site of a host, it is."""

    @INSTANCE
    @click.option("--site", metavar="NAME", help="One site of a host.")
    @wraps(command)
    def run(*arguments: Any, instance: Path | None, site: str | None, **more: Any) -> None:
        command(*arguments, chosen=Chosen(instance, site), **more)

    return run


JSON: Final = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def run_for_site(
    chosen: Chosen,
    work: Callable[[Settings], Iterable[str]],
    *,
    of_all: Callable[[Settings], Iterable[str]] | None = None,
    ends: str = "\n",
) -> None:
    """Print the texts of ``work`` with ``ends`` behind each, its warnings on standard error.

    ``of_all`` does the work for all sites of a host; without it one must be named. Exits with
    status 2 if it fails, after one sentence that says why, with 3 after a warning.
    """
    from scorekeeper.hosting.folders import choose_site
    from scorekeeper.server.maintenance import Warned
    from scorekeeper.store.backups import WARNED
    from scorekeeper.store.database import StorageError

    status = 0
    try:
        settings = load_settings(chosen.instance, is_served=False, of_host=chosen.of_host)
        if of_all is not None and settings.is_host and chosen.site is None:
            texts = of_all(settings)
        else:
            texts = work(choose_site(settings, chosen.site))
        for text in texts:
            is_warning = isinstance(text, Warned)
            click.echo(text + ends, nl=False, err=is_warning)
            status = WARNED if is_warning else status
    except (ConfigError, StorageError) as error:
        click.echo(str(error), err=True)
        sys.exit(FAILED)
    except OSError as error:
        if error.filename is None:
            raise
        click.echo(f"{error.filename} cannot be used: {error.strerror}.", err=True)
        sys.exit(FAILED)
    sys.exit(status)


# --- the sites of a host --------------------------------------------------------------------------


@click.group(invoke_without_command=True)
@INSTANCE
@JSON
@click.option("--names", "only_names", is_flag=True, help="Print only the names.")
@click.pass_context
def sites(context: click.Context, /, instance: Path | None, **how: bool) -> None:
    """List the sites of a host, or make, take, close, open, remove or rename one.

    The host may be running meanwhile.
    """
    context.obj = Chosen(instance, None)
    if context.invoked_subcommand is None:
        _run(context.obj, lambda host: _tell_sites(host, **how))


def _run(chosen: Chosen, work: Callable[[Settings], Lines]) -> None:
    from scorekeeper.hosting.folders import demand_host

    def work_on_host(settings: Settings) -> Lines:
        yield from work(demand_host(settings))

    run_for_site(chosen, work_on_host, of_all=work_on_host)


def _on_host(command: Callable[..., Lines]) -> Callable[..., None]:
    """Let a command print its lines; its first argument is the settings of the host."""

    @INSTANCE
    @click.pass_obj
    @wraps(command)
    def run(chosen: Chosen, /, instance: Path | None, **asked: Any) -> None:
        place = Chosen(instance or chosen.instance, None)
        _run(place, lambda host: command(host, **asked))

    return run


def _tell_sites(host: Settings, *, as_json: bool, only_names: bool) -> Lines:
    from scorekeeper.hosting import acts, folders

    if not folders.sites_folder(host.instance).is_dir():
        raise ConfigError(
            f"There is no site yet. To make one: {host.command('sites', 'add', 'NAME')}"
        )
    if only_names:
        yield from folders.site_names(host.instance)
        return
    listed = list(acts.list_sites(host))
    if as_json:
        documents = [acts.site_document(site) for site in listed]
        yield json.dumps({"sites": documents}, ensure_ascii=False, indent=1)
    else:
        yield from acts.site_lines(listed)


@sites.command("add")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@click.option("--title", metavar="TITLE", help="The name at the top of every page.")
@click.option("--currency", metavar="CODE", help="The currency that a new game offers.")
@_on_host
def add(host: Settings, names: tuple[str, ...], **values: str | None) -> Lines:
    """Make sites; the NAME - stands for the lines of standard input.

    Print the address of each, and the one that sets up its club. Exit status 2 means that none was
    made, and why.
    """
    from scorekeeper.club.officers import set_up_path
    from scorekeeper.hosting import acts, folders

    typed = sys.stdin.read().split() if "-" in names else []
    given = {name: value for name, value in values.items() if value is not None}
    for name in acts.add_sites(host, [*[name for name in names if name != "-"], *typed], given):
        address = f"{folders.site_address(host, name)}/"
        way = set_up_path(folders.site_settings(host, name).set_up_key)
        yield f"{name}: {address}"
        yield f"  sets its club up, once: {address}{way}"


@sites.command("take")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("name")
@_on_host
def take(host: Settings, folder: Path, name: str) -> Lines:
    """Move the instance FOLDER, which must not be served, into the host as the site NAME."""
    from scorekeeper.hosting import acts, folders

    acts.take_site(host, folder, name)
    yield f"{folder} is now the site {name}: {folders.site_address(host, name)}/"
    if folders.is_closed(folders.folder_of(host.instance, name)):
        yield f"It is closed, as it was. To open it: {host.command('sites', 'open', name)}"


@sites.command("close")
@click.argument("name")
@_on_host
def close(host: Settings, name: str) -> Lines:
    """Close the site NAME, once what is under way there has ended; its pages say so."""
    from scorekeeper.hosting.acts import close_site

    close_site(host, name)
    yield f"{name} is closed. To open it again: {host.command('sites', 'open', name)}"


@sites.command("open")
@click.argument("name")
@_on_host
def open_again(host: Settings, name: str) -> Lines:
    """Open the site NAME again."""
    from scorekeeper.hosting import folders

    folders.open_again(folders.demand_site(host, name))
    yield f"{name} is open: {folders.site_address(host, name)}/"


@sites.command("remove")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@_on_host
def remove(host: Settings, name: str, *, yes: bool) -> Lines:
    """Close the site NAME, back it up, and move its folder to removed/; nothing is deleted."""
    from scorekeeper.hosting import acts, folders
    from scorekeeper.server.maintenance import Warned

    folders.demand_site(host, name)
    if not yes:
        click.confirm(f"Remove the site {name}?", abort=True, err=True)
    place, trouble = acts.remove_site(host, name, datetime.now().astimezone())
    if trouble:
        yield Warned(f"There is no last backup: {trouble}")
    yield f"{name} has been removed, and is kept as {place}."


@sites.command("rename")
@click.argument("name")
@click.argument("new")
@_on_host
def rename(host: Settings, name: str, new: str) -> Lines:
    """Give the site NAME the name NEW; refused while a game or a night is open there."""
    from scorekeeper.hosting import acts, folders

    acts.rename_site(host, name, new, datetime.now().astimezone())
    address = folders.site_address(host, new)
    yield f"{name} is now {new}: {address}/, to which the old address leads."
    yield "Phones take their seats again, and officers sign in again, at the new address."


@sites.command("upgrade", hidden=True)
@_on_host
def upgrade(host: Settings) -> Lines:
    """Bring all sites up to date, at low priority; the host starts this after an upgrade."""
    from scorekeeper.hosting.acts import upgrade_sites
    from scorekeeper.server.maintenance import Warned

    os.nice(_LOW_PRIORITY)
    for text in upgrade_sites(host, datetime.now().astimezone()):
        yield Warned(text)


@sites.command("map")
@click.argument("address")
@click.option("--caddy", "for_caddy", is_flag=True, help="Lines for Caddy instead of nginx.")
@_on_host
def tell_map(host: Settings, address: str, *, for_caddy: bool) -> Lines:
    """Print a line for each open site that leads a proxy from its name to ADDRESS."""
    from scorekeeper.hosting.folders import folder_of, is_closed, site_names

    if not _UPSTREAM.fullmatch(address):
        raise ConfigError(
            f"ADDRESS is where a host listens, such as 127.0.0.1:8001, not {address!r}."
        )
    for name in site_names(host.instance):
        if not is_closed(folder_of(host.instance, name)):
            end = "" if for_caddy else ";"
            yield f"{name}.{host.domain} {address}{end}"
