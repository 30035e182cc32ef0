"""The final page of a game: the winners, the final scores and the money."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.deals import Seat
from scorekeeper.domain.settlement import Account, Score, accounts_of
from scorekeeper.domain.sheet import FinalSheet, ScoreSheet
from scorekeeper.web.core.access import least_role, this_game, this_seat
from scorekeeper.web.core.known_nights import is_in_night, way_back, way_to_night
from scorekeeper.web.core.page import Action, show_live
from scorekeeper.web.core.phrases import closed_words, state_of, terms_of, title_of, winners_of
from scorekeeper.web.live.news import News, make_news
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.review.agreement_status import (
    AgreementStatus,
    ShownChallenge,
    challenges_of_deals,
    say_not_agreed,
)
from scorekeeper.web.table import table_pages
from scorekeeper.web.table.sheet import action_after_end, closing_agreement, show_sheet
from scorekeeper.wording import (
    MINUS,
    NO_MONEY,
    without_capital,
    write_date,
    write_money,
    write_names,
    write_points,
    write_proof,
    write_sentence,
)

# --- The result of a game as text, to be sent in a message ----------------------------------------


def say_result(game: CurrentGame, final: FinalSheet) -> str:
    """Return names, totals, rounded results and payments of a game that has ended, in lines."""
    sheet = game.sheet
    head = [title_of(game), write_date(sheet.game.started.played_on)]
    lines = [", ".join([part for part in head if part]), terms_of(sheet), state_of(game)]
    return "\n".join([*lines, *_players(sheet, final), *_payments(sheet, final)])


def _players(sheet: ScoreSheet, final: FinalSheet) -> Iterator[str]:
    for seat, (name, hand) in enumerate(zip(sheet.setup.players, final.hands, strict=True)):
        counts = "" if hand.rounded == hand.total else f", counts as {write_points(hand.rounded)}"
        yield f"{name}: {_total(sheet, final, Seat(seat))}{counts}{_net(final, Seat(seat))}"


def _total(sheet: ScoreSheet, final: FinalSheet, seat: Seat) -> str:
    """Return a player's total with what was added at the end: ``605 + 250 concealed = 855``."""
    hand = final.hands[seat]
    if not hand.lines:
        return write_points(hand.total)
    reasons = sheet.variant.family.reasons
    added = [f" {_sign(line.points)} {reasons[line.reason].lower()}" for line in hand.lines]
    return f"{write_points(hand.running)}{''.join(added)} = {write_points(hand.total)}"


def _sign(points: Score) -> str:
    return f"{MINUS if points < 0 else '+'} {write_points(points).removeprefix(MINUS)}"


def _net(final: FinalSheet, seat: Seat) -> str:
    money = final.settlement
    if money is None:
        return ""
    net = money.net[seat]
    return f", {'+' if net > 0 else ''}{write_money(net, money.stake.currency)}"


def _payments(sheet: ScoreSheet, final: FinalSheet) -> Iterator[str]:
    money, players = final.settlement, sheet.setup.players
    if sheet.setup.leaves_stake:
        yield NO_MONEY
    for pay in money.transfers if money else ():
        amount = write_money(pay.minor, money.stake.currency) if money else ""
        yield f"{players[pay.payer]} pays {players[pay.payee]} {amount}"


_UPRIGHT: Final = {"on-phone": 4, "on-desk": 6}
"""The most players whose columns stand side by side on a phone, and on a wide screen."""
_LONG_WORD: Final = 13
_LONGEST_WORD: Final = 20
"""Letters of a word beyond which the headline is set smaller, so that no name is cut in two."""
_SIZES: Final = {"four": 4, "many": 5, "crowd": 7}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """The end of a game: the winners, the final scores, and the money.

    ``accounts`` and ``proof`` are empty if nothing is settled; ``is_in_night`` is true if the money
    is paid with the other games of a night. The results have a row a player in the ``order`` of
    the result. On screens with enough room they have a column a player: ``upright`` is the CSS
    class for these screens, empty if no screen has room. ``mine`` is the seat of this phone.
    """

    template: ClassVar = "table/final.html"
    live: LivePart
    news: News
    challenges: tuple[ShownChallenge, ...]
    game: CurrentGame
    back: Action
    night: Action | None
    is_in_night: bool
    title: str
    terms: str
    head: str
    head_size: str
    state: str
    final: FinalSheet
    result_rule: str
    upright: str
    order: tuple[Seat, ...]
    size: str
    mine: Seat | None
    accounts: tuple[Account, ...]
    proof: str
    notes: tuple[str, ...]
    agreement: AgreementStatus | None
    closed_words: str
    as_text: str
    onward: Action


