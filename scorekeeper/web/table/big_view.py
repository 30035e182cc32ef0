"""The TV view of a game, which can be read from across the table."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import Cell, FinalSheet, PlayerHead, ScoreSheet, SheetRow
from scorekeeper.web.core.access import least_role, this_game, this_visit
from scorekeeper.web.core.page import show_live
from scorekeeper.web.core.phrases import (
    closed_words,
    contract_of_next,
    how_it_ended,
    next_deal_of,
    state_of,
    terms_of,
    title_of,
    winners_of,
)
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.people.links import WatchSign, make_watch_sign
from scorekeeper.web.people.seats import TablePhones, make_table_phones
from scorekeeper.web.review.agreement_status import ShownChallenge, make_agreement_status
from scorekeeper.web.table import table_pages
from scorekeeper.web.table.sheet import held_words, meaning_of
from scorekeeper.wording import write_money, write_points, write_signed

# --- The sentences of the TV view: how the last deal ended, who deals, who leads, who challenges


_LONG: Final = 44
"""The most letters of a sentence for both to be set in the usual size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BigChallenge:
    """An open challenge of a deal or of the early end; ``more`` is how many others are open.

    ``whose`` is the player of the hand in question, and ``reason`` why; both may be empty.
    """

    who: str
    what: str
    whose: str
    reason: str
    at: str
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BigWords:
    """Two sentences, the first one in larger letters, or an open challenge in their place.

    ``is_long`` is true if both must be set smaller; ``state`` has the whole state in words.
    """

    first: str
    second: str
    is_long: bool
    challenge: BigChallenge | None
    state: str


def make_big_words(game: CurrentGame) -> BigWords:
    """Return the sentences of the TV view of a game."""
    first, second = _end_words(game) if game.sheet.final else _deal_words(game.sheet)
    return BigWords(
        first=first,
        second=second,
        is_long=max(len(first), len(second)) > _LONG,
        challenge=_challenge(game),
        state=state_of(game),
    )


def _end_words(game: CurrentGame) -> tuple[str, str]:
    sheet, state = game.sheet, state_of(game)
    if not sheet.over:
        after = state.removeprefix("Ended early")
        return closed_words(game).removesuffix(".") + after, ""
    return winners_of(sheet), state.removeprefix(winners_of(sheet)).strip()


def _deal_words(sheet: ScoreSheet) -> tuple[str, str]:
    if not sheet.rows:
        return next_deal_of(sheet), ""
    row = sheet.rows[-1]
    last = next((each for each in reversed(sheet.rows) if each.counts), None)
    return what_happened(sheet, row), meaning_of(sheet, last) if last else ""


def what_happened(sheet: ScoreSheet, row: SheetRow, *, is_guest: bool = False) -> str:
    """Return how a deal ended and who deals next: ``Dot went out and deals.``

    If the next dealer ``is_guest`` at a club, the sentence says so: ``Lou, a guest, deals.``
    """
    ended = how_it_ended(sheet, row)
    if sheet.next_dealer is None:
        return f"{ended}."
    name, wants = sheet.setup.players[sheet.next_dealer], contract_of_next(sheet)
    if row.by == sheet.next_dealer and not (row.outcome and row.outcome.how_ended):
        return f"{ended} and deals.{wants}"
    again = " again" if row.dealer == sheet.next_dealer else ""
    guest = ", a guest," if is_guest else ""
    return f"{ended}. {name}{guest} deals{again}.{wants}"


def _challenge(game: CurrentGame) -> BigChallenge | None:
    """Return the open challenge of the latest deal that has one; the early end comes first."""
    found: list[tuple[str, ShownChallenge]] = []
    sheet = game.sheet
    rows = [row for row in reversed(sheet.rows) if row.agreement.challenges]
    deals = [(f"deal {row.number}", row.seq) for row in rows]
    for what, seq in [("the early end", sheet.game.closed_by), *deals]:
        status = make_agreement_status(game, seq)
        found += [(what, each) for each in status.challenges] if status else []
    if not found:
        return None
    what, first = found[0]
    return BigChallenge(
        who=first.who,
        what=what,
        whose=first.whose,
        reason=first.reason,
        at=first.at,
        more=len(found) - 1,
    )


