"""Measures speed: ``./run bench`` runs every measurement, ``./run bench score`` one of them."""

import sys
from importlib import import_module
from pathlib import Path


def main(names: list[str]) -> int:
    """Print what was measured beside its goal; status 2 for a name that is not there."""
    known = {path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")}
    unknown = sorted(set(names) - known)
    if unknown:
        print(f"No measurement {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        return 2
    for name in sorted(names or known):
        print(f"\n{name}")
        for what, measured, goal in import_module(f"tests.bench.bench_{name}").run():
            print(f"  {what:<52}{measured:>14}   {goal and f'goal {goal}'}")
    return 0


sys.exit(main(sys.argv[1:]))
