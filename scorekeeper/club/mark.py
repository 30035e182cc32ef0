"""The mark of a club as it is stored, shown and printed."""

from base64 import b64encode
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final

_DIGEST_LETTERS: Final = 32


class MarkKind(StrEnum):
    """The format of a mark: a PNG, or an SVG that an earlier version wrote from known shapes."""

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
