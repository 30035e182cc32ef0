"""Ten thousand posts to a server: killed, on a clock that jumps and a disk that fills."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

from tests.bench.figures import Row
from tests.faults.mishaps import SmallDisk
from tests.faults.trial import Plan, Trial

FULL = Plan(deals=6_000, kills=50, jumps=30, fills=30)
SHORT = Plan(deals=600, kills=5, jumps=3, fills=3)
DISK_SIZE = "64m"
SEED = 1


def run() -> list[Row]:
    """The full measurement, about three minutes."""
    return _measure(FULL)


def run_short() -> list[Row]:
    """Run a tenth of it."""
    return _measure(SHORT)


def _measure(plan: Plan) -> list[Row]:
    with tempfile.TemporaryDirectory() as name, _small_disk(Path(name)) as disk:
        folder, begin = Path(name), perf_counter()
        trial = Trial(folder, chance=Random(SEED), disk=disk, log=folder / "log")
        try:
            outcome = trial.run(plan)
        finally:
            trial.stop()
        took = perf_counter() - begin
        exceptions = (folder / "log").read_text(errors="replace").count(" error=")
    mishaps = ", ".join([f"{count} {name}" for name, count in outcome.mishaps.items()])
    full = "full disk and limited files" if disk else "limited files"
    return [
        (f"{outcome.posts:,} posts of {plan.deals:,} deals in", f"{took:.0f} s", ""),
        (f"{mishaps} ({full}): posts told to come again", f"{outcome.refused}", ""),
        ("entries older than the one before", f"{outcome.set_back}", ""),
        ("deals acknowledged and lost", f"{len(outcome.lost)}", "0"),
        ("deals doubled", f"{len(outcome.doubled)}", "0"),
        ("games that do not add up", f"{len(outcome.wrong)}", "0"),
        ("exceptions in the log", f"{exceptions}", "0"),
    ]


@contextmanager
def _small_disk(folder: Path) -> Iterator[SmallDisk | None]:
    """Put a small disk in the place of a folder, if this user may; else yield None."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE}", "none", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
