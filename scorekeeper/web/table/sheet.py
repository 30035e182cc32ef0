"""The score sheet of a game, ruled like a paper pad, and its TV view."""

from collections.abc import Iterator, Sequence
from typing import Final

from flask import Response, request, session, url_for

from scorekeeper.games import CurrentGame, Role
from scorekeeper.papers.renderer import warm_renderer
from scorekeeper.rules import (
    Challenge,
    FinalHand,
    PlayerNeeds,
    Points,
    Score,
    ScoreSheet,
    Seat,
    SheetRow,
    end_of_column,
    player_needs,
    points_to_end,
)
from scorekeeper.web.core import (
    Action,
    Page,
    Part,
    bell_of_this_game,
    deals_of_round,
    has_played_round,
    least_role,
    make_entry_fields,
    make_watch_sign,
    may,
    see_other,
    show_live,
    this_game,
    this_visit,
    way_back,
    way_to_next_game,
    way_to_next_round,
    way_to_night,
)
from scorekeeper.web.hands.next_deal import make_next_deal
from scorekeeper.web.live import make_live_part, next_game_address, recent_undos
from scorekeeper.web.people.players import make_table_phones
from scorekeeper.web.review.agreement_status import (
    AgreementStatus,
    find_asked,
    make_agreement_status,
)
from scorekeeper.web.table import table_pages
from scorekeeper.wording import label_lines, write_points

# --- Parts of the pages of an ended game: the agreement to an early end, and the next step --------


def closing_agreement(game: CurrentGame) -> AgreementStatus | None:
    """Return the status of the agreement to an early end; ``None`` if there was no early end."""
    sheet = game.sheet
    return make_agreement_status(game, sheet.game.closed_by) if sheet.ended_early else None


def action_after_end() -> Action:
    """Return the link that follows an ended game: to the next game, or to the form of one.

    After a game of a night, this is the form by which that night starts another game; after one
    of a round, the page of the rounds.
    """
    following = next_game_address()
    if following:
        return Action(words="Next game", address=following)
    in_night = way_to_next_round() or way_to_next_game()
    if in_night is not None:
        return in_night
    if may("deal.enter_deal"):
        return Action(words="Same again", address=url_for("new_game.new", again=this_visit().token))
    return Action(words="New game", address=url_for("new_game.new"))


# --- Where a game stands: what each player needs, and what a deal changed -------------------------


def needs_of(sheet: ScoreSheet) -> tuple[PlayerNeeds, ...]:
    """Return the needs of each player; for partners, of the first player of each side.

    There are none before the first deal and after the last.
    """
    if sheet.final is not None or not any(row.counts for row in sheet.rows):
        return ()
    first = [side[0] for side in sheet.setup.sides]
    return tuple([need for need in player_needs(sheet.setup, sheet.score) if need.seat in first])


_RULER_LEFT: Final = 8
_RULER_RIGHT: Final = 592
_RULER_END: Final = 600
_MOST_MARKS: Final = 12
_MARKS: Final = (5, 10, 25, 50, 100, 250, 500, 1000)


def make_rulers(sheet: ScoreSheet, needs: Sequence[PlayerNeeds]) -> tuple[Part, ...]:
    """Return a drawing of each need, on a rule from nothing to the target or the highest total.

    All have one scale, which begins at the lowest total if that is below nothing. Places are whole
    units of a frame of 600; ``below``, ``have`` and ``held`` are widths.
    """
    columns = sheet.score.columns
    totals = [columns[need.column - 1].running[need.seat] for need in needs]
    target = sheet.variant.family.target(sheet.setup.options)
    low, high = min([0, *totals]), target or max([1, *totals])
    span = max(high - low, 1)

    def place(points: Points) -> int:
        wide = (points - low) * (_RULER_RIGHT - _RULER_LEFT) // span
        return min(_RULER_LEFT + wide, _RULER_END)

    mark = next((mark for mark in _MARKS if span <= mark * _MOST_MARKS), span)
    drawn = []
    for need, total in zip(needs, totals, strict=True):
        filled, bonus, step = max(total, 0), sheet.heads[need.seat].held, need.rounding_step
        drawn.append(
            Part(
                left=_RULER_LEFT,
                right=_RULER_RIGHT,
                ticks=tuple([place(at) for at in range(low - low % -mark, high, mark)]),
                zero=place(0),
                below=place(0) - place(min(total, 0)),
                have=place(filled) - place(0),
                held=place(filled + bonus) - place(filled),
                bonus=bonus,
                step=place(total + step.points) if step else None,
                has_goal=target is not None,
                total=total,
            )
        )
    return tuple(drawn)


