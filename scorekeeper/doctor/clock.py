"""A check of the machine's clock against what was written last."""

from collections.abc import Iterator
from datetime import UTC, datetime

from scorekeeper.bookkeeping.store.backups import find_backups, made_at
from scorekeeper.config import Settings
from scorekeeper.doctor.results import CheckResult, ok, warn
from scorekeeper.storage.copies import opened_untouched
from scorekeeper.storage.database import StorageError
from scorekeeper.storage.journals import newest_entry_at


def check_clock(settings: Settings, now: datetime | None = None) -> Iterator[CheckResult]:
    """Compare the clock with the newest entry and the newest backup, which it must not precede."""
    now = now or datetime.now(UTC)
    backups = find_backups(settings.backups)
    written = {
        "the newest entry": _newest_entry(settings),
        "the newest backup": made_at(backups[-1]) if backups else None,
    }
    ahead = {name: at for name, at in written.items() if at is not None and at > now}
    for name, at in ahead.items():
        yield warn(
            "clock",
            f"It is {_write(now)} by the clock, but {name} is of {_write(at)}.",
            "Set the clock of this machine. Games keep their order all the same.",
        )
    if not ahead:
        yield ok("clock", f"It is {_write(now)}, later than all that was written.")


def _newest_entry(settings: Settings) -> datetime | None:
    if not settings.database.exists():
        return None
    try:
        with opened_untouched(settings.database) as db:
            return newest_entry_at(db)
    except StorageError:
        return None  # the check of the database tells why


def _write(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
