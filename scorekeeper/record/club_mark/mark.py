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
    """A mark that was checked and written anew; ``content`` is its file."""

    kind: MarkKind
    content: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        """A text that stands for the mark: half a SHA-256 in hexadecimal digits."""
        return sha256(self.content).hexdigest()[:_DIGEST_LETTERS]

    @property
    def media_type(self) -> str:
        """What a browser is told that the content is."""
        return "image/svg+xml" if self.kind is MarkKind.SVG else "image/png"

    @property
    def data_address(self) -> str:
        """The whole mark as an address, for a paper, whose worker opens no other."""
        return f"data:{self.media_type};base64,{b64encode(self.content).decode()}"


class MarkBounds(NamedTuple):
    """How large a mark may be: bytes of its file, pixels of a side, the longer side by the other.

    Of an SVG at most ``elements`` are read, ``depth`` inside one another, and ``numbers`` are drawn
    at most, each as often as it is used. ``written`` and ``printed`` are the most bytes and pixels
    of a side of the PNG that is kept.
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
    """Refuse what is so thin that it could not be seen. Raises ``MarkError``."""
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
