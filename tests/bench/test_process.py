"""What the kernel tells of a process."""

import os
import sys
from time import process_time

import pytest

from tests.bench.process import processor_seconds


@pytest.mark.skipif(sys.platform != "linux", reason="other systems number their clocks otherwise")
def test_the_clock_of_a_process_is_that_which_it_reads_itself() -> None:
    before, told, after = process_time(), processor_seconds(os.getpid()), process_time()
    assert before <= told <= after
