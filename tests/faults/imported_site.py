"""The program with a moved clock; only the processes that sites are forked from import it."""

from tests.faults.site_with_clock import move_clock

move_clock()

import scorekeeper.server  # noqa: E402, F401 - a served site imports it late
from scorekeeper.cli import main  # noqa: E402

__all__ = ["main"]
