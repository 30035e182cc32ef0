"""The page of one deal: its points line by line, and what comes next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from flask import Response, abort, request

from scorekeeper.games import CurrentGame, Role
from scorekeeper.rules import (
    JOKER,
    RANK_WORDS,
    SUIT_WORDS,
    Card,
    Cell,
    LaidHand,
    LaidMeld,
    MeldCard,
    Rank,
    Score,
    ScoredPair,
    ScoreSheet,
    Seat,
    SheetRow,
    Suit,
)
from scorekeeper.web.core import (
    Page,
    Part,
    bell_of_this_game,
    has_played_round,
    least_role,
    make_entry_fields,
    make_table_code,
    read_whole,
    show_live,
    this_game,
    this_seat,
)
from scorekeeper.web.deal.enter import SUITS_LEFT_OUT, row_at
from scorekeeper.web.hands.next_deal import make_next_deal
from scorekeeper.web.live import (
    entries_since,
    make_live_part,
    next_game_address,
    recent_undos,
    seen_version,
)
from scorekeeper.web.review.agreement_status import AgreementStatus, make_agreement_status
from scorekeeper.web.review.history import is_another_since
from scorekeeper.web.table import table_pages
from scorekeeper.web.table.sheet import standing_after
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
from scorekeeper.wording.games import DrawnLine, draw_lines, draw_pair, laid_hands, unscored_melds

# --- The hands of a deal in words, which a phone reads aloud before the table agrees to the deal --


_WITH_AN: Final = (Rank.ACE, Rank.EIGHT)


def say_hands(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return the words of a deal, hand by hand or pair by pair; empty if it does not count."""
    if row.pairs:
        return " ".join([_pair(sheet, row, pair) for pair in row.pairs if pair.score])
    lines, laid, unscored = draw_lines(sheet, row), laid_hands(row), unscored_melds(sheet, row)
    hands = []
    for cell in sheet.cells_in_turn(row):
        hand = laid[cell.seat]
        said = [
            *[_meld(meld.cards) for meld in unscored.get(cell.seat, ())],
            *(_write_laid(hand) if hand else ()),
            *[_line(line) for line in lines[cell.seat]],
        ]
        if cell.points is not None:
            hands.append(_hand(sheet.heads[cell.seat].name, cell, said))
    return " ".join(hands)


def _pair(sheet: ScoreSheet, row: SheetRow, pair: ScoredPair) -> str:
    """Return a pair of partners in words: its hands, and what its winner has."""
    players, laid = sheet.setup.players, laid_hands(row)
    hands = [(players[seat], laid[seat]) for seat in pair.seats]
    shown = [f"{name}: {'; '.join(_write_laid(hand))}." for name, hand in hands if hand is not None]
    winner = pair.score.winner if pair.score else None
    drawn = [line for hand in draw_pair(sheet.variant, pair) for line in hand]
    lines = "; ".join([_line(line) for line in drawn])
    won = f"{players[winner]}: {lines}." if winner is not None else "No points."
    return " ".join([*shown, won])


def _hand(name: str, cell: Cell, said: Sequence[str]) -> str:
    if cell.sat_out:
        return f"{name} sat out."
    points, running = cell.points or 0, cell.running or 0
    sign = "plus " if points > 0 else ""
    total = f"{sign}{_figure(points)}, together {_figure(running)}."
    return f"{name}: {'; '.join(said)}. {with_capital(total)}" if said else f"{name}: {total}"


def _write_laid(hand: LaidHand) -> Iterator[str]:
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
        return f"{label} {_cards([card.card for card in line.cards])}, {figure}"
    return f"{label} {figure}"


def _meld(meld: LaidMeld) -> str:
    """Return a meld in words: ``three kings, one a Joker``; ``eight to king of spades``."""
    names = [card.stands_for or card.card for card in meld]
    wilds = [card for card in meld if not card.is_itself]
    if len({name.rank for name in names}) == 1:
        return _set(meld)
    first, last = names[0], names[-1]
    suit = f" of {SUIT_WORDS[first.suit]}" if isinstance(first.suit, Suit) else ""
    wild = [
        f"the {_rank(card.stands_for)} a {_wild(card.card)}"
        for card in wilds
        if _rank(card.stands_for) != _wild(card.card)
    ]
    return ", ".join([f"{_rank(first)} to {_rank(last)}{suit}", *wild])


