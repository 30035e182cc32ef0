"""Counts the taps that enter deals on the pad, and how many slips are told before the score.

Every run of keys is pressed by the scripts of the site, and must make the deal that was dealt.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from scorekeeper.record.deal_reading import DealReader
from scorekeeper.record.document import Findings
from scorekeeper.rules.deals import Deal
from scorekeeper.rules.scoring import Setup, with_options
from scorekeeper.rules.table_checks import count_cards, has_error
from scorekeeper.rules.variant import Table
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.deal.deal_text import make_deal_document
from scorekeeper.web.deal.pad import pad_table
from tests.bench.figures import Row, percentile
from tests.bench.played import play_deal
from tests.bench.slips import KINDS, join_hands, slip, split_hands
from tests.browser.gin_deals import make_gin_deal
from tests.browser.pad_deals import make_contract_deal
from tests.browser.pad_presses import own_presses_of, presses_of
from tests.browser.pad_reading import at_table

_KEYS: Final = Path(__file__).with_name("press_keys.js")
_TABLES: Final = (("laws", 4), ("modern", 3), ("contract", 5), ("gin150", 2))
_FEW, _SOME, _MANY = 20, 100, 1000


@dataclass(frozen=True, slots=True)
class Entered:
    """What the pad made of the presses of a deal."""

    fields: dict[str, str]
    refused: int
    told: list[str]


@dataclass(frozen=True, slots=True)
class Tapped:
    """A deal, the presses that enter it, and what the pad makes of them."""

    deal: Deal
    presses: list[str]
    right: Entered


def run(count: int = _MANY) -> Iterator[Row]:
    """Yield the taps of twenty deals of each variant, and those and the slips of many of laws."""
    for key, players in _TABLES:
        setup = _setup(key, players)
        deals = [_deal(setup, Random(seed)) for seed in range(_FEW)]
        enter(setup, deals)
        yield f"{key}, {players} players, {_FEW} deals: taps, 50 %", _taps(setup, deals), ""
        if setup.variant.family.key == "oklahoma":
            yield f"{key}, own hands of these, 50 %", _own_taps(setup, deals), ""
    setup = _setup("laws", 4)
    deals = [play_deal(setup, Random(seed)) for seed in range(count)]
    yield f"laws, 4 players, {count} deals: taps, 50 %, 90 %", _taps(setup, deals, 90), "40"
    yield "own hands of these, 50 %, 90 %", _own_taps(setup, deals, 90), "12"
    entered = enter(setup, deals)
    yield from _measure_slips(setup, entered, tells_left=False)
    yield from _measure_slips(setup, entered, tells_left=True)


def run_short() -> Iterator[Row]:
    """The same of fewer deals."""
    yield from run(_SOME)


def enter(setup: Setup, deals: Sequence[Deal]) -> list[Tapped]:
    """Enter deals by their fewest presses; whoever took the pile answers that."""
    runs = [_answer(deal, presses_of(setup, deal)) for deal in deals]
    tapped = [
        Tapped(deal, presses, made)
        for deal, presses, made in zip(deals, runs, press_all(setup, runs), strict=True)
    ]
    for one in tapped:
        read = _read(setup, one.right.fields)
        assert read is not None
        assert at_table(read, setup) == at_table(one.deal, setup)
    return tapped


def press_all(setup: Setup, runs: Sequence[Sequence[str]]) -> list[Entered]:
    """Press each run of keys on an empty pad."""
    deno = Path(sys.executable).with_name("deno")
    asked = json.dumps({"table": pad_table(setup, 1), "runs": runs})
    command = [str(deno), "run", "--quiet", "--no-remote", str(_KEYS)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return [Entered(**made) for made in json.loads(done.stdout)]


def _answer(deal: Deal, presses: Sequence[str]) -> list[str]:
    """Return the presses with the answer of each player who took the pile."""
    pressed, first = split_hands(presses), deal.by or 0
    # A dead deal has no hands.
    for own, hand in zip(pressed, deal.hands[first:] + deal.hands[:first], strict=False):
        own.extend(["fact:took_pile"] if hand.took_pile else [])
    return join_hands(pressed)


def _taps(setup: Setup, deals: Sequence[Deal], percent: int = 50) -> str:
    return _write_taps([len(presses_of(setup, deal)) + 1 for deal in deals], percent)


def _own_taps(setup: Setup, deals: Sequence[Deal], percent: int = 50) -> str:
    hands = [(deal, seat) for deal in deals for seat in range(len(deal.hands))]
    return _write_taps([len(own_presses_of(setup, *hand)) + 1 for hand in hands], percent)


def _write_taps(taps: Sequence[int], percent: int) -> str:
    """Return the median, and what ``percent`` of the deals do not exceed; a tap sends each."""
    many = "" if percent == 50 else f", {percentile(taps, percent):.0f}"
    return f"{median(taps):g}{many}"


def _measure_slips(setup: Setup, tapped: Sequence[Tapped], *, tells_left: bool) -> Iterator[Row]:
    """Yield how many slips that spoil a deal are told, with or without the cards that are left."""
    chance, found = Random(1), {}
    for kind in KINDS:
        slips = [(one, slip(kind, one.presses, chance)) for one in tapped]
        tried = [
            (one, [*presses, *([f"left:{_left(setup, one.deal)}"] if tells_left else [])])
            for one, presses in slips
            if presses is not None
        ]
        made = press_all(setup, [presses for _, presses in tried])
        spoilt = [
            _is_told(setup, entered, one.right)
            for (one, _), entered in zip(tried, made, strict=True)
            if entered.fields != one.right.fields
        ]
        found[kind] = spoilt
    found["all"] = [is_told for kind in KINDS for is_told in found[kind]]
    about = "cards left told, " if tells_left else ""
    for kind, spoilt in found.items():
        share = 100 * sum(spoilt) / len(spoilt)
        yield f"slips told, {about}{kind}", f"{share:.1f} % of {len(spoilt)}", ""


def _left(setup: Setup, deal: Deal) -> int:
    """Return how many cards are left in stock and pile."""
    pack = setup.variant.family.pack(setup.options, len(setup.players))
    return 52 * pack.copies + pack.jokers - count_cards(deal)


def _is_told(setup: Setup, made: Entered, right: Entered) -> bool:
    """Tell whether a key was refused, or anything is said that the right deal does not bring."""
    deal = _read(setup, made.fields)
    if made.refused > right.refused or set(made.told) - set(right.told) or deal is None:
        return True
    table = Table(players=setup.players, number=1)
    return has_error(setup.variant.family.score_deal(setup.options, deal, table).problems)


def _read(setup: Setup, fields: dict[str, str]) -> Deal | None:
    """Return the deal that the site reads, or None where it cannot."""
    findings = Findings()
    reader = DealReader(setup.variant.family.asks(setup.options), setup.players)
    deal = reader.read(make_deal_document(setup, fields), (), findings)
    return None if findings.problems else deal


def _setup(key: str, players: int) -> Setup:
    names = ("Ann", "Bob", "Cal", "Dot", "Eve")[:players]
    return Setup(VARIANTS[key], with_options(VARIANTS[key], {}), names, None)


def _deal(setup: Setup, chance: Random) -> Deal:
    families = {"contract": make_contract_deal, "oklahoma_gin": make_gin_deal}
    return families.get(setup.variant.family.key, play_deal)(setup, chance)
