"""Attendance: who came to which night."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.club.facts import Night
from scorekeeper.club.figures.figures import ClubFigures
from scorekeeper.club.figures.results import Choice


class Attendance(NamedTuple):
    """The nights that somebody came to, in their order, and who came to each, by id of the night.

    ``counts`` has how many of them each person came to, the most first.
    """

    nights: tuple[Night, ...]
    came: Mapping[str, frozenset[str]]
    counts: Mapping[str, int]


def attendance_in(figures: ClubFigures, choice: Choice) -> Attendance:
    """Return who came to the nights that are chosen.

    Whoever sat in a game with a deal came, and whoever entered the rounds of the night.
    """
    chosen = [night for night in figures.book.nights if choice.has(night)]
    came = {night.id: people for night in chosen if (people := _people_at(night))}
    rank = {person: place for place, person in enumerate(figures.people)}
    counts = Counter([person for people in came.values() for person in people])
    return Attendance(
        nights=tuple([night for night in chosen if night.id in came]),
        came=came,
        counts=dict(sorted(counts.items(), key=lambda held: (-held[1], rank[held[0]]))),
    )


def _people_at(night: Night) -> frozenset[str]:
    players = [person for game in night.games if game.bears_fees for person in game.people]
    return frozenset([*players, *(night.organised.entered if night.organised else ())])
