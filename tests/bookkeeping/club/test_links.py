"""What each link of a club and of its nights opens, and for whom."""

import pytest

from scorekeeper.bookkeeping.access.seats import assign_seat
from scorekeeper.bookkeeping.club.letters import (
    find_watched_night,
    letters_of_night,
    renew_letters,
)
from scorekeeper.bookkeeping.club.links import (
    OFFICERS,
    LinkWithdrawn,
    NightRole,
    NightVisit,
    UnknownLink,
    is_night_link_in_force,
    open_club_link,
    open_night_link,
    renew_member_link,
    token_of_night,
    withdraw_member_link,
    withdraw_night_link,
)
from scorekeeper.bookkeeping.club.officers import (
    Officer,
    begin_session,
    find_officer,
    sign_officer_out,
)
from scorekeeper.domain.deals import Seat
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.web.links import token_of

EVE = Officer(number=1, name="Eve")


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    return club.night()


def visit(address: str, night: ClubNight, *, phone: str = "", officer: bool = False) -> NightVisit:
    who = EVE if officer else None
    return open_night_link(night.club.store, token_of(address), who, phone)


def test_each_link_of_a_night_gives_its_role(night: ClubNight) -> None:
    roles = [visit(each, night).role for each in (night.join, night.watch, night.by_member)]
    assert roles == [NightRole.JOIN, NightRole.WATCH, NightRole.WATCH]
    for each in (night.join, night.watch, night.by_member, night.by_officer):
        assert visit(each, night, officer=True).role is NightRole.OFFICER


def test_letters_open_nothing_once_the_link_to_watch_is_withdrawn(night: ClubNight) -> None:
    store = night.club.store
    renew_letters(store, night.id)
    letters = letters_of_night(store, night.id)
    assert find_watched_night(store, letters) == token_of(night.watch)
    done(withdraw_night_link(store, new_post(), night.id, NightRole.WATCH))
    assert (letters_of_night(store, night.id), find_watched_night(store, letters)) == ("", None)


def test_somebody_who_only_watches_gets_no_link_to_join(night: ClubNight) -> None:
    assert visit(night.watch, night).join == ""
    assert visit(night.join, night).join == token_of(night.join)


def test_a_phone_with_a_seat_may_join_whatever_link_it_came_by(night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    assign_seat(night.club.store, table.visit.game.key, "a phone", Seat(1), is_me=False)
    seen = visit(night.watch, night, phone="a phone")
    bob = night.loaded.night.games[0].people[1]
    assert (seen.role, seen.person) == (NightRole.JOIN, bob)
    assert visit(night.watch, night, phone="another").person == ""


def test_a_link_of_the_club_opens_no_night_that_is_not_there(night: ClubNight) -> None:
    for address in (f"/night/{night.club.member_token}.n999/", "/night/officers.n1/", "/night/n1/"):
        with pytest.raises(UnknownLink):
            visit(address, night)


def test_members_lose_the_nights_with_their_link_and_officers_nothing(club: SiteOfClub) -> None:
    night, token = club.night(), club.member_token
    address = night.by_member
    done(withdraw_member_link(club.store, new_post()))
    with pytest.raises(LinkWithdrawn):
        visit(address, night)
    with pytest.raises(LinkWithdrawn):
        open_club_link(club.store, token, None)
    assert visit(address, night, officer=True).role is NightRole.OFFICER
    assert open_club_link(club.store, "officers", EVE).member_link == ""
    done(renew_member_link(club.store, new_post()))


def test_an_open_page_of_an_officer_hears_nothing_after_signing_out(
    club: SiteOfClub, night: ClubNight
) -> None:
    with club.store.database.writing() as db:
        secret = begin_session(club.store, db, name="Eve", phone="").secret
    officer = find_officer(club.store, secret)
    assert officer is not None
    token = token_of_night(OFFICERS, night.id)
    assert is_night_link_in_force(club.store, token, officer=officer)
    sign_officer_out(club.store, officer.number)
    assert not is_night_link_in_force(club.store, token, officer=officer)
    # A link of the night itself is good for anybody.
    assert is_night_link_in_force(club.store, token_of(night.watch), officer=officer)