def standing_after(sheet: ScoreSheet, row: SheetRow) -> Part | None:
    """Return the state of the game after a deal; None if the deal does not count.

    It has the ``leaders``, all players of a side, with their total, and how far they lead;
    ``is_level`` if several sides lead. ``passed`` are the seats that led before, if a side has
    passed them. ``to_go`` are the points to the end of the game, 0 where no single total ends it;
    ``deals_left`` is None except in games of a set number of deals. ``is_latest`` is true if no
    later deal counts.
    """
    counting = [earlier for earlier in sheet.rows if earlier.counts]
    if row not in counting:
        return None
    place, leaders = counting.index(row), _leaders(sheet, row)
    before = _leaders(sheet, counting[place - 1]) if place else ()
    own, running = sheet.setup.side_of(leaders[0]), [cell.running or 0 for cell in row.cells]
    total, others = running[own[0]], [other for at, other in enumerate(running) if at not in own]
    deals = sheet.variant.family.deals
    return Part(
        leaders=leaders,
        is_level=leaders != own,
        total=total,
        margin=min([abs(total - other) for other in others]),
        passed=() if own[0] in before else before,
        to_go=0 if sheet.score.has_columns else points_to_end(sheet.setup, total) or 0,
        deals_left=None if deals is None else max(0, deals - place - 1),
        is_latest=row == counting[-1],
    )


def _leaders(sheet: ScoreSheet, row: SheetRow) -> tuple[Seat, ...]:
    running = [cell.running or 0 for cell in row.cells]
    best = min(running) if sheet.variant.family.low_wins else max(running)
    return tuple([Seat(seat) for seat, total in enumerate(running) if total == best])


# --- The games of several columns, game by game: their ends, or as they stand ---------------------


def make_games_tally(sheet: ScoreSheet) -> Part | None:
    """Return how each game ended, or how an open one stands; None for a game of one column.

    ``sums`` are the sides' sums, the higher one first. ``differences`` have for each game the side
    that is ahead, None if they are level, and by how many points. ``games_won`` are how many games
    the sides won, the higher number first; empty unless the stake is paid for each game.
    """
    if not sheet.score.has_columns:
        return None
    ends = [
        end_of_column(sheet.setup, number, column)
        for number, column in enumerate(sheet.score.columns, 1)
    ]
    first = [side[0] for side in sheet.setup.sides]
    by_game = [[end.hands[seat] for seat in first] for end in ends]
    hands = [hand for game in by_game for hand in game]
    ahead = [_find_ahead([hand.total for hand in game]) for game in by_game]
    wins = sorted([[side for side, _ in ahead].count(at) for at in range(len(first))])
    money = sheet.final.settlement if sheet.final else None
    sums = [sum([end.hands[seat].total for end in ends]) for seat in first]
    return Part(
        rows=tuple(_tally_rows(sheet, hands)),
        totals=tuple([hand.total for hand in hands]),
        differences=tuple(ahead),
        sums=tuple(sorted(sums, reverse=True)),
        games_won=tuple(reversed(wins)) if money and money.by_columns else (),
    )


def _find_ahead(totals: Sequence[Score]) -> tuple[int | None, Score]:
    best, least = max(totals), min(totals)
    return (None if best == least else totals.index(best)), best - least


def _tally_rows(sheet: ScoreSheet, hands: Sequence[FinalHand]) -> Iterator[Part]:
    yield Part(label="Points", rule="", figures=tuple([hand.running for hand in hands]))
    by_reason = [{line.reason: line for line in hand.lines} for hand in hands]
    for reason, label in sheet.variant.family.reasons.items():
        found = [lines.get(reason) for lines in by_reason]
        rules = [sheet.variant.cite(line.rule) for line in found if line]
        if rules:
            figures = [None if line is None else line.points for line in found]
            yield Part(label=label, rule=rules[0], figures=tuple(figures))


