"""Refuses large records in a process of its own, so that their problems cost the site nothing.

All threads of the site share one interpreter: while one of them reads for a fifth of a second what
somebody sent, every page takes twice as long.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Final

import scorekeeper
from scorekeeper.record.reading import Reading, read_file

_LARGE: Final = 65_536
"""Bytes; what is not longer is read within some hundredths of a second, the start of a process."""
_SECONDS: Final = 10.0
_LOWER: Final = 10
"""The niceness of the process: if both want the processor, pages go before records."""
_PACKAGES: Final = Path(scorekeeper.__file__).parent.parent


def read_file_apart(raw: bytes) -> Reading:
    """Return the record in a file, or its problems; a large one is first read by another process.

    Only problems come from there: a record without any is read here, and so is all if no process
    can be begun.
    """
    found = _ask(raw) if len(raw) > _LARGE else b""
    refused: Reading | None = pickle.loads(found) if found else None  # noqa: S301 - of our process
    return read_file(raw) if refused is None else refused


def _ask(raw: bytes) -> bytes:
    try:
        return subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-P", "-m", __name__],
            input=raw,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
            timeout=_SECONDS,
        ).stdout
    except (subprocess.SubprocessError, OSError):
        return b""


def main() -> None:
    """Write the reading of the record on the standard input if it has problems; else nothing."""
    os.nice(_LOWER)
    reading = read_file(sys.stdin.buffer.read())
    if reading.record is None:
        sys.stdout.buffer.write(pickle.dumps(reading))


if __name__ == "__main__":
    main()
