"""Measures: ``./run bench`` runs every measurement, ``./run bench journal`` one of them.

``./run bench host`` also runs ``host_siege`` and others whose names begin so.

With ``--short`` those that take minutes measure less. Each run adds a line to ``history.jsonl``.
``--against COMMIT`` measures that state of the program too, in turns, and prints the ratios.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path

from tests.bench.against import compare_with
from tests.bench.figures import print_row
from tests.bench.history import HISTORY, remember

FOLDER = Path(__file__).parent


def main() -> int:
    """Print what was measured beside its goal; exit with status 2 for an unknown name."""
    asked = read_words()
    known = {path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py")}
    unknown = sorted(set(asked.names) - known)
    if unknown:
        print(f"No measurement {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        return 2
    if asked.against:
        return compare_with(asked.against, asked.names, is_short=asked.short)
    for name in choose(asked.names, known):
        figures = measure(name, is_short=asked.short)
        if not asked.forget:
            remember(HISTORY, name, figures, is_short=asked.short)
    return 0


def choose(asked: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return the measurements that were asked for, by their names or the first words of them."""
    beginnings = tuple([f"{each}_" for each in asked])
    return sorted([each for each in known if not asked or f"{each}_".startswith(beginnings)])


def read_words() -> Namespace:
    parser = ArgumentParser(prog="./run bench", description="Measure the program.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which measurements; all if none")
    parser.add_argument("--short", action="store_true", help="measure less where it takes minutes")
    parser.add_argument("--against", metavar="COMMIT", help="measure that commit too: ratios")
    parser.add_argument("--forget", action="store_true", help="add nothing to history.jsonl")
    return parser.parse_args()


def measure(name: str, *, is_short: bool) -> dict[str, str]:
    """Print the rows of a measurement as they come; return each figure by what it is."""
    print(f"\n{name}", flush=True)
    module = import_module(f"tests.bench.bench_{name}")
    run = getattr(module, "run_short", module.run) if is_short else module.run
    figures = {}
    for what, measured, goal in run():
        print_row(what, measured, goal)
        figures[what] = measured
    return figures


if __name__ == "__main__":
    sys.exit(main())
