"""The names of the files that a game is saved as, and the header that tells browsers the name."""

import re
import unicodedata
from typing import Final
from urllib.parse import quote

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.web.core.phrases import title_of

_FORBIDDEN: Final = re.compile(
    r'[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>:"/\\|?*%;]+'
)
"""The signs that some file system or header forbids, and signs that cannot be seen."""
_LONGEST: Final = 80
_UNNAMED: Final = "Game"


def file_name_of(game: CurrentGame, ending: str, kind: str = "") -> str:
    """Return the name of a game's file, as folders sort it: ``2026-11-20 Friday table 2 laws.pdf``.

    The date is that of the game, left out if unknown; ``laws`` is the key of its variant. The kind
    of a paper comes last.
    """
    started = game.sheet.game.started
    words = [started.played_on, clean_words(title_of(game)) or _UNNAMED, started.variant, kind]
    return f"{' '.join([word for word in words if word])}.{ending}"


def clean_words(text: str) -> str:
    """Return a text as a part of a file's name: shortened, with what every file system takes."""
    return " ".join(_FORBIDDEN.sub(" ", text).split())[:_LONGEST].strip(". ")


def disposition(kind: str, name: str) -> str:
    """Return the header that names a file (RFC 6266): in full, and in ASCII for old browsers.

    ``kind`` is ``inline``, or ``attachment`` for a file that is to be saved.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    old = " ".join(plain.split())
    return f"{kind}; filename=\"{old}\"; filename*=UTF-8''{quote(name, safe='')}"
