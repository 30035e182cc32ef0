"""A name that was taken out of the club stays out, whatever is written afterwards."""

from scorekeeper.club.people import add_person, edit_person, take_name_out
from scorekeeper.club.rows.clubs import read_acts
from scorekeeper.games.players import rename_player
from scorekeeper.games.posting import Post, Refused
from tests.club_site import SiteOfClub, done, new_post
from tests.games.table import opened, refused


def test_a_person_whose_name_was_taken_out_is_given_no_other(
    club: SiteOfClub,
) -> None:
    table = club.night().game("Ann", "Bob")
    bob = club.id_of("Bob")
    done(take_name_out(club.store, new_post(), bob))
    again = edit_person(club.store, new_post(), bob, {"name": "Rob"}, is_as_seen=lambda _: True)
    assert isinstance(again, Refused)
    assert [each.at for each in again.problems] == [("name",)]
    facts = {"name": bob, "active": False}
    done(edit_person(club.store, new_post(), bob, facts, is_as_seen=lambda _: True))
    players = opened(club.store, table.visit.game.key).sheet.setup.players
    assert players == ("Ann", bob)


def test_a_seat_without_a_name_is_not_renamed(club: SiteOfClub) -> None:
    key = club.night().game("Ann", "Bob").visit.game.key
    bob = club.id_of("Bob")
    done(take_name_out(club.store, new_post(), bob))
    post = Post(entry_id="rename", version=opened(club.store, key).version, who="Ann")
    problems = refused(rename_player(club.store, key, post, 1, name="Rob"))
    assert [at for at, _, _ in problems] == [("name",)]
    assert opened(club.store, key).sheet.setup.players == ("Ann", bob)


def test_an_act_of_an_officer_whom_a_restored_club_does_not_know_is_noted_without_one(
    club: SiteOfClub,
) -> None:
    person = done(add_person(club.store, new_post(officer=999, person="nobody"), "Ann"))
    assert club.store.read(read_acts)[0].subject == person
    assert club.store.read(read_acts)[0].who == ""
