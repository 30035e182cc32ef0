"""Sheets to print: three whole games in cards, and games in totals of any size."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.papers.paper import Size
from scorekeeper.papers.renderer import render_paper
from scorekeeper.papers.sheet import NOTHING_NOTED, GameToPrint, SheetNotes, SheetPaper, sheet_paper
from scorekeeper.record.reading import read_record
from scorekeeper.rules.game import Act, Dealt, Entry, Started, replay
from scorekeeper.rules.options import values_of
from scorekeeper.rules.sheet import ScoreSheet, make_sheet

Record = dict[str, Any]

_RECORDS = Path(__file__).parent / "records"
LONG_NAMES = (
    "Maximiliana Bartholomew-Featherstonehaug",
    "Wolfeschlegelsteinhausenbergerdorffweltx",
    "<b>Bob</b> & sons",
    "Ørjan Ångström-Größer",
    "Ἀθηνᾶ Čapek",
)
TEN = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim")
NO_LETTER = "\U0010fffd"
"""A sign that may stand in a name, and that no font has: nothing is ever assigned to it."""


def record(name: str, **changes: Any) -> Record:
    """The whole game ``laws``, ``contract`` or ``gin``, with other values for some keys."""
    found: Record = json.loads((_RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return {**found, **changes}


def totals(variant: str, players: Sequence[str], deals: int, **changes: Any) -> Record:
    """A game in totals in which the players go out in turn."""
    return {
        "format": "scorekeeper-game/1",
        "variant": variant,
        "players": list(players),
        "deals": [_deal(variant, players, number) for number in range(deals)],
        **changes,
    }


def _deal(variant: str, players: Sequence[str], number: int) -> Record:
    out = players[number % len(players)]
    hands: dict[str, Mapping[str, int]] = {}
    for seat, name in enumerate(players):
        in_hand = 0 if name == out else 60 + 5 * seat
        melded = 110 if name == out else 20
        hand = {"in_hand_points": in_hand, "melded_points": melded}
        hands[name] = {"in_hand_points": in_hand} if variant == "contract" else hand
    return {"ending": "out", "by": out, "hands": hands}


def sheet_of(document: Record, *acts: Act) -> ScoreSheet:
    """The sheet of a record, and of what happened after its deals."""
    found = read_record(document).record
    if found is None:
        raise ValueError(read_record(document).problems)
    setup = found.setup
    started = Started(
        variant=setup.variant.key,
        options=values_of(setup.options),
        players=setup.players,
        stake=setup.stake,
        title=found.title,
        place=found.place,
        played_on=found.played_on,
    )
    dealt = [Dealt(deal=deal) for deal in found.deals]
    entries = [Entry(seq, act) for seq, act in enumerate([started, *dealt, *acts], 1)]
    return make_sheet(replay(entries), setup.variant)


def samples() -> dict[str, ScoreSheet]:
    """One sheet of every kind that has to look right."""
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    laws = record("laws")
    options = {"settlement": "difference"}
    return {
        "laws": sheet_of(laws),
        "gin": sheet_of(record("gin")),
        "contract": sheet_of(record("contract")),
        "long amounts": sheet_of(
            totals(
                "laws",
                LONG_NAMES[:4],
                3,
                stake={"currency": "USD", "amount": "250.00", "per": 1},
                title="The annual autumn tournament of the club, second evening, table number 14",
                options={"target": 150},
            )
        ),
        "blank": sheet_of({**laws, "deals": []}),
        "under way": sheet_of({**laws, "deals": laws["deals"][:3]}),
        "long names": sheet_of(totals("modern", LONG_NAMES, 9, stake=stake, place="x y " * 14)),
        "ten players": sheet_of(totals("contract", TEN, 5, stake=stake, options=options)),
        "long game": sheet_of(
            totals("laws", ["Ann", "Bob", "Cal"], 25, stake=stake, options={"target": 1050})
        ),
    }


def under_way() -> ScoreSheet:
    """The game ``laws`` after three deals."""
    return sheet_of(record("laws", deals=record("laws")["deals"][:3]))


def printed(sheet: ScoreSheet, size: Size = "a4", notes: SheetNotes = NOTHING_NOTED) -> SheetPaper:
    """The paper of a sheet."""
    return sheet_paper(GameToPrint(sheet, notes), size)


def sheet_pdf(sheet: ScoreSheet, size: Size = "a4", notes: SheetNotes = NOTHING_NOTED) -> bytes:
    """The PDF of a sheet."""
    return render_paper(printed(sheet, size, notes))


def page_of(document: Record) -> SheetPaper:
    """The page of a record's game, on A4."""
    return printed(sheet_of(document))
