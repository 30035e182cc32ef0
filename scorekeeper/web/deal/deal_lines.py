"""The lines of a deal as pages draw them: cards, the rule, the points, how they were counted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.domain.deals import LaidHand, MeldCard
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import ScoreSheet, SheetRow
from scorekeeper.domain.variant import ScoreLine, Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLine:
    """One line of a hand: its cards or, without any, its label; ``how`` it was counted.

    ``is_meld`` is true of cards that were laid together.
    """

    label: str
    cards: tuple[MeldCard, ...]
    rule: str
    points: Score
    how: str = ""
    is_meld: bool = False


def draw_lines(sheet: ScoreSheet, row: SheetRow) -> tuple[tuple[DrawnLine, ...], ...]:
    """Return the lines of each hand, by seat; together they add up to the points of the hand."""
    return tuple([tuple(draw_hand(sheet.variant, cell.lines)) for cell in row.cells])


def draw_hand(variant: Variant, lines: Iterable[ScoreLine]) -> Iterator[DrawnLine]:
    """Yield the lines of one hand; each meld is a line of its own."""
    for line in lines:
        label, rule = variant.family.reasons[line.reason], variant.cite(line.rule)
        if line.parts and all(part.is_meld for part in line.parts):
            for part in line.parts:
                yield DrawnLine(
                    label=label, cards=part.cards, rule=rule, points=part.points, is_meld=True
                )
            continue
        values = " + ".join([str(part.points) for part in line.parts])
        yield DrawnLine(
            label=label,
            cards=tuple([card for part in line.parts for card in part.cards]),
            rule=rule,
            points=line.points,
            how=f"{label}: {values}" if values else line.how,
        )


def laid_hands(row: SheetRow) -> tuple[LaidHand | None, ...]:
    """Return how each hand lay, by seat, where the outcome of the deal tells it."""
    hands = {} if row.outcome is None else row.outcome.hands
    return tuple([hands.get(cell.seat) for cell in row.cells])
