"""The mark of a club, and how large an uploaded one may be."""

from base64 import b64encode
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

WHITE: Final = "#ffffff"
_DIGEST_LETTERS: Final = 32


class MarkKind(StrEnum):
    """The format of a mark."""

    SVG = "svg"
    PNG = "png"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubMark:
    """A mark that was checked and rewritten; ``content`` is its file."""

    kind: MarkKind
    content: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        """A text that stands for the mark: half a SHA-256 in hexadecimal digits."""
        return sha256(self.content).hexdigest()[:_DIGEST_LETTERS]

    @property
    def media_type(self) -> str:
        """The media type of the content, for a browser."""
        return "image/svg+xml" if self.kind is MarkKind.SVG else "image/png"

    @property
    def data_address(self) -> str:
        """The whole mark as a ``data:`` address; the process that prints opens no other ones."""
        return f"data:{self.media_type};base64,{b64encode(self.content).decode()}"


class MarkBounds(NamedTuple):
    """The limits of a mark: ``size`` of its file in bytes, ``pixels`` of a side of a PNG.

    ``ratio`` is the longer side divided by the shorter. An SVG has at most ``elements`` elements,
    ``depth`` of them inside one another, and draws at most ``numbers`` numbers, which count at each
    use. The PNG that is kept has at most ``written`` bytes and ``printed`` pixels on a side.
    """

    size: int = 256 * 1024
    pixels: int = 2000
    ratio: int = 10
    elements: int = 1000
    depth: int = 16
    numbers: int = 5000
    written: int = 48 * 1024
    printed: int = 600


MARK_BOUNDS: Final = MarkBounds()


class MarkError(Exception):
    """An error: the file can be no mark; its text says why."""


def check_ratio(width: float, height: float) -> None:
    """Raise ``MarkError`` if a mark is so narrow that nobody could see it."""
    if max(width, height) > MARK_BOUNDS.ratio * min(width, height):
        raise MarkError(f"One side is more than {MARK_BOUNDS.ratio} times as long as the other")


def check_colors(kind: str, colors: Collection[str]) -> None:
    """Refuse a picture of one colour, in which there is nothing to see. Raises ``MarkError``.

    ``colors`` are those of it on white paper, written as ``#ffffff`` is.
    """
    if len(colors) < 2:
        is_white = WHITE in colors
        told = "shows nothing on white paper" if is_white else "is of one colour all over"
        raise MarkError(f"The {kind} {told}")
