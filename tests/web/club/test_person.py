"""The page of a person: balance, statement, results, others; and who sat where."""

import re
from html import unescape

from scorekeeper.club.rows.nights import find_night_game, load_nights
from scorekeeper.games.links import Role
from tests.club_site import ClubTable, SiteOfClub, close
from tests.web.club.test_people import PEOPLE
from tests.web.nights.closed_nights import PlayedNight, form_to, words_of
from tests.web.phone import Phone, Seen

FEE = {"per": "person_night", "amount": "2.00"}


def rows_of(seen: Seen) -> list[tuple[str, ...]]:
    """The lines of a statement: what, amount, balance."""
    rows = re.findall(r'<td class="day">.*?</tr>', seen.text, re.DOTALL)
    return [
        tuple(
            [
                re.sub(r"<[^>]*>", "", cell).strip()
                for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
            ][1:]
        )
        for row in rows
    ]


def page_of(club: SiteOfClub, name: str) -> Seen:
    return club.officer.open(f"{PEOPLE}/{club.id_of(name)}")


def test_a_page_tells_the_balance_and_why(club: SiteOfClub) -> None:
    night = club.night("2026-11-20", fee=FEE)
    night.game("Ann", "Bob", wins="Ann", stake="1", label="2")
    seen = page_of(club, "Ann")
    (fee, game) = rows_of(seen)
    assert game[0] == "Laws, table 2"
    assert fee[0] == "Fee"
    assert fee[1] == "−2.00"
    assert "Ann is owed" in seen.text
    assert f"${fee[2]}" in seen.text
    assert f"{fee[2]} from " in seen.text
    assert "Bob owes" in page_of(club, "Bob").text
    assert "Laws, 1 of 2" in seen.text
    assert "1 of 1 won, October to December" in seen.text
    assert "1 game, 1 ahead" in seen.text


def test_a_line_of_a_statement_leads_to_its_game_or_its_night(club: SiteOfClub) -> None:
    night = club.night(fee=FEE)
    table = night.game("Ann", "Bob", wins="Ann", stake="1")
    rows = re.findall(r'<td class="day">.*?</tr>', page_of(club, "Ann").text, re.DOTALL)
    led = [re.findall(r'href="([^"]+)"', row) for row in rows]
    assert led == [[night.by_officer], [f"/club/officers/games/{table.id}"]]


