"""The long sheet of a game: every hand of every deal, with its cards and how each line counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, NamedTuple

from scorekeeper.papers.codes import codes_for
from scorekeeper.papers.paper import SIDES, SIZES, Size
from scorekeeper.papers.sheet import GamePaper, GameToPrint, heading_of
from scorekeeper.papers.terms import value_strip
from scorekeeper.rules.deals import Hand, LaidHand, Points, Seat
from scorekeeper.rules.game import GameDeal
from scorekeeper.rules.scoring import ScoredPair, write_ending
from scorekeeper.rules.sheet import Cell, SheetRow
from scorekeeper.wording.deal_lines import DrawnLine, draw_lines, draw_pair, laid_hands


class LongHand(NamedTuple):
    """One hand of a deal: how it lay at the end, if that is known, and its lines.

    ``given`` is the hand as it was entered, for a deal that has no lines since it does not count.
    ``is_total`` is true if it was entered as totals of what was melded and what was left. ``place``
    is the player's number in the deal's outcome; of partners that of a pair, in which ``points``
    are the player's and the total is the side's, so that it is not told here.
    """

    cell: Cell
    laid: LaidHand | None
    lines: tuple[DrawnLine, ...]
    given: Hand | None
    is_total: bool
    place: Seat
    points: Points | None
    is_of_pair: bool = False

    @property
    def told(self) -> tuple[tuple[DrawnLine, ...], ...]:
        """The lines; those of a hand entered as totals are told together, up to another rule."""
        together = self.lines[:0]
        if self.is_total:
            together = tuple(takewhile(lambda line: line.rule == self.lines[0].rule, self.lines))
        alone = [(line,) for line in self.lines[len(together) :]]
        return (together, *alone) if together else tuple(alone)


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPaper(GamePaper):
    """Everything that the long sheet prints."""

    template: ClassVar = "papers/long.html"

    @property
    def ended_mark(self) -> str:
        """The word for the player who ended a deal, or a pair of it."""
        setup = self.sheet.setup
        return setup.variant.family.asks(setup.options).by_mark

    def ending_of(self, row: SheetRow) -> str:
        """Return how a deal ended, in words."""
        return write_ending(
            self.sheet.setup, by=row.by, ending=row.ending, outcome=row.outcome, pairs=row.pairs
        )

    def hands_of(self, row: SheetRow, entered: GameDeal) -> Iterator[LongHand]:
        """Yield the hands of a deal, by seat."""
        laid, hands = laid_hands(row), entered.deal.hands
        for cell, lines in zip(row.cells, draw_lines(self.sheet, row), strict=True):
            lay = laid[cell.seat]
            is_shown = bool(lines) or lay is not None or not hands
            hand = hands[cell.seat] if hands else None
            is_total = hand is not None and hand.melded_points is not None
            given = None if is_shown else hand
            points = cell.points if cell.has_figure else None
            yield LongHand(cell, lay, lines, given, is_total, cell.seat, points)

    def hands_of_pair(self, row: SheetRow, pair: ScoredPair) -> Iterator[LongHand]:
        """Yield the two hands of a pair; without a score there are no lines."""
        drawn = draw_pair(self.sheet.variant, pair) or ((), ())
        for place, (seat, lines) in enumerate(zip(pair.seats, drawn, strict=True)):
            laid = pair.outcome.hands.get(Seat(place)) if pair.outcome else None
            hand = pair.dealt.deal.hands[place] if pair.dealt.deal.hands else None
            points = pair.score.score.hands[place].points if pair.score and lines else None
            yield LongHand(
                cell=row.cells[seat],
                laid=laid,
                lines=lines,
                given=None if pair.score else hand,
                is_total=False,
                place=Seat(place),
                points=points,
                is_of_pair=True,
            )


def long_paper(game: GameToPrint, size: Size) -> LongPaper:
    """Return all that the long sheet of a game prints."""
    sheet, notes = game
    return LongPaper(
        heading=heading_of(game, SIZES[size][0] - 2 * SIDES[size], 20.0),
        shape=f"long {size}",
        sheet=sheet,
        notes=notes,
        codes=codes_for(sheet, notes.address),
        strip=value_strip(sheet.variant, sheet.setup.options),
    )
