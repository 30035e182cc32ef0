"""The command line: serve the site, keep its database, take a club out and in, work on files.

The commands for files, which score a record or print a paper, have to start fast, so this module
imports neither the site nor the database; the commands that need them do.
"""

import gc
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

import click

from scorekeeper import __version__
from scorekeeper.config import ConfigError, Settings, load_settings, refuse_lost
from scorekeeper.hosting.commands import (
    BUSY,
    FAILED,
    INSTANCE,
    JSON,
    Chosen,
    for_a_site,
    run_for_site,
    sites,
)
from scorekeeper.record import (
    MAX_BYTES,
    Document,
    Reading,
    SheetCodeError,
    describe_variant,
    is_code,
    problem_lines,
    read_codes,
    read_file,
    record_schema,
    write_plain,
    write_problems,
    write_result,
)
from scorekeeper.rules.variants import VARIANTS


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="Scorekeeper")
def main() -> None:
    """Scorekeeper keeps score at a card table for the Oklahoma family of rummy."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # for names and JSON in any locale


@main.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on.")
@click.option("--port", type=int, metavar="NUMBER", help="Port; 0 is any.")
@INSTANCE
@click.option("--quiet", is_flag=True, help="Print no addresses; log only what goes wrong.")
def serve(host: str | None, port: int | None, instance: Path | None, quiet: bool) -> None:
    """Serve the site to every phone on the network."""
    from scorekeeper.store.database import AlreadyServed, DamagedDatabase, StorageError

    settings = None
    try:
        refuse_lost(instance)
        settings = load_settings(instance, host=host, port=port)
        # What a start makes stays; looking for garbage in it would take a sixth of the time.
        gc.disable()
        # The site is imported after the settings are read, so that a wrong one is reported at once.
        from scorekeeper.hosting.start import serve as serve_site

        serve_site(settings, quiet=quiet)
    except AlreadyServed as error:
        click.echo(str(error), err=True)
        sys.exit(BUSY)
    except (ConfigError, StorageError) as error:
        click.echo(str(error), err=True)
        if settings and not settings.is_host and isinstance(error, DamagedDatabase):
            from scorekeeper.server.doctor import advise_restore

            click.echo(advise_restore(settings), err=True)
        sys.exit(FAILED)
    finally:
        gc.enable()  # also if the start was refused


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@for_a_site
@click.option("--step", type=click.Choice(["daily", "asked", "night", "copy"]), hidden=True)
def backup(file: Path | None, chosen: Chosen, step: str | None) -> None:
    """Back up the database, into FILE or among the backups of the instance; on a host all sites.

    The site may be running meanwhile. Exit status 2 means that there is no good backup, 3 that
    there is, but something needs attention: a game, the second folder or the clock.
    """
    from scorekeeper.hosting.acts import back_up_all
    from scorekeeper.server import maintenance
    from scorekeeper.store.backups import BackupKind

    if step is None:
        run_for_site(
            chosen,
            lambda settings: maintenance.back_up(settings, file),
            of_all=None if file else back_up_all,
        )
    else:
        run_for_site(chosen, lambda settings: maintenance.take_step(settings, BackupKind(step)))


@main.command("backups-page")
@for_a_site
@click.option("--port", type=int, metavar="NUMBER", help="Port, if it is not that of the settings.")
@click.option("--renew", is_flag=True, help="Make a new address; the old one stops working.")
def backups_page(chosen: Chosen, port: int | None, renew: bool) -> None:
    """Print the address of the page of backups, for the person who runs this server."""
    from scorekeeper.server import maintenance

    run_for_site(chosen, lambda settings: maintenance.tell_page(settings, port, renew=renew))


@main.command()
@for_a_site
def passphrase(chosen: Chosen) -> None:
    """Ask for a new passphrase for the club's officers, and sign them all out.

    From a pipe it is read as one line. Without a club, print the address that sets it up.
    """
    from scorekeeper.server import maintenance

    run_for_site(
        chosen, lambda settings: maintenance.renew_officers_passphrase(settings, _ask_passphrase)
    )


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return str(click.prompt("New passphrase", hide_input=True, confirmation_prompt=True))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@for_a_site
def restore(file: Path, chosen: Chosen) -> None:
    """Replace the database with the backup FILE; the old one is kept among the backups.

    The site may be running meanwhile. Exit status 2 means that nothing was changed, 3 that it was
    restored, and that some games in it cannot be read.
    """
    from scorekeeper.server import maintenance

    run_for_site(chosen, lambda settings: maintenance.bring_back(settings, file))


@main.command()
@for_a_site
@JSON
@click.option("--full", "is_full", is_flag=True, help="Read every game of every site of a host.")
def doctor(chosen: Chosen, as_json: bool, is_full: bool) -> None:
    """Check settings, database, every game, money, backups, files, disks, clock and versions.

    On a host all sites are checked, and those that are not well are named. Nothing is changed, and
    the site may be running meanwhile. Exit status 1 means that something should be done, 2 that
    something is broken.
    """
    from scorekeeper.hosting.doctor import examine
    from scorekeeper.server.doctor import check_document, write_check

    results = []
    for result in examine(chosen.instance, chosen.site, is_full=is_full):
        results.append(result)
        if not as_json:
            click.echo(write_check(result))
    if as_json:
        listed = [check_document(result) for result in results]
        click.echo(json.dumps({"checks": listed}, ensure_ascii=False, indent=1))
    sys.exit(max([result.level for result in results]))


@main.command()
@click.argument("kind", default="book")
@for_a_site
@click.option("--bom", is_flag=True, help="Put U+FEFF before CSV, for some spreadsheets.")
@click.option("--progress", "follows", is_flag=True, hidden=True)
def export(kind: str, chosen: Chosen, **how: bool) -> None:
    """Print the club of the installation: its book, or KIND for a table or a journal.

    KIND is games, deals, ledger, standings, balances or hledger. The site may be running meanwhile.
    """
    from scorekeeper.club.files import KINDS
    from scorekeeper.server import maintenance

    if kind not in KINDS:
        click.echo(f"There are {', '.join(KINDS)}", err=True)
        sys.exit(FAILED)
    run_for_site(chosen, lambda settings: maintenance.print_club(settings, kind, **how), ends="")


@main.command("take-in")
@click.argument("file", type=click.Path(path_type=Path))
@for_a_site
def take_in(file: Path, chosen: Chosen) -> None:
    """Take the club book FILE into an installation whose club has nobody in it yet."""
    from scorekeeper.server import maintenance

    run_for_site(chosen, lambda settings: maintenance.take_club_in(settings, file))


@main.command()
@INSTANCE
def demo(instance: Path | None) -> None:
    """Fill a new folder, instance/demo if none is named, with a club that is playing tonight.

    It has played for thirty weeks; links and passphrase are new each time.
    """
    from scorekeeper.config import default_instance
    from scorekeeper.server import maintenance
    from scorekeeper.server.demo import fill_demo

    folder = instance or default_instance() / "demo"

    def work(settings: Settings) -> Iterator[str]:
        yield from fill_demo(settings, datetime.now(UTC))
        yield from maintenance.back_up(settings, None)

    run_for_site(Chosen(folder, None, of_host=True), work)


@main.command("compile")
def compile_all() -> None:
    """Compile the program and its templates, for a service that may not write beside them.

    Else each start compiles what it needs, and keeps it there if it may.
    """
    from compileall import compile_dir

    from scorekeeper.papers.paper import environment
    from scorekeeper.server.app import make_pages

    compile_dir(Path(__file__).parent, quiet=1)
    papers, pages = environment(), make_pages().jinja_env
    for name in pages.list_templates():
        (papers if name.startswith("papers/") else pages).get_template(name)


# --- Commands for files: score a record, read sheet codes, work out a club book, print a paper ----


class _RecordFile(click.File):
    """A parameter that is the path of a record's file, or the text of a sheet code instead."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and is_code(value.encode()):
            return BytesIO(value.encode())
        return super().convert(value, param, ctx)


