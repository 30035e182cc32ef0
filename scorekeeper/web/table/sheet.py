"""The score sheet of a game, ruled like a paper pad, with the link to the next deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from flask import Response, request, session, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.deals import Points, Seat
from scorekeeper.domain.scoring import Setup, score_game
from scorekeeper.domain.sheet import PlayerNeeds, ScoreSheet, SheetRow, player_needs, points_to_end
from scorekeeper.print import warm_renderer
from scorekeeper.web.core.access import least_role, may, this_game, this_visit
from scorekeeper.web.core.known_nights import way_back, way_to_next_game, way_to_night
from scorekeeper.web.core.page import Action, show_live
from scorekeeper.web.core.phrases import (
    closed_words,
    house_rules_of,
    next_deal_of,
    state_of,
    terms_of,
    title_of,
)
from scorekeeper.web.core.posting import EntryFields, make_entry_fields, see_other
from scorekeeper.web.hands.next_deal import NextDeal, make_next_deal
from scorekeeper.web.live.news import News, make_news, next_game_address
from scorekeeper.web.live.updates import LivePart, make_live_part
from scorekeeper.web.people.seats import TablePhones, make_table_phones
from scorekeeper.web.review.agreement_status import (
    AgreementStatus,
    ShownChallenge,
    challenges_of_deals,
    make_agreement_status,
)
from scorekeeper.web.table import table_pages
from scorekeeper.wording import (
    with_capital,
    write_names,
    write_plural,
    write_points,
    write_sentence,
    write_winners,
)

# --- Parts of the pages of an ended game: the agreement to an early end, and the next step --------


def closing_agreement(game: CurrentGame) -> AgreementStatus | None:
    """Return the status of the agreement to an early end; ``None`` if there was no early end."""
    sheet = game.sheet
    return make_agreement_status(game, sheet.game.closed_by) if sheet.ended_early else None


def action_after_end() -> Action:
    """Return the link that follows an ended game: to the next game, or to the form of one.

    After a game of a night, this is the form by which that night starts another game.
    """
    following = next_game_address()
    if following:
        return Action(words="Next game", address=following)
    in_night = way_to_next_game()
    if in_night is not None:
        return in_night
    if may("deal.enter_deal"):
        address = url_for("new_game.new", again=this_visit().token)
        return Action(words="Same again", address=address)
    return Action(words="New game", address=url_for("new_game.new"))


# --- Sentences about where a game stands: what each player needs, and what a deal changed ---------


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The needs of one player in the next deal, in sentences."""

    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """One line for the whole table, and the needs of each player."""

    headline: str
    players: tuple[Need, ...]


def needs_of(sheet: ScoreSheet) -> Needs | None:
    """Return the needs of each player; ``None`` before the first deal and after the last."""
    if sheet.final is not None or not any(row.counts for row in sheet.rows):
        return None
    deals = [each.deal for each in sheet.game.deals]
    each = player_needs(sheet.setup, score_game(sheet.setup, deals))
    players = sheet.setup.players
    return Needs(
        headline=_headline(sheet, each),
        players=tuple(
            [Need(name=players[one.seat], sentences=tuple(_sentences(sheet, one))) for one in each]
        ),
    )


def _headline(sheet: ScoreSheet, each: Sequence[PlayerNeeds]) -> str:
    if sheet.variant.family.deals is not None:
        return f"{_chase(sheet, each)}; {_deals_left(sheet.setup, sheet.counted_deals)}."
    first = next(one for one in each if not one.to_lead)
    name, running = sheet.setup.players[first.seat], sheet.heads[first.seat].running
    if _must_pass(sheet.setup, running):
        return f"{name} has {write_points(running)} and must still pass it."
    step = _step_words(sheet, first)
    return f"{name} {_end_words(first)}{f'; {step}' if step else ''}."


def _chase(sheet: ScoreSheet, each: Sequence[PlayerNeeds]) -> str:
    """Return in words who is nearest behind the leader, or that all are level."""
    behind = sorted([one for one in each if one.to_lead], key=lambda one: one.to_lead)
    if not behind:
        return "All are level"
    return f"{sheet.setup.players[behind[0].seat]} is {behind[0].to_lead} behind"


def _sentences(sheet: ScoreSheet, one: PlayerNeeds) -> Iterator[str]:
    running = sheet.heads[one.seat].running
    if _must_pass(sheet.setup, running):
        yield f"Has {write_points(running)} and must still pass it."
    elif one.to_end is not None:
        yield f"{with_capital(_end_words(one))}."
    yield _lead_words(sheet, one)
    step = _step_words(sheet, one)
    if step:
        yield f"{step}."


