"""Asks a commit's program for all that is frozen."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.frozen.reading import read_codes, without_chance, write_answer, write_paper
from tests.frozen.serving import ERRORS, HOST, Program, Site, checked_out, read_visits, thaw

CSV: Final = ("games", "deals", "ledger", "standings", "balances")
SAID: Final = (
    "three kings, five to ten of spades",
    "king queen jack of hearts and a joker",
    "two aces, nine of clubs, ten",
    "no cards",
    "four fives and the deuce of spades as six",
)
_SHEETS: Final = "/sheet.pdf"


def make(commit: str) -> dict[str, str]:
    """Return everything that a commit's program shows, prints and exports, by what was asked."""
    with checked_out(commit) as checkout, TemporaryDirectory(prefix="frozen-") as name:
        work = Path(name)
        return dict(_make(Program(checkout), work, read_visits()))


def _make(program: Program, work: Path, visits: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for instance, asked in visits["instances"].items():
        folder = work / instance
        thaw(folder, asked["files"], with_club=asked["with_club"])
        with program.served(folder) as site:
            yield from _ask(site, asked, work)
        yield f"log of {instance}", without_chance(folder.with_suffix(".log").read_text())
        if asked["with_club"]:
            yield from _export(program, folder, work)
    yield from _command_games(program, work)
    for arguments in _OTHERS:
        yield f"./run {' '.join(arguments)}", program.run(arguments, work)


def _ask(site: Site, asked: Mapping[str, Any], work: Path) -> Iterator[tuple[str, str]]:
    """Yield each page as its visitor gets it, and the codes on the sheets of games."""
    for visitor, (cookie, addresses) in asked["visitors"].items():
        for address in addresses:
            answer = site.get(address, cookie, host=asked["host"] and HOST)
            yield f"{visitor} {address}", write_answer(answer)
            if address.endswith(_SHEETS) and answer.status == 200:
                codes = read_codes(answer.body)
                yield f"codes {visitor} {address}", "\n".join(codes)
            if address.endswith("/record.json") and visitor == "host":
                game = address.split("/")[2]
                (work / f"record-{game}.json").write_bytes(answer.body)


def _export(program: Program, folder: Path, work: Path) -> Iterator[tuple[str, str]]:
    """Yield what the club's instance exports, and what commands make of its book."""
    book = program.run(["export", "--instance", str(folder)], work)
    yield "./run export", book
    (work / "book.json").write_text(book.partition("\n")[2].partition(ERRORS)[0], encoding="utf-8")
    for kind in (*CSV, "hledger"):
        yield f"./run export {kind}", program.run(["export", kind, "--instance", str(folder)], work)
    figures = (
        [],
        ["--json"],
        ["--ledger", "hledger"],
        ["--members", "--by", "money", "--from", "2026-09-01"],
        *[["--csv", kind] for kind in CSV],
    )
    for more in figures:
        yield (
            f"./run club {' '.join(more)}".strip(),
            program.run(["club", "book.json", *more], work),
        )
    yield from _print(
        program, "book.json", work, _papers_of(json.loads((work / "book.json").read_text()))
    )


def _papers_of(book: Mapping[str, Any]) -> Iterator[list[str]]:
    organised = [night["id"] for night in book["nights"] if "organised" in night]
    yield ["--kind", "night", "--night", book["nights"][0]["id"]]
    yield ["--kind", "statement", "--person", book["people"][0]["id"]]
    yield ["--kind", "standings", "--paper", "letter"]
    for kind in ("movement", "wall", "awards"):
        yield ["--kind", kind, "--night", organised[0]]
    yield ["--kind", "awards", "--season", book["seasons"][0]["id"]]


def _print(
    program: Program, source: str, work: Path, papers: Iterator[list[str]]
) -> Iterator[tuple[str, str]]:
    for arguments in papers:
        paper = work / "paper.pdf"
        paper.unlink(missing_ok=True)
        command = ["sheet", *([source] if source else []), "-o", str(paper), *arguments]
        told = program.run(command, work).replace(str(work), "*")
        text = write_paper(paper.read_bytes()) if paper.exists() else ""
        yield f"./run sheet {source} {' '.join(arguments)}", f"{told}\n{text}"


def _command_games(program: Program, work: Path) -> Iterator[tuple[str, str]]:
    """Yield the scores of the home games by the command, and some papers of theirs."""
    records = sorted(work.glob("record-*.json"))
    lines = [json.dumps(json.loads(record.read_text())) for record in records]
    (work / "records.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    yield "./run score --lines", program.run(["score", "records.jsonl", "--lines"], work)
    for record in records:
        yield f"./run score {record.name}", program.run(["score", record.name], work)
    for record in records[:3]:
        yield from _print(
            program, record.name, work, iter([["--kind", "sheet"], ["--kind", "long"]])
        )
    variants = ("laws", "modern", "contract", "gin100", "gin150")
    papers = [["--kind", kind, "--variant", key] for kind in ("blank", "rules") for key in variants]
    yield from _print(program, "", work, iter(papers[3:7]))


_OTHERS: Final = (
    ["variants"],
    ["variants", "--json"],
    ["schema"],
    *[["hear", text] for text in SAID],
    ["hear", SAID[0], "--json", "--variant", "modern"],
    ["club", "nothing.json"],
)
