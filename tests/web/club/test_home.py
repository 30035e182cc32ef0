"""The ways from the home page into the club, and the club's own home."""

import re

from scorekeeper.club.acting import renew_club_link, withdraw_club_link
from scorekeeper.club.rows.nights import load_nights
from scorekeeper.club.stored_book import NIGHTS_A_PAGE
from scorekeeper.games.links import Role
from tests.club_books import tallied_game
from tests.club_site import ClubNight, SiteOfClub, close, done, new_post
from tests.web.clocks import clock_set, until_evening
from tests.web.nights.closed_nights import PlayedNight, form_to, tallied_table, words_of
from tests.web.phone import Phone, Seen


def ways(phone: Phone) -> list[str]:
    """Return the addresses on the home page that lead into the club."""
    page = phone.open("/").text
    parts = [part.partition('"')[0] for part in page.split('href="')[1:]]
    return [part for part in parts if part.startswith(("/club/", "/night/", "/officers/"))]


def test_a_stranger_sees_no_more_than_where_officers_sign_in(club: SiteOfClub) -> None:
    club.night(place="Back room")
    stranger = Phone(club.site)
    assert ways(stranger) == ["/officers/"]
    assert "Back room" not in stranger.open("/").text


def test_a_member_finds_the_club_again_and_the_night_that_is_open(club: SiteOfClub) -> None:
    night, member = club.night(), Phone(club.site)
    member.open(club.member)
    assert night.by_member in ways(member)
    assert f"{club.member}people" in ways(member)
    done(renew_club_link(club.store, new_post(), Role.MEMBER))
    assert ways(member) == ["/officers/"]


def test_a_phone_that_scanned_the_code_of_a_night_finds_it_also_once_it_is_closed(
    club: SiteOfClub,
) -> None:
    night, guest = club.night(), Phone(club.site)
    guest.open(night.join)
    # The way in stands twice: as the row of all tables, and as the main button.
    assert ways(guest) == ["/officers/", night.join, night.join]
    close(night)
    assert ways(guest) == ["/officers/", night.join]


def test_a_withdrawn_link_of_a_night_leads_nowhere(club: SiteOfClub) -> None:
    night, guest = club.night(), Phone(club.site)
    address = night.join
    guest.open(address)
    done(withdraw_club_link(club.store, new_post(), Role.PLAYER, night=night.id))
    assert guest.open(address).status == 410
    assert ways(guest) == ["/officers/"]


def test_the_clubs_home_says_which_nights_are_of_today_and_a_figure_of_each_page(
    club: SiteOfClub,
) -> None:
    club.person("Ann")
    club.person("Bob")
    words = words_of(club.officer.open(club.member))
    assert "No night yet" in words
    for told in ("People 2 people", "Money In the till: $0.00", "Nights None yet"):
        assert told in words
    club.night("2026-11-13")
    words = words_of(club.officer.open(club.member))
    assert "Friday 13 November All tables No game yet." in words
    assert "Tonight" not in words
    club.night(club.store.today())
    words = words_of(club.officer.open(club.member))
    assert words.index("Tonight") < words.index("Friday 13 November Still open")
    assert "Nights 2 nights" in words
    club.night("2026-11-06")
    words = words_of(club.officer.open(club.member))
    assert "Still open" not in words
    assert "Nights 3 nights, 2 still open" in words


def test_an_officer_sees_every_open_night(club: SiteOfClub) -> None:
    night = club.night()
    assert night.by_officer in ways(club.officer)
    assert "/club/officers/money" in ways(club.officer)


def test_the_list_of_nights_says_how_each_stands(club: SiteOfClub) -> None:
    night: ClubNight = club.night("2026-11-19", place="Garden")
    close(night)
    page = words_of(Phone(club.site).open(f"{club.member}nights"))
    assert "1 night, Garden" in page
    assert "No game" in page


def test_a_night_of_the_list_says_who_won_and_what_is_open(club: SiteOfClub) -> None:
    with clock_set(club.site, until_evening()):
        played = PlayedNight.begin(club, date="2026-11-13", place="Garden")
        assert "Friday 13 November Open · 1 game · Ann won" in words_of(nights_page(club))
        played.close()
        later = PlayedNight.begin(club, date="2026-11-20", place="Hall")
        tallied_table(later.night, tallied_game(300, 20, names=("Dot", "Ann")))
        later.close("bank")
        page = nights_page(club)
        words = words_of(page)
        assert "Friday 20 November 2 games · Ann and Dot won 12.40 open" in words
        assert "Friday 13 November 1 game · Ann won · Garden 8.20 open" in words
        # The page is about the later one, so its row of nights answers with the one before.
        first = words_of(Phone(club.site).open(club.member))
        assert "Nights 13 November: Ann won" in first
        form = form_to(played.payouts(), "/payouts/all")
        assert played.officer.post(form.action, form.values).status == 303
        assert nights_page(club).text.count('aria-label="Nothing outstanding"') == 1
        assert "8.20 open" not in words_of(nights_page(club))


def nights_page(club: SiteOfClub) -> Seen:
    return Phone(club.site).open(f"{club.member}nights")


def test_a_night_has_one_name_on_all_pages(club: SiteOfClub) -> None:
    night = club.night("2026-11-19", place="Garden")
    night.game("Ann", "Bob", wins="Ann")
    addresses = [f"{night.by_officer}{page}" for page in ("", "code", "tv", "games", "closing")]
    addresses += ["/", "/club/officers/", "/club/officers/nights", "/club/officers/money/payment"]
    without = [each for each in addresses if "Thursday 19 Nov" not in club.officer.open(each).text]
    assert without == []
    assert "Thursday night" not in "".join([club.officer.open(each).text for each in addresses])


def test_months_after_a_dozen_nights_are_folded(club: SiteOfClub) -> None:
    for month, number in (("07", 1), ("08", 11), ("09", 1)):
        for _ in range(number):
            club.night(f"2026-{month}-01")
    words = Phone(club.site).open(f"{club.member}nights").text
    assert re.findall(r'<h2 class="caps">(\w+)</h2>', words) == ["September", "August"]
    assert re.findall(r"<span>(\w+: \d+ nights?)</span>", words) == ["July: 1 night"]


def test_many_nights_are_listed_page_by_page(club: SiteOfClub) -> None:
    club.night("2026-02-01", place="Cellar")
    while len(club.store.read(load_nights)) <= NIGHTS_A_PAGE:
        club.night("2026-03-01")
    member, address = Phone(club.site), f"{club.member}nights"
    newest, older = member.open(address).text, member.open(f"{address}?page=2").text
    assert ('<h2 class="caps">March</h2>' in newest, "February" in older) == (True, True)
    assert ("Cellar" in newest, "Cellar" in older) == (False, True)
    assert "page=2" in newest
    assert "page=1" in older
    assert member.open(f"{address}?page=3").status == 404
