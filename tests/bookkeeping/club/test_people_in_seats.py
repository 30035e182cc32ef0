"""A person who sits down at a night no longer waits there."""

from scorekeeper.bookkeeping.club.nights import come_to_night
from scorekeeper.bookkeeping.club.people import join_spelling
from tests.club_site import SiteOfClub, done, new_post


def test_a_person_who_came_under_another_spelling_waits_no_longer(club: SiteOfClub) -> None:
    night, hal = club.night(), club.person("Hal")
    done(come_to_night(club.store, new_post(), night.id, "Hall"))
    done(come_to_night(club.store, new_post(), night.id, "Ida"))
    done(join_spelling(club.store, new_post(), club.id_of("Hall"), hal))
    assert [each.person for each in night.loaded.waiting] == [hal, club.id_of("Ida")]
    night.game("Hal", "Bob", wins="Bob")
    assert [each.person for each in night.loaded.waiting] == [club.id_of("Ida")]
