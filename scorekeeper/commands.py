"""What commands share: for which installation or site they are, their options, how they fail."""

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from scorekeeper.config import ConfigError, Settings, load_settings

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
    """The installation or host that a command is for, and the name of one site of a host."""

    instance: Path | None
    site: str | None


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
    from scorekeeper.bookkeeping.store.backup_runs import WARNED
    from scorekeeper.hosting.folders import choose_site
    from scorekeeper.maintenance import Warned
    from scorekeeper.storage.database import StorageError

    status = 0
    try:
        settings = load_settings(chosen.instance, is_served=False)
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
