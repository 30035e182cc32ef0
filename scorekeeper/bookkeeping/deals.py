"""What people do with the deals of a game: enter, correct and undo them, or see them first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from scorekeeper.bookkeeping.current_game import CurrentGame, with_act
from scorekeeper.bookkeeping.players import check_players
from scorekeeper.bookkeeping.posting import (
    NO_REASON,
    Decision,
    Outcome,
    Post,
    post_act,
    read_deal,
    read_reason,
    refusal,
)
from scorekeeper.bookkeeping.store import GameStore
from scorekeeper.domain.asks import AskKind, fact_kinds
from scorekeeper.domain.deals import Deal, Hand
from scorekeeper.domain.journal import (
    Closed,
    Corrected,
    Dealt,
    GameDeal,
    Undone,
)
from scorekeeper.domain.sheet import FinalSheet, ScoreSheet, SheetRow, make_sheet
from scorekeeper.domain.variant import Problem
from scorekeeper.record.reading import DEALS_MAX

_LISTS: Final = (AskKind.MELDS, AskKind.CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """The sheet as it would be with the deal, and the row of the deal."""

    sheet: ScoreSheet
    row: SheetRow


def record_deal(store: GameStore, key: str, post: Post, document: Mapping[str, Any]) -> Outcome:
    """Enter the next deal, written as in a record; raises UnknownGame.

    Two phones that enter the same deal enter it once.
    """

    def decide(game: CurrentGame) -> Decision:
        if game.sheet.over:
            return refusal("game_over", "The game is over; no deal can be added to it")
        if game.sheet.game.closed is not None:
            return refusal("game_closed", "The game was closed; reopen it to add a deal")
        if len(game.sheet.rows) >= DEALS_MAX:
            return refusal("bad_value", f"A game has at most {DEALS_MAX} deals")
        read = read_deal(game, document, number=game.sheet.next_number)
        return Dealt(deal=read) if isinstance(read, Deal) else read

    def duplicate(game: CurrentGame) -> int | None:
        return find_duplicate(game, post, document)

    return post_act(store, key, post, decide, duplicate=duplicate)


def correct_deal(
    store: GameStore, key: str, post: Post, target: int, *, document: Mapping[str, Any], reason: str
) -> Outcome:
    """Put the deal that entry ``target`` brought right, as the deal of its own number.

    Raises UnknownGame.
    """
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        row = next((row for row in game.sheet.rows if row.seq == target), None)
        if row is None:
            return refusal("bad_value", "There is no such deal to correct", at=("target",))
        read = read_deal(game, document, number=row.number)
        if not isinstance(read, Deal):
            return read if line else (*read, *NO_REASON)
        return Corrected(target=target, deal=read, reason=line) if line else NO_REASON

    return post_act(store, key, post, decide)


def undo(store: GameStore, key: str, post: Post, target: int, *, reason: str) -> Outcome:
    """Take back entry ``target``, which may itself be an undo; raises UnknownGame.

    Deals after one that is taken back get lower numbers. Where the rules then find an error in one
    of them (its contract is another now), it does not count until it is corrected.
    """
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if not 1 < target <= game.version:
            return refusal("bad_value", "There is no such entry to take back", at=("target",))
        if target in game.sheet.game.undone:
            return refusal("bad_value", "This was already taken back", at=("target",))
        if not line:
            return NO_REASON
        act = Undone(target=target, reason=line)
        after = with_act(game, act, who=post.who, at=store.now())
        players = after.sheet.setup.players
        if len(set(players)) < len(players):
            return refusal("bad_players", "Two players would have one name", at=("target",))
        return check_players(game, after) or act

    return post_act(store, key, post, decide)


# --- the same deal from two phones ---------------------------------------------------------------


def deal_meant(game: CurrentGame, post: Post) -> tuple[int, GameDeal | None]:
    """The number of the deal that a post of a new one is about, and what is entered there now."""
    deals = game.sheet.game.deals
    place = sum(each.seq <= post.version for each in deals)
    return place + 1, deals[place] if place < len(deals) else None


def find_duplicate(game: CurrentGame, post: Post, document: Mapping[str, Any]) -> int | None:
    """The entry that brought the deal in ``document`` since its author looked, if one did."""
    number, entered = deal_meant(game, post)
    if entered is None or post.version > game.version:
        return None
    if post.who and post.who == game.log[entered.seq - 1].who:
        return None  # nobody enters a deal twice: it may be the next one, and the table is asked
    read = read_deal(game, document, number=number)
    if not isinstance(read, Deal) or _arranged(read) != _arranged(entered.deal):
        return None
    return entered.seq


def _arranged(deal: Deal) -> Deal:
    return replace(in_order(deal), hands=tuple([in_order(hand) for hand in deal.hands]))


_Facts = TypeVar("_Facts", Deal, Hand)


def in_order(facts: _Facts) -> _Facts:
    """Return a hand or a deal with its melds and loose cards sorted; no meld is changed inside."""
    lists = [name for name, kind in fact_kinds(facts).items() if kind in _LISTS]
    said = {name: getattr(facts, name) for name in lists}
    ordered: dict[str, Any] = {
        name: tuple(sorted(each, key=str)) for name, each in said.items() if each
    }
    return replace(facts, **ordered)


# --- nothing written -----------------------------------------------------------------------------


def preview_deal(
    game: CurrentGame, document: Mapping[str, Any], target: int | None = None
) -> Drafted | tuple[Problem, ...]:
    """What a deal, written as in a record, would make of the game, or every problem of it.

    It is the next deal, or the one that entry ``target`` brought, put right; raises LookupError if
    that entry brought no deal.
    """
    deals = list(game.sheet.game.deals)
    place = len(deals) if target is None else _place_of(game, target)
    read = read_deal(game, document, number=place + 1)
    if not isinstance(read, Deal):
        return read
    seq = game.version + 1 if target is None else target
    deals[place : place + 1] = [GameDeal(seq=seq, deal=read)]
    sheet = make_sheet(replace(game.sheet.game, deals=tuple(deals)), game.sheet.variant)
    return Drafted(sheet=sheet, row=sheet.rows[place])


def _place_of(game: CurrentGame, target: int) -> int:
    """Where the deal of an entry stands among the deals, from 0."""
    for place, row in enumerate(game.sheet.rows):
        if row.seq == target:
            return place
    raise LookupError(target)


def preview_closing(game: CurrentGame) -> FinalSheet | None:
    """The end of the game as it would be, were it closed and settled as it stands."""
    closed = Closed(reason="")
    return make_sheet(replace(game.sheet.game, closed=closed), game.sheet.variant).final
