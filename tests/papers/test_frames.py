"""Frames that break off, as when a process ends in the middle of one."""

from io import BytesIO

import pytest

from scorekeeper.papers.printer import PAGE, ClosedPipeError, receive, send


def test_a_frame_is_received_whole_or_not_at_all() -> None:
    pipe = BytesIO()
    send(pipe, PAGE, b"some page")
    frame = pipe.getvalue()
    assert receive(BytesIO(frame)) == (PAGE, b"some page")
    for length in range(len(frame)):
        with pytest.raises(ClosedPipeError):
            receive(BytesIO(frame[:length]))
