"""Digests of entries, chained through each journal, so that a changed byte is found and named."""

import hashlib
import json
from typing import Final

FIRST: Final = ""
"""The digest that stands before the first entry of a journal."""


def digest_entry(previous: str, row: tuple[str, int, str, str, str, str, str, str]) -> str:
    """Return the digest of an entry: 64 hexadecimal digits of SHA-256.

    ``previous`` is the digest of the entry before it, ``row`` the stored values in the order game,
    seq, entry_id, kind, payload, who, at, phone. As each digest is made of the one before, the last
    one stands for the whole journal.
    """
    text = json.dumps([previous, *row], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