@main.command()
@click.argument("file", type=_RecordFile("rb"))
@JSON
@click.option("--lines", is_flag=True, help="FILE has a record a line; print a result a line.")
def score(file: BinaryIO, as_json: bool, lines: bool) -> None:
    """Score the game record in FILE (- is standard input), which may hold a sheet code instead.

    Exit status 2 means that a record cannot be scored; every problem is then named.
    """
    if lines:
        sys.exit(_score_lines(file))
    reading = read_file(file.read(MAX_BYTES + 1))
    if as_json:
        click.echo(json.dumps(_answer(reading), ensure_ascii=False, indent=1))
    elif reading.record is not None and reading.score is not None:
        click.echo(write_plain(reading.record, reading.score))
    else:
        click.echo("\n".join(problem_lines(reading.problems, reading.players)), err=True)
    sys.exit(0 if reading.record is not None else FAILED)


def _score_lines(file: Iterable[bytes]) -> int:
    status = 0
    for line in file:
        if not line.strip():
            continue
        reading = read_file(line)
        sys.stdout.write(json.dumps(_answer(reading), ensure_ascii=False) + "\n")
        if reading.record is None:
            status = FAILED
    return status


def _answer(reading: Reading) -> Document:
    if reading.record is None or reading.score is None:
        return {"problems": write_problems(reading.problems, reading.players)}
    return write_result(reading.record.setup, reading.score)


