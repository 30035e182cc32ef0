"""Commands for files: score a record, read sheet codes, work out a club book, print a paper.

Scoring has to start fast, so this module imports neither the site nor the database; printing is
imported by the command that prints.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, BinaryIO, Final

import click

from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.document import MAX_BYTES, Document
from scorekeeper.record.places import write_problems
from scorekeeper.record.plain import problem_lines, write_plain
from scorekeeper.record.reading import Reading, read_file
from scorekeeper.record.result_writing import describe_variant, write_result
from scorekeeper.record.schema import record_schema
from scorekeeper.record.sheet_code import SheetCodeError
from scorekeeper.record.sheet_code.decoding import is_code, read_codes

_UNSCORED: Final = 2


class _RecordFile(click.File):
    """A parameter that is the path of a record's file, or the text of a sheet code instead."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and is_code(value.encode()):
            return BytesIO(value.encode())
        return super().convert(value, param, ctx)


@click.command()
@click.argument("file", type=_RecordFile("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
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
    sys.exit(0 if reading.record is not None else _UNSCORED)


def _score_lines(file: Iterable[bytes]) -> int:
    status = 0
    for line in file:
        if not line.strip():
            continue
        reading = read_file(line)
        sys.stdout.write(json.dumps(_answer(reading), ensure_ascii=False) + "\n")
        if reading.record is None:
            status = _UNSCORED
    return status


def _answer(reading: Reading) -> Document:
    if reading.record is None or reading.score is None:
        return {"problems": write_problems(reading.problems, reading.players)}
    return write_result(reading.record.setup, reading.score)


@click.command()
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
        sys.exit(_UNSCORED)
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
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
    from scorekeeper.record.club import BOOK_BOUNDS
    from scorekeeper.record.club.asking import ClubRequest, answer_request

    reply = answer_request(ClubRequest(**asked), file.read(BOOK_BOUNDS.size + 1))
    click.echo(reply.text, nl=False)
    if reply.error:
        click.echo(reply.error, err=True)
    sys.exit(reply.status)


@click.command()
@click.argument("source", type=click.File("rb"), required=False)
@click.option("-o", "--output", "target", metavar="FILE", required=True, help="PDF; - is output.")
@click.option("--kind", default="sheet", metavar="KIND", help="sheet, long, blank, rules, …")
@click.option("--paper", default="a4", metavar="PAPER", help="a4, letter, or a5 for some kinds.")
@click.option("--night", metavar="ID", help="The night of a club book.")
@click.option("--person", metavar="ID", help="The person of a statement.")
@click.option("--from", "since", metavar="DATE", help="From this day.")
@click.option("--to", metavar="DATE", help="Up to this day.")
@click.option("--variant", metavar="KEY", help="The variant of a blank pad or a rules card.")
@click.option("--options", metavar="JSON", help="House rules of the variant.")
@click.option("--players", type=int, metavar="N", help="How many play on a blank pad.")
def sheet(source: BinaryIO | None, target: str, **asked: Any) -> None:
    """Print a paper as PDF.

    SOURCE is a game record (kinds sheet and long) or a club book (night, statement, standings); -
    is standard input. A blank pad and a rules card have none. Exit status 2 means that there is no
    PDF; the reason is named.
    """
    from scorekeeper.print import PrintingUnavailable, lacking_signs, render_paper
    from scorekeeper.print.asking import PaperRequest, make_paper, needs_source, source_limit
    from scorekeeper.print.template import write_page
    from scorekeeper.print.wrong_question import WrongPaperError

    request = PaperRequest(**asked)
    try:
        if needs_source(request) is (source is None):
            missing = "is missing" if source is None else "is not needed"
            raise WrongPaperError(f"SOURCE {missing} for the kind {request.kind}")
        raw = source.read(source_limit(request) + 1) if source is not None else b""
        page = make_paper(request, raw)
        pdf = render_paper(page)
        lacking = lacking_signs(write_page(page))
    except (WrongPaperError, PrintingUnavailable) as error:
        click.echo(str(error), err=True)
        sys.exit(_UNSCORED)
    if lacking:
        click.echo(f"No font here has {' '.join(lacking)}; the paper has ⍰ for it.", err=True)
    with click.open_file(target, "wb") as file:
        file.write(pdf)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
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


@click.command()
def schema() -> None:
    """Print the JSON Schema of the game record."""
    click.echo(json.dumps(record_schema(), ensure_ascii=False, indent=1))


FILE_COMMANDS: Final = (score, read, club, sheet, variants, schema)
