"""Measures: ``./run bench`` runs every measurement, ``./run bench score`` one of them.

With ``--short`` those that take minutes measure less.
"""

import sys
from importlib import import_module
from pathlib import Path


def main(names: list[str], *, is_short: bool) -> int:
    """Print what was measured beside its goal; exit with status 2 for an unknown name."""
    known = {path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")}
    unknown = sorted(set(names) - known)
    if unknown:
        print(f"No measurement {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        return 2
    for name in sorted(names or known):
        print(f"\n{name}", flush=True)
        module = import_module(f"tests.bench.bench_{name}")
        measure = getattr(module, "run_short", module.run) if is_short else module.run
        for what, measured, goal in measure():
            print(f"  {what:<52}{measured:>14}   {goal and f'goal {goal}'}")
    return 0


SHORT = "--short"
sys.exit(main([each for each in sys.argv[1:] if each != SHORT], is_short=SHORT in sys.argv[1:]))