def test_a_row_leads_to_its_game_and_its_night(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    table = club.night().game("Cal", "Dot", wins="Cal", stake="1")
    seen = phone.open(f"{club.member}people/{club.id_of('Cal')}")
    (address,) = set(re.findall(rf'href="({club.member}games/[^"]+)"', seen.text))
    game = phone.open(address)
    assert game.status == 303
    assert phone.follow(game).status == 200
    own = table.host
    assert own.open(address).answer.location == f"{table.game}final"


def test_a_person_who_never_played_has_an_empty_page(club: SiteOfClub) -> None:
    club.person("Nil")
    text = page_of(club, "Nil").text
    assert "Nil is settled up" in text
    assert "Nothing yet." in text
    assert "No games counted yet." in text


def test_a_long_statement_has_pages(club: SiteOfClub) -> None:
    night = club.night()
    for _ in range(6):
        night.game("Eli", "Flo", wins="Eli", stake="1")
    seen = page_of(club, "Eli")
    assert len(rows_of(seen)) == 4
    whole = club.officer.open(f"{PEOPLE}/{club.id_of('Eli')}/statement")
    assert len(rows_of(whole)) == 6
    assert club.officer.open(f"{PEOPLE}/{club.id_of('Eli')}/statement?page=9").status == 404
    assert "Laws, 1 of 2" in club.officer.open(f"{PEOPLE}/{club.id_of('Eli')}/games").text


def test_a_payment_on_account_leads_officers_to_its_entry(club: SiteOfClub) -> None:
    person = club.person("Wes")
    form = club.officer.open(f"/club/officers/money/payment?from={person}&to=till")
    assert club.officer.send(form, {"amount": "4.00"}).status == 303
    seen = page_of(club, "Wes")
    assert rows_of(seen) == [("Paid to the till", "+4.00", "4.00")]
    (address,) = re.findall(r'href="([^"]+/money/payment/[^"]+)"', seen.text)
    assert club.officer.open(address).status == 200
    assert "/money/" not in Phone(club.site).open(f"{club.member}people/{person}").text


# --- who sat where --------------------------------------------------------------------------------


def seats_page(club: SiteOfClub, game: str) -> Seen:
    with club.store.database.reading() as db:
        row = find_night_game(db, game=game)
    assert row is not None
    return club.officer.open(f"/night/officers.{row.night}/games/{game}")


def test_a_wrong_person_in_a_seat_is_corrected(club: SiteOfClub) -> None:
    table = club.night().game("Gus", "Hope", wins="Gus", stake="1")
    other = club.person("Gustav")
    seen = seats_page(club, table.id)
    assert seen.forms[0].values["person-0"] == club.id_of("Gus")
    assert club.officer.send(seen, {"person-0": other}).status == 303
    assert "No games counted yet" in page_of(club, "Gus").text
    assert "1 of 1 won" in page_of(club, "Gustav").text


def test_two_seats_are_swapped_at_once(club: SiteOfClub) -> None:
    table = club.night().game("Ike", "June", wins="Ike", stake="1")
    ike, june = club.id_of("Ike"), club.id_of("June")
    seen = seats_page(club, table.id)
    assert club.officer.send(seen, {"person-0": june, "person-1": ike}).status == 303
    assert "June is owed" in page_of(club, "June").text


def test_one_person_in_two_seats_is_refused(club: SiteOfClub) -> None:
    table = club.night().game("Kai", "Leo")
    again = club.officer.send(seats_page(club, table.id), {"person-1": club.id_of("Kai")})
    assert again.status == 422
    assert "Kai sits at this table already" in again.text
    assert again.forms[0].values["person-1"] == club.id_of("Kai")


def test_somebody_who_is_not_on_the_list_becomes_a_guest(club: SiteOfClub) -> None:
    first = club.night().game("Mia", "Ned")
    second = club.night().game("Mia", "Ned")
    assert club.officer.send(seats_page(club, second.id), {"person-0": "+"}).status == 303
    now = seats_page(club, second.id).forms[0].values["person-0"]
    assert now not in ("", seats_page(club, first.id).forms[0].values["person-0"])


def test_an_officer_comes_there_from_the_game_and_nobody_else(club: SiteOfClub) -> None:
    table = club.night().game("Ola", "Pia", wins="Ola")
    address = f"/games/{table.id}"
    for page in (table.by(Role.VIEWER), f"{table.by(Role.VIEWER)}final"):
        assert address in club.officer.open(page).text
        assert address not in table.host.open(page).text


# --- closed nights --------------------------------------------------------------------------------


def closed_night(club: SiteOfClub, *names: str) -> ClubTable:
    """A game that the first wins, in a night that was closed; members pay 2.00, guests 3.00."""
    night = club.night("2026-11-13", fee={**FEE, "guest": "3.00"})
    table = night.game(*names, wins=names[0], stake="1")
    close(night)
    return table


def corrections(seen: Seen) -> list[str]:
    return [what for what, *_ in rows_of(seen) if what.endswith(", corrected")]


def test_another_person_in_a_closed_night_is_a_correction(club: SiteOfClub) -> None:
    table, other = closed_night(club, "Quin", "Ray"), club.person("Quinn")
    assert club.officer.send(seats_page(club, table.id), {"person-0": other}).status == 303
    assert corrections(page_of(club, "Quin")) == ["Fee, corrected", "Laws, table 1, corrected"]
    assert corrections(page_of(club, "Quinn")) == ["Fee, corrected", "Laws, table 1, corrected"]
    night = next(night for night in club.store.read(load_nights) if night.corrected_on)
    assert night.corrected_on == club.store.today()


def test_a_day_of_membership_may_correct_a_fee(club: SiteOfClub) -> None:
    closed_night(club, "Sam", "Tom")
    person = f"{PEOPLE}/{club.id_of('Sam')}/change"
    assert club.officer.fill(person, {"joined": "2026-11-14"}).status == 303
    assert corrections(page_of(club, "Sam")) == []
    assert club.officer.fill(person, {"joined": "2026-11-13"}).status == 303
    assert corrections(page_of(club, "Sam")) == ["Fee, corrected"]


def test_one_person_who_was_written_twice_pays_one_fee(club: SiteOfClub) -> None:
    night = club.night("2026-11-14", fee=FEE)
    night.game("Una", "Vic", wins="Una")
    night.game("Unna", "Vic", wins="Unna")
    close(night)
    form = club.officer.open(f"{PEOPLE}/{club.id_of('Unna')}/spellings")
    number = next(
        place for place, each in enumerate(form.forms) if each.action.endswith("/same-as")
    )
    assert club.officer.send(form, {"same": club.id_of("Una")}, form=number).status == 303
    seen = page_of(club, "Una")
    assert [row[:2] for row in rows_of(seen)] == [("Fee, corrected", "+2.00"), ("Fee", "−4.00")]


def test_the_payment_of_a_person_has_the_amount_that_is_owed(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    assert played.close("carried").status == 303
    for name, ends, amount in (("Ann", ("till", "Ann"), "5.20"), ("Cal", ("Cal", "till"), "5.00")):
        page = club.officer.open(f"/club/officers/people/{club.id_of(name)}")
        (address,) = re.findall(r'href="([^"]+/money/payment[^"]*)"', page.text)
        form = form_to(club.officer.open(unescape(address)), "/money/payment")
        payer, payee = [each if each == "till" else club.id_of(each) for each in ends]
        assert form.values["from"] == payer
        assert form.values["to"] == payee
        assert form.values["amount"] == amount


def test_taking_out_a_name_tells_first_what_is_still_owed(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    assert played.close("carried").status == 303
    told = {"Ann": "The club still owes Ann $5.20.", "Cal": "Cal still owes $5.00."}
    for name, words in told.items():
        page = words_of(club.officer.open(f"{PEOPLE}/{club.id_of(name)}/change"))
        assert words in page
        assert f"{name} is replaced by “{club.id_of(name)}” in lists, games and papers" in page
        assert f"5.50 if the club owes {name}; −5.50 if {name} owes the club" in page
    even = club.person("Eve")
    assert "still owes" not in words_of(club.officer.open(f"{PEOPLE}/{even}/change"))
