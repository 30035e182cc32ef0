"""Digests of entries, each made from the one before, so that a changed byte is found and named."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

FIRST: Final = ""
"""The digest that stands before the first entry."""


def digest_entry(previous: str, row: Sequence[Any]) -> str:
    """Return the digest of an entry: 64 hexadecimal digits of SHA-256.

    ``previous`` is the digest of the entry before it, ``row`` its stored values in a fixed order:
    in a journal game, seq, entry_id, kind, payload, who, at, phone. As each digest is made from the
    one before, the last one stands for all.
    """
    text = json.dumps([previous, *row], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
