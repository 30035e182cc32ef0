"""Measures two states of the program in turns, and prints how they compare.

The older one is taken out of the repository into a folder of its own, and runs with the packages
that are installed here. On a busy machine both are slowed alike, since they take turns.
"""

import io
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.figures import quantity, read_rows
from tests.bench.history import ROOT, run_git

TURNS: Final = 3
SLOWER: Final = 1.25
"""A ratio from which a time counts as slower; what is below lies within the noise of a machine."""
UNKNOWN, SLOW, WELL = 2, 1, 0
Figures = dict[str, list[str]]
"""Each figure of all turns, by what it is."""


def compare_with(commit: str, names: Sequence[str], *, is_short: bool) -> int:
    """Print the ratios of this state to a commit; return 1 if anything takes longer here."""
    with TemporaryDirectory() as folder:
        if not take_out(commit, Path(folder)):
            print(f"There is no commit {commit}.")
            return UNKNOWN
        words = [*names, *(["--short"] if is_short else [])]
        there: Figures = {}
        here: Figures = {}
        for turn in range(TURNS):
            print(f"turn {turn + 1} of {TURNS}", file=sys.stderr)
            measure(Path(folder), words, there)
            measure(ROOT, [*words, "--forget"], here)
    return tell(there, here)


def take_out(commit: str, folder: Path) -> bool:
    """Write the files of a commit into a folder; return whether the history here has it."""
    packed = run_git("archive", commit)
    if not packed:
        return False
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return True


def measure(checkout: Path, words: Sequence[str], figures: Figures) -> None:
    """Run the measurements of a checkout once more."""
    command = [sys.executable, "-m", "tests.bench", *words]
    ran = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, text=True, check=True)
    for what, measured in read_rows(ran.stdout).items():
        figures.setdefault(what, []).append(measured)


def tell(there: Figures, here: Figures) -> int:
    """Print a line for each figure that both have; return 1 if a time is longer here."""
    is_slower = False
    for what in here:
        pairs = [quantity(each) for each in (*there.get(what, ()), *here[what])]
        units = {unit for _, unit in pairs}
        if what not in there or len(units) != 1 or "" in units:
            print(f"  {what:<52}{there.get(what, ['–'])[-1]:>14}{here[what][-1]:>14}")
            continue
        before, now = (median([quantity(each)[0] for each in side[what]]) for side in (there, here))
        (unit,) = units
        ratio = now / before if before else 1.0
        slow = unit == "s" and ratio >= SLOWER
        is_slower = is_slower or slow
        print(f"  {what:<52}{before:>12.4g} {now:>12.4g} {unit:<5}{ratio:>6.2f}{' slower' * slow}")
    return SLOW if is_slower else WELL
