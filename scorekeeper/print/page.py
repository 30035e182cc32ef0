"""Turns a score sheet into the texts that its paper shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.domain.cards import Card, Suit
from scorekeeper.domain.deals import Ending
from scorekeeper.domain.game import GameDeal
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.print.agreed import all_agreed, say_agreed, say_closed, sign_lines
from scorekeeper.print.context import (
    NO_FIGURE,
    CardSign,
    DealCell,
    DealRow,
    HeadField,
    PrintedLegend,
    PrintedSheet,
    Signatures,
    SumRow,
)
from scorekeeper.print.end_layout import letters_in_line, signatures_in_row, stacked
from scorekeeper.print.layout import (
    Contents,
    Paper,
    lay_out,
)
from scorekeeper.print.money import Money, make_money
from scorekeeper.print.sheet_codes import PrintedCodes, codes_for
from scorekeeper.print.sums import NO_POINTS, sum_rows, total_figure
from scorekeeper.wording import (
    NO_MONEY,
    write_date,
    write_names,
    write_points,
    write_stake,
    write_winners,
)

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def sheet_page(
    sheet: ScoreSheet,
    paper: Paper,
    *,
    times: Mapping[int, str] | None = None,
    closed_by: str = "",
    told: Sequence[str] = (),
    address: str = "",
) -> PrintedSheet:
    """Return all that is printed of a sheet.

    ``times`` are known times of entries by number, ``closed_by`` is who closed the game early,
    ``told`` are more sentences for the remarks, ``address`` is that of the site for its code.
    """
    codes = codes_for(sheet, address)
    remarks = filter(None, [*_remarks(sheet, times or {}, closed_by), *told, codes.why_none])
    rows = tuple(_deal_rows(sheet, times or {}))
    parts = _parts(sheet, rows, tuple(dict.fromkeys(remarks)), codes)
    layout = lay_out(_contents(sheet, parts), paper)
    return PrintedSheet(
        title=parts.title,
        outcome=_outcome(sheet),
        fields=tuple(_fields(sheet)),
        names=sheet.setup.players,
        rows=(*parts.deals, *_blank_rows(sheet, layout.blank_rows)),
        sums=parts.sums,
        legend=_legend(sheet),
        money=parts.money,
        rules=parts.rules,
        remarks=parts.remarks,
        signatures=parts.signatures,
        codes=codes,
        layout=layout,
    )


class _Parts(NamedTuple):
    """The parts of a sheet whose lengths decide how it is laid out."""

    title: str
    deals: tuple[DealRow, ...]
    sums: tuple[SumRow, ...]
    money: Money | None
    rules: str
    remarks: tuple[str, ...]
    signatures: Signatures
    codes: PrintedCodes


def _parts(
    sheet: ScoreSheet, deals: tuple[DealRow, ...], remarks: tuple[str, ...], codes: PrintedCodes
) -> _Parts:
    names = sheet.setup.players
    started = sheet.game.started
    settlement = None if sheet.final is None else sheet.final.settlement
    named = [sheet.variant.name, write_date(started.played_on)]
    return _Parts(
        title=started.title or ", ".join(filter(None, named)),
        deals=deals,
        sums=tuple(sum_rows(sheet)),
        money=None if settlement is None else make_money(settlement, names),
        rules=_rules(sheet),
        remarks=remarks,
        signatures=Signatures(
            lines=tuple(sign_lines(sheet)),
            in_row=signatures_in_row(names, coded=codes.height_beside > 0),
            stacked=stacked(names, coded=codes.height_beside > 0),
        ),
        codes=codes,
    )


def _contents(sheet: ScoreSheet, parts: _Parts) -> Contents:
    money = parts.money
    return Contents(
        title=parts.title,
        outcome=_outcome(sheet),
        names=sheet.setup.players,
        deals=len(parts.deals),
        struck=sum(row.struck for row in parts.deals),
        sums=len(parts.sums),
        transfers=None if money is None else len(money.payments),
        beside=money is not None and money.beside,
        goes_on=sheet.final is None,
        most_deals=sheet.variant.family.deals,
        asked=any(line.agreed for line in parts.signatures.lines),
        challenged=max([len(line.challenged) for line in parts.signatures.lines], default=0),
        lines=_more_lines(sheet, parts),
        code=parts.codes.height_beside,
        codes=parts.codes.height_below,
    )


def _fields(sheet: ScoreSheet) -> Iterator[HeadField]:
    yield HeadField("Played at", sheet.game.started.place)
    yield HeadField("Date", write_date(sheet.game.started.played_on))
    unsettled = "not settled" if sheet.setup.leaves_stake else "none"
    stake = (
        write_stake(sheet.setup.stake) if sheet.setup.stake and sheet.setup.settles else unsettled
    )
    yield HeadField("Stake", stake)
    if sheet.game.started.title:  # a sheet without a title is called by its variant
        yield HeadField("Variant", sheet.variant.name)


def _outcome(sheet: ScoreSheet) -> str:
    if sheet.final is None:
        return "under way" if sheet.rows else "to be played"
    if not sheet.over:
        return "closed early"
    return write_winners([sheet.setup.players[seat] for seat in sheet.final.winners])


# --- deals ----------------------------------------------------------------------------------------


def _deal_rows(sheet: ScoreSheet, times: Mapping[int, str]) -> Iterator[DealRow]:
    for row, entered in zip(sheet.rows, sheet.game.deals, strict=True):
        if row.is_late:  # a remark names it
            continue
        yield DealRow(
            number=row.number,
            upcard=_card_sign(entered),
            notes=(*_notes(sheet, row), *all_agreed(row, times)),
            cells=tuple([_deal_cell(cell) for cell in row.cells]),
            struck=not row.counts,
        )


def _card_sign(entered: GameDeal) -> CardSign | None:
    card: Card | None = entered.deal.upcard
    if card is None or not isinstance(card.suit, Suit):
        return None
    return CardSign(card.rank.face, _SIGNS[card.suit], card.suit in {Suit.HEARTS, Suit.DIAMONDS})


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
        deals=cell.deals,
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
            cells=tuple([DealCell(deals=head.seat == dealer) for head in sheet.heads]),
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


def _more_lines(sheet: ScoreSheet, parts: _Parts) -> int:
    """Return how many lines long texts need beyond the usual ones of a sheet."""
    started = sheet.game.started
    line = letters_in_line(len(sheet.setup.players), coded=parts.codes.height_beside > 0)
    rules = parts.rules + (parts.money.proof if parts.money else "")
    remarked = sum([1 + len(remark) // line for remark in parts.remarks])
    return len(started.place) // 24 + len(rules) // line + remarked


def _rules(sheet: ScoreSheet) -> str:
    """Return the house rules in words: those that differ from the printed text, or none."""
    variant = sheet.variant
    if not sheet.house_rules:
        return f"House rules: none. {variant.name} as printed. {variant.summary}"
    changed = [rule.words for rule in sheet.house_rules]
    return f"House rules: {'; '.join(changed)}. All else as printed: {variant.name}."


def _remarks(sheet: ScoreSheet, times: Mapping[int, str], closed_by: str) -> Iterator[str]:
    agreed = say_agreed(sheet, times)
    if agreed:
        yield agreed
    if sheet.game.closed is not None:
        yield say_closed(sheet, sheet.game.closed, closed_by)
    if sheet.final is not None and sheet.setup.leaves_stake:
        yield NO_MONEY
    late = [str(row.number) for row in sheet.rows if row.is_late]
    if late:
        yield f"After the end, not counted: deal{'s' * (len(late) > 1)} {write_names(late)}."
    if sheet.rows and _all_totals(sheet):
        yield "Totals only: no deal was entered in cards."