def _step_words(sheet: ScoreSheet, one: PlayerNeeds) -> str:
    """Return the points that raise the rounded score: ``95 more rounds to 1000``.

    It is empty without rounding. A bonus that is added at the end of the game is named, since the
    rounded score includes it.
    """
    step, held = one.rounding_step, sheet.heads[one.seat].held
    if step is None:
        return ""
    named = f" with the {held} for going out concealed" if held else ""
    return f"{step.points} more rounds to {write_points(step.rounded)}{named}"


def _end_words(one: PlayerNeeds) -> str:
    if not one.to_end:
        return "is over the target, but not alone in the lead"
    return f"needs {one.to_end} more to end the game"


def _lead_words(sheet: ScoreSheet, one: PlayerNeeds) -> str:
    leaders = [head for head in sheet.heads if head.leads]
    if one.to_lead:
        behind = write_names([head.name for head in leaders])
        return write_sentence(f"Is {one.to_lead} behind {behind}")
    level = [head.name for head in leaders if head.seat != one.seat]
    if level:
        return write_sentence(f"Is level with {write_names(level)}")
    own = sheet.heads[one.seat].running
    margins = [abs(own - head.running) for head in sheet.heads if head.seat != one.seat]
    return f"Leads by {min(margins)}."


def _must_pass(setup: Setup, running: Points) -> bool:
    """Tell whether a total is exactly the target, where the target must be passed."""
    family = setup.variant.family
    return family.must_pass(setup.options) and running == family.target(setup.options)


def _deals_left(setup: Setup, played: int) -> str:
    left = (setup.variant.family.deals or 0) - played
    if left <= 0:
        return "a play-off decides"
    return f"{write_plural(left, 'deal')} {'is' if left == 1 else 'are'} left"


def meaning_of(sheet: ScoreSheet, row: SheetRow) -> str:
    """Return the state of the game after a deal: ``Ann leads by 360 and has 20 to go.``

    If later deals followed, it is ``After deal 1: Ann leads by 360 and has 20 to go.``
    """
    counting = [each for each in sheet.rows if each.counts]
    if row not in counting:
        return ""
    place = counting.index(row)
    if sheet.over and sheet.final is not None and row == counting[-1]:
        names = [sheet.setup.players[seat] for seat in sheet.final.winners]
        return f"The game is over: {write_winners(names)}."
    before = _leaders(sheet, counting[place - 1]) if place else ()
    then = "" if row == counting[-1] else f"After deal {row.number}: "
    return then + _standing(sheet, row, before, played=place + 1)


def _standing(sheet: ScoreSheet, row: SheetRow, before: Sequence[Seat], *, played: int) -> str:
    now, running = _leaders(sheet, row), _running(row)
    own = running[now[0]]
    names = [sheet.setup.players[seat] for seat in now]
    distance = _distance(sheet, own, played, has="has" if len(now) == 1 else "have")
    if len(now) > 1:
        return f"{write_names(names)} are level with {write_points(own)}{distance}."
    margin = min([abs(own - total) for seat, total in enumerate(running) if seat != now[0]])
    passed = [sheet.setup.players[seat] for seat in before if seat != now[0]]
    gained = bool(before) and now[0] not in before
    verb = f"passes {write_names(passed)} and leads" if gained else "leads"
    return f"{names[0]} {verb} by {margin}{distance}."


def _distance(sheet: ScoreSheet, own: Points, played: int, *, has: str) -> str:
    """Return in words how far the leader's ``own`` total is from the end of the game."""
    setup = sheet.setup
    if setup.variant.family.deals is not None:
        return f"; {_deals_left(setup, played)}"
    if _must_pass(setup, own):
        return f" and must still pass {write_points(own)}"
    left = points_to_end(setup, own)
    return f" and {has} {left} to go" if left else ""


def _running(row: SheetRow) -> tuple[Points, ...]:
    return tuple([cell.running or 0 for cell in row.cells])


def _leaders(sheet: ScoreSheet, row: SheetRow) -> tuple[Seat, ...]:
    running = _running(row)
    best = min(running) if sheet.variant.family.low_wins else max(running)
    return tuple([Seat(seat) for seat, total in enumerate(running) if total == best])


# --- The chart of a game's running totals, a line for each player ---------------------------------
# Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.


WIDTH: Final = 560
HEIGHT: Final = 340
LEFT: Final = 64
RIGHT: Final = 408
TOP: Final = 28
BOTTOM: Final = 290
_MOST_TICKS: Final = 9
_MOST_WIDE_TICKS: Final = 5
_WIDE_FROM: Final = 10
_LABEL_GAP: Final = 30
_LONGEST_LABEL: Final = 9


