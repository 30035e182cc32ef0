"""The results of checks of the installation, as lines for people and as JSON for programs."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class CheckLevel(IntEnum):
    """How serious a result is; the highest level of all is the exit status of the command."""

    OK = 0
    WARNING = 1
    """All works, but something should be done."""
    ERROR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of a check: its subject and level, what it found, what to do (may be empty)."""

    subject: str
    level: CheckLevel
    found: str
    to_do: str = ""


def ok(subject: str, found: str) -> CheckResult:
    """Return the result that all is well."""
    return CheckResult(subject=subject, level=CheckLevel.OK, found=found)


def warn(subject: str, found: str, to_do: str) -> CheckResult:
    """Return a warning."""
    return CheckResult(subject=subject, level=CheckLevel.WARNING, found=found, to_do=to_do)


def fail(subject: str, found: str, to_do: str) -> CheckResult:
    """Return an error."""
    return CheckResult(subject=subject, level=CheckLevel.ERROR, found=found, to_do=to_do)


def write_check(result: CheckResult) -> str:
    """Return a result as a line, and a second one with what to do."""
    line = f"{result.level.name.lower():<8}{result.subject}: {result.found}"
    return f"{line}\n{'':<8}{result.to_do}" if result.to_do else line


def check_document(result: CheckResult) -> dict[str, Any]:
    """Return a result as JSON."""
    return {
        "subject": result.subject,
        "level": result.level.name.lower(),
        "found": result.found,
        "to_do": result.to_do,
    }
