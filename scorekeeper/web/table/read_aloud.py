"""A deal in words, which a phone reads aloud before the table agrees to the deal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scorekeeper.domain.cards import JOKER, RANK_WORDS, SUIT_WORDS, Card, Rank, Suit
from scorekeeper.domain.deals import LaidHand, LaidMeld, MeldCard
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.web.core.phrases import ending_of
from scorekeeper.wording import (
    MINUS,
    with_capital,
    without_capital,
    write_card,
    write_count,
    write_names,
    write_points,
    write_several,
)
from scorekeeper.wording.deal_lines import DrawnLine, draw_lines, laid_hands

_WITH_AN: Final = (Rank.ACE, Rank.EIGHT)


def say_deal(sheet: ScoreSheet, row: SheetRow, *more: str) -> str:
    """Return the words of a deal, hand by hand, with ``more`` sentences at the end."""
    hands = [
        _hand(sheet.heads[cell.seat].name, cell, lines, laid)
        for cell, lines, laid in zip(
            row.cells, draw_lines(sheet, row), laid_hands(row), strict=True
        )
        if cell.points is not None
    ]
    sentences = [f"Deal {row.number}. {ending_of(sheet, row)}", *hands, *more]
    return " ".join([sentence for sentence in sentences if sentence])


def _hand(name: str, cell: Cell, lines: Iterable[DrawnLine], laid: LaidHand | None) -> str:
    if cell.sat_out:
        return f"{name} sat out."
    said = [*(_laid(laid) if laid else ()), *[_line(line) for line in lines]]
    points, running = cell.points or 0, cell.running or 0
    sign = "plus " if points > 0 else ""
    total = f"{sign}{_figure(points)}, together {_figure(running)}."
    return f"{name}: {'; '.join(said)}. {with_capital(total)}" if said else f"{name}: {total}"


def _laid(hand: LaidHand) -> Iterator[str]:
    for meld in hand.melds:
        yield _meld(tuple([MeldCard(card) for card in meld]))
    if hand.lay_offs:
        yield f"laid off {_cards(hand.lay_offs)}"
    if hand.deadwood:
        yield f"deadwood {_cards(hand.deadwood)}"


def _line(line: DrawnLine) -> str:
    figure = _figure(line.points)
    if line.is_meld:
        return f"{_meld(line.cards)}, {figure}"
    label = without_capital(line.label)
    if line.cards:
        return f"{label} {_cards([each.card for each in line.cards])}, {figure}"
    return f"{label} {figure}"


def _meld(meld: LaidMeld) -> str:
    """Return a meld in words: ``three kings, one a Joker``; ``eight to king of spades``."""
    names = [each.stands_for or each.card for each in meld]
    wilds = [each for each in meld if not each.is_itself]
    if len({name.rank for name in names}) == 1:
        return _set(meld)
    first, last = names[0], names[-1]
    suit = f" of {SUIT_WORDS[first.suit]}" if isinstance(first.suit, Suit) else ""
    wild = [
        f"the {_rank(each.stands_for)} a {_wild(each.card)}"
        for each in wilds
        if _rank(each.stands_for) != _wild(each.card)
    ]
    return ", ".join([f"{_rank(first)} to {_rank(last)}{suit}", *wild])


def _set(meld: LaidMeld) -> str:
    """Return a set in words, with the suits that were given: ``three kings, one of spades``."""
    rank = (meld[0].stands_for or meld[0].card).rank
    words = f"{write_count(len(meld))} {write_several(RANK_WORDS[rank])}"
    suits = [
        SUIT_WORDS[each.card.suit]
        for each in meld
        if each.is_itself and isinstance(each.card.suit, Suit)
    ]
    if len(suits) == len(meld):
        return f"{words} of {write_names(suits)}"
    wilds = [f"one a {_wild(each.card)}" for each in meld if not each.is_itself]
    return ", ".join([words, *[f"one of {suit}" for suit in suits], *wilds])


def _rank(card: Card | None) -> str:
    return "" if card is None else RANK_WORDS[card.rank]


def _wild(card: Card) -> str:
    return "Joker" if card == JOKER else "two"


def _cards(cards: Sequence[Card]) -> str:
    """Return cards in words: ``two queens, an eight and the queen of spades``."""
    counts = Counter(cards).items()
    if all(count == 1 and isinstance(card.suit, Suit) for card, count in counts):
        return write_names([write_card(card) for card in cards])
    return write_names([_counted(card, count) for card, count in counts])


def _counted(card: Card, count: int) -> str:
    if count > 1:
        plural = write_several(RANK_WORDS[card.rank])
        return f"{write_count(count)} {write_card(card).replace(RANK_WORDS[card.rank], plural)}"
    if isinstance(card.suit, Suit):
        return f"the {write_card(card)}"
    return f"{'an' if card.rank in _WITH_AN and card.suit is None else 'a'} {write_card(card)}"


def _figure(score: Score) -> str:
    """Return a figure as it is said: ``minus 15``."""
    return write_points(score).replace(MINUS, "minus ")
