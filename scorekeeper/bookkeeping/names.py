"""Names at one table: people must be able to tell them apart, also when they are read aloud."""

from collections.abc import Sequence
from unicodedata import normalize


def namesake(names: Sequence[str], seat: int) -> str | None:
    """The name of another seat that differs from that of ``seat`` in case or spaces alone."""
    own = names[seat]
    others = [name for other, name in enumerate(names) if other != seat]
    return next((name for name in others if name != own and _read(name) == _read(own)), None)


def namesake_words(name: str, other: str) -> str:
    """Why two such names cannot sit at one table."""
    return f"{name} and {other} look alike; add a letter to tell them apart"


def _read(name: str) -> str:
    return "".join(normalize("NFKC", name).casefold().split())
