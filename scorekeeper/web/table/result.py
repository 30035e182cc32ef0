"""The page of one deal: its points line by line, and what comes next."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.cards import JOKER, RANK_WORDS, SUIT_WORDS, Card, Rank, Suit
from scorekeeper.domain.deals import LaidHand, LaidMeld, MeldCard, Seat
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import Cell, ScoreSheet, SheetRow
from scorekeeper.web.core.access import least_role, this_game
from scorekeeper.web.core.codes import TableCode, make_table_code
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.page import Action, show_live
from scorekeeper.web.core.phrases import ending_of, next_deal_of, problem_words
from scorekeeper.web.deal.enter import SUITS_LEFT_OUT, row_at
from scorekeeper.web.hands.next_deal import NextDeal, make_next_deal
from scorekeeper.web.live.news import LaterLine, News, make_later_lines, make_news
from scorekeeper.web.live.updates import LivePart, make_live_part, seen_version
from scorekeeper.web.review.agreement_status import (
    AgreementStatus,
    make_agreement_status,
    undo_of_row,
)
from scorekeeper.web.review.history import is_another_since, news_lines
from scorekeeper.web.table import table_pages
from scorekeeper.web.table.sheet import meaning_of
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

# --- A deal in words, which a phone reads aloud before the table agrees to the deal ---------------


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage:
    """One deal with all its lines; ``opened`` is the seat whose lines are shown at once.

    ``disputed`` are the seats whose hands somebody challenges.

    ``hands`` are the cards of each seat as they lay, if the outcome has them. ``turn`` says who
    deals next, and ``next_deal`` leads to the form of that deal; only the latest deal has both.
    ``later`` are the entries that others made while the page was open. ``suits_left_out`` is true
    if this phone has just sent the same deal with suits that the stored deal does not have.
    """

    template: ClassVar = "table/deal.html"
    live: LivePart
    news: News
    later: tuple[LaterLine, ...]
    game: CurrentGame
    row: SheetRow
    ending: str
    out_word: str
    opened: int | None
    upcard: Card | None
    limit_words: str
    count_words: str
    hands: tuple[LaidHand | None, ...]
    lines: tuple[tuple[DrawnLine, ...], ...]
    meaning: str
    turn: str
    next_deal: NextDeal | None
    agreement: AgreementStatus | None
    disputed: tuple[Seat, ...]
    undo: Action
    spoken: str
    is_last: bool
    is_final: bool
    warnings: tuple[str, ...]
    correction: str
    suits_left_out: bool
    code: TableCode | None


@table_pages.get("/deal/<int:number>")
@least_role(Role.VIEWER)
def deal(number: int) -> Response:
    """Show one deal: the points of each player, and why."""
    game = this_game()
    row, seen = row_at(game, number), seen_version(game)
    if is_another_since(game, number, seen):
        abort(404)  # the script of the page then opens the sheet, which says what was taken back
    return show_live(_make_page(game, row, seen))


def _make_page(game: CurrentGame, row: SheetRow, seen: int) -> DealPage:
    number = row.number
    entered = game.sheet.game.deals[number - 1].deal
    is_last = number == len(game.sheet.rows)
    meaning = meaning_of(game.sheet, row)
    turn = next_deal_of(game.sheet) if is_last else ""
    agreement = make_agreement_status(game, row.seq)
    return DealPage(
        live=make_live_part(),
        news=make_news(game),
        later=make_later_lines(game, seen, row.seq),
        game=game,
        row=row,
        ending=ending_of(game.sheet, row),
        out_word=game.sheet.by_mark,
        opened=_opened(row, agreement),
        upcard=entered.upcard,
        limit_words=row.outcome.condition if row.outcome else "",
        count_words=row.outcome.counts(game.sheet.setup.players) if row.outcome else "",
        hands=laid_hands(row),
        lines=draw_lines(game.sheet, row),
        meaning=meaning,
        turn=turn,
        next_deal=make_next_deal(game) if is_last else None,
        agreement=agreement,
        disputed=_disputed(agreement),
        undo=undo_of_row(game, row),
        spoken=say_deal(game.sheet, row, meaning, turn),
        is_last=is_last,
        is_final=game.sheet.final is not None,
        warnings=tuple([problem_words(game.sheet.setup, problem) for problem in row.problems]),
        correction=_correction_words(game, number),
        suits_left_out=SUITS_LEFT_OUT in request.args,
        code=make_table_code(),
    )


def _disputed(agreement: AgreementStatus | None) -> tuple[Seat, ...]:
    """Return the seats whose hands are challenged."""
    challenges = agreement.challenges if agreement else ()
    return tuple([each.about for each in challenges if each.about is not None])


def _opened(row: SheetRow, agreement: AgreementStatus | None) -> int | None:
    """Return the seat to show at once: the one asked for, else that which scored or ended the deal.

    If hands are disputed, only those are shown.
    """
    asked = read_whole(request.args.get("hand", ""))
    is_disputed = agreement is not None and any(each.whose for each in agreement.challenges)
    if asked is not None or is_disputed:
        return asked
    winner = row.outcome.winner if row.outcome else None
    return row.by if winner is None else winner


def _correction_words(game: CurrentGame, number: int) -> str:
    """Return in words who corrected a deal last, and why; empty if nobody did."""
    corrections = game.sheet.game.deals[number - 1].corrections
    if not corrections:
        return ""
    (line,) = news_lines(game, [game.log[corrections[-1] - 1]])
    by = f"Corrected{f' by {line.who}' if line.who else ''}"
    return f"{by}: “{line.reason}”" if line.reason else f"{by}, no reason given"
