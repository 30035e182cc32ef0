"""Who serves a folder: the process that holds the lock of a file there.

It says who serves, not who writes: commands never lock it. The system unlocks it however the
process ends.
"""

import fcntl
import os
from pathlib import Path
from time import monotonic, sleep
from typing import Final

_LOCK_FILE: Final = "serving.lock"
_PAUSE_SECONDS: Final = 0.1


class AlreadyServed(Exception):  # noqa: N818 - what the folder is, as its text says
    """Another process serves this folder."""


def lock_serving(folder: Path, *, seconds: float = 0) -> int:
    """Lock a folder for serving and return the open file, which holds the lock until it is closed.

    Waits at most ``seconds`` for another process. Raises AlreadyServed, OSError.
    """
    handle = os.open(folder / _LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    end = monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() >= end:
                os.close(handle)
                raise AlreadyServed(f"{folder} is served by another process already.") from None
            sleep(_PAUSE_SECONDS)
        else:
            return handle


def is_served(folder: Path) -> bool:
    """Tell whether a process serves a folder now; of a site in a host, whether it is awake."""
    try:
        handle = os.open(folder / _LOCK_FILE, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
