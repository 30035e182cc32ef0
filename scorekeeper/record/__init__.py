"""The game record, version 1: one JSON document that holds a game as it was played.

It is read, checked, scored and written here; the site imports and exports it, the command line
scores it, and the journal stores its deals in the same form.
"""

from typing import Final

FORMAT: Final = "scorekeeper-game/1"
