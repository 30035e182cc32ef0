"""The lines of a deal as they are drawn: cards, the rule, the points, and how they were counted."""

from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import LaidHand, ScoreLine, Variant
from scorekeeper.web.pages import DrawnLine, GinSide

_SMALLEST_MELD: Final = 3


def draw_lines(sheet: ScoreSheet, row: SheetRow) -> tuple[tuple[DrawnLine, ...], ...]:
    """The lines of each hand; together they add up to its points."""
    return tuple([tuple(draw_hand(sheet.variant, cell.lines)) for cell in row.cells])


def draw_hand(variant: Variant, lines: Iterable[ScoreLine]) -> Iterator[DrawnLine]:
    """The lines of one hand; melds stand on lines of their own."""
    for line in lines:
        label, rule = variant.family.reasons[line.reason], variant.cite(line.rule)
        if line.parts and _is_melds(line):
            for part in line.parts:
                yield DrawnLine(label=label, cards=part.cards, rule=rule, points=part.points)
            continue
        values = " + ".join([str(part.points) for part in line.parts])
        yield DrawnLine(
            label=label,
            cards=tuple([card for part in line.parts for card in part.cards]),
            rule=rule,
            points=line.points,
            how=f"{label}: {values}" if values else line.how,
        )


def _is_melds(line: ScoreLine) -> bool:
    """Whether each part can stand on a line of its own: cards laid together, points for them."""
    adds_up = sum([part.points for part in line.parts]) == line.points
    return adds_up and all(len(part.cards) >= _SMALLEST_MELD for part in line.parts)


def draw_gin(row: SheetRow) -> tuple[GinSide | None, ...]:
    """How each hand of a gin deal lay; nothing where it was entered as a count."""
    hands = {} if row.outcome is None else row.outcome.hands
    return tuple([_side(hands.get(cell.seat)) for cell in row.cells])


def _side(laid: LaidHand | None) -> GinSide | None:
    if laid is None:
        return None
    return GinSide(melds=laid.melds, lay_offs=laid.lay_offs, deadwood=laid.deadwood)