# --- The chart of a game's running totals, a line for each player ---------------------------------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


WIDTH: Final = 560
LEFT: Final = 80
TOP: Final = 28
BOTTOM: Final = 290
_BELOW: Final = 50
CROWD: Final = 5
"""From so many players on, most lines are hairlines."""
_REACH: Final = 2
"""The target is drawn once the leader has at least this part of it."""
_MOST_TICKS: Final = 9
_MOST_WIDE_TICKS: Final = 5
_WIDE_FROM: Final = 10
_LABEL_GAP: Final = 30
_MOST_LINES: Final = 12
"""How many lines of names there is room for."""
_LABEL_DX: Final = 12
_LETTER: Final = 20
_LEADER: Final = 18
"""How wide the space before a name, its letters, and the line that leads to it in a crowd are."""
_NARROWEST_CHART, _WIDEST_CHART = 210, 320


def make_chart(sheet: ScoreSheet, mine: Seat | None = None) -> Part | None:
    """Return the chart of the deals that count; ``None`` before the first.

    ``mine`` is the seat of this phone. The chart has the lines of all players, by seat, from 0
    before the first deal, as far as names leave room; the heights of 0 and of the target, None if
    that is out of reach; and ``ticks``, pairs of a place from the left and the number of the deal
    there. In a crowded one most lines are hairlines, and some stand out in ink.
    """
    rows = [row for row in sheet.rows if row.counts]
    totals = [[row.cells[side.seat].running or 0 for side in sheet.sides] for row in rows]
    if not totals:
        return None
    target = sheet.variant.family.target(sheet.setup.options)
    if target is not None and (sheet.score.has_columns or target > _REACH * max(totals[-1])):
        target = None
    columns = [(0, *column) for column in zip(*totals, strict=True)]
    right, names = _fit_names([side.name for side in sheet.sides])
    bottom = max(BOTTOM, TOP + (sum(map(len, names)) - 1) * _LABEL_GAP)
    drawn: list[Points] = [target or 0, *[total for column in columns for total in column]]
    low = min(drawn)
    span = max(1, max(drawn) - low)

    def height_of(total: Points) -> int:
        return bottom - (total - low) * (bottom - TOP) // span

    heights = [[height_of(total) for total in column] for column in columns]
    labels = _part([column[-1] for column in heights], names, bottom)
    return Part(
        width=WIDTH,
        height=bottom + _BELOW,
        left=LEFT,
        right=right,
        lines=tuple(_chart_lines(sheet, mine, heights, labels=labels, right=right)),
        is_crowded=len(names) >= CROWD,
        zero_y=height_of(0),
        target=target,
        target_y=None if target is None else height_of(target),
        ticks=tuple(_ticks([row.number for row in rows], right)),
    )


