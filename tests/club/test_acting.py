"""An act of the club: its id is checked before anything is written."""

import pytest

from scorekeeper.club.people import add_person
from scorekeeper.club.rows.clubs import read_acts
from scorekeeper.club.rows.people import load_people
from scorekeeper.games.posting import Post, Refused
from tests.club_site import SiteOfClub


@pytest.mark.parametrize("entry_id", ["", "two\nlines", "ä", "x" * 65])
def test_an_act_with_a_broken_id_is_refused_and_writes_nothing(
    club: SiteOfClub, entry_id: str
) -> None:
    before = club.store.read(read_acts)
    outcome = add_person(club.store, Post(entry_id=entry_id), "Ann")
    assert isinstance(outcome, Refused)
    assert [problem.at for problem in outcome.problems] == [("entry_id",)]
    assert club.store.read(read_acts) == before
    assert "Ann" not in [person.name for person in club.store.read(load_people)]
