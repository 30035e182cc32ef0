"""The rows of figures under the deals of a printed sheet."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import FinalRow, FinalSheet, ScoreSheet
from scorekeeper.print.context import NO_FIGURE, PrintedFigure, SumRow
from scorekeeper.wording import write_points, write_signed

NO_POINTS: Final = "–"


def total_figure(score: Score, *, strong: bool = False) -> PrintedFigure:
    """Return a score as it is printed."""
    return PrintedFigure(write_points(score), minus=score < 0, strong=strong)


def sum_rows(sheet: ScoreSheet) -> Iterator[SumRow]:
    """Yield the rows under the deals: the score so far, or the steps to the result."""
    if sheet.final is not None:
        yield from _final_sums(sheet.final)
        return
    if any(head.held for head in sheet.heads):
        held = [
            PrintedFigure(write_signed(head.held) if head.held else NO_POINTS)
            for head in sheet.heads
        ]
        yield SumRow(label="Kept for the end", figures=tuple(held))
    if sheet.rows and all(head.to_go is not None for head in sheet.heads):
        to_go = [PrintedFigure(str(head.to_go)) for head in sheet.heads]
        yield SumRow(label="To go", figures=tuple(to_go))
    so_far = [total_figure(head.running) if sheet.rows else NO_FIGURE for head in sheet.heads]
    yield SumRow(label="Score so far" if sheet.rows else "Score", figures=tuple(so_far), large=True)


def _final_sums(final: FinalSheet) -> Iterator[SumRow]:
    hands = final.hands
    last = "Total" if final.rounding_rule is None else f"Rounded, {final.rounding_rule}"
    if final.has_steps:
        yield SumRow(label="Score", figures=tuple([total_figure(hand.running) for hand in hands]))
    for row in final.rows:
        yield SumRow(label=_final_label(row), figures=tuple([_extra(each) for each in row.points]))
    if final.rows and final.rounding_rule:
        yield SumRow(label="Total", figures=tuple([total_figure(hand.total) for hand in hands]))
    results = [
        total_figure(hand.rounded, strong=seat in final.winners) for seat, hand in enumerate(hands)
    ]
    yield SumRow(label=last, figures=tuple(results), large=True)


def _extra(points: Score | None) -> PrintedFigure:
    return PrintedFigure(NO_POINTS) if points is None else PrintedFigure(write_signed(points))


def _final_label(row: FinalRow) -> str:
    """Return the name of a bonus and its rule; the rule is quoted if it is a heading."""
    if row.names_rule:
        return row.rule
    return f"{row.label}, {row.rule if row.rule.startswith('Law') else f'“{row.rule}”'}"