@main.command()
@click.argument("texts", nargs=-1, required=True, metavar="TEXT…")
def read(texts: Sequence[str]) -> None:
    """Print the game record that the QR codes of a sheet hold; their TEXTs come in any order.

    The TEXT - stands for the lines of standard input. Exit status 2 means that a code is missing,
    changed, from another sheet or of a later version.
    """
    typed = sys.stdin.buffer.read(MAX_BYTES).decode(errors="replace") if "-" in texts else ""
    lines = [typed if text == "-" else text for text in texts]
    try:
        document = read_codes("\n".join(lines))
    except SheetCodeError as error:
        click.echo("\n".join(problem_lines([error.problem], ())), err=True)
        sys.exit(FAILED)
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))


@main.command()
@click.argument("texts", nargs=-1, metavar="TEXT…")
@click.option("--variant", default="laws", metavar="KEY", help="The variant; laws if left out.")
@click.option("--for", "line", metavar="LINE", help="melds or hand; gin in the gin variants.")
@JSON
@click.option("--players", metavar="NAMES", help="Names with commas: TEXT is a deal of theirs.")
@click.option("--lines", is_flag=True, help="Standard input has a request a line, as JSON.")
def hear(
    texts: Sequence[str], as_json: bool, lines: bool, players: str | None, **asked: Any
) -> None:
    """Print which cards a dictated TEXT names, part by part.

    Exit status 1 means that something is unclear or was not understood, or that nothing was said; 2
    that there is no such variant or line. With --lines a request has a text and perhaps variant,
    for, options and players; its answer is printed as a line of JSON.
    """
    from scorekeeper.record.hearing import (
        RefusedError,
        answer_line,
        answer_text,
        is_understood,
        refusal,
        write_answer,
    )

    if lines:
        for line in sys.stdin.buffer:
            if line.strip():
                click.echo(json.dumps(answer_line(line), ensure_ascii=False))
        return
    try:
        text = " ".join(texts).encode(errors="replace").decode()
        names = [name.strip() for name in players.split(",")] if players else None
        answer = answer_text(text, **asked, players=names)
    except RefusedError as error:
        if as_json:
            click.echo(json.dumps(refusal(error), ensure_ascii=False, indent=1))
        else:
            click.echo(str(error), err=True)
        sys.exit(FAILED)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    else:
        click.echo(write_answer(answer))
    sys.exit(0 if is_understood(answer) else 1)


