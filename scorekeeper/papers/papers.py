"""The papers that can be printed. A further one is a line here, a module and a template.

What a paper is made of says where it is offered: on the site, and by the sheet command.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.papers.awards import AwardsToPrint, awards_paper
from scorekeeper.papers.blank import blank_paper
from scorekeeper.papers.long import long_paper
from scorekeeper.papers.movement import CardsToPrint, movement_paper
from scorekeeper.papers.night import NightToPrint, night_paper
from scorekeeper.papers.paper import PrintedPaper, Size, is_large
from scorekeeper.papers.rules import rules_paper
from scorekeeper.papers.sheet import GameToPrint, sheet_paper
from scorekeeper.papers.standings import SeasonToPrint, standings_paper
from scorekeeper.papers.statement import PersonToPrint, statement_paper
from scorekeeper.papers.terms import VariantToPrint
from scorekeeper.papers.wall import WallToPrint, wall_paper

_LARGE: Final[tuple[Size, ...]] = ("a4", "letter")
_MOST_IN_LARGE: Final = 6
_LARGE_PRINT: Final[tuple[Size, ...]] = ("a4-large", "letter-large")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A kind of paper: the type of what it is made of, its sizes, the usual one first, its maker.

    ``title`` and ``about`` are the words where it is offered beside others.
    """

    kind: str
    of: type
    make: Callable[[Any, Size], PrintedPaper]
    sizes: tuple[Size, ...] = _LARGE
    title: str = ""
    about: str = ""


_ALL: Final = (
    Paper(
        kind="sheet",
        of=GameToPrint,
        make=sheet_paper,
        sizes=(*_LARGE, *_LARGE_PRINT),
        title="Score sheet",
        about="Each deal on a line, the result, the money, to sign.",
    ),
    Paper(
        kind="long",
        of=GameToPrint,
        make=long_paper,
        title="Every hand",
        about="All cards of each deal, and how every line counts.",
    ),
    Paper(
        kind="blank",
        of=VariantToPrint,
        make=blank_paper,
        sizes=(*_LARGE, "a5", *_LARGE_PRINT),
        title="Blank pad",
        about="To keep score by hand.",
    ),
    Paper(
        kind="rules",
        of=VariantToPrint,
        make=rules_paper,
        sizes=(*_LARGE, "a5", *_LARGE_PRINT),
        title="Rules card",
        about="One page, with the house rules of this game.",
    ),
    Paper(kind="night", of=NightToPrint, make=night_paper),
    Paper(kind="statement", of=PersonToPrint, make=statement_paper),
    Paper(kind="standings", of=SeasonToPrint, make=standings_paper),
    Paper(kind="movement", of=CardsToPrint, make=movement_paper),
    Paper(kind="wall", of=WallToPrint, make=wall_paper),
    Paper(kind="awards", of=AwardsToPrint, make=awards_paper),
)
PAPERS: Final = {paper.kind: paper for paper in _ALL}


def sizes_for(paper: Paper, source: object) -> tuple[Size, ...]:
    """Return the sizes of a paper of this source: large print has room for six players."""
    is_wide = isinstance(source, GameToPrint) and len(source.sheet.setup.players) > _MOST_IN_LARGE
    return tuple([size for size in paper.sizes if not (is_wide and is_large(size))])


def papers_of(source: type) -> tuple[Paper, ...]:
    """Return the papers that are made of values of a type."""
    return tuple([paper for paper in _ALL if paper.of is source])
