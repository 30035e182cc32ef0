"""Sheets of odd texts: names, titles, places and reasons of letters from all over Unicode."""

from random import Random
from typing import Final

from scorekeeper.papers.paper import PrintedPaper, Size
from scorekeeper.papers.sheet import SheetNotes
from scorekeeper.rules.words import find_hidden_sign, look_of, trim_line
from tests.papers.games import printed, sheet_of, totals

TEXTS_A_SHEET: Final = 10
_BLOCKS: Final = (
    *((0x20, 0x7F), (0xA0, 0x250), (0x250, 0x370), (0x370, 0x590), (0x590, 0x900)),
    *((0x900, 0x1000), (0x1000, 0x2000), (0x2000, 0x2E80), (0x3000, 0xA000), (0xA000, 0xD7FF)),
    *((0xE000, 0xF900), (0xF900, 0xFFFE), (0x10000, 0x20000), (0x1F300, 0x1FAFF)),
)
_MARKUP: Final = ("<b>", "</body>", "&amp;", "\"'", "{{ x }}", "url(a)", "]]>", "\\", "%s", "--")


def odd_text(chance: Random, longest: int) -> str:
    """A text that a table may type: one line without hidden signs."""
    letters = ""
    for _ in range(chance.randint(1, 4)):
        first, beyond = chance.choice(_BLOCKS)
        count = chance.choice((1, 3, longest))
        letters += "".join([chr(chance.randrange(first, beyond)) for _ in range(count)])
        letters += chance.choice(_MARKUP) if chance.random() < 0.3 else ""
    shown = "".join([sign for sign in letters if not find_hidden_sign(f"a{sign}a")])
    return trim_line(trim_line(shown)[:longest]) or "x"


def odd_sheet(chance: Random) -> PrintedPaper:
    """The paper of a game with ten odd texts."""
    names: dict[str, str] = {}
    while len(names) < 6:
        name = odd_text(chance, 40)
        names.setdefault(look_of(name), name)
    title, place, reason, club = [odd_text(chance, longest) for longest in (200, 200, 200, 60)]
    game = totals("contract", list(names.values()), 2, title=title, place=place)
    notes = SheetNotes(corrections={1: (reason,)}, told=(reason,), club=club)
    sizes: tuple[Size, ...] = ("a4", "letter")
    return printed(sheet_of(game), chance.choice(sizes), notes)