@main.command()
@click.argument("file", type=click.File("rb"))
@JSON
@click.option("--night", metavar="ID", help="The organised night; FILE is a club book.")
def seats(file: BinaryIO, as_json: bool, night: str | None) -> None:
    """Plan who sits where in each round of a night, from the file of seats FILE (- is input).

    The same file gives the same plan. Exit status 2 means that the file cannot be used; every
    problem is then named.
    """
    from scorekeeper.club.book.answer import WrongQuestionError
    from scorekeeper.club.book.book import BOOK_BOUNDS
    from scorekeeper.tournament.answer import read_seats_of_night
    from scorekeeper.tournament.seats.plan import plan_seats
    from scorekeeper.tournament.seats_file import (
        SEATS_BOUNDS,
        read_seats,
        write_seats,
        write_seats_plain,
    )

    raw = file.read((SEATS_BOUNDS if night is None else BOOK_BOUNDS).size + 1)
    try:
        reading = read_seats(raw) if night is None else read_seats_of_night(raw, night)
    except WrongQuestionError as error:
        click.echo(str(error), err=True)
        sys.exit(FAILED)
    if reading.wishes is None:
        if as_json:
            found = {"problems": write_problems(reading.problems, ())}
            click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        else:
            document = "file" if night is None else "book"
            lines = problem_lines(reading.problems, (), document=document)
            click.echo("\n".join(lines), err=True)
        sys.exit(FAILED)
    plan = plan_seats(reading.wishes)
    if as_json:
        click.echo(json.dumps(write_seats(plan), ensure_ascii=False, indent=1))
    else:
        click.echo(write_seats_plain(reading.wishes, plan))


def _print_book_schema(asking: click.Context, _: click.Parameter, is_asked: bool) -> None:
    """Print the schema and end, before the file is asked for."""
    if is_asked:
        from scorekeeper.club.book.book import book_schema
        from scorekeeper.tournament import book  # noqa: F401 - it registers with the club

        click.echo(json.dumps(book_schema(), ensure_ascii=False, indent=1))
        asking.exit()


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_book_schema,
    help="Print the JSON Schema of the club book; needs no FILE.",
)
@JSON
@click.option(
    "--csv", "table", metavar="KIND", help="Print games, deals, ledger, standings or balances."
)
@click.option("--bom", is_flag=True, help="Put U+FEFF before CSV, for some spreadsheets.")
@click.option("--ledger", metavar="hledger", help="Print the ledger as a journal for hledger.")
@click.option(
    "--anonymise", "anonymised", metavar="ID", help="Print the book without a person's name."
)
@click.option("--from", "since", metavar="DATE", help="Games of nights from this day.")
@click.option("--to", metavar="DATE", help="Games of nights up to this day.")
@click.option("--night", metavar="ID", help="Games of one night.")
@click.option("--variant", metavar="VARIANT", help="Games of one variant.")
@click.option("--members", is_flag=True, help="A person's games on nights when a member.")
@click.option("--by", metavar="FIGURE", help="Order standings by wins, points, money or average.")
@click.option("--until", metavar="DATE", help="Ledger and balances up to this day.")
def club(file: BinaryIO, **asked: Any) -> None:
    """Work out the nights, payouts, ledger and standings of the club book in FILE (- is input).

    Exit status 2 means that the book has problems, all of which are named, or that what was asked
    for is not there.
    """
    from scorekeeper.club.book.answer import ClubRequest, answer_request
    from scorekeeper.club.book.book import BOOK_BOUNDS
    from scorekeeper.tournament import answer  # noqa: F401 - it registers with the club

    reply = answer_request(ClubRequest(**asked), file.read(BOOK_BOUNDS.size + 1))
    click.echo(reply.text, nl=False)
    if reply.error:
        click.echo(reply.error, err=True)
    sys.exit(reply.status)


