"""Time zones by their IANA names: which there are, and which one this machine has."""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import tzdata

_MACHINE: Final = Path("/etc/localtime")
_UTC: Final = "Etc/UTC"


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones, which are the same on every machine."""
    return frozenset(files(tzdata).joinpath("zones").read_text(encoding="ascii").split())


def find_zone(name: str) -> ZoneInfo | None:
    """Return the time zone of a name, that of this machine if it is empty or unknown.

    It is None, by which Python means this machine's, if that has no name either.
    """
    known = name if name in zone_names() else machine_zone()
    return ZoneInfo(known) if known else None


def machine_zone() -> str:
    """Return the name of this machine's time zone, empty if it has none that is known.

    TZ in the environment comes before what the machine is set to; without either it has UTC.
    """
    if "TZ" in os.environ:
        named = os.environ["TZ"].removeprefix(":") or _UTC
    else:
        named = str(_MACHINE.resolve()).partition("/zoneinfo/")[2] if _MACHINE.exists() else _UTC
    return named if named in zone_names() else ""
