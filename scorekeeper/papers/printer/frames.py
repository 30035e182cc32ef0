"""The frames that the site and the process that prints send each other through pipes.

A frame is four bytes of length, one byte of kind, and then as many bytes as the length says. The
process first sends a frame READY or FAILED. It answers each frame PAGE with a frame BEGUN at once,
and then with a frame FAILED that holds the traceback, or PAGE that holds the PDF. In place of PAGE
it sends LAST if it has taken too much memory and ends. A frame BOXES with a page asks where its
parts are laid out, before the same page or another is sent as PAGE; a frame SIGNS asks which signs
of a text no font has. The answer to both is BEGUN and then a frame of the same kind, or FAILED. The
process stops when its input ends.
"""

import struct
from typing import IO, Final

READY: Final = b"r"
FAILED: Final = b"f"
PAGE: Final = b"p"
LAST: Final = b"l"
BEGUN: Final = b"b"
SIGNS: Final = b"s"
BOXES: Final = b"x"
_HEAD: Final = struct.Struct(">Ic")


class ClosedPipeError(Exception):
    """An error: the process at the other end has closed the pipe."""


def send(stream: IO[bytes], kind: bytes, body: bytes) -> None:
    """Write one frame; raises ``OSError`` if the pipe is closed."""
    stream.write(_HEAD.pack(len(body), kind) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes]:
    """Return the kind and the body of the next frame; raises ``ClosedPipeError`` at the end."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise ClosedPipeError
    length, kind = _HEAD.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise ClosedPipeError
    return kind, body