def _set(meld: LaidMeld) -> str:
    """Return a set in words, with the suits that were given: ``three kings, one of spades``."""
    rank = (meld[0].stands_for or meld[0].card).rank
    words = f"{write_count(len(meld))} {write_several(RANK_WORDS[rank])}"
    suits = [
        SUIT_WORDS[card.card.suit]
        for card in meld
        if card.is_itself and isinstance(card.card.suit, Suit)
    ]
    if len(suits) == len(meld):
        return f"{words} of {write_names(suits)}"
    wilds = [f"one a {_wild(card.card)}" for card in meld if not card.is_itself]
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
    return write_names([_write_counted(card, count) for card, count in counts])


def _write_counted(card: Card, count: int) -> str:
    if count > 1:
        plural = write_several(RANK_WORDS[card.rank])
        return f"{write_count(count)} {write_card(card).replace(RANK_WORDS[card.rank], plural)}"
    if isinstance(card.suit, Suit):
        return f"the {write_card(card)}"
    return f"{'an' if card.rank in _WITH_AN and card.suit is None else 'a'} {write_card(card)}"


def _figure(score: Score) -> str:
    """Return a figure as it is said: ``minus 15``."""
    return write_points(score).replace(MINUS, "minus ")


class DealPage(Page):
    """Deal ``number`` with all its lines; ``asked`` is the seat whose lines the address asks for.

    ``next_deal`` leads to the form of the next deal, on the page of the latest one, where
    ``ends_round`` tells that the round is over, and ``bell`` is the round's. ``later`` are the
    entries that others made while the page was open. ``suits_left_out`` is true if this phone
    has just sent the same deal with suits that the stored deal does not have.
    """

    game: CurrentGame
    number: int
    asked: int | None
    mine: Seat | None
    agreement: AgreementStatus | None

    @property
    def row(self) -> SheetRow:
        """The deal."""
        return self.game.sheet.rows[self.number - 1]

    @property
    def is_last(self) -> bool:
        """Whether this is the latest deal."""
        return self.number == len(self.game.sheet.rows)

    @property
    def standing(self) -> Part | None:
        """The state of the game after this deal."""
        return standing_after(self.game.sheet, self.row)

    @property
    def spoken(self) -> str:
        """The hands in words."""
        return say_hands(self.game.sheet, self.row)

    @property
    def disputed(self) -> list[Seat]:
        """The seats whose hands are challenged."""
        challenges = self.agreement.agreement.challenges if self.agreement else ()
        return [challenge.about for challenge in challenges if challenge.about is not None]

    @property
    def opened(self) -> int | None:
        """The seat to show at once: the one asked for, or whose phone this is.

        Else it is that which scored or ended the deal. If hands are disputed, only those are shown.
        """
        players = len(self.game.sheet.setup.players)
        if self.asked is not None or any(seat < players for seat in self.disputed):
            return self.asked
        if any(cell.seat == self.mine and not cell.sat_out for cell in self.row.cells):
            return self.mine
        winner = self.row.outcome.winner if self.row.outcome else None
        return self.row.by if winner is None else winner


@table_pages.get("/deal/<int:number>")
@least_role(Role.VIEWER)
def deal(number: int) -> Response:
    """Show one deal: the points of each player, and why."""
    game = this_game()
    row, seen = row_at(game, number), seen_version(game)
    is_latest = game.sheet.final is None and number == len(game.sheet.rows)
    if is_another_since(game, number, seen):
        abort(404)  # the script of the page then opens the sheet, which says what was taken back
    return show_live(
        DealPage(
            "table/deal.html",
            live=make_live_part(),
            taken_back=recent_undos(game),
            next_game=next_game_address(),
            later=entries_since(game, seen, row.seq),
            game=game,
            number=number,
            asked=read_whole(request.args.get("hand", "")),
            mine=this_seat(),
            next_deal=make_next_deal(game) if is_latest else None,
            ends_round=is_latest and has_played_round(game.sheet),
            bell=bell_of_this_game() if is_latest else None,
            entry_fields=make_entry_fields(game),
            agreement=make_agreement_status(game, row.seq),
            suits_left_out=SUITS_LEFT_OUT in request.args,
            code=make_table_code(),
        )
    )
