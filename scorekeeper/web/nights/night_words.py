"""The name and the place of a night."""

from scorekeeper.domain.club.facts import Night
from scorekeeper.web.core.known_nights import name_of_night


def where_and_when(night: Night) -> str:
    """Return the name and the place of a night: ``Friday 20 November, Back room``."""
    return ", ".join([text for text in (name_of_night(night.date), night.place) if text])
