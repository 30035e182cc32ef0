"""The key of an installation, by which the keeper of the site opens the page of backups.

A backup holds every game with its links, so no link of any game leads there. The key lies in the
instance folder, and there is none until somebody at that computer asks for it.
"""

import os
import secrets
from pathlib import Path
from typing import Final

_KEY_BYTES: Final = 16


def find_keeper_key(file: Path) -> str | None:
    """Return the key, or None if nobody has asked for one yet."""
    try:
        return file.read_text(encoding="ascii").strip() or None
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def renew_keeper_key(file: Path) -> str:
    """Write a new key, which only the file's owner can read, and return it; the old one ends."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as written:
        written.write(f"{key}\n")
    new.replace(file)
    return key


def is_keeper_key(file: Path, key: str) -> bool:
    """Tell whether this is the key, in constant time, so that nobody learns it from timing."""
    found = find_keeper_key(file)
    return found is not None and secrets.compare_digest(found.encode(), key.encode())
