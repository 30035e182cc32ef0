"""What all papers share: sizes, the head, texts that have to fit a width, cards, the HTML."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any, Final, Literal, NamedTuple, Self

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.club.facts import SETTLE_WORDS, ClubMark
from scorekeeper.club.words import write_game
from scorekeeper.config import program_digest, site_folder
from scorekeeper.rules import JOKER, RED_TWO, Card, MeldCard, Suit
from scorekeeper.wording import (
    names_in_seats,
    with_capital,
    write_date,
    write_money,
    write_names,
    write_points,
    write_proof,
    write_ranges,
    write_sentence,
    write_signed,
    write_signed_amount,
    write_stake,
    write_sum,
    write_symbol,
)
from scorekeeper.wording.games import write_early_end
from scorekeeper.wording.sentences import (
    Isolated,
    KeptTemplates,
    among,
    before_figure,
    by_count,
    keep_together,
)

Size = Literal["a4", "letter", "a5", "a4-large", "letter-large"]

SIZES: Final[dict[Size, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a5": (148.0, 210.0),
    "a4-large": (105.0, 148.5),
    "letter-large": (107.95, 139.7),
}
"""Width and height of the paper upright, in mm.

Large print is laid out on paper of half the size and printed twice as large: nothing on it is
smaller than 18 points, the size that the American Printing House for the Blind calls large print.
"""
SIZE_WORDS: Final[dict[Size, str]] = {
    "a4": "A4",
    "letter": "Letter",
    "a5": "A5",
    "a4-large": "A4, large print",
    "letter-large": "Letter, large print",
}
ZOOM: Final = 2
SIDES: Final[dict[Size, float]] = {
    "a4": 16.0,
    "letter": 16.0,
    "a5": 10.0,
    "a4-large": 8.0,
    "letter-large": 8.0,
}
"""The margin at each side, in mm."""
MM_A_PIXEL: Final = 25.4 / 96
"""The length of a CSS pixel on paper, in mm."""
LETTER: Final = 0.55
"""Mean width of a letter of the font Pagella (em), with a margin for wide ones."""
TEXT_LETTER: Final = 0.5
"""The same of a sentence in the font Inter."""
_SUITS: Final = 30.0
"""Width of the four suits beside the title, in mm."""
_TITLE_PIXELS: Final = (37.0, 20.0)
_BLOCK: Final = re.compile(
    r"\s*(</?(?:div|h2|header|li|p|section|table|tbody|td|th|thead|tr)\b[^>]*>)\s*"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The head of a paper; ``pixels`` is the size of its title, ``line`` stands under it.

    A template may say line and fields itself; a field is a label and its text, which may be empty,
    for people to write by pen. The mark of the club, if it has one, stands in the room of the four
    suits.
    """

    title: str
    pixels: float
    line: str = ""
    club: str = ""
    club_mark: ClubMark | None = None
    fields: tuple[tuple[str, str], ...] = ()


class Box(NamedTuple):
    """A part of a paper as it was laid out; ``top`` is below the margin of its page (mm)."""

    part: str
    page: int
    top: float
    height: float


class Part(SimpleNamespace):
    """What a paper draws of one thing, such as a row: by name, ``row.label`` for ``label``.

    It is for what one module makes, one template draws, and no other part of the program reads.
    """

    def replace(self, **values: object) -> Self:
        """Return it with some other values."""
        return type(self)(**vars(self) | values)


class PrintedPaper(Part):
    """A paper: its template, the CSS classes of its body, and by name all that it draws.

    The parts whose boxes a paper wants to know have the attribute ``data-part`` in its template.
    ``refit`` is given the paper and these boxes, and returns it with parts that fit the pages, or
    None if it may stay as it was laid out.
    """

    template: str
    heading: Heading
    shape: str
    refit: "Callable[[Any, Sequence[Box]], PrintedPaper | None] | None" = None

    @property
    def zoom(self) -> int:
        """How many times as large as it is laid out the paper is printed."""
        return ZOOM if "-large" in self.shape else 1


def club_heading(title: str, size: Size, club: str, line: str = "") -> Heading:
    """Return the head of a paper of a club that stands upright."""
    pixels = fit_title(title, SIZES[size][0] - 2 * SIDES[size])
    return Heading(title=title, line=line, pixels=pixels, club=club)


def is_large(size: Size) -> bool:
    """Tell whether a paper is in large print."""
    return size.endswith("-large")


