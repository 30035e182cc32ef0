"""The name and the place of a night, and the names of those who pay and are paid."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.club.facts import Night, Person
from scorekeeper.rules.settlement import TILL
from scorekeeper.web.core.known_nights import name_of_night

_TILL_NAME: Final = "the till"


def party_name(party: str, people: Mapping[str, Person]) -> str:
    """Return the name of a person, or ``the till``, which is nobody who is called till."""
    return _TILL_NAME if party == TILL else people[party].name


def where_and_when(night: Night) -> str:
    """Return the name and the place of a night: ``Friday 20 November, Back room``."""
    return ", ".join([text for text in (name_of_night(night.date), night.place) if text])
