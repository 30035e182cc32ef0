"""The margin of a blank pad: values, bonuses and the game in words, as far as there is room.

The constants are measured: the parts have these heights by ``static/print/pad.css`` (mm).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.domain.variant import Variant
from scorekeeper.print.fitting import TEXT_LETTER, letters_in, lines_of
from scorekeeper.print.terms import Term, bonus_terms, changed_terms
from scorekeeper.print.values import CardValues, card_values

_PIXELS: Final = 12.0
_LINE: Final = 4.3
_ROW_AIR: Final = 1.1
_TEXT_AIR: Final = 0.6
_HEADING: Final = 8.5
_INDENT: Final = 4.3
"""What stays blank before a step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadMargin:
    """What stands in the margin; ``steps`` are the end of the game, in order.

    The rules card has what there is no room for.
    """

    values: CardValues
    bonuses: tuple[Term, ...]
    changed: tuple[Term, ...]
    dealer: str
    steps: tuple[str, ...]


def fill_margin(
    variant: Variant, options: Any, *, width: float, room: float, with_steps: bool
) -> PadMargin:
    """Return the margin: whole, or without steps, or without printed values too."""
    course = variant.family.course(options)
    bonuses, changed = bonus_terms(variant, options), changed_terms(variant, options)
    ways = [(course.end, bonuses, changed)] if with_steps else []
    ways += [((), bonuses, changed), ((), _now(bonuses), _now(changed))]
    margins = [
        PadMargin(
            values=card_values(variant, options, short=True),
            bonuses=each,
            changed=other,
            dealer=course.dealer,
            steps=tuple(steps),
        )
        for steps, each, other in ways
    ]
    return next((margin for margin in margins if _height(margin, width) <= room), margins[-1])


def _now(terms: Sequence[Term]) -> tuple[Term, ...]:
    """Return terms without the values that a house rule changed."""
    return tuple([term._replace(printed="") for term in terms])


def _height(margin: PadMargin, width: float) -> float:
    """Return the height of a margin, in mm."""
    letters = letters_in(width, _PIXELS, TEXT_LETTER)
    rows = 1 + len(margin.values.rows)
    height = _HEADING + rows * (_LINE + _ROW_AIR) + _texts(margin.values.notes, letters)
    height += _terms(margin.bonuses, letters) + _terms(margin.changed, letters)
    if margin.steps:
        height += _HEADING + _texts([margin.dealer], letters)
        height += _texts(margin.steps, letters_in(width - _INDENT, _PIXELS, TEXT_LETTER))
    return height


def _texts(texts: Sequence[str], letters: int) -> float:
    return sum([lines_of(text, letters) * _LINE + _TEXT_AIR for text in texts])


def _terms(terms: Sequence[Term], letters: int) -> float:
    """Return the height of terms with their heading; a printed value mostly has a line more."""
    if not terms:
        return 0.0
    lines = [lines_of(f"{term.label} {term.text}", letters) + bool(term.printed) for term in terms]
    return _HEADING + sum(lines) * _LINE + len(terms) * _ROW_AIR
