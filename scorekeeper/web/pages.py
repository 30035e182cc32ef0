"""What each page shows: one typed value a page, and the one way to answer with it."""

from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, cast

from flask import Response, current_app, make_response, render_template

from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.config import Settings
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import MeldCard
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.sheet import FinalSheet, SheetRow
from scorekeeper.web.chart import Chart
from scorekeeper.web.forms.deal_form import DealForm
from scorekeeper.web.forms.fields import Fault, Field
from scorekeeper.web.needs import Needs

SITE: Final = "scorekeeper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What the site was made of."""

    settings: Settings
    books: Books


def site() -> Site:
    """The site that answers this request."""
    return cast(Site, current_app.extensions[SITE])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """What a form of a game carries unseen, and who may be named as the one who writes."""

    entry_id: str
    version: int
    who: Field | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What went wrong."""

    template: ClassVar = "error.html"
    status: int
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPage:
    """The form for a game record; ``problems`` pairs each place with its sentence."""

    template: ClassVar = "import.html"
    text: str
    problems: tuple[tuple[str, str], ...]
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """The score sheet of a game that goes on, or of one that is over."""

    template: ClassVar = "table.html"
    game: OpenGame
    title: str
    terms: str
    state: str
    next_deal: str
    needs: Needs | None
    hides_needs: bool
    chart: Chart | None
    house_rules: tuple[str, ...]
    size: str
    blank_rows: range
    out_word: str
    held_words: str
    has_absences: bool
    has_corrections: bool
    is_agreed: bool
    is_challenged: bool
    closed_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BigPage:
    """The totals, the last deal and the next dealer, to be read from across the table."""

    template: ClassVar = "big.html"
    game: OpenGame
    title: str
    terms: str
    state: str
    meaning: str
    next_deal: str
    last: SheetRow | None
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GinSide:
    """How a gin hand lay: its melds, what was laid off from it, and what was left."""

    melds: tuple[tuple[Card, ...], ...]
    lay_offs: tuple[Card, ...]
    deadwood: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLine:
    """One line of a hand: its cards or, without any, its label; ``how`` it was counted."""

    label: str
    cards: tuple[MeldCard, ...]
    rule: str
    points: Score
    how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage:
    """One deal with all its lines; ``opened`` is the seat whose lines are shown at once."""

    template: ClassVar = "deal.html"
    game: OpenGame
    row: SheetRow
    ending: str
    out_word: str
    opened: int | None
    upcard: Card | None
    limit_words: str
    count_words: str
    gin_sides: tuple[GinSide | None, ...]
    lines: tuple[tuple[DrawnLine, ...], ...]
    meaning: str
    next_deal: str
    spoken: str
    is_last: bool
    is_final: bool
    warnings: tuple[str, ...]
    correction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsLine:
    """Something that somebody did, in short."""

    seq: int
    text: str
    who: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFormPage:
    """The form of a deal: a new one, or ``number`` corrected; ``newer`` is what others did.

    ``draft`` names what is kept of it on the phone, where that is not just the next deal.
    """

    template: ClassVar = "deal_form.html"
    game: OpenGame
    number: int
    lead: str
    form: DealForm
    ticket: Ticket
    reason: Field | None
    has_wilds: bool
    target: int | None = None
    newer: tuple[NewsLine, ...] = ()
    draft: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonPage:
    """A form that asks why: an undo, a challenge, an early end; ``amounts`` are by player."""

    template: ClassVar = "reason.html"
    game: OpenGame
    title: str
    lead: str
    button: str
    reason: Field
    ticket: Ticket
    fields: tuple[Field, ...] = ()
    amounts: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = ()
    newer: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NameForm:
    """One player's name and the id of its change; one id for all would take two for a repeat."""

    field: Field
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchForm:
    """A player who can sit out from the next deal on, or ``returns`` to play again."""

    seat: int
    name: str
    returns: bool
    entry_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage:
    """The names at the table, each with a form of its own; who comes, sits out or plays again."""

    template: ClassVar = "players.html"
    game: OpenGame
    seats: tuple[NameForm, ...]
    switches: tuple[SwitchForm, ...] = ()
    newcomer: NameForm | None = None
    problems: tuple[str, ...] = ()
    newer: tuple[NewsLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """What one player has from another: minor units and points; nothing on the diagonal."""

    minor: int
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """One player against each, and the net: minor units and points."""

    name: str
    cells: tuple[MatrixCell | None, ...]
    net: int
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPage:
    """The end of a game: who won, the rows to the result, and the money."""

    template: ClassVar = "final.html"
    game: OpenGame
    title: str
    terms: str
    head: str
    state: str
    final: FinalSheet
    result_rule: str
    matrix: tuple[MatrixRow, ...]
    proof: str
    notes: tuple[str, ...]
    closed_words: str


class Page(Protocol):
    """Any page: it names the template that shows it."""

    template: ClassVar[str]


def show(page: Page, *, status: int = 200) -> Response:
    """Answer with a page."""
    text = render_template(page.template, page=page, site_title=site().settings.title)
    return make_response(text, status)
