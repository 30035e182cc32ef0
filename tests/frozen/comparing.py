"""Shows what differs between two frozen outputs, page by page."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Final

from tests.frozen.serving import HERE

_ABSENT: Final = re.compile(r"(404|410) ")


@dataclass(frozen=True, slots=True)
class Named:
    """A difference that is meant, of the pages that ``page`` finds, and why.

    ``gone`` pages answer 404 or 410 now; else each changed line must be found by one of ``lines``,
    so that two names may share a page. ``all`` names whatever differs on a page.
    """

    page: re.Pattern[str]
    why: str
    is_gone: bool
    is_all: bool
    lines: tuple[re.Pattern[str], ...]


def read_named() -> tuple[Named, ...]:
    """Return the differences that are meant."""
    with (HERE / "named.toml").open("rb") as file:
        rows = tomllib.load(file).get("named", [])
    return tuple(
        [
            Named(
                page=re.compile(row["page"]),
                why=row["why"],
                is_gone=row.get("gone", False),
                is_all=row.get("all", False),
                lines=tuple([re.compile(line) for line in row.get("lines", [])]),
            )
            for row in rows
        ]
    )


def differences(
    before: Mapping[str, str], after: Mapping[str, str], named: Sequence[Named]
) -> Iterator[tuple[str, str, str]]:
    """Yield each page that differs, why it may (empty if nobody said), and the diff."""
    for page in dict.fromkeys([*before, *after]):
        old, new = before.get(page, "404 absent\n"), after.get(page, "404 absent\n")
        if old != new:
            lines = list(_diff(old, new))
            yield page, _why(page, new, lines, named), "\n".join(lines)


def _diff(old: str, new: str) -> Iterator[str]:
    if _ABSENT.match(new) and not _ABSENT.match(old):
        yield f"+gone: {new.partition(chr(10))[0]}"
        return
    yield from unified_diff(old.splitlines(), new.splitlines(), "before", "after", "", "", 2, "")


def _why(page: str, new: str, lines: Sequence[str], named: Sequence[Named]) -> str:
    about = [row for row in named if row.page.search(page)]
    for row in about:
        if row.is_all or (row.is_gone and _ABSENT.match(new)):
            return row.why
    changed = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    patterns = [(pattern, row.why) for row in about for pattern in row.lines]
    whys = [next((why for what, why in patterns if what.search(line)), "") for line in changed]
    return "; ".join(dict.fromkeys(whys)) if changed and all(whys) else ""