@table_pages.get("/final")
@least_role(Role.VIEWER)
def final() -> Response:
    """Show the end of the game, or the score sheet while the game goes on."""
    page = make_final_page(this_game())
    return show_sheet() if page is None else show_live(page)


def make_final_page(game: CurrentGame) -> FinalPage | None:
    """Return the page of a game that is over or closed; ``None`` while it goes on."""
    sheet = game.sheet
    final = sheet.final
    if final is None:
        return None
    settlement, players = final.settlement, len(sheet.heads)
    head = "Ended early" if sheet.ended_early else winners_of(sheet).removesuffix(".")
    state = state_of(game).removeprefix(winners_of(sheet)).strip()
    return FinalPage(
        live=make_live_part(),
        news=make_news(game),
        challenges=challenges_of_deals(game),
        game=game,
        back=way_back(),
        night=way_to_night(),
        is_in_night=is_in_night(),
        title=title_of(game),
        terms=terms_of(sheet),
        head=head,
        head_size=_head_size(head),
        state=f"Game {without_capital(state)}".removesuffix("."),
        final=final,
        result_rule=final.rounding_rule or "",
        upright=next((name for name, most in _UPRIGHT.items() if players <= most), ""),
        order=_order(sheet, final),
        size=" ".join([name for name, least in _SIZES.items() if players >= least]),
        mine=this_seat(),
        accounts=accounts_of(settlement) if settlement else (),
        proof=write_proof(settlement) if settlement else "",
        notes=(*_notes(sheet, final), *_open_deals(game)),
        agreement=closing_agreement(game),
        closed_words=closed_words(game),
        as_text=say_result(game, final),
        onward=action_after_end(),
    )


def _head_size(head: str) -> str:
    longest = max([len(word) for word in head.split()])
    return "longest" if longest > _LONGEST_WORD else "long" if longest > _LONG_WORD else ""


def _order(sheet: ScoreSheet, final: FinalSheet) -> tuple[Seat, ...]:
    sign = 1 if sheet.variant.family.low_wins else -1
    seats = [head.seat for head in sheet.heads]
    return tuple(sorted(seats, key=lambda seat: sign * final.hands[seat].rounded))


def _open_deals(game: CurrentGame) -> tuple[str, ...]:
    """Return the sentence that lists the deals not agreed to, if the game was ended early."""
    return tuple(filter(None, [say_not_agreed(game) if game.sheet.ended_early else ""]))


def _notes(sheet: ScoreSheet, final: FinalSheet) -> Iterable[str]:
    closed = sheet.game.closed
    if closed is not None and sheet.ended_early:
        quoted = f"“{write_sentence(closed.reason)}”" if closed.reason else ""
        settled = "Settled as it stood." if closed.settles else "Nothing is settled."
        told = [quoted, settled if sheet.setup.settles else ""]
        yield from filter(None, [" ".join([words for words in told if words])])
    if sheet.setup.leaves_stake:
        yield NO_MONEY
    if len(final.winners) > 1:
        yield f"{write_names([sheet.setup.players[seat] for seat in final.winners])} are level."
    if final.settlement is None:
        return
    for seat in final.winners:
        net = final.settlement.net[seat]
        if net < 0:
            name = sheet.setup.players[seat]
            lost = write_money(-net, final.settlement.stake.currency)
            yield f"{name} wins the game and loses {lost}: bonuses come after the winner."
