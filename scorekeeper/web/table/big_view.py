"""The TV view of a game, which can be read from across the table."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.final_sheet import FinalSheet
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import Cell, PlayerHead, ScoreSheet, SheetRow
from scorekeeper.web.core.access import least_role, this_game, this_visit
from scorekeeper.web.core.phrases import terms_of, title_of
from scorekeeper.web.live.etag import show_live
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.people.phones import TablePhones, make_table_phones
from scorekeeper.web.people.watch_sign import WatchSign, make_watch_sign
from scorekeeper.web.table.big_words import BigWords, make_big_words
from scorekeeper.web.table.blueprint import table_pages
from scorekeeper.web.table.sheet import held_words
from scorekeeper.wording import write_money, write_points, write_signed

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
