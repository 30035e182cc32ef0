"""Keys in the instance folder: for the page of backups, and for the page that sets a club up.

A backup holds every game with its links, so no link of a game leads there; and a club that is not
set up has no link yet. There is no key until somebody at that computer asks for it.
"""

import os
import secrets
from pathlib import Path
from typing import Final

_KEY_BYTES: Final = 16


def find_key(file: Path) -> str:
    """Return the key in a file; empty if there is none."""
    try:
        return file.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def make_key(file: Path) -> str:
    """Return the key in a file; write one if there is none."""
    return find_key(file) or renew_key(file)


def renew_key(file: Path) -> str:
    """Write a new key, which only the file's owner can read, and return it; the old one ends."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as written:
        written.write(f"{key}\n")
    new.replace(file)
    return key


def is_key(file: Path, key: str) -> bool:
    """Tell whether this is the key, in constant time, so that nobody learns it from timing."""
    found = find_key(file)
    return bool(found) and secrets.compare_digest(found.encode(), key.encode())
