"""The long sheet of a game: every hand of every deal, with its cards and how each line counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from scorekeeper.domain.deals import Hand, LaidHand
from scorekeeper.domain.game import GameDeal
from scorekeeper.domain.scoring import write_ending
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.print.cards import CardSign, card_sign, write_signs
from scorekeeper.print.context import NO_FIGURE, PrintedFigure, Said, SheetNotes, SumRow
from scorekeeper.print.heading import SIDES, Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.print.page import sheet_page
from scorekeeper.print.sheet_codes import PrintedCodes
from scorekeeper.print.sums import total_figure
from scorekeeper.wording import write_points, write_sentence, write_signed
from scorekeeper.wording.deal_lines import DrawnLine, draw_lines, laid_hands

_NO_CARDS: Final = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class LongLine:
    """A line of a hand: its cards or, without any, its label; points may be an empty text."""

    label: str
    cards: tuple[CardSign, ...]
    how: str
    rule: str
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LongHand:
    """One hand of a deal; ``note`` says what else is known of it, such as ``out, concealed``."""

    name: str
    note: str
    points: str
    running: PrintedFigure
    lines: tuple[LongLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongDeal:
    """A deal: ``facts`` are its limit and contract, ``said`` tells of corrections and challenges.

    ``notes`` say that it does not count, and why.
    """

    number: int
    ending: str
    upcard: CardSign | None
    facts: tuple[str, ...]
    hands: tuple[LongHand, ...]
    notes: tuple[str, ...]
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LongSheet:
    """Everything that the long sheet prints; ``sums`` are the rows at the end of the game."""

    template: ClassVar = "print/long.html"
    heading: Heading
    shape: str
    deals: tuple[LongDeal, ...]
    names: tuple[str, ...]
    sums: tuple[SumRow, ...]
    proof: str
    rules: str
    remarks: tuple[str, ...]
    strip: tuple[str, ...]
    codes: PrintedCodes


def long_sheet(sheet: ScoreSheet, paper: Paper, notes: SheetNotes) -> LongSheet:
    """Return all that the long sheet of a game prints."""
    short = sheet_page(sheet, paper, notes)
    return LongSheet(
        heading=Heading(
            title=short.heading.title,
            line=short.heading.line,
            subject=f"Every hand of {', '.join(short.names)}",
            pixels=fit_title(short.heading.title, SIZES[paper][0] - 2 * SIDES[paper]),
            club=notes.club,
            fields=short.heading.fields,
        ),
        shape=f"long {paper}",
        deals=tuple(_deals(sheet, {row.number: row.said for row in short.rows})),
        names=short.names,
        sums=short.sums,
        proof="" if short.money is None else short.money.proof,
        rules=short.rules,
        remarks=short.remarks,
        strip=short.strip,
        codes=short.codes,
    )


def _deals(sheet: ScoreSheet, said: Mapping[int, Sequence[Said]]) -> Iterator[LongDeal]:
    for row, entered in zip(sheet.rows, sheet.game.deals, strict=True):
        how = write_ending(sheet.setup, by=row.by, ending=row.ending, outcome=row.outcome)
        upcard = entered.deal.upcard
        yield LongDeal(
            number=row.number,
            ending=f"{how}. {sheet.setup.players[row.dealer]} dealt.",
            upcard=None if upcard is None else card_sign(upcard),
            facts=tuple([fact for fact in _facts(sheet, row) if fact]),
            hands=tuple(_hands(sheet, row, entered)),
            notes=() if row.counts else (_why_not(row),),
            said=tuple(said.get(row.number, ())),
        )


def _facts(sheet: ScoreSheet, row: SheetRow) -> Iterator[str]:
    title = sheet.variant.family.deal_title
    if title is not None:
        yield title(sheet.setup.options, row.number)
    if row.outcome is not None:
        if row.outcome.note != row.outcome.name:
            yield row.outcome.note
        yield row.outcome.condition
        yield write_signs(row.outcome.counts(sheet.setup.players))


def _why_not(row: SheetRow) -> str:
    if row.is_late:
        return "Does not count: the game was over."
    return f"Does not count: {write_sentence('; '.join([each.text for each in row.problems]))}"


def _hands(sheet: ScoreSheet, row: SheetRow, entered: GameDeal) -> Iterator[LongHand]:
    laid = laid_hands(row)
    for cell, lines in zip(row.cells, draw_lines(sheet, row), strict=True):
        hands = entered.deal.hands
        hand = hands[cell.seat] if hands else None
        drawn = [*_laid_lines(laid[cell.seat], row, cell), *[_line(line) for line in lines]]
        if hand is not None and not drawn:
            drawn = list(_given_lines(hand))
        yield LongHand(
            name=sheet.setup.players[cell.seat],
            note=_note(sheet, cell),
            points=write_points(cell.points or 0) if cell.has_figure else _NO_CARDS,
            running=NO_FIGURE if cell.running is None else total_figure(cell.running),
            lines=tuple(drawn),
        )


def _note(sheet: ScoreSheet, cell: Cell) -> str:
    marks = {
        sheet.by_mark: cell.is_out,
        "concealed": cell.concealed,
        f"{cell.held} at the end": bool(cell.held),
        "sat out": cell.sat_out,
    }
    return ", ".join([mark for mark, is_so in marks.items() if is_so])


def _line(line: DrawnLine) -> LongLine:
    return LongLine(
        label="" if line.cards else line.label,
        cards=tuple([card_sign(card) for card in line.cards]),
        how=write_signs(line.how),
        rule=line.rule,
        points=write_signed(line.points),
    )


def _shown(label: str, cards: Sequence[CardSign], how: str = "") -> LongLine:
    return LongLine(label="" if cards else label, cards=tuple(cards), how=how, rule="", points="")


def _given_lines(hand: Hand) -> Iterator[LongLine]:
    """Yield the cards of a hand in a deal that does not count, as they were given."""
    for meld in hand.melds or ():
        yield _shown("Meld", [card_sign(card) for card in meld], "Meld")
    rest = hand.in_hand or hand.cards or hand.deadwood
    if rest:
        yield _shown("Cards", [card_sign(card) for card in rest], "Cards")


def _laid_lines(laid: LaidHand | None, row: SheetRow, cell: Cell) -> Iterator[LongLine]:
    """Yield the melds, lay-offs and deadwood of a hand as they lay at the end."""
    if laid is None:
        return
    for meld in laid.melds:
        yield _shown("Meld", [card_sign(card) for card in meld], "Meld")
    count = row.outcome.count_words(cell.seat) if row.outcome else ""
    if laid.lay_offs:
        words = f"Laid off. {count}" if count else "Laid off"
        yield _shown("Laid off", [card_sign(card) for card in laid.lay_offs], words)
    if laid.deadwood:
        points = None if row.outcome is None else row.outcome.count_of(cell.seat)
        words = "Deadwood" if points is None else f"Deadwood {points}"
        yield _shown("Deadwood", [card_sign(card) for card in laid.deadwood], words)