def _fit_names(names: Sequence[str]) -> tuple[int, list[list[str]]]:
    """Return the right end of the lines of a chart, and the lines of each name beside it."""
    room = WIDTH - LEFT - _LABEL_DX - (_LEADER if len(names) >= CROWD else 0)
    letters = (room - _NARROWEST_CHART) // _LETTER
    found = label_lines(names, letters, max(1, _MOST_LINES // len(names)))
    longest = max([len(line) for lines in found for line in lines])
    return LEFT + min(_WIDEST_CHART, room - longest * _LETTER), found


def _chart_lines(
    sheet: ScoreSheet,
    mine: Seat | None,
    heights: Sequence[Sequence[int]],
    *,
    labels: Sequence[Sequence[tuple[str, int]]],
    right: int,
) -> Iterator[Part]:
    for side, column, label in zip(sheet.sides, heights, labels, strict=True):
        is_own = mine is not None and mine in sheet.setup.side_of(side.seat)
        yield Part(
            label=label,
            spots=tuple([(_x(at, len(column) - 1, right), y) for at, y in enumerate(column)]),
            label_y=(label[0][1] + label[-1][1]) // 2,
            leads=side.leads,
            is_in_ink=side.leads or is_own,
        )


def _x(at: int, deals: int, right: int) -> int:
    return LEFT + at * (right - LEFT) // deals


def _ticks(numbers: Sequence[int], right: int) -> list[tuple[int, int]]:
    most = _MOST_TICKS if numbers[-1] < _WIDE_FROM else _MOST_WIDE_TICKS
    step = -(-len(numbers) // most)
    marked = range(step, len(numbers) + 1, step)
    return [(_x(at, len(numbers), right), numbers[at - 1]) for at in marked]


def _part(
    ends: Sequence[int], names: Sequence[Sequence[str]], bottom: int
) -> list[list[tuple[str, int]]]:
    """Return the lines of names with their heights: beside the ends, but apart from each other."""
    high = [(len(lines) - 1) * _LABEL_GAP for lines in names]
    placed = dict.fromkeys(range(len(ends)), 0)
    order = sorted(placed, key=lambda seat: ends[seat])
    lowest = TOP
    for seat in order:
        placed[seat] = max(ends[seat] - high[seat] // 2, lowest)
        lowest = placed[seat] + high[seat] + _LABEL_GAP
    highest = bottom
    for seat in reversed(order):
        placed[seat] = min(placed[seat], highest - high[seat])
        highest = placed[seat] - _LABEL_GAP
    return [
        [(line, placed[seat] + at * _LABEL_GAP) for at, line in enumerate(lines)]
        for seat, lines in enumerate(names)
    ]


_ROWS_ON_A_PAD: Final = 7
_MOST_UNFOLDED: Final = 8
_ROWS_BELOW_FOLD: Final = 7
_FEWEST_IN_BOX: Final = 5
_NARROWEST: Final = 3
_SHORT_NAME: Final = 5
_SHORT_TOTAL: Final = 4
_WIDEST: Final = 6
_HIDES_NEEDS: Final = "hides_needs"


class TablePage(Page):
    """The score sheet of a game that goes on, or of one that has ended.

    ``back`` leads to the game's night or to all games, ``night`` to the page that puts the game
    into a night or takes it out. ``asked`` is the status of a deal to which the player of this
    phone has not yet agreed, ``agreement`` that of an early end.
    ``deals_of_round`` is the number of deals in the round to which the game belongs, 0 if it ends
    otherwise.
    """

    phones: Part
    game: CurrentGame
    asked: AgreementStatus | None

    @property
    def agrees_at_once(self) -> bool:
        """Whether the sheet shows all that a player has to read before agreeing to a deal.

        A challenge, a warning or an earlier deal is only shown on the page of the deal.
        """
        asked, rows = self.asked, self.game.sheet.rows
        if asked is None or asked.number < len(rows):
            return False
        return not (asked.agreement.challenges or rows[-1].problems)

    @property
    def needs(self) -> tuple[PlayerNeeds, ...]:
        """The needs of each player."""
        return needs_of(self.game.sheet)

    @property
    def rulers(self) -> tuple[Part, ...]:
        """The drawing of each of the needs."""
        return make_rulers(self.game.sheet, self.needs)

    @property
    def games(self) -> Part | None:
        """What each game has come to so far; None if there is only one, or no deal that counts."""
        sheet = self.game.sheet
        return make_games_tally(sheet) if sheet.counted_deals and not sheet.final else None

    @property
    def chart(self) -> Part | None:
        """The course of the game."""
        return make_chart(self.game.sheet, self.phones.mine)

    @property
    def size(self) -> str:
        """The CSS classes that fit totals to columns: ``n3 w4`` for 3 columns, 4 characters."""
        sheet = self.game.sheet
        if sheet.score.has_columns:
            totals = [total for column in sheet.score.columns for total in column.running]
            return f"w{max(_NARROWEST, *[len(write_points(total)) for total in totals])}"
        heads = sheet.sides
        widest = max([len(write_points(sheet.total_of(head.seat))) for head in heads])
        # Five fit on a phone where names and totals are short, and no money stands below these.
        is_short = max([len(head.name) for head in heads]) <= _SHORT_NAME and widest <= _SHORT_TOTAL
        is_bare = sheet.final is None or sheet.final.settlement is None
        fits = is_short and is_bare and len(heads) == _FEWEST_IN_BOX
        wide = "wide " if len(heads) >= _FEWEST_IN_BOX and not fits else ""
        return f"{wide}n{len(heads)} w{max(_NARROWEST, min(_WIDEST, widest))}"

    @property
    def folded(self) -> int:
        """How many of the oldest deals a long sheet folds away."""
        rows = len(self.game.sheet.rows)
        return rows - _ROWS_BELOW_FOLD if rows > _MOST_UNFOLDED else 0

    @property
    def blank_rows(self) -> range:
        """The numbers of the empty rows of a short sheet."""
        sheet = self.game.sheet
        return range(len(sheet.rows) + (sheet.next_dealer is not None), _ROWS_ON_A_PAD)


@table_pages.get("/", endpoint="sheet")
@least_role(Role.VIEWER)
def show_sheet() -> Response:
    """Show the score sheet."""
    game = this_game()
    if game.sheet.rows:
        warm_renderer()
    return show_live(
        TablePage(
            "table/sheet.html",
            live=make_live_part(),
            taken_back=recent_undos(game),
            next_game=next_game_address(),
            phones=make_table_phones(),
            game=game,
            back=way_back(),
            night=way_to_night(),
            next_deal=make_next_deal(game),
            onward=action_after_end() if game.sheet.final else None,
            asked=find_asked(game),
            agreement=closing_agreement(game),
            hides_needs=_HIDES_NEEDS in session,
            deals_of_round=0 if game.sheet.final else deals_of_round(),
            bell=bell_of_this_game(),
            has_played_round=has_played_round(game.sheet),
            entry_fields=make_entry_fields(game),
        )
    )


@table_pages.post("/needs")
@least_role(Role.VIEWER)
def switch_needs() -> Response:
    """Show or hide what the players need, in this browser, until it is changed again."""
    session.permanent = True
    if request.form.get("show") == "yes":
        session.pop(_HIDES_NEEDS, None)
    else:
        session[_HIDES_NEEDS] = True
    return see_other(url_for("table.sheet"))


# --- The TV view of a game, which can be read from across the table -------------------------------


_ONE_ROW: Final = 5
_BESIDE: Final = 3
"""The most columns in which marks may stand beside names."""
_LETTERS: Final = 36
"""About how many letters of names a TV has room for, in all columns together."""
_LETTERS_A_MARK: Final = 2
_NARROWEST_ON_TV: Final = 3
_WIDEST_ON_TV: Final = 9


class BigPage(Page):
    """Names, totals, the last deal and the next dealer in large letters, or the end of the game."""

    game: CurrentGame

    @property
    def standing(self) -> Part | None:
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
        of_deals = [
            (row.number, challenge) for row in rows for challenge in row.agreement.challenges
        ]
        return [*[(0, challenge) for challenge in of_end], *of_deals]

    @property
    def fit(self) -> str:
        """The CSS classes: ``p10 two above c5 t4`` for ten in two rows of five columns.

        ``t`` is the number of characters of the widest total; ``above`` if marks stand above names.
        """
        sheet = self.game.sheet
        if sheet.score.has_columns:
            return f"p2 one beside c2 t{_NARROWEST_ON_TV}"
        heads = sheet.sides
        count = len(heads)
        columns = count if count <= _ONE_ROW else (count + 1) // 2
        widest = max([len(write_points(sheet.total_of(head.seat))) for head in heads])
        marks = [head.occasions + (head.seat == sheet.next_dealer) for head in heads]
        named = zip(heads, marks, strict=True)
        letters = max([len(head.name) + _LETTERS_A_MARK * count for head, count in named])
        rows = "one" if count <= _ONE_ROW else "two"
        place = "above" if columns > _BESIDE or letters > _LETTERS // columns else "beside"
        letters_wide = max(_NARROWEST_ON_TV, min(_WIDEST_ON_TV, widest))
        return f"p{count} {rows} {place} c{columns} t{letters_wide}"


@table_pages.get("/big")
@least_role(Role.VIEWER)
def big() -> Response:
    """Show the game as large as the screen allows; it leads to the table's next game by itself."""
    link = this_visit().next_link
    return show_live(
        BigPage(
            "table/big.html",
            live=make_live_part(),
            game=this_game(),
            phones=make_table_phones(),
            watch=make_watch_sign(),
            next_game=url_for("table.big", link=link) if link else "",
        )
    )
