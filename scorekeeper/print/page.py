"""Turns a score sheet into the texts that its paper shows."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scorekeeper.domain.cards import Card, Suit
from scorekeeper.domain.deals import Ending
from scorekeeper.domain.game import GameDeal
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.print.agreed import (
    all_agreed,
    make_signatures,
    say_agreed,
    say_challenges,
    say_closed,
)
from scorekeeper.print.cards import CardSign, card_sign
from scorekeeper.print.context import (
    NO_FIGURE,
    DealCell,
    DealRow,
    PrintedLegend,
    PrintedSheet,
    Said,
    SheetNotes,
    Signatures,
    SumRow,
)
from scorekeeper.print.end_layout import EndTexts
from scorekeeper.print.heading import Heading
from scorekeeper.print.kinds import Paper
from scorekeeper.print.layout import Contents, RowTexts, lay_out
from scorekeeper.print.money import Money, make_money
from scorekeeper.print.sheet_codes import PrintedCodes, codes_for
from scorekeeper.print.sheet_head import head_fields, sheet_outcome, sheet_place, sheet_title
from scorekeeper.print.sums import NO_POINTS, sum_rows, total_figure
from scorekeeper.print.values import value_strip
from scorekeeper.wording import (
    NO_MONEY,
    write_names,
    write_points,
)

NOTHING_NOTED: Final = SheetNotes()


def sheet_page(sheet: ScoreSheet, paper: Paper, notes: SheetNotes = NOTHING_NOTED) -> PrintedSheet:
    """Return all that is printed of a sheet."""
    codes = codes_for(sheet, notes.address)
    remarks = filter(None, [*_remarks(sheet, notes), *notes.told, codes.why_none])
    parts = _parts(sheet, notes, tuple(dict.fromkeys(remarks)), codes)
    layout = lay_out(_contents(sheet, parts, notes), paper)
    return PrintedSheet(
        heading=Heading(
            title=parts.title,
            line=sheet_outcome(sheet),
            subject=f"Score sheet of {', '.join(sheet.setup.players)}",
            pixels=layout.title_pixels,
            club=notes.club,
            fields=tuple(head_fields(sheet, notes)),
        ),
        shape=f"{layout.paper}{' dense' * layout.dense}{' tight' * layout.rows.tight}"
        f"{' long-names' * layout.long_names}",
        names=sheet.setup.players,
        rows=(*parts.deals, *_blank_rows(sheet, layout.rows.blank)),
        sums=parts.sums,
        legend=_legend(sheet),
        money=parts.money,
        rules=parts.rules,
        strip=parts.strip,
        remarks=parts.remarks,
        signatures=parts.signatures,
        codes=parts.codes,
        layout=layout,
    )


class _Parts(NamedTuple):
    """The parts of a sheet whose lengths decide how it is laid out."""

    title: str
    deals: tuple[DealRow, ...]
    sums: tuple[SumRow, ...]
    money: Money | None
    rules: str
    strip: tuple[str, ...]
    remarks: tuple[str, ...]
    signatures: Signatures
    codes: PrintedCodes


def _parts(
    sheet: ScoreSheet, notes: SheetNotes, remarks: tuple[str, ...], codes: PrintedCodes
) -> _Parts:
    names = sheet.setup.players
    settlement = None if sheet.final is None else sheet.final.settlement
    return _Parts(
        title=sheet_title(sheet, notes),
        deals=tuple(_deal_rows(sheet, notes)),
        sums=tuple(sum_rows(sheet)),
        money=None if settlement is None else make_money(settlement, names),
        rules=_rules(sheet),
        strip=value_strip(sheet.variant, sheet.setup.options),
        remarks=remarks,
        signatures=make_signatures(sheet, notes.times, coded=codes.height_beside > 0),
        codes=codes,
    )


def _contents(sheet: ScoreSheet, parts: _Parts, notes: SheetNotes) -> Contents:
    money = parts.money
    return Contents(
        title=parts.title,
        outcome=sheet_outcome(sheet),
        club=notes.club,
        place=sheet_place(sheet, notes),
        names=sheet.setup.players,
        deals=tuple(
            [
                RowTexts(
                    notes=" · ".join(row.notes),
                    said=[said.text for said in row.said],
                    counts=not row.struck,
                )
                for row in parts.deals
            ]
        ),
        sums=len(parts.sums),
        payments=None if money is None else money.payments,
        beside=money is not None and money.beside,
        goes_on=sheet.final is None,
        most_deals=sheet.variant.family.deals,
        end=EndTexts(_paragraphs(parts), parts.signatures.lines),
        codes=parts.codes,
    )


def _paragraphs(parts: _Parts) -> tuple[str, ...]:
    """Return what stands above the lines to sign."""
    proof = f" Proof: {parts.money.proof}." if parts.money else ""
    strip = " · ".join(parts.strip)
    return (*parts.remarks, f"{parts.rules}{proof}", strip, parts.signatures.meaning)


# --- deals ----------------------------------------------------------------------------------------


def _deal_rows(sheet: ScoreSheet, notes: SheetNotes) -> Iterator[DealRow]:
    for row, entered in zip(sheet.rows, sheet.game.deals, strict=True):
        if row.is_late:  # a remark names it
            continue
        yield DealRow(
            number=row.number,
            upcard=_card_sign(entered),
            notes=(*_notes(sheet, row), *all_agreed(row, notes.times)),
            cells=tuple([_deal_cell(cell) for cell in row.cells]),
            struck=not row.counts,
            said=tuple(_said(sheet, row, notes)),
        )


def _said(sheet: ScoreSheet, row: SheetRow, notes: SheetNotes) -> Iterator[Said]:
    for text in notes.corrections.get(row.number, ()):
        yield Said(text, is_challenge=False)
    for text in say_challenges(sheet, row.agreement):
        yield Said(text, is_challenge=True)


def _card_sign(entered: GameDeal) -> CardSign | None:
    card: Card | None = entered.deal.upcard
    if card is None or not isinstance(card.suit, Suit):
        return None
    return card_sign(card)


def _notes(sheet: ScoreSheet, row: SheetRow) -> Iterator[str]:
    if not row.counts:  # its row is one line, with room for the reason alone
        yield "does not count"
        return
    if row.outcome is not None:
        yield row.outcome.note
    yield from filter(None, [_deal_title(sheet, row.number)])
    if row.ending is Ending.STOCK:
        yield "stock ran out"
    if not row.itemised and not _all_totals(sheet):
        yield "totals only"
    if row.corrected:
        yield "corrected"


def _all_totals(sheet: ScoreSheet) -> bool:
    """Tell whether no deal was entered in cards; one remark then says so for all."""
    return not any(row.itemised for row in sheet.rows)


def _deal_title(sheet: ScoreSheet, number: int) -> str:
    title = sheet.variant.family.deal_title
    return "" if title is None else title(sheet.setup.options, number)


def _deal_cell(cell: Cell) -> DealCell:
    sat_out = cell.sat_out and cell.points is not None
    return DealCell(
        points="sat out"
        if sat_out
        else write_points(cell.points or 0)
        if cell.has_figure
        else NO_POINTS,
        running=NO_FIGURE if cell.running is None else total_figure(cell.running),
        is_dealer=cell.is_dealer,
        is_out=cell.is_out and cell.points is not None,
        concealed=cell.concealed,
    )


def _blank_rows(sheet: ScoreSheet, most: int) -> Iterator[DealRow]:
    """Yield empty rows, to score further deals by pen; the first shows who deals."""
    for number in range(sheet.next_number, sheet.next_number + most):
        title = _deal_title(sheet, number)
        if title and title == _deal_title(sheet, number - 1):
            return  # only a play-off repeats the title of the deal before it
        dealer = sheet.next_dealer if number == sheet.next_number else None
        yield DealRow(
            number=number,
            notes=(title,) if title else (),
            cells=tuple([DealCell(is_dealer=head.seat == dealer) for head in sheet.heads]),
            blank=True,
        )


# --- words under the sheet ------------------------------------------------------------------------


def _legend(sheet: ScoreSheet) -> PrintedLegend:
    cells = [cell for row in sheet.rows for cell in row.cells]
    held = max([cell.held for cell in cells], default=0)
    concealed = f"concealed, {held} at the end" if held else "concealed"
    return PrintedLegend(
        out=sheet.by_mark,
        concealed=concealed if any(cell.concealed for cell in cells) else "",
        agreed=any(all_agreed(row, {}) for row in sheet.rows),
    )


def _rules(sheet: ScoreSheet) -> str:
    """Return the house rules in words: those that differ from the printed text, or none."""
    variant = sheet.variant
    if not sheet.house_rules:
        return f"House rules: none. {variant.name} as printed."
    changed = [rule.words for rule in sheet.house_rules]
    return f"House rules: {'; '.join(changed)}. All else as printed: {variant.name}."


def _remarks(sheet: ScoreSheet, notes: SheetNotes) -> Iterator[str]:
    agreed = say_agreed(sheet, notes.times)
    if agreed:
        yield agreed
    if sheet.game.closed is not None:
        yield say_closed(sheet, sheet.game.closed, notes.closed_by)
    if sheet.closing is not None:
        yield from say_challenges(sheet, sheet.closing)
    if sheet.final is not None and sheet.setup.leaves_stake:
        yield NO_MONEY
    late = [str(row.number) for row in sheet.rows if row.is_late]
    if late:
        yield f"After the end, not counted: deal{'s' * (len(late) > 1)} {write_names(late)}."
    if sheet.rows and _all_totals(sheet):
        yield "Totals only: no deal was entered in cards."
