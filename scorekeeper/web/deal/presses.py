"""The presses of the pad that a form brings, and those that a page gives back to the pad.

Any phone can send any text, so its shape is checked here, and no deal is made from it.
"""

import json
from typing import Any, Final

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.presses import presses_of
from scorekeeper.web.core.fields import Values
from scorekeeper.web.core.site import site

PRESSES: Final = "presses"
"""The field of the form: ``{"base": {field: text}, "presses": [press, ...]}`` as JSON."""
_LONGEST: Final = 30_000
_MOST: Final = 2_000
_Presses = dict[str, Any]


def read_presses(values: Values) -> str:
    """Return the typed presses as compact JSON, empty if there are none or they are no presses."""
    found = _judge(values.get(PRESSES, ""))
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")) if found else ""
    return text if len(text) <= _LONGEST else ""


def kept_presses(game: CurrentGame, number: int) -> _Presses | None:
    """Return the presses that made deal ``number`` as it stands, ``None`` if none are kept."""
    return _judge(presses_of(site().store, game, number))


def _judge(text: str) -> _Presses | None:
    """Return the presses in a text if it has their shape, else ``None``."""
    if not 0 < len(text) <= _LONGEST:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match found:
        case {"base": dict(base), "presses": [*presses]} if presses and len(presses) <= _MOST:
            if all(isinstance(each, str) for each in (*base.values(), *presses)):
                return {"base": base, "presses": presses}
    return None