_ONE_ROW: Final = 5
_BESIDE: Final = 3
"""The most columns in which marks may stand beside names."""
_LETTERS: Final = 36
"""About how many letters of names a TV has room for, in all columns together."""
_LETTERS_A_MARK: Final = 2
_NARROWEST: Final = 3
_WIDEST: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class BigPlayer:
    """One player's column; at the end the final score and the net money take the same places.

    ``total`` is written large; ``note`` says how many points are missing to the target, or that
    the player sits out; ``last`` are the points of the last deal that counted, or the net money.
    """

    name: str
    is_dealer: bool
    rings: int
    leads: bool
    total: Score
    note: str
    last: str
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BigPage:
    """Names, totals, the last deal and the next dealer in large letters, or the end of the game.

    ``fit`` are the CSS classes for the number of players and the width of totals. ``ring_words``
    say what the rings at names mean; empty if there are none.
    """

    template: ClassVar = "table/big.html"
    live: LivePart
    title: str
    terms: str
    players: tuple[BigPlayer, ...]
    fit: str
    ring_words: str
    words: BigWords
    phones: TablePhones
    watch: WatchSign | None
    next_game: str


@table_pages.get("/big")
@least_role(Role.VIEWER)
def big() -> Response:
    """Show the game as large as the screen allows; it leads to the table's next game by itself."""
    game = this_game()
    players = players_of(game)
    page = BigPage(
        live=make_live_part(),
        title=title_of(game),
        terms=_terms(game.sheet),
        players=players,
        fit=_fit(players),
        ring_words=held_words(game.sheet) if any(each.rings for each in players) else "",
        words=make_big_words(game),
        phones=make_table_phones(),
        watch=make_watch_sign(),
        next_game=_next_game(),
    )
    return show_live(page)


def _next_game() -> str:
    link = this_visit().next_link
    return url_for("table.big", link=link) if link else ""


def _terms(sheet: ScoreSheet) -> str:
    number = "" if sheet.final else f" · deal {sheet.next_number}"
    return f"{terms_of(sheet)}{number}"


def players_of(game: CurrentGame) -> tuple[BigPlayer, ...]:
    """Return a column for each player of a game."""
    sheet = game.sheet
    last = next((row for row in reversed(sheet.rows) if row.counts), None)
    if sheet.final is not None:
        return tuple([_at_the_end(sheet.final, head) for head in sheet.heads])
    return tuple([_meanwhile(sheet, head, last) for head in sheet.heads])


def _meanwhile(sheet: ScoreSheet, head: PlayerHead, last: SheetRow | None) -> BigPlayer:
    cell = None if last is None else last.cells[head.seat]
    to_go = "" if head.to_go is None else f"{write_points(head.to_go)} to go"
    return BigPlayer(
        name=head.name,
        is_dealer=head.seat == sheet.next_dealer,
        rings=head.occasions,
        leads=head.leads,
        total=head.running,
        note="sits out" if head.seat in sheet.game.away else to_go,
        last="" if cell is None else _last_points(cell),
        is_out=cell is not None and cell.is_out,
    )


def _last_points(cell: Cell) -> str:
    return "sat out" if cell.sat_out else write_signed(cell.points or 0)


def _at_the_end(final: FinalSheet, head: PlayerHead) -> BigPlayer:
    result = final.hands[head.seat].rounded
    return BigPlayer(
        name=head.name,
        is_dealer=False,
        rings=head.occasions,
        leads=head.seat in final.winners,
        total=result,
        note="" if result == head.running else f"{write_points(head.running)} scored",
        last=_net(final, head),
        is_out=False,
    )


def _net(final: FinalSheet, head: PlayerHead) -> str:
    if final.settlement is None:
        return ""
    net = final.settlement.net[head.seat]
    return ("+" if net > 0 else "") + write_money(net, final.settlement.stake.currency)


def _fit(players: tuple[BigPlayer, ...]) -> str:
    """Return CSS classes: ``p10 two above c5 t4`` for ten in two rows of five columns.

    ``t`` is the number of characters of the widest total; ``above`` if marks stand above names.
    """
    count = len(players)
    columns = count if count <= _ONE_ROW else (count + 1) // 2
    widest = max([len(write_points(each.total)) for each in players])
    rows = "one" if count <= _ONE_ROW else "two"
    letters = max(
        [len(each.name) + _LETTERS_A_MARK * (each.is_dealer + each.rings) for each in players]
    )
    marks = "above" if columns > _BESIDE or letters > _LETTERS // columns else "beside"
    return f"p{count} {rows} {marks} c{columns} t{max(_NARROWEST, min(_WIDEST, widest))}"
