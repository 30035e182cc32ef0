"""The first page: the club for phones that know it, and a line for strangers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.club.facts import ClubPayment, SettleWay
from scorekeeper.club.payments import close_night, digest_of, pay
from scorekeeper.wording import write_date
from tests.club_site import ClubNight, ClubTable, SiteOfClub, club_app, done, new_post
from tests.only_site import close_site
from tests.web.nights.closed_nights import PlayedNight, words_of
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A night of today, with Ann, Bob and Cal at table 1 and a game at table 2 that Dot won."""
    for name in ("Ann", "Bob", "Cal", "Dot", "Eve"):
        club.person(name, joined="2026-01-01")
    night = club.night(club.store.today(), settle="transfers")
    night.game("Dot", "Eve", label="Table 2", wins="Dot", stake="1")
    return night


@pytest.fixture
def table(night: ClubNight) -> ClubTable:
    return night.game("Ann", "Bob", "Cal", label="Table 1", stake="1")


def sit(night: ClubNight, name: str, *, is_member: bool = False) -> Phone:
    """Return the phone of somebody who said at the night who they are."""
    phone = Phone(night.club.site)
    if is_member:
        phone.open(night.club.member)
    phone.send(phone.open(night.join), {"person": night.club.id_of(name)})
    return phone


def main_button(seen: Seen) -> tuple[str, str]:
    """The words of the main button, and its address."""
    found = re.search(r'<a class="main" href="([^"]*)">([^<]*)</a>', seen.text)
    return (found[2], found[1]) if found else ("", "")


def rows(seen: Seen) -> dict[str, str]:
    """The rows that lead on, each with its words."""
    found = re.findall(r'<h2 class="serif">([^<]*)</h2>\s*<p class="quiet">([^<]*)</p>', seen.text)
    return {title: re.sub("[\u2066-\u2069]", "", words) for title, words in found}


def close(night: ClubNight, way: SettleWay = SettleWay.TRANSFERS) -> None:
    seen = digest_of(night.loaded.figures)
    done(close_night(night.club.store, new_post(), night.id, way, seen=seen))


def test_a_stranger_reads_the_clubs_name_and_what_to_do(club: SiteOfClub) -> None:
    seen = Phone(club.site).open("/")
    assert "<h1>Cavendish</h1>" in seen.text
    assert "Scan the code on the table" in seen.text
    assert "Enter the cards; it adds up the score and says who pays whom." in seen.text
    assert "Who plays" not in seen.text


def test_a_player_sees_the_own_table_and_enters_its_deal(
    night: ClubNight, table: ClubTable
) -> None:
    ann = sit(night, "Ann", is_member=True)
    seen = ann.open("/")
    assert "Your table" in seen.text
    assert "Table 1 · Laws · deal 1" in seen.text
    assert "deals. 1000 to go." in seen.text
    words, address = main_button(seen)
    assert words == "Enter deal 1"
    assert ann.open(address).status == 200
    assert rows(seen) == {
        "Your account": "You are settled up",
        "Nights": "1 night",
        "People": "5 · 5 here tonight",
    }
    assert '<a href="/at-home">A game without the club</a>' in seen.text
    # The own table stands above, and the others in a row each.
    words = words_of(seen)
    assert "Tonight All tables Table 2 · Laws · over Dot Eve 0" in words
    assert words.count("Table 1") == 1
    assert "All 2 1 Dot 1 win 2 Eve 0 wins" in words
    assert "Money" not in words


def test_names_and_figures_of_a_table_are_told_apart(club: SiteOfClub) -> None:
    night = club.night(club.store.today())
    night.game("Ann", "Bob 1", "אברהם", wins="Ann")
    member = Phone(club.site)
    member.open(club.member)
    figures = re.findall(r'<bdi dir="ltr">([^<]+)</bdi>', member.open("/").text)
    assert [" ".join(figure.split()) for figure in figures] == ["Bob 1: 0", "\u2068אברהם\u2069 0"]


def test_its_main_button_says_and_does_what_the_tables_does(
    night: ClubNight, table: ClubTable
) -> None:
    ann, bob = sit(night, "Ann"), sit(night, "Bob")
    for phone in (ann, bob):
        assert phone.open(f"{table.door}seat").status == 303  # who they are is known
    for seat, phone in enumerate((ann, bob)):
        words, address = main_button(phone.open("/"))
        assert (words, address) == ("Enter my hand, deal 1", f"{table.door}hand/{seat}")
        assert main_button(phone.open(table.door)) == (words, address)


