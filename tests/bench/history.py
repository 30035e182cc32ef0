"""Keeps what was measured: a line of ``history.jsonl`` for each run of a measurement.

It names the commit, with a ``+`` if files differ from it, and the machine by what makes it quick.
The load is how many processes wanted a processor in the last minute, the measured one among them.
"""

import json
import os
import platform
import re
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

HISTORY: Final = Path(__file__).with_name("history.jsonl")
ROOT: Final = Path(__file__).parents[2]
_MODEL: Final = re.compile(r"^model name\s*: (.+)$", re.MULTILINE)


def remember(file: Path, name: str, figures: Mapping[str, str], *, is_short: bool) -> None:
    """Add a line for one measurement."""
    line = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
        "load": f"{os.getloadavg()[0]:.1f}",
        "bench": name,
        "short": is_short,
        "figures": figures,
    }
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(line, ensure_ascii=False) + "\n")


def commit() -> str:
    """Return the state of the program; empty outside of a repository."""
    head = run_git("rev-parse", "--short=12", "HEAD").decode().strip()
    changed = run_git("status", "--porcelain", "--", ".", f":!{HISTORY.relative_to(ROOT)}")
    return f"{head}+" if changed else head


def run_git(*words: str) -> bytes:
    """Return what git prints; nothing if it fails or is not installed."""
    try:
        ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    except FileNotFoundError:
        return b""
    return b"" if ran.returncode else ran.stdout


def machine() -> str:
    """Say which machine this is, without its name: "2 × AMD EPYC, Linux, Python 3.11.7"."""
    try:
        found = _MODEL.search(Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        found = None
    processor = found[1] if found else platform.machine()
    system = f"{platform.system()}, Python {platform.python_version()}"
    return f"{os.cpu_count()} × {processor}, {system}"
