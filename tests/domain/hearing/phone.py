"""Hears texts as a phone does: by the script of the pad, with the rules that its page carries."""

import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from scorekeeper.domain.hearing import Answer
from scorekeeper.domain.scoring import Setup
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.record.hearing import vocabulary
from scorekeeper.web.core.assets import STATIC
from scorekeeper.web.core.bundling import join_file
from scorekeeper.web.deal.pad_table import pad_table
from tests.domain.hearing.said_hands import roughen, say_hand

FOLDER: Final = Path(__file__).parents[3]
CASES: Final = FOLDER / "tests/cases/hear/hear.json"
_NOTATION: Final = "AKQJT23459 10 SHDCshdc=-*,;/★♠♥ rb jk "


class Phrase(NamedTuple):
    text: str
    variant: str
    line: str


def hard_phrases() -> list[Phrase]:
    return [
        Phrase(case["text"], case["variant"], case["for"]) for case in json.loads(CASES.read_text())
    ]


def phrases(chance: Random, count: int) -> list[Phrase]:
    """Return hands in noisy words, and texts in which words, signs or notation stand by chance."""
    entries = sorted(vocabulary().table.entries)
    found = []
    for _ in range(count):
        said = say_hand(chance)
        kind = chance.random()
        text = said.text
        if kind < 0.3:
            text = roughen(chance, text)
        elif kind < 0.4:
            text = " ".join(chance.choices(entries, k=chance.randint(1, 12)))
        elif kind < 0.5:
            text = "".join(chance.choices(_NOTATION, k=chance.randint(1, 20)))
        found.append(Phrase(text, said.variant, said.line))
    return found


@cache
def rules_on_the_page(variant: str) -> Any:
    """Return what the page gives its pad, as it comes out of JSON."""
    known = VARIANTS[variant]
    players = ("Ann", "Bob", "Cal", "Dot")
    setup = Setup(variant=known, options=known.defaults, players=players, stake=None)
    return json.loads(json.dumps(pad_table(setup, 1)))


def heard_on_the_phone(said: Sequence[Phrase]) -> list[Answer]:
    lines = [[each.text, each.line, rules_on_the_page(each.variant)] for each in said]
    deno = Path(sys.executable).with_name("deno")
    with TemporaryDirectory() as folder:
        for name in ("hear.js", "rules.js"):
            (Path(folder) / name).write_bytes(join_file(STATIC / "deal/hear" / name))
        allowed = ["--quiet", "--no-remote", "--allow-read"]
        done = run(
            [deno, "run", *allowed, "tests/scripts/hear.js", folder],
            cwd=FOLDER,
            env=os.environ | {"DENO_NO_UPDATE_CHECK": "1"},
            input="\n".join([json.dumps(line) for line in lines]).encode(),
            capture_output=True,
            check=True,
        )
    return [json.loads(line) for line in done.stdout.splitlines()]
