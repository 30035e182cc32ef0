"""The mark of a club, which an officer uploads: an SVG or a PNG, checked and rewritten.

Nothing of the file itself is kept. Pillow reads a PNG whole and writes its pixels again; of an SVG
only the elements, attributes and values that are known here are written, each in one form.
"""

from scorekeeper.record.club_mark.mark import MARK_BOUNDS, ClubMark, MarkKind
from scorekeeper.record.club_mark.reading import read_mark

__all__ = ["MARK_BOUNDS", "ClubMark", "MarkKind", "read_mark"]
