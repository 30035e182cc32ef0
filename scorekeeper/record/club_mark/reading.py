"""Reads the file of a mark: finds which of the two formats it has, and all its problems."""

from typing import Final

from scorekeeper.domain.variant import Problem
from scorekeeper.record.club_mark.colors import colors_seen
from scorekeeper.record.club_mark.drawing import write_drawing
from scorekeeper.record.club_mark.mark import (
    MARK_BOUNDS,
    ClubMark,
    MarkError,
    MarkKind,
    check_colors,
)
from scorekeeper.record.club_mark.markup import parse_svg
from scorekeeper.record.club_mark.parts import read_svg_parts
from scorekeeper.record.club_mark.pixels import is_png, write_pixels

_MOST_TOLD: Final = 6


def read_mark(raw: bytes) -> ClubMark | tuple[Problem, ...]:
    """Return the mark that is in a file, rewritten, or all problems of the file."""
    if len(raw) > MARK_BOUNDS.size:
        return _problems([f"The file has more than {MARK_BOUNDS.size // 1024} KB"])
    try:
        if is_png(raw):
            return ClubMark(kind=MarkKind.PNG, content=write_pixels(raw))
        parts = read_svg_parts(parse_svg(raw))
        if parts.faults:
            return _problems(parts.faults)
        content = write_drawing(parts).encode()
        check_colors("SVG", colors_seen(parts))
        return ClubMark(kind=MarkKind.SVG, content=content)
    except MarkError as error:
        return _problems([str(error)])


def _problems(texts: list[str]) -> tuple[Problem, ...]:
    told = texts[:_MOST_TOLD]
    if len(texts) > _MOST_TOLD:
        told.append(f"It has {len(texts) - _MOST_TOLD} more things that a mark may not have")
    return tuple([Problem(at=("mark",), code="bad_value", text=text) for text in told])
