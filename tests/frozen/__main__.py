"""``python -m tests.frozen make COMMIT OUT`` and ``python -m tests.frozen compare A B``."""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from tests.frozen.comparing import differences, read_named
from tests.frozen.making import make


def _write(commit: str, out: Path) -> int:
    started = perf_counter()
    frozen = make(commit)
    out.write_bytes(gzip.compress(json.dumps(frozen, ensure_ascii=False).encode(), 6, mtime=0))
    print(f"{len(frozen)} answers in {perf_counter() - started:.0f} s")
    return 0


def _read(file: Path) -> Mapping[str, str]:
    found: Mapping[str, str] = json.loads(gzip.decompress(file.read_bytes()))
    return found


def _compare(before: Path, after: Path) -> int:
    named, unnamed = Counter[str](), dict[str, list[str]]()
    diffs: dict[str, str] = {}
    for page, why, diff in differences(_read(before), _read(after), read_named()):
        if why:
            named[why] += 1
        else:
            same = "\n".join([line for line in diff.splitlines() if line[:1] in "+-"])
            unnamed.setdefault(same, []).append(page)
            diffs.setdefault(same, diff)
    for same, pages in unnamed.items():
        print("\n".join([f"=== {page}" for page in pages]), diffs[same], "", sep="\n")
    for why, count in named.most_common():
        print(f"named, {count}: {why}")
    count = sum([len(pages) for pages in unnamed.values()])
    print(f"{count} unnamed differences of {len(unnamed)} kinds, {sum(named.values())} named")
    return 1 if unnamed else 0


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    match arguments:
        case ["make", commit, out]:
            return _write(commit, Path(out))
        case ["compare", before, after]:
            return _compare(Path(before), Path(after))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