class Spot(NamedTuple):
    """A point in the frame."""

    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """One player's line, which starts at 0 before the first deal; ``label`` is at ``label_y``."""

    name: str
    label: str
    spots: tuple[Spot, ...]
    label_y: int
    leads: bool

    @property
    def path(self) -> str:
        """The spots in the form that an SVG polyline needs: ``64,290 236,120``."""
        return " ".join([f"{spot.x},{spot.y}" for spot in self.spots])


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The lines of all players, the heights of 0 and of the target, and the marks of deals.

    ``ticks`` are pairs of a place from the left and the number of the deal there.
    """

    width: ClassVar = WIDTH
    height: ClassVar = HEIGHT
    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    lines: tuple[ChartLine, ...]
    zero_y: int
    target: Points | None
    target_y: int | None
    ticks: tuple[tuple[int, int], ...]
    words: str


def make_chart(sheet: ScoreSheet) -> Chart | None:
    """Return the chart of the deals that count; ``None`` before the first."""
    totals = [[cell.running or 0 for cell in row.cells] for row in sheet.rows if row.counts]
    if not totals:
        return None
    target = sheet.variant.family.target(sheet.setup.options)
    columns = [(0, *column) for column in zip(*totals, strict=True)]
    scale = _Scale.of([total for column in columns for total in column] + [target or 0])
    ends = [scale.y(column[-1]) for column in columns]
    lines = [
        ChartLine(
            name=head.name,
            label=_cut(head.name),
            spots=tuple([Spot(_x(at, len(totals)), scale.y(y)) for at, y in enumerate(column)]),
            label_y=label_y,
            leads=head.leads,
        )
        for head, column, label_y in zip(sheet.heads, columns, _part(ends), strict=True)
    ]
    return Chart(
        lines=tuple(lines),
        zero_y=scale.y(0),
        target=target,
        target_y=None if target is None else scale.y(target),
        ticks=tuple(_ticks([row.number for row in sheet.rows if row.counts])),
        words=_words(sheet, len(totals), target),
    )


class _Scale(NamedTuple):
    low: Points
    span: Points

    @classmethod
    def of(cls, totals: Sequence[Points]) -> "_Scale":
        low = min(0, *totals)
        return cls(low, max(1, max(totals) - low))

    def y(self, total: Points) -> int:
        return BOTTOM - (total - self.low) * (BOTTOM - TOP) // self.span


def _x(at: int, deals: int) -> int:
    return LEFT + at * (RIGHT - LEFT) // deals


def _ticks(numbers: Sequence[int]) -> list[tuple[int, int]]:
    most = _MOST_TICKS if numbers[-1] < _WIDE_FROM else _MOST_WIDE_TICKS
    step = -(-len(numbers) // most)
    marked = range(step, len(numbers) + 1, step)
    return [(_x(at, len(numbers)), numbers[at - 1]) for at in marked]


def _part(ends: Sequence[int]) -> list[int]:
    """Return the heights of labels: their lines' ends, moved apart so that each can be read."""
    placed = dict.fromkeys(range(len(ends)), 0)
    order = sorted(placed, key=lambda seat: ends[seat])
    lowest = TOP
    for seat in order:
        placed[seat] = max(ends[seat], lowest)
        lowest = placed[seat] + _LABEL_GAP
    highest = BOTTOM
    for seat in reversed(order):
        placed[seat] = min(placed[seat], highest)
        highest = placed[seat] - _LABEL_GAP
    return [placed[seat] for seat in range(len(ends))]


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1].rstrip()}…"


def _words(sheet: ScoreSheet, deals: int, target: Points | None) -> str:
    totals = write_names([f"{head.name} {write_points(head.running)}" for head in sheet.heads])
    end = "" if target is None else f" The target is {write_points(target)}."
    return f"After {write_plural(deals, 'deal')}: {totals}.{end}"


