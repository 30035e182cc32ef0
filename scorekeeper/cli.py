"""The command line: serve the site, back it up, restore it, check it, take its club out and in.

The commands for files are in ``file_commands``. They have to start fast, so this module imports
neither the site nor the database for them.
"""

import json
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from scorekeeper.config import ConfigError, Settings, load_settings
from scorekeeper.file_commands import FILE_COMMANDS

if TYPE_CHECKING:
    from scorekeeper.maintenance import Warned

_FAILED: Final = 2
_INSTANCE: Final = click.option(
    "--instance",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder of the database and the settings.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Scorekeeper keeps score at a card table for the Oklahoma family of rummy."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # for names and JSON in any locale


@main.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on.")
@click.option("--port", type=int, metavar="NUMBER", help="Port; 0 is any.")
@_INSTANCE
@click.option("--quiet", is_flag=True, help="Print no addresses; log only what goes wrong.")
def serve(host: str | None, port: int | None, instance: Path | None, quiet: bool) -> None:
    """Serve the site to every phone on the network."""
    from scorekeeper.storage.database import StorageError

    try:
        settings = load_settings(instance, host=host, port=port)
        # The site comes after the settings, so that a wrong one is told at once.
        from scorekeeper.serving import serve as serve_site

        serve_site(settings, quiet=quiet)
    except (ConfigError, StorageError) as error:
        click.echo(str(error), err=True)
        sys.exit(_FAILED)


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@_INSTANCE
@click.option("--step", type=click.Choice(["daily", "asked", "night", "copy"]), hidden=True)
def backup(file: Path | None, instance: Path | None, step: str | None) -> None:
    """Back up the database, into FILE or among the backups of the instance.

    The site may be served meanwhile. Exit status 2 means that there is no good backup, 3 that
    there is, and that something should be seen to: a game, the second folder or the clock.
    """
    from scorekeeper import maintenance
    from scorekeeper.bookkeeping.store.backup_runs import BackupStep

    if step is None:
        _run(instance, lambda settings: maintenance.back_up(settings, file))
    else:
        _run(instance, lambda settings: maintenance.take_step(settings, BackupStep(step)))


@main.command("backups-page")
@_INSTANCE
@click.option("--port", type=int, metavar="NUMBER", help="Port, if it is not that of the settings.")
@click.option("--renew", is_flag=True, help="Make a new address; the old one opens nothing more.")
def backups_page(instance: Path | None, port: int | None, renew: bool) -> None:
    """Print the address of the page of backups, for the person who keeps this computer."""
    from scorekeeper import maintenance

    _run(instance, lambda settings: maintenance.tell_page(settings, port, renew=renew))


@main.command()
@_INSTANCE
def passphrase(instance: Path | None) -> None:
    """Ask for another passphrase of the club's officers, and sign all of them out.

    From a pipe it is read as one line. Without a club, print the address that sets it up.
    """
    from scorekeeper import maintenance

    _run(instance, lambda each: maintenance.renew_officers_passphrase(each, _ask_passphrase))


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return str(click.prompt("New passphrase", hide_input=True, confirmation_prompt=True))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@_INSTANCE
def restore(file: Path, instance: Path | None) -> None:
    """Put the backup FILE in the place of the database, which is kept among the backups.

    The site may be served meanwhile. Exit status 2 means that nothing was changed, 3 that it was
    restored, and that some games in it cannot be read.
    """
    from scorekeeper import maintenance

    _run(instance, lambda settings: maintenance.bring_back(settings, file))


@main.command()
@_INSTANCE
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def doctor(instance: Path | None, as_json: bool) -> None:
    """Check the installation: database, every game, backups, files, room, clock, versions, paper.

    Nothing is changed, and the site may be served meanwhile. Exit status 1 means that something
    should be done, 2 that something is broken.
    """
    from scorekeeper.doctor import examine
    from scorekeeper.doctor.results import check_document, write_check

    results = []
    for result in examine(instance):
        results.append(result)
        if not as_json:
            click.echo(write_check(result))
    if as_json:
        listed = [check_document(result) for result in results]
        click.echo(json.dumps({"checks": listed}, ensure_ascii=False, indent=1))
    sys.exit(max([result.level for result in results]))


def _run(instance: Path | None, work: Callable[[Settings], Iterable["str | Warned"]]) -> None:
    """Print the lines of ``work``, its warnings on standard error.

    Exits with status 2 after an error of the settings or the files, with 3 after a warning.
    """
    from scorekeeper.bookkeeping.store.backup_runs import WARNED
    from scorekeeper.storage.database import StorageError

    status = 0
    try:
        for line in work(load_settings(instance)):
            if isinstance(line, str):
                click.echo(line)
            else:
                click.echo(line.text, err=True)
                status = WARNED
    except (ConfigError, StorageError) as error:
        click.echo(str(error), err=True)
        sys.exit(_FAILED)
    sys.exit(status)


@main.command()
@click.argument("kind", default="book")
@_INSTANCE
@click.option("--bom", is_flag=True, help="Put U+FEFF before CSV, for some spreadsheets.")
def export(kind: str, instance: Path | None, bom: bool) -> None:
    """Print the club of the installation: its book, or KIND for a table or a journal.

    KIND is games, deals, ledger, standings, balances or hledger. The site may be served meanwhile.
    """
    from scorekeeper import club_commands
    from scorekeeper.bookkeeping.club.files import KINDS

    if kind not in KINDS:
        click.echo(f"There are {', '.join(KINDS)}", err=True)
        sys.exit(_FAILED)
    _run_club(instance, lambda each: club_commands.print_club(each, kind, bom=bom), ends="")


@main.command("take-in")
@click.argument("file", type=click.Path(path_type=Path))
@_INSTANCE
def take_in(file: Path, instance: Path | None) -> None:
    """Take the club book FILE into an installation whose club has nobody in it yet."""
    from scorekeeper import club_commands

    _run_club(instance, lambda each: club_commands.take_club_in(each, file))


@main.command()
@_INSTANCE
def rebuild(instance: Path | None) -> None:
    """Compute the rows behind standings and balances again from the facts of the club.

    The site may be served meanwhile.
    """
    from scorekeeper import club_commands

    _run_club(instance, club_commands.rebuild_rows)


def _run_club(instance: Path | None, work: Callable[[Settings], str], *, ends: str = "\n") -> None:
    """Print what ``work`` returns; if it fails, print one sentence and exit with status 2."""
    from scorekeeper.club_commands import CommandFailed
    from scorekeeper.storage.database import StorageError

    try:
        sys.stdout.write(work(load_settings(instance)) + ends)
    except (ConfigError, StorageError, CommandFailed) as error:
        click.echo(str(error), err=True)
        sys.exit(_FAILED)


for _command in FILE_COMMANDS:
    main.add_command(_command)


if __name__ == "__main__":
    main(prog_name="scorekeeper")