class _PaperCommand(click.Command):
    """A command whose help lists the kinds of paper; they are read only when it is asked for."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each kind is made of."""
        from scorekeeper.papers.kinds import kinds_by_source

        with formatter.section("Kinds"):
            formatter.write_dl(
                [(", ".join(kinds), words) for words, kinds in kinds_by_source().items()]
            )


@main.command(cls=_PaperCommand)
@click.argument("source", type=click.File("rb"), required=False)
@click.option("-o", "--output", "target", metavar="FILE", required=True, help="PDF; - is output.")
@click.option("--kind", default="sheet", metavar="KIND", help="One of the kinds below.")
@click.option(
    "--paper",
    default="a4",
    metavar="PAPER",
    help="a4, letter; some kinds: a5, a4-large.",
)
@click.option("--night", metavar="ID", help="The night of a club book.")
@click.option("--person", metavar="ID", help="The person of a statement or a seat card.")
@click.option("--season", metavar="ID", help="The season of awards.")
@click.option("--charge", metavar="ID", help="The charge: the id of its first adjustment.")
@click.option("--from", "since", metavar="DATE", help="From this day.")
@click.option("--to", metavar="DATE", help="Up to this day.")
@click.option("--variant", metavar="KEY", help="The variant of a blank pad or a rules card.")
@click.option("--options", metavar="JSON", help="House rules of the variant.")
@click.option("--players", type=int, metavar="N", help="How many play on a blank pad.")
def sheet(source: BinaryIO | None, target: str, **asked: Any) -> None:
    """Print a paper as PDF.

    SOURCE is a file, or - for standard input. Exit status 2 means that there is no PDF; the reason
    is named.
    """
    from scorekeeper.club.book.answer import WrongQuestionError
    from scorekeeper.papers.kinds import (
        PaperRequest,
        make_paper,
        needs_source,
        source_limit,
    )
    from scorekeeper.papers.paper import write_page
    from scorekeeper.papers.renderer import PrintingUnavailable, lacking_signs, render_paper

    request = PaperRequest(**asked)
    try:
        if needs_source(request) is (source is None):
            missing = "is missing" if source is None else "is not needed"
            raise WrongQuestionError(f"SOURCE {missing} for the kind {request.kind}")
        raw = source.read(source_limit(request) + 1) if source is not None else b""
        page = make_paper(request, raw)
        pdf = render_paper(page)
        lacking = lacking_signs(write_page(page))
    except (WrongQuestionError, PrintingUnavailable) as error:
        click.echo(str(error), err=True)
        sys.exit(FAILED)
    if lacking:
        click.echo(f"No font here has {' '.join(lacking)}; the paper has ⍰ for it.", err=True)
    try:
        with click.open_file(target, "wb") as file:
            file.write(pdf)
    except OSError as error:
        click.echo(f"{target} cannot be written: {error.strerror}.", err=True)
        sys.exit(FAILED)


@main.command()
@JSON
def variants(as_json: bool) -> None:
    """List the variants with their house rules."""
    if as_json:
        listed = [describe_variant(variant) for variant in VARIANTS.values()]
        click.echo(json.dumps({"variants": listed}, ensure_ascii=False, indent=1))
        return
    for variant in VARIANTS.values():
        click.echo(f"{variant.key}  {variant.name}\n    {variant.summary}")
        for option in variant.options:
            value = option.words(getattr(variant.defaults, option.name))
            click.echo(f"    {option.name} = {value}: {option.help} [{option.source}]")
        click.echo()


@main.command()
def schema() -> None:
    """Print the JSON Schema of the game record."""
    click.echo(json.dumps(record_schema(), ensure_ascii=False, indent=1))


main.add_command(sites)

if __name__ == "__main__":
    main(prog_name="scorekeeper")