_ROWS_ON_A_PAD: Final = 7
_MOST_UNFOLDED: Final = 8
_ROWS_BELOW_FOLD: Final = 7
_FEWEST_IN_BOX: Final = 5
_NARROWEST: Final = 3
_WIDEST: Final = 6
_HIDES_NEEDS: Final = "hides_needs"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSigns:
    """The legend: the meaning of the signs that the sheet shows."""

    out_word: str
    held_words: str
    has_absences: bool
    has_corrections: bool
    is_agreed: bool
    is_challenged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """The score sheet of a game that goes on, or of one that has ended.

    ``back`` leads to the game's night or to all games, ``night`` to the page that puts the game
    into a night or takes it out.
    ``turn`` says who deals next. ``asks_agreement`` is the number of the latest deal if the player
    of this phone has not yet agreed to it; ``agrees_at_once`` is the status of that deal if the
    sheet shows all that there is to agree to. ``agreement`` is about an early end. ``folded`` is
    how many of the oldest deals a long sheet folds away.
    """

    template: ClassVar = "table/sheet.html"
    live: LivePart
    news: News
    phones: TablePhones
    game: CurrentGame
    back: Action
    night: Action | None
    title: str
    terms: str
    state: str
    turn: str
    next_deal: NextDeal | None
    onward: Action | None
    asks_agreement: int | None
    agrees_at_once: AgreementStatus | None
    challenges: tuple[ShownChallenge, ...]
    agreement: AgreementStatus | None
    closed_words: str
    needs: Needs | None
    hides_needs: bool
    chart: Chart | None
    house_rules: tuple[str, ...]
    size: str
    folded: int
    blank_rows: range
    signs: SheetSigns
    entry_fields: EntryFields


@table_pages.get("/", endpoint="sheet")
@least_role(Role.VIEWER)
def show_sheet() -> Response:
    """Show the score sheet."""
    if this_game().sheet.rows:
        warm_renderer()
    return show_live(_make_page(this_game()))


def _make_page(game: CurrentGame) -> TablePage:
    sheet = game.sheet
    asked = _asks_agreement(game)
    return TablePage(
        live=make_live_part(),
        news=make_news(game),
        phones=make_table_phones(),
        game=game,
        back=way_back(),
        night=way_to_night(),
        title=title_of(game),
        terms=terms_of(sheet),
        state=state_of(game),
        turn=next_deal_of(sheet),
        next_deal=make_next_deal(game),
        onward=action_after_end() if sheet.final else None,
        asks_agreement=sheet.rows[-1].number if asked else None,
        agrees_at_once=asked if asked and _shows_all(asked, sheet.rows[-1]) else None,
        challenges=challenges_of_deals(game),
        agreement=closing_agreement(game),
        closed_words=closed_words(game),
        needs=needs_of(sheet),
        hides_needs=_HIDES_NEEDS in session,
        chart=make_chart(sheet),
        house_rules=house_rules_of(sheet),
        size=_size(sheet),
        folded=_folded(sheet),
        blank_rows=range(len(sheet.rows) + (sheet.next_dealer is not None), _ROWS_ON_A_PAD),
        signs=_signs(sheet),
        entry_fields=make_entry_fields(game),
    )


def _asks_agreement(game: CurrentGame) -> AgreementStatus | None:
    """Return the status of the latest deal if this phone's player has not yet agreed to it."""
    rows = game.sheet.rows
    if not rows or game.sheet.final is not None or not rows[-1].counts:
        return None
    status = make_agreement_status(game, rows[-1].seq)
    return status if status is not None and status.asks_me else None


def _shows_all(status: AgreementStatus, row: SheetRow) -> bool:
    """Tell whether the sheet shows all that a player has to read before agreeing to a deal.

    A challenge or a warning is only shown on the page of the deal.
    """
    return not status.challenges and not row.problems


def _signs(sheet: ScoreSheet) -> SheetSigns:
    rows = sheet.rows
    return SheetSigns(
        out_word=sheet.by_mark,
        held_words=held_words(sheet),
        has_absences=any(cell.sat_out for row in rows if row.counts for cell in row.cells),
        has_corrections=any(row.corrected for row in rows),
        is_agreed=any(row.counts and row.agreement.complete for row in rows),
        is_challenged=any(row.agreement.challenges for row in rows),
    )


def _folded(sheet: ScoreSheet) -> int:
    rows = len(sheet.rows)
    return rows - _ROWS_BELOW_FOLD if rows > _MOST_UNFOLDED else 0


def _size(sheet: ScoreSheet) -> str:
    wide = "wide " if len(sheet.heads) >= _FEWEST_IN_BOX else ""
    return wide + fit_of(sheet)


def fit_of(sheet: ScoreSheet) -> str:
    """Return the CSS classes that fit totals to columns: ``n3 w4`` for 3 columns, 4 characters."""
    widest = max([len(write_points(head.running)) for head in sheet.heads])
    return f"n{len(sheet.heads)} w{max(_NARROWEST, min(_WIDEST, widest))}"


def held_words(sheet: ScoreSheet) -> str:
    """Return the meaning of a ring at a name: points that are added at the end of the game."""
    bonus = max([cell.held for row in sheet.rows for cell in row.cells], default=0)
    if bonus:
        return f"concealed, {bonus} at the end"
    return "concealed" if any(cell.concealed for row in sheet.rows for cell in row.cells) else ""


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
