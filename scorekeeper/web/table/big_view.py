"""The TV view of a game, which can be read from across the table."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, url_for

from scorekeeper.games.game_store import CurrentGame
from scorekeeper.games.links import Role
from scorekeeper.rules.deals import Points, Seat
from scorekeeper.rules.game import Challenge
from scorekeeper.rules.sheet import points_to_end
from scorekeeper.web.core.access import least_role, this_game, this_visit
from scorekeeper.web.core.codes import WatchSign, make_watch_sign
from scorekeeper.web.core.page import show_live
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.people.seats import TablePhones, make_table_phones
from scorekeeper.web.table import table_pages
from scorekeeper.web.table.sheet import Standing, standing_after
from scorekeeper.wording import write_points

_ONE_ROW: Final = 5
_BESIDE: Final = 3
"""The most columns in which marks may stand beside names."""
_LETTERS: Final = 36
"""About how many letters of names a TV has room for, in all columns together."""
_LETTERS_A_MARK: Final = 2
_NARROWEST: Final = 3
_WIDEST: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class BigPage:
    """Names, totals, the last deal and the next dealer in large letters, or the end of the game."""

    template: ClassVar = "table/big.html"
    live: LivePart
    game: CurrentGame
    phones: TablePhones
    watch: WatchSign | None
    next_game: str

    @property
    def standing(self) -> Standing | None:
        """The state of the game after the last deal that counts."""
        last = self.game.sheet.last_row
        return None if last is None else standing_after(self.game.sheet, last)

    def to_close(self, number: int, seat: Seat) -> Points | None:
        """Return the points that close one of several games for a side."""
        sheet = self.game.sheet
        return points_to_end(sheet.setup, sheet.score.columns[number - 1].running[seat])

    @property
    def challenges(self) -> list[tuple[int, Challenge]]:
        """The open challenges with the numbers of their deals: 0 for the early end, which is first.

        Those of the latest deal come next.
        """
        sheet = self.game.sheet
        of_end = sheet.closing.challenges if sheet.closing else ()
        rows = reversed(sheet.rows)
        of_deals = [(row.number, each) for row in rows for each in row.agreement.challenges]
        return [*[(0, each) for each in of_end], *of_deals]

    @property
    def fit(self) -> str:
        """The CSS classes: ``p10 two above c5 t4`` for ten in two rows of five columns.

        ``t`` is the number of characters of the widest total; ``above`` if marks stand above names.
        """
        sheet = self.game.sheet
        if sheet.score.has_columns:
            return f"p2 one beside c2 t{_NARROWEST}"
        heads = sheet.sides
        count = len(heads)
        columns = count if count <= _ONE_ROW else (count + 1) // 2
        widest = max([len(write_points(sheet.total_of(head.seat))) for head in heads])
        marks = [head.occasions + (head.seat == sheet.next_dealer) for head in heads]
        named = zip(heads, marks, strict=True)
        letters = max([len(head.name) + _LETTERS_A_MARK * count for head, count in named])
        rows = "one" if count <= _ONE_ROW else "two"
        place = "above" if columns > _BESIDE or letters > _LETTERS // columns else "beside"
        return f"p{count} {rows} {place} c{columns} t{max(_NARROWEST, min(_WIDEST, widest))}"


@table_pages.get("/big")
@least_role(Role.VIEWER)
def big() -> Response:
    """Show the game as large as the screen allows; it leads to the table's next game by itself."""
    link = this_visit().next_link
    page = BigPage(
        live=make_live_part(),
        game=this_game(),
        phones=make_table_phones(),
        watch=make_watch_sign(),
        next_game=url_for("table.big", link=link) if link else "",
    )
    return show_live(page)
