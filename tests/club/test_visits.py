"""What each link of a club and of its nights opens, and for whom."""

from datetime import UTC, datetime

import pytest

from scorekeeper.club.acting import renew_club_link, withdraw_club_link
from scorekeeper.club.officers import begin_session, find_officer, sign_officer_out
from scorekeeper.club.visits import (
    OFFICERS,
    OfficersOnly,
    is_in_force,
    open_club_link,
    token_of_night,
)
from scorekeeper.games.keys import find_watched, renew_watch_code, watch_code_of
from scorekeeper.games.links import (
    Officer,
    Role,
    Thing,
    UnknownLink,
    Visit,
    Withdrawn,
    renew_link,
)
from scorekeeper.games.players import assign_seat
from scorekeeper.rules.deals import Seat
from tests.club_site import ClubNight, SiteOfClub, done, new_post, open_thing
from tests.web.links import token_of

EVE = Officer(number=1, name="Eve", since=datetime(2026, 11, 20, 20, tzinfo=UTC))


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    return club.night()


def visit(address: str, night: ClubNight, *, phone: str = "", officer: bool = False) -> Visit:
    who = EVE if officer else None
    store, token = night.club.store, token_of(address)
    return open_club_link(store, token, Thing.NIGHT, officer=who, phone=phone)


def test_each_link_of_a_night_gives_its_role(night: ClubNight) -> None:
    roles = [visit(each, night).role for each in (night.join, night.watch, night.by_member)]
    assert roles == [Role.PLAYER, Role.VIEWER, Role.VIEWER]
    for each in (night.join, night.watch, night.by_member, night.by_officer):
        assert visit(each, night, officer=True).role is Role.OFFICER


def test_letters_open_nothing_once_the_link_to_watch_is_withdrawn(night: ClubNight) -> None:
    store = night.club.store
    letters = renew_watch_code(store, night.id, Thing.NIGHT).letters
    assert find_watched(store, letters) == (Thing.NIGHT, token_of(night.watch))
    done(withdraw_club_link(store, new_post(), Role.VIEWER, night=night.id))
    assert watch_code_of(store, night.id, Thing.NIGHT) is None
    assert find_watched(store, letters) is None


def test_somebody_who_only_watches_gets_no_link_to_join(night: ClubNight) -> None:
    assert set(visit(night.watch, night).links) == {Role.VIEWER}
    assert visit(night.join, night).links[Role.PLAYER] == token_of(night.join)


def test_a_phone_with_a_seat_may_join_whatever_link_it_came_by(night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    assign_seat(night.club.store, table.visit.game.key, "a phone", Seat(1), is_me=False)
    seen = visit(night.watch, night, phone="a phone")
    bob = night.loaded.night.games[0].people[1]
    assert (seen.role, seen.person) == (Role.PLAYER, bob)
    assert visit(night.watch, night, phone="another").person == ""


def test_a_link_of_the_club_opens_no_night_that_is_not_there(night: ClubNight) -> None:
    for address in (f"/night/{night.club.member_token}.n999/", "/night/n1/"):
        with pytest.raises(UnknownLink):
            visit(address, night)


def test_without_a_link_the_club_and_its_nights_open_for_officers_alone(night: ClubNight) -> None:
    with pytest.raises(OfficersOnly):
        visit(night.by_officer, night)
    with pytest.raises(OfficersOnly):
        open_club_link(night.club.store, OFFICERS, Thing.CLUB)


def test_a_link_opens_nothing_but_what_it_was_made_for(night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    tokens = {
        Thing.GAME: token_of(table.game),
        Thing.NIGHT: token_of(night.join),
        Thing.CLUB: night.club.member_token,
    }
    opened = [
        (of, opens)
        for of, token in tokens.items()
        for opens in Thing
        if can_open(night, token, opens)
    ]
    assert opened == [(thing, thing) for thing in Thing]


def can_open(night: ClubNight, token: str, opens: Thing) -> bool:
    try:
        open_thing(night.club.store, token, opens)
    except UnknownLink:
        return False
    return True


def test_members_lose_the_nights_with_their_link_and_officers_nothing(club: SiteOfClub) -> None:
    night, token = club.night(), club.member_token
    address = night.by_member
    done(withdraw_club_link(club.store, new_post(), Role.MEMBER))
    with pytest.raises(Withdrawn):
        visit(address, night)
    with pytest.raises(Withdrawn):
        open_club_link(club.store, token, Thing.CLUB)
    assert visit(address, night, officer=True).role is Role.OFFICER
    assert open_club_link(club.store, OFFICERS, Thing.CLUB, officer=EVE).links == {}
    done(renew_club_link(club.store, new_post(), Role.MEMBER))


def test_in_a_game_an_officer_may_do_only_what_the_link_allows(night: ClubNight) -> None:
    table, officer = night.game("Ann", "Bob"), night.club.officer
    watched = table.by(Role.VIEWER)
    assert (officer.open(watched).status, officer.open(f"{watched}links").status) == (200, 403)
    assert table.host.open(f"{table.game}links").status == 200
    old = table.door
    renew_link(night.club.store, table.visit.id, Role.PLAYER)
    assert officer.open(old).status == 410


def test_an_open_page_of_an_officer_hears_nothing_after_signing_out(
    club: SiteOfClub, night: ClubNight
) -> None:
    with club.store.database.writing() as db:
        secret = begin_session(club.store, db, name="Eve", phone="").secret
    officer = find_officer(club.store, secret)
    assert officer is not None
    token = token_of_night(OFFICERS, night.id)
    assert is_in_force(club.store, token, officer=officer)
    sign_officer_out(club.store, officer.number)
    assert not is_in_force(club.store, token, officer=officer)
    # A link of the night itself is good for anybody.
    assert is_in_force(club.store, token_of(night.watch), officer=officer)
