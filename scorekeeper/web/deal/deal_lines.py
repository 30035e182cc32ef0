"""The lines of a deal as they are drawn: cards, the rule, the points, and how they were counted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import MeldCard
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import LaidHand, ScoreLine, Variant

_SMALLEST_MELD: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class GinSide:
    """How a gin hand lay: its melds, what was laid off from it, and what was left."""

    melds: tuple[tuple[Card, ...], ...]
    lay_offs: tuple[Card, ...]
    deadwood: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLine:
    """One line of a hand: its cards or, without any, its label; ``how`` it was counted."""

    label: str
    cards: tuple[MeldCard, ...]
    rule: str
    points: Score
    how: str = ""


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