def fit_title(
    title: str, width: float, largest: float = _TITLE_PIXELS[0], least: float = _TITLE_PIXELS[1]
) -> float:
    """Return the size of a title in CSS pixels for ``width`` mm.

    The title becomes smaller before it takes a second line.
    """
    one_line = (width - _SUITS) / (LETTER * MM_A_PIXEL * max(1, len(title)))
    return float(int(max(least, min(largest, one_line))))


def letters_in(width: float, pixels: float, letter: float = LETTER) -> int:
    """Return how many letters of a size in CSS pixels fit on ``width`` mm, at least one.

    ``letter`` is the mean width of a letter (em).
    """
    return max(1, int(width / (letter * MM_A_PIXEL * pixels)))


def lines_of(text: str, letters: int) -> int:
    """Return how many lines of ``letters`` letters a text fills."""
    lines, used = 1, 0
    for word in words_of(text):
        if used and used + 1 + len(word) > letters:
            lines, used = lines + 1, 0
        used += len(word) + (1 if used else 0)
        lines, used = lines + (used - 1) // letters, (used - 1) % letters + 1
    return lines


def words_of(text: str) -> list[str]:
    """Return the parts of a text between which a line may break."""
    return text.replace("-", "- ").split()


def write_page(page: PrintedPaper, club_mark: ClubMark | None = None) -> str:
    """Return the HTML of a paper, with every text escaped.

    The mark of the club stands at its head if the name of the club does. Blank space beside blocks
    is left out: it shows nowhere, and is a tenth of the HTML that the printer has to read.
    """
    if club_mark is not None and page.heading.club:
        page = page.replace(heading=replace(page.heading, club_mark=club_mark))
    with among(page.sheet.setup.players if "sheet" in vars(page) else ()):
        return _BLOCK.sub(r"\1", environment().get_template(page.template).render(page=page))


@cache
def environment() -> Environment:
    """Return the environment that fills the templates of papers, with their filters."""
    made = Environment(
        loader=FileSystemLoader(site_folder() / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Isolated],
        bytecode_cache=KeptTemplates("papers", program_digest()),
    )
    made.globals["by_count"] = by_count
    made.filters.update(
        amount=write_sum,
        before_figure=before_figure,
        capital=with_capital,
        card=card_sign,
        day=write_date,
        early_end=write_early_end,
        money=write_money,
        game_name=write_game,
        names=write_names,
        points=write_points,
        proof=write_proof,
        ranges=write_ranges,
        seated=names_in_seats,
        settle_words=SETTLE_WORDS.__getitem__,
        signed=write_signed,
        signed_amount=write_signed_amount,
        signs=write_signs,
        stake=write_stake,
        stop=_stop,
        symbol=write_symbol,
    )
    return made


def _stop(words: str) -> str:
    """Return the full stop after words, empty if they bring their own."""
    return "" if write_sentence(words) == words else "."


# --- cards, whose suit is drawn exactly where somebody gave it ------------------------------------

SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_STAR: Final = "★"
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_WRITTEN_CARD: Final = re.compile(r"\b([A2-9TJQK])([SHDC])\b")


def card_sign(item: Card | MeldCard) -> Part:
    """Return a card as it is drawn: its rank, and the sign of its suit, empty without one.

    A wild is the card that it stands for; ``wild`` is its own rank, empty for other cards.
    """
    card, name = item if isinstance(item, MeldCard) else MeldCard(item)
    if name is None or MeldCard(card, name).is_itself:
        return _sign(card)
    wild = _sign(card)
    return _sign(name).replace(wild=wild.rank + wild.sign)


def _sign(card: Card) -> Part:
    if card == JOKER:
        return Part(rank=_STAR, sign="", red=False, wild="")
    if isinstance(card.suit, Suit):
        red = card.suit in _RED
        return Part(rank=card.rank.face, sign=SIGNS[card.suit], red=red, wild="")
    return Part(rank=card.rank.face, sign="", red=card == RED_TWO, wild="")


def write_signs(text: str) -> str:
    """Return a text with its cards of the notation written with signs: ``QS 50`` as ``Q♠ 50``.

    No line ends within ``3 × 5``.
    """
    written = _WRITTEN_CARD.sub(
        lambda found: found[1].replace("T", "10") + SIGNS[Suit(found[2])], text
    )
    return keep_together(written)
