"""Enters, corrects and undoes the deals of a game, and previews the result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.games.comparing import are_same_deal, count_suitless
from scorekeeper.games.game_store import CurrentGame, GameStore, with_act
from scorekeeper.games.games import check_setup_after
from scorekeeper.games.players import check_seating
from scorekeeper.games.posting import (
    BAD_REASON,
    Decision,
    GameOutcome,
    Post,
    check_deal,
    post_act,
    read_deal,
    read_reason,
    refusal,
)
from scorekeeper.record.document import DEALS_MAX
from scorekeeper.rules.deals import Deal, Seat
from scorekeeper.rules.game import GameDeal
from scorekeeper.rules.journal import Closed, Corrected, Dealt, SentHand, Undone
from scorekeeper.rules.scoring import Setup, check_and_score
from scorekeeper.rules.sheet import FinalSheet, ScoreSheet, SheetRow, make_sheet
from scorekeeper.rules.table_checks import has_error
from scorekeeper.rules.variant import DealScore, Problem, Severity, Table

UNCHANGED: Final = "unchanged"
"""The code of the problem that a correction changes nothing."""
_TOO_MANY: Final = f"A game has at most {DEALS_MAX} deals"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPreview:
    """The score sheet as it would be with a deal, and the row of that deal."""

    sheet: ScoreSheet
    row: SheetRow


def record_deal(
    store: GameStore,
    key: str,
    post: Post,
    document: Mapping[str, Any],
    *,
    sent: tuple[SentHand, ...] = (),
) -> GameOutcome:
    """Enter the next deal, given in the form of the game record; raises UnknownGame.

    ``sent`` are hands of other phones that are knowingly left out of it, for the history. The same
    deal submitted by two phones is entered once, even if only one of them gives suits.
    """

    def decide(game: CurrentGame) -> Decision:
        if game.sheet.over:
            return refusal("game_over", "The game is over; no deal can be added to it")
        if game.sheet.game.closed is not None:
            return refusal("game_closed", "The game was ended early; reopen it to add a deal")
        if len(game.sheet.rows) >= DEALS_MAX:
            return refusal("bad_value", _TOO_MANY)
        read = read_deal(game, document, number=game.sheet.next_number)
        return Dealt(deal=read, sent=sent) if isinstance(read, Deal) else read

    def duplicate(game: CurrentGame) -> int | None:
        return find_duplicate(game, post, document)

    return post_act(store, key, post, decide, duplicate=duplicate)


def correct_deal(
    store: GameStore, key: str, post: Post, target: int, *, document: Mapping[str, Any], reason: str
) -> GameOutcome:
    """Replace the deal of entry ``target`` by a corrected one with the same number.

    A correction that changes nothing is refused; ``reason`` may be empty. Raises UnknownGame.
    """
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        row = game.sheet.row_of(target)
        if row is None:
            return refusal("bad_value", "There is no such deal to correct", at=("target",))
        read = read_deal(game, document, number=row.number)
        if not isinstance(read, Deal):
            return (*read, *BAD_REASON) if line is None else read
        if line is None:
            return BAD_REASON
        if read == game.sheet.game.deals[row.number - 1].deal:
            return refusal(UNCHANGED, "The deal is as it was, so nothing was saved")
        return Corrected(target=target, deal=read, reason=line)

    return post_act(store, key, post, decide)


def undo(store: GameStore, key: str, post: Post, target: int, *, reason: str) -> GameOutcome:
    """Take back entry ``target``, which may itself be an undo; raises UnknownGame.

    Later deals then get other numbers. It is refused if a deal would break a rule under its new
    number, because another contract applies to it.
    """
    line = read_reason(reason)

    def decide(game: CurrentGame) -> Decision:
        if not 1 < target <= game.version:
            return refusal("bad_value", "There is no such entry to take back", at=("target",))
        if target in game.sheet.game.undone:
            return refusal("bad_value", "This was already taken back", at=("target",))
        if line is None:
            return BAD_REASON
        act = Undone(target=target, reason=line)
        after = with_act(game, act, who=post.who, at=store.now())
        return (
            check_seating(game, after)
            or check_setup_after(game, after)
            or _check_deals_after(game, after)
            or act
        )

    return post_act(store, key, post, decide)


def _check_deals_after(before: CurrentGame, after: CurrentGame) -> tuple[Problem, ...]:
    """Return the problems of an undo that makes deals illegal, or too many."""
    if len(after.sheet.rows) > DEALS_MAX:
        return refusal("bad_value", _TOO_MANY, at=("target",))
    rows = {row.seq: row for row in before.sheet.rows}
    found = []
    for row in after.sheet.rows:
        was = rows.get(row.seq)
        error = next((each for each in row.problems if each.severity is Severity.ERROR), None)
        if error is not None and not (was and has_error(was.problems)):
            text = _write_illegal(row.number, was.number if was else None, error.text)
            found.append(replace(error, at=("target",), text=text, judged_by=()))
    return tuple(found)


def _write_illegal(number: int, was: int | None, why: str) -> str:
    """Return why a deal would be illegal as deal ``number``, and what to do instead."""
    if was is None:
        return f"It would be deal {number}. {why}. Enter it anew instead"
    if was == number:
        return f"Deal {number} would break a rule. {why}. Correct the deal instead"
    return f"Deal {was} would be deal {number}. {why}. Take deal {was} back first"


# --- the same deal from two phones ---------------------------------------------------------------


def deal_of_post(game: CurrentGame, post: Post) -> tuple[int, GameDeal | None]:
    """Return the number of the deal that a post enters, and the deal of that number if any."""
    deals = game.sheet.game.deals
    place = sum(each.seq <= post.version for each in deals)
    return place + 1, deals[place] if place < len(deals) else None


def find_duplicate(game: CurrentGame, post: Post, document: Mapping[str, Any]) -> int | None:
    """Return the entry by which somebody else has just entered the same deal, or ``None``."""
    number, entered = deal_of_post(game, post)
    if entered is None or post.version > game.version:
        return None
    if post.who and post.who == game.log[entered.seq - 1].who:
        return None  # one player's two equal deals may be two deals: the table decides
    read = read_deal(game, document, number=number)
    is_same = isinstance(read, Deal) and are_same_deal(game.sheet.setup, read, entered.deal)
    return entered.seq if is_same else None


def leaves_out_suits(game: CurrentGame, seq: int, document: Mapping[str, Any]) -> bool:
    """Tell whether a deal gives suits that the same deal, entered as ``seq``, does not give."""
    row = game.sheet.row_of(seq)
    if row is None:
        return False
    entered = game.sheet.game.deals[row.number - 1].deal
    read = read_deal(game, document, number=row.number)
    seats = [Seat(seat) for seat in range(len(entered.hands))]
    return isinstance(read, Deal) and any(
        count_suitless(read, seat) < count_suitless(entered, seat) for seat in seats
    )


# --- previews ------------------------------------------------------------------------------------


def preview_deal(
    game: CurrentGame, document: Mapping[str, Any], target: int | None = None
) -> DealPreview | tuple[Problem, ...]:
    """Return the sheet that a deal would make, or every problem of the deal.

    The deal has the form of the game record. It is the next deal, or a correction of the deal of
    entry ``target``; raises LookupError if there is no such deal.
    """
    deals = list(game.sheet.game.deals)
    place = len(deals) if target is None else _place_of(game, target)
    read = read_deal(game, document, number=place + 1)
    if not isinstance(read, Deal):
        return read
    seq = game.version + 1 if target is None else target
    deals[place : place + 1] = [GameDeal(seq=seq, deal=read)]
    sheet = make_sheet(replace(game.sheet.game, deals=tuple(deals)), game.sheet.variant)
    return DealPreview(sheet=sheet, row=sheet.rows[place])


def preview_pair(setup: Setup, pair: Mapping[str, Any]) -> DealScore | None:
    """Return the score of one pair of partners by itself; ``None`` if it has an error."""
    of_two = setup._replace(players=tuple(pair["players"]))
    document = {name: fact for name, fact in pair.items() if name != "players"}
    deal, problems = check_deal(of_two, document, number=1)
    if has_error(problems):
        return None
    return check_and_score(of_two, deal, Table(players=of_two.players, number=1)).score


def _place_of(game: CurrentGame, target: int) -> int:
    """Return the position of an entry's deal among the deals, from 0; raises LookupError."""
    for place, row in enumerate(game.sheet.rows):
        if row.seq == target:
            return place
    raise LookupError(target)


def preview_closing(game: CurrentGame) -> FinalSheet | None:
    """Return the final sheet that closing and settling the game now would give."""
    closed = Closed(reason="")
    return make_sheet(replace(game.sheet.game, closed=closed), game.sheet.variant).final