def test_a_night_that_is_opened_later_is_told_to_an_open_page(club: SiteOfClub) -> None:
    member = Phone(club.site)
    member.open(club.member)
    seen = member.open("/")
    assert "No night yet" in seen.text
    (version,) = re.findall('data-version="([^"]+)"', seen.text)
    (state,) = re.findall('data-state="([^"]+)"', seen.text)
    assert member.open(version).text == state
    night = club.night(club.store.today())
    later = member.open(version).text
    assert later != state
    assert f'data-state="{later}"' in member.open("/").text
    night.game("Ann", "Bob")
    assert member.open(version).text not in (state, later)


def test_a_phone_that_sat_down_by_the_tables_own_code_sees_the_night_too(
    night: ClubNight, table: ClubTable
) -> None:
    phone = Phone(night.club.site)
    phone.send(phone.open(f"{table.door}seat"), {}, form=0)
    seen = phone.open("/")
    assert "Your table" in seen.text
    assert "All tables" in words_of(seen)
    assert not rows(seen)
    assert "/club/" not in seen.text


def test_who_has_not_said_who_they_are_is_led_to_the_night(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    phone.open(night.join)
    words, address = main_button(phone.open("/"))
    assert (words, address) == ("Take your seat", night.join)


def test_who_may_only_watch_is_told_to_scan(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    phone.open(night.club.member)
    seen = phone.open("/")
    assert main_button(seen) == ("", "")
    assert "Scan the code on the table to play." in seen.text


def test_who_waits_is_told_since_when(night: ClubNight, table: ClubTable) -> None:
    night.club.person("Fay", joined="2026-01-01")
    fay = sit(night, "Fay", is_member=True)
    assert re.search(r"Fay, you have been waiting for a seat since [0-9:.]+", fay.open("/").text)
    ann = sit(night, "Ann", is_member=True)
    assert "you have been waiting" not in ann.open("/").text


def test_an_officers_phone_sees_the_night(night: ClubNight, table: ClubTable) -> None:
    hands = {"hand1-melded_points": "50", "hand1-in_hand_points": "20"}
    hands |= {"hand2-melded_points": "300", "hand2-in_hand_points": "20"}
    hands |= {"hand0-melded_points": "105", "hand0-in_hand_points": "0"}
    hands |= {"ending": "out", "by": "0", "form": "totals"}
    assert table.host.fill(f"{table.game}enter", hands).status == 303
    for address in ("/", "/club/officers/"):
        seen = night.club.officer.open(address)
        words = words_of(seen)
        assert "Table 1 · Laws · deal 2 Cal Ann 205 · Bob 30 280 720 to go" in words
        assert words.index("Table 1") < words.index("Table 2 · Laws · over Dot Eve 0")
        assert "Money In the till: $0.00" in words
        assert main_button(seen)[0] == "New table"
        for button in ("/club/officers/settings", "/club/officers/nights/new"):
            assert button in seen.text


def test_the_first_page_names_the_first_of_the_season_and_what_is_unpaid(club: SiteOfClub) -> None:
    played = PlayedNight.closed(club)
    words = words_of(club.officer.open("/"))
    assert "All 3 1 Ann 1 win 2 Bob 0 wins" in words
    day = write_date(played.night.loaded.night.date).rpartition(" ")[0]
    assert f"{day}: 3 of 3 still to pay 8.20" in words
    assert f'href="{played.night.by_officer}payouts"' in club.officer.open("/").text
    other = PlayedNight.begin(club, date="2026-02-21")
    assert other.close().status == 303
    page = club.officer.open("/")
    assert words_of(page).count("still to pay") == 1
    (due,) = re.findall(r'class="row due" href="(.*?)"', page.text)
    assert (due, "2 nights still to pay 16.40" in words_of(page)) == ("/club/officers/nights", True)
    member = Phone(club.site)
    assert "still to pay" not in words_of(member.open(club.member))
    assert "All 3 1 Ann 1 win" in words_of(member.open(club.member))


def test_who_shares_the_third_place_stands_beside_the_first_three(club: SiteOfClub) -> None:
    night = club.night(club.store.today(), settle="transfers")
    table = night.game("Ann", "Bob", "Cal", "Dot", label="Table 1")
    sums = {f"hand{seat}-melded_points": "0" for seat in (1, 2, 3)}
    left = {f"hand{seat}-in_hand_points": "20" for seat in (1, 2, 3)} | {
        "hand0-in_hand_points": "0"
    }
    entered = sit(night, "Ann").fill(
        f"{table.door}enter",
        {"ending": "out", "by": "0", "hand0-melded_points": "1100", "form": "totals"} | sums | left,
    )
    assert entered.status == 303
    close(night)
    words = words_of(club.officer.open("/"))
    for name in ("Bob", "Cal", "Dot"):
        assert f"2 {name} 0 wins" in words


def test_after_its_own_game_a_phone_leads_to_the_next(night: ClubNight) -> None:
    eve = sit(night, "Eve")
    assert "Laws · over" in eve.open("/").text
    assert main_button(eve.open("/"))[0] == "Next game"
    night.game("Eve", "Bob", label="Table 3")
    assert main_button(eve.open("/"))[0] == "Enter deal 1"


def test_after_closing_it_says_where_one_came_and_what_is_to_get_and_paid(club: SiteOfClub) -> None:
    night = club.night(
        club.store.today(), settle="transfers", fee={"per": "person_night", "amount": "2"}
    )
    table = night.game("Ann", "Bob", label="Table 1", stake="1")
    ann, bob = sit(night, "Ann", is_member=True), sit(night, "Bob")
    hands = {"hand1-melded_points": "50", "hand1-in_hand_points": "20"}
    entered = ann.fill(
        f"{table.door}enter",
        {"ending": "out", "by": "0", "hand0-melded_points": "1100", "hand0-in_hand_points": "0"}
        | hands
        | {"form": "totals"},
    )
    assert entered.status == 303
    close(night)
    seen = ann.open("/")
    assert "You get" in seen.text
    assert re.search(r"games \+\d+\.00, fee −2\.00", seen.text)
    assert "nothing paid yet." in seen.text
    assert re.search(r"Table 1: 1st of 2, 1\d00", words_of(seen))
    assert re.search(r"Table 1: 2nd of 2, ", words_of(bob.open("/")))
    assert main_button(seen)[0] == "Who pays whom"
    assert "You pay" in bob.open("/").text
    assert rows(seen)["Tables of the night"] == "Ann won"
    for each in night.loaded.figures.suggestions:
        new = ClubPayment(
            id="", date="", payer=each.payer, payee=each.payee, minor=each.minor, night=night.id
        )
        done(pay(club.store, new_post(), new, seen=0))
    paid = ann.open("/")
    assert re.search(r"You get \$\d+.00 Paid", words_of(paid))
    assert "nothing paid yet" not in paid.text
    assert "Table 1: 1st of 2" in words_of(paid)
    assert main_button(paid) == ("", "")
    assert "You are first" not in words_of(paid)  # as the row of the season says


def test_a_night_left_open_long_ago_does_not_hide_the_last_one(club: SiteOfClub) -> None:
    club.night("2026-01-10")
    night = club.night(club.store.today(), settle="transfers")
    night.game("Ann", "Bob", wins="Ann", stake="1")
    officer = club.officer
    assert "One table" not in officer.open("/").text
    phone = Phone(club.site)
    phone.open(club.member)
    game = night.loaded.night.games[0]
    with club.store.database.writing() as db:
        key = night.loaded.games[game.id].key
        with phone.client.session_transaction() as session:
            session["phone"] = "anns phone"
        db.execute(
            "INSERT INTO seat VALUES (?, 0, 'anns phone', ?)", (key, club.store.now().isoformat())
        )
    close(night)
    assert "You get" in phone.open("/").text


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """Yield a site of its own without a club."""
    site = club_app(tmp_path)
    yield site
    close_site(site)


def test_without_a_club_a_stranger_gets_one_line_and_the_form(bare: Flask) -> None:
    seen = Phone(bare).open("/")
    assert "Enter the cards; it adds up." in seen.text
    assert "New game" in seen.text


def test_the_games_without_the_club_have_a_page(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    phone.start("Ann", "Bob")
    phone.open(club.member)
    assert "Under way" not in phone.open("/").text
    assert "Under way" in phone.open("/at-home").text


def test_a_phone_that_knows_only_its_own_games_finds_them_first(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    phone.start("Ann", "Bob")
    assert "Under way" in phone.open("/").text
