"""An organised night on the site: set up, planned, shown, begun, and seen by everybody."""

import re

import pytest

from scorekeeper.games.game_store import CurrentGame
from scorekeeper.games.games import close_game
from scorekeeper.tournament.facts import organised_of
from scorekeeper.tournament.organised import open_pot
from scorekeeper.tournament.seats.plan import PartnersSit, SeatMode
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.games.table import opened, post, saved
from tests.papers.texts import whole_text
from tests.tournament.test_organising import play
from tests.web.nights.closed_nights import words_of
from tests.web.nights.reading import form_to
from tests.web.phone import Form, Phone, Seen

NAMES = ("Ann", "Bob", "Cal", "Dot")


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A night of a club of four."""
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    return club.night()


def send(night: ClubNight, page: Seen, end: str, **values: object) -> Seen:
    """Send the form of an officer's page whose address ends so, that at its foot if several do."""
    form = next(form for form in reversed(page.forms) if form.action.endswith(end))
    return night.club.officer.post(form.action, {**form.values, **values})


def organise(night: ClubNight, **values: object) -> Seen:
    """Organise the night for all four at tables of two."""
    page = night.club.officer.open(f"{night.by_officer}organise")
    form: Form = next(form for form in page.forms if form.action.endswith("organise"))
    if "here" not in values:
        values["here"] = [night.club.id_of(name) for name in NAMES]
    typed = {**form.values, "sizes": "2", "stakes": "no", **values}
    return night.club.officer.post(form.action, typed)


def plan_page(night: ClubNight, seed: str = "") -> Seen:
    return night.club.officer.open(f"{night.by_officer}plan{seed}")


def shown(night: ClubNight) -> None:
    assert organise(night, rounds="2", entry="5", parts="2, 1").status == 303
    assert send(night, plan_page(night), "plan").status == 303


def test_wrong_input_comes_back_with_every_problem_beside_its_field(night: ClubNight) -> None:
    def opened(seen: Seen) -> list[str]:
        return re.findall(r'id="step-(\d)" value="\d" checked', seen.text)

    assert opened(night.club.officer.open(f"{night.by_officer}organise")) == ["1"]
    wrong = {"rounds": "x", "ends": "bell", "minutes": "", "warn": "no", "parts": "50; 30"}
    answer = organise(
        night, **wrong, entry="1", fee="2", deal="much", points="places", scale="3, 5"
    )
    assert opened(answer) == ["2"]
    assert opened(organise(night, entry="1", fee="2")) == ["3"]
    assert opened(organise(night, rounds="x", tick="guest", door="Dott")) == ["1"]
    assert answer.status == 422
    words = words_of(answer)
    for told in (
        "Rounds: This is a whole number from 1 to 40",
        "Type after how many minutes the bell rings",
        "Type a number of minutes, or leave it empty",
        "A lower place has no more points than a higher one",
        "Type an amount such as 2 or 0.50",
        "Type whole numbers with commas between them, from 1 on",
    ):
        assert told in words
    assert 'value="x"' in answer.text
    words = words_of(organise(night, entry="1", fee="2", ends="deals", deals=""))
    assert "The fee and the parts for pots are more than this" in words
    assert "Type how many deals a round has" in words
    assert night.loaded.night.organised is None


def test_a_warning_before_its_round_begins_is_a_fault_at_its_field(night: ClubNight) -> None:
    told = "Fewer minutes than there are to the bell"
    for warn in ("6", "5"):  # also one that the form came with
        wrong = organise(night, rounds="2", ends="bell", minutes="3", warn=warn)
        assert wrong.status == 422
        assert told in words_of(wrong)
        assert wrong.forms[0].values["warn"] == warn
    assert organise(night, rounds="2", ends="bell", minutes="5", warn="5").status == 303
    organised = organised_of(night.loaded.night)
    assert organised
    assert organised.ends.warn == 5


def test_sizes_of_tables_that_the_form_does_not_offer_stay_or_are_told(night: ClubNight) -> None:
    assert organise(night, sizes="4 2").status == 303
    page = night.club.officer.open(f"{night.by_officer}organise")
    assert "Of 4, 2" in words_of(page)
    assert send(night, page, "organise").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.seats.sizes == (4, 2)
    wrong = organise(night, sizes="½ [")
    assert wrong.status == 422
    assert "Sizes of tables are one to 3 different numbers from 2 to 10" in words_of(wrong)


@pytest.mark.parametrize(
    ("people", "tables", "sizes"),
    [(18, "4", (5, 4)), (18, "6", (3,)), (41, "10", (4, 5)), (18, "5", (4, 3)), (9, "3", (4, 3))],
)
def test_so_many_tables_as_were_typed_are_made(
    club: SiteOfClub, people: int, tables: str, sizes: tuple[int, ...]
) -> None:
    here = [club.person(f"Person {number}", joined="2026-01-01") for number in range(people)]
    night = club.night()
    page = club.officer.open(f"{night.by_officer}organise")
    assert send(night, page, "organise", here=here, tables=tables).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.seats.sizes == sizes
    assert len(organised.seats.table_sizes(people)) == int(tables)
    again = club.officer.open(f"{night.by_officer}organise").forms[0].values
    assert (again["tables"], again["sizes"]) == (tables, "4 3 5")


@pytest.mark.parametrize("tables", ["0", "3", "9", "x"])
def test_so_many_tables_as_nobody_can_sit_at_are_told(night: ClubNight, tables: str) -> None:
    wrong = organise(night, tables=tables, rounds="x")
    assert wrong.status == 422
    assert "So many people make no such number of tables of nearly one size" in words_of(wrong)
    assert 'id="rounds-problem"' in wrong.text


def test_no_more_sit_at_a_table_than_the_game_seats(club: SiteOfClub) -> None:
    here = [club.person(f"Person {number}", joined="2026-01-01") for number in range(19)]
    night = club.night()
    page = club.officer.open(f"{night.by_officer}organise")
    wrong = send(night, page, "organise", here=here, tables="2")
    assert "make no such number of tables of nearly one size, of up to 5" in words_of(wrong)
    right = send(night, page, "organise", here=here, tables="2", play="contract")
    assert right.status == 303


def test_how_many_tables_stays_typed_while_anything_is_wrong(night: ClubNight) -> None:
    wrong = organise(night, tables="2", rounds="x")
    assert wrong.status == 422
    assert (wrong.forms[0].values["tables"], wrong.forms[0].values["sizes"]) == ("2", "2")


def test_the_page_of_the_night_leads_officers_to_the_form_before_its_first_table(
    night: ClubNight,
) -> None:
    way, officer = f'href="{night.by_officer}organise"', night.club.officer
    page = officer.open(night.by_officer).text
    assert page.partition("<main")[2].count(way) == page.count(way) == 1
    assert way not in Phone(night.club.site).open(night.join).text
    shown(night)
    page = officer.open(night.by_officer).text
    assert way not in page
    night.game("Ann", "Bob")
    # The rounds are the main button then, and nothing else.
    assert words_of(officer.open(night.by_officer)).count("Seats and standing") == 1


def test_what_the_form_does_not_ask_is_not_kept(night: ClubNight) -> None:
    typed = {"ends": "game", "deals": "3", "minutes": "x", "points": "wins", "scale": "5, 3"}
    assert organise(night, **typed).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert (organised.ends.deals, organised.ends.minutes, organised.points.scale) == (
        None,
        None,
        (),
    )


def test_what_is_organised_can_be_changed_and_keeps_what_the_form_does_not_ask(
    night: ClubNight,
) -> None:
    shown(night)
    assert organise(night, rounds="3", entry="6.50", parts="1").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.entry is not None
    assert (organised.seats.rounds, organised.entry.minor) == (3, 650)
    assert len(organised.seats.shown) == 2


def test_rarer_wishes_are_typed_by_name_and_come_back(night: ClubNight) -> None:
    more = {
        "added": "10",
        "fixed": "20, 10.50",
        "standing_from": "2",
        "apart": "Ann + bób., Cal+Dot",
    }
    assert organise(night, rounds="2", **more).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    ann, bob, cal, dot = (night.club.id_of(name) for name in NAMES)
    assert organised.seats.apart == ((ann, bob), (cal, dot))
    assert (organised.added, organised.seats.standing_from) == (1000, 2)
    assert organised.prizes.places[0].fixed == (2000, 1050)
    page = night.club.officer.open(f"{night.by_officer}organise")
    form = next(form for form in page.forms if form.action.endswith("organise"))
    assert form.values["apart"] == "Ann + Bob, Cal + Dot"
    assert form.values["fixed"] == "20.00, 10.50"
    wrong = organise(night, rounds="2", apart="Ann + Nobody", together="Ann", parts="1", fixed="2")
    assert wrong.status == 422
    words = words_of(wrong)
    assert "Nobody is named “Nobody”" in words
    assert "Type two names with + between them, and a comma between pairs" in words
    assert "Prizes are either parts or fixed amounts" in words


def test_a_round_robin_sitting_out_and_who_enters_free_are_chosen_and_come_back(
    night: ClubNight,
) -> None:
    """Three of the four are ticked; the fourth is here since she enters without paying."""
    here = [night.club.id_of(name) for name in NAMES[:3]]
    more = {"mode": "movement", "bye": "Average", "free": "dot, Ann", "entry": "5"}
    assert organise(night, rounds="3", here=here, **more).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert (organised.seats.mode, organised.points.bye) == (SeatMode.MOVEMENT, None)
    assert len(organised.entered) == 4
    assert "Other seats" not in words_of(plan_page(night))
    assert organised.free == {night.club.id_of("Ann"), night.club.id_of("Dot")}
    page = night.club.officer.open(f"{night.by_officer}organise")
    values = next(form for form in page.forms if form.action.endswith("organise")).values
    assert [values[name] for name in ("mode", "bye", "free")] == ["movement", "average", "Ann, Dot"]
    assert organise(night, rounds="3", free="").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.free == set()
    wrong = words_of(organise(night, free="Ann, Nobody", bye="much", mode="movement", sizes="4"))
    assert "Nobody is named “Nobody”" in wrong
    assert "Type a whole number, or average" in wrong
    assert "A round robin has tables of 2 here, and no others" in wrong


def test_the_beginning_of_a_name_is_enough_if_nobody_else_here_has_it(night: ClubNight) -> None:
    jean, zoe = night.club.person("Jean-Luc Berg"), night.club.person("Zoë Ray")
    night.club.person("Jean Moser")
    here = [zoe, jean, night.club.id_of("Ann"), night.club.id_of("Bob")]
    assert organise(night, here=here, apart="Jean + zoe", free="Ann").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.seats.apart == ((jean, zoe),)
    page = night.club.officer.open(f"{night.by_officer}organise").text
    names = re.findall(r'name="here"[^>]*>.*?<span>(.*?)</span>', page, re.S)
    assert names == sorted(names[:4]) + sorted(names[4:])
    both = [*here, night.club.id_of("Jean Moser")]
    assert "Nobody is named “Jean”" in words_of(organise(night, here=both, apart="Jean + zoe"))


def test_letters_that_two_people_have_mean_neither(night: ClubNight) -> None:
    night.club.person("Dót", is_another=True)
    wrong = organise(night, free="D-o-t")
    assert "Nobody is named “D-o-t”" in words_of(wrong)
    assert organise(night, free="dót").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.free == {night.club.id_of("Dót")}


def test_partners_may_sit_apart(night: ClubNight) -> None:
    pairs = {"partners": "Ann + Bob, Cal + Dot", "partners_sit": "apart"}
    assert organise(night, rounds="2", **pairs).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.seats.partners_sit is PartnersSit.APART


def test_a_part_of_each_entry_and_the_rest_go_to_a_pot(night: ClubNight) -> None:
    pot = done(open_pot(night.club.store, new_post(), {"name": "Skunk bank"}))
    typed = {"entry": "5", "part": "0.50", "pot": pot, "rest": pot}
    assert organise(night, rounds="2", **typed).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.entry is not None
    assert (dict(organised.entry.pots), organised.prizes.rest) == ({pot: 50}, pot)
    page = night.club.officer.open(f"{night.by_officer}organise")
    values = next(form for form in page.forms if form.action.endswith("organise")).values
    assert (values["part"], values["pot"], values["rest"]) == ("0.50", pot, pot)
    wrong = organise(night, **{**typed, "part": "half"})
    assert "Type an amount such as 2 or 0.50" in words_of(wrong)


def test_a_plan_is_seen_by_officers_alone_until_it_is_shown(night: ClubNight) -> None:
    assert organise(night, rounds="2").status == 303
    words = words_of(plan_page(night))
    for told in (
        "4 people, 2 rounds",
        "Nobody meets twice.",
        "Everybody plays every round.",
        "Everybody deals first once.",
    ):
        assert told in words
    guest = Phone(night.club.site)
    assert guest.open(f"{night.watch}rounds").status == 303
    assert "Seats and standing" not in guest.open(night.watch).text
    assert guest.open(f"{night.join}plan").status == 403
    assert send(night, plan_page(night), "plan").status == 303
    words = words_of(guest.open(f"{night.watch}rounds"))
    assert "Round 1 of 2" in words
    assert re.search("Ann, (Bob|Cal|Dot)|(Bob|Cal|Dot), Ann", words)
    assert "Seats and standing" in guest.open(night.watch).text


def test_another_seed_is_shown_as_it_was_looked_at(night: ClubNight) -> None:
    assert organise(night, rounds="2").status == 303
    assert send(night, plan_page(night, "?seed=3"), "plan").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert organised.seats.seed == f"{night.id}.3"


def test_a_round_begins_at_its_tables_and_the_standing_follows(night: ClubNight) -> None:
    shown(night)
    assert send(night, plan_page(night), "begin").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    tables = {frozenset(table) for table in organised.seats.shown[0].tables}
    games = night.loaded.night.games
    assert {frozenset(game.people) for game in games} == tables
    assert [(game.round, game.table) for game in games] == [(1, "1"), (1, "2")]
    of_officer = night.club.officer.open(f"{night.by_officer}games")
    assert words_of(of_officer).count("Round 1 ·") == 2
    # A post that is sent again begins no other tables.
    assert "Begin round" not in words_of(plan_page(night))
    guest = Phone(night.club.site)
    page = guest.open(f"{night.watch}rounds")
    assert "Standing" not in words_of(page)
    for game in night.loaded.games.values():
        play_out(night, game)
    words = words_of(guest.open(f"{night.watch}rounds"))
    assert "Standing after round 1" in words
    assert "4 entries of 5.00 20.00" in words
    assert "left in the pool 0.00" in words
    assert "Begin round 2" in words_of(plan_page(night))


def test_a_table_of_five_begins_though_the_usual_rules_seat_four(night: ClubNight) -> None:
    eve = night.club.person("Eve", joined="2026-01-01")
    here = [*map(night.club.id_of, NAMES), eve]
    assert organise(night, rounds="1", sizes="5", here=here).status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    (game,) = night.loaded.night.games
    assert {*game.people} == {*here}


def test_between_rounds_the_night_goes_on_with_the_next_one(night: ClubNight) -> None:
    def main_action() -> str:
        page = night.club.officer.open(night.by_officer)
        return words_of(page).rpartition("New table")[2].strip()

    def closing() -> str:
        return words_of(night.club.officer.open(f"{night.by_officer}closing"))

    assert organise(night, rounds="2").status == 303
    assert main_action() == "Plan round 1"
    assert send(night, plan_page(night), "plan", rounds="1").status == 303
    assert main_action() == "Begin round 1"
    assert "Rounds 1 and 2 of 2 were not played." in closing()
    board = night.club.officer.open(night.by_officer)
    assert send(night, board, "begin").status == 303
    for game in night.loaded.games.values():
        play_out(night, game)
    assert main_action() == "Plan round 2"
    assert send(night, plan_page(night), "plan").status == 303
    assert main_action() == "Begin round 2"
    assert "Round 2 of 2 was not played." in closing()
    assert "Begin round" not in words_of(Phone(night.club.site).open(night.join))
    assert send(night, night.club.officer.open(night.by_officer), "begin").status == 303
    for game in night.loaded.games.values():
        if game.sheet.final is None:
            play_out(night, game)
    assert main_action() == "Close the night"
    assert "not played" not in closing()
    assert "4 games ended with their rounds, not settled Table 1, round 1" in closing()


def ticked(page: Seen) -> set[str]:
    """Return the names that are ticked on the form of an officer who organises the night."""
    return {
        name
        for is_ticked, name in re.findall(
            r'name="here" value="[^"]*"( checked)?>.*?<span>([^<]*)</span>', page.text, re.DOTALL
        )
        if is_ticked
    }


def test_all_are_ticked_by_one_tap_and_a_guest_at_the_door_is_added(night: ClubNight) -> None:
    everybody = organise(night, tick="all", here=[], rounds="7")
    assert ticked(everybody) == {*NAMES}
    assert form_to(everybody, "organise").values["rounds"] == "7"
    assert ticked(organise(night, tick="none")) == set()
    wrong = organise(night, tick="guest", door="x" * 60)
    assert wrong.status == 422
    assert "x" * 60 in form_to(wrong, "organise").values["door"]
    two = organise(night, tick="guest", door="Gus, Hal", here=[])
    assert "Type one name at a time, without commas" in words_of(two)
    assert form_to(two, "organise").values["door"] == "Gus, Hal"
    guest = organise(night, tick="guest", door="Gus", here=[night.club.id_of("Ann")])
    assert ticked(guest) == {"Ann", "Gus"}
    assert form_to(guest, "organise").values["door"] == ""
    assert ticked(organise(night, tick="guest", door="bob", here=[])) == {"Bob"}
    asked = organise(night, tick="guest", door="Dott", here=[])
    assert (asked.status, "Did you mean Dot?" in words_of(asked)) == (422, True)
    assert ticked(organise(night, near="Dot", door="Dott", here=[])) == {"Dot"}
    # Enter presses the first button of a form.
    page = night.club.officer.open(f"{night.by_officer}organise")
    first = re.search(r'id="organise">.*?<button[^>]* name="tick" value="(\w+)"', page.text, re.S)
    assert first
    added = organise(night, tick=first[1], door="Fay", here=[])
    assert (added.status, ticked(added)) == (200, {"Fay"})
    # A name that was typed and not added counts too.
    assert ticked(organise(night, tick="all", door="Ida", here=[])) == {*NAMES, "Fay", "Gus", "Ida"}
    assert organise(night, tick=first[1], rounds="2").status == 303
    assert organise(night, rounds="2", door="Hal").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    entered = {night.loaded.people[who].name for who in organised.entered}
    assert entered == {*NAMES, "Hal"}


def test_who_is_unticked_waits_no_longer_but_who_came_meanwhile_does(night: ClubNight) -> None:
    def come(name: str) -> None:
        phone = Phone(night.club.site)
        phone.send(phone.open(night.join), {"person": night.club.id_of(name)})

    come("Ann")
    page = night.club.officer.open(f"{night.by_officer}organise")
    come("Bob")
    here = [night.club.id_of(name) for name in ("Cal", "Dot")]
    number = next(at for at, form in enumerate(page.forms) if form.action.endswith("organise"))
    sent = night.club.officer.send(page, {"here": here, "sizes": "2"}, form=number)
    assert sent.status == 303
    assert send(night, plan_page(night), "plan", rounds="1").status == 303
    for board in (night.by_officer, f"{night.watch}tv"):
        words = words_of(night.club.officer.open(board))
        assert "Bob" in words
        assert "Ann" not in words


def test_a_guest_who_comes_late_is_typed_on_the_plan(night: ClubNight) -> None:
    assert organise(night, rounds="2").status == 303
    assert send(night, plan_page(night), "plan", rounds="1").status == 303
    prizes = words_of(night.club.officer.open(f"{night.by_officer}prizes"))
    assert "There is no entry fee, so nothing is shared out." in prizes
    assert "left in the pool" not in prizes
    wrong = send(night, plan_page(night), "plan", name="x" * 60)
    assert wrong.status == 422
    assert f'value="{"x" * 60}"' in wrong.text
    # To show the rest adds who is typed and not added yet, and shows the new plan first.
    added = send(night, plan_page(night), "plan", name="Gus")
    assert "plan?changed=" in added.answer.location
    organised = organised_of(night.loaded.night)
    assert organised is not None
    (gus,) = [who for who in organised.seats.people if night.loaded.people[who.id].name == "Gus"]
    assert (gus.since, len(organised.seats.shown)) == (2, 1)


def test_who_comes_once_all_is_shown_is_added_by_one_tap_more(night: ClubNight) -> None:
    assert organise(night, rounds="2").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    refused = send(night, plan_page(night), "come", name="Gus")
    assert refused.status == 422
    assert "Take them back and add Gus" in words_of(refused)
    assert form_to(refused, "come").values["back"] == "yes"
    form = form_to(refused, "come")
    assert night.club.officer.post(form.action, form.values).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    names = [night.loaded.people[who].name for who in organised.entered]
    assert (sorted(names), organised.seats.shown) == ([*NAMES, "Gus"], ())


def test_a_table_of_a_round_without_a_deal_stays_with_its_guest(night: ClubNight) -> None:
    """It is left out like those of members, and still listed; the paper counts it apart."""
    here = [night.club.id_of(name) for name in NAMES[:3]]
    assert organise(night, rounds="1", here=here, door="Gus").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, night.club.officer.open(night.by_officer), "begin").status == 303
    night.game("Eve", "Fay", wins="Eve")
    for end in ("leave-out", "/closing"):
        page = night.club.officer.open(f"{night.by_officer}closing")
        assert send(night, page, end).status == 303
    games = night.loaded.night.games
    assert [(game.round, game.is_void) for game in games] == [(1, True), (1, True), (None, False)]
    paper = night.club.officer.open(f"{night.join}night.pdf").answer.data
    assert "1, 2 left out" in whole_text(paper)


def main_action(page: Seen) -> str:
    (words,) = re.findall(r'<(?:a|button) class="main"[^>]*>([^<]+)<', page.text)
    return " ".join(words.split())


def test_a_phone_of_a_player_is_led_to_its_seat_and_starts_no_table(night: ClubNight) -> None:
    ann, officer = Phone(night.club.site), night.club.officer
    ann.send(ann.open(night.join), {"person": night.club.id_of("Ann")})
    assert organise(night, rounds="2").status == 303
    for page in (ann.open(night.join), Phone(night.club.site).open(f"{night.watch}tv")):
        assert "The seats are being planned." in words_of(page)
        assert 'class="main"' not in page.text
    assert "Ann is waiting" in words_of(ann.open(night.join))
    assert send(night, plan_page(night), "plan", rounds="1").status == 303
    assert "Seed" not in words_of(plan_page(night))
    for begun in (False, True):
        number = 2 if begun else 1
        board, front = ann.open(night.join), ann.open("/")
        for page in (board, front):
            words = words_of(page)
            assert "Ann, your next seat" in words
            assert main_action(page) == "Seats and standing"
            assert "waiting for" not in words
        assert "is waiting" not in words_of(board)
        assert "Waiting" not in words_of(ann.open(f"{night.watch}tv"))
        new = words_of(Phone(night.club.site).open(night.join))
        told = f"Round {number} is planned. Find your seat; the officer begins."
        assert told in new
        assert "Scan the code or start one" not in new
        words = words_of(officer.open(night.by_officer))
        assert f"Round {number} is planned. Begin it when everybody has found" in words
        if begun:
            break
        assert send(night, plan_page(night), "begin").status == 303
        assert main_action(ann.open(night.join)) == "Your table"
        for game in list(night.loaded.games.values()):
            play_out(night, game)
        assert main_action(ann.open(night.join)) == "Seats and standing"
        assert send(night, plan_page(night), "plan", rounds="2").status == 303


def test_who_waits_reads_it_and_from_when_on_they_play(night: ClubNight) -> None:
    assert organise(night, rounds="2").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    gus = Phone(night.club.site)
    gus.send(gus.open(night.join), {"name": "Gus"})
    rounds = f"{night.join}rounds"
    assert "Gus You wait You have no seat in these rounds." in words_of(gus.open(rounds))
    # A refusal to enter them is beside the way to take the rounds back.
    person = next(who.id for who in night.loaded.people.values() if who.name == "Gus")
    form = next(form for form in plan_page(night).forms if form.action.endswith("come"))
    refused = night.club.officer.post(form.action, {**form.values, "person": person})
    assert refused.status == 422
    assert "Take them back and add Gus" in words_of(refused).partition("Nobody meets")[0]
    assert send(night, plan_page(night), "begin").status == 303
    assert send(night, plan_page(night), "back").status == 303
    assert night.club.officer.post(form.action, {**form.values, "person": person}).status == 303
    assert send(night, plan_page(night), "plan", name="Hal").status == 303
    words = words_of(plan_page(night))
    assert "Everybody plays every round." not in words
    assert "Whoever is here throughout plays every round." in words
    assert "You play from round 2 on" in words_of(gus.open(rounds))
    assert send(night, plan_page(night), "plan").status == 303
    assert "You wait this round Round 2: table" in words_of(gus.open(rounds))
    assert "Gus You wait this round" in words_of(gus.open(night.join))


def test_who_comes_late_or_leaves_is_planned_for_with_one_tap(night: ClubNight) -> None:
    eve = night.club.person("Eve", joined="2026-01-01")
    assert organise(night, rounds="2").status == 303
    page = plan_page(night)
    form = next(form for form in page.forms if form.values.get("person") == eve)
    assert night.club.officer.post(form.action, form.values).status == 303
    ann = night.club.id_of("Ann")
    form = next(form for form in plan_page(night).forms if form.values.get("person") == ann)
    assert night.club.officer.post(form.action, form.values).status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert {night.loaded.people[each].name for each in organised.entered} == {
        "Bob",
        "Cal",
        "Dot",
        "Eve",
    }


def test_a_plan_that_waits_too_long_is_found_later_and_nothing_is_lost(
    night: ClubNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = night.club.person("Eve", joined="2026-01-01")
    assert organise(night, rounds="2").status == 303
    assert plan_page(night).status == 200
    monkeypatch.setattr("scorekeeper.tournament.organised._SECONDS_TO_WAIT", 0.01)
    late = next(form for form in plan_page(night).forms if form.values.get("person") == eve)
    with night.club.store.imports.turn(0, seconds=0):
        busy = plan_page(night, "?seed=3")
        assert plan_page(night).status == 200
        came = night.club.officer.post(late.action, late.values)
        unplanned = night.club.officer.open(came.answer.location)
    for seen, address in ((busy, "plan?seed=3"), (unplanned, f"plan?changed={eve}")):
        assert (seen.status, seen.answer.headers["Retry-After"]) == (503, "10")
        assert "Too much else is being worked out right now." in words_of(seen)
        assert f'href="{night.by_officer}{address}">Try again' in seen.text
        assert night.club.officer.open(f"{night.by_officer}{address}").status == 200
    assert "Eve" in words_of(plan_page(night, f"?changed={eve}"))


def test_a_plan_that_was_looked_at_is_shown_though_others_search(
    night: ClubNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert organise(night, rounds="2").status == 303
    page = plan_page(night)
    monkeypatch.setattr("scorekeeper.tournament.organised._SECONDS_TO_WAIT", 0.01)
    with night.club.store.imports.turn(0, seconds=0):
        assert send(night, page, "plan").status == 303
    organised = organised_of(night.loaded.night)
    assert organised is not None
    assert len(organised.seats.shown) == 2


def test_a_plan_says_what_it_costs_and_which_wishes_it_does_not_keep(night: ClubNight) -> None:
    wishes = {"apart": "Ann + Bob", "together": "Cal + Dot"}
    assert organise(night, rounds="4", sizes="4", entry="5", parts="2, 1", **wishes).status == 303
    words = words_of(plan_page(night))
    for told in (
        "6 pairs meet 4 times. With 4 people in 4 rounds at least 18 meetings are repeats.",
        "Ann and Bob share table 1 in round 4.",
        "Cal and Dot share table 1 in round 1.",
        "Entry $5.00; 2, 1 of the pool.",
    ):
        assert told in words


def test_some_rounds_are_shown_and_those_not_begun_are_taken_back(night: ClubNight) -> None:
    eve = night.club.person("Eve", joined="2026-01-01")
    assert organise(night, rounds="3").status == 303
    assert send(night, plan_page(night), "plan", rounds="1").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    page = plan_page(night)
    assert "Rounds 2 and 3 are shown, and stay as they are." in words_of(page)
    form = next(form for form in page.forms if form.values.get("person") == eve)
    refused = night.club.officer.post(form.action, form.values)
    assert refused.status == 422
    assert "Every round is shown already" in words_of(refused)
    assert send(night, page, "back").status == 303
    came = night.club.officer.post(form.action, {**form.values, "entry_id": "eve comes"})
    assert came.answer.location.endswith(f"plan?changed={eve}")
    changed = plan_page(night, f"?changed={eve}")
    assert "from round 2" in words_of(changed)
    assert "The previous plan" in words_of(changed)
    assert 'class="changed"' in changed.text
    guest = Phone(night.club.site)
    assert "Round 2" not in words_of(guest.open(f"{night.watch}rounds"))


def test_a_phone_sees_its_own_next_seat_place_and_evening(night: ClubNight) -> None:
    shown(night)
    ann, phone = night.club.id_of("Ann"), Phone(night.club.site)
    asked = phone.open(f"{night.join}rounds")
    assert "Who are you? Ann Bob Cal Dot" in words_of(asked)
    told = phone.post(form_to(asked, "who").action, {**form_to(asked, "who").values, "person": ann})
    assert told.answer.location.endswith("/rounds")
    words = words_of(phone.open(f"{night.join}rounds"))
    assert "Ann, your next seat Table" in words
    assert "You meet nobody twice." in words
    assert organise(night, rounds="3", entry="5", parts="2, 1").status == 303
    assert "You meet nobody twice." not in words_of(phone.open(f"{night.join}rounds"))
    assert organise(night, rounds="2", entry="5", parts="2, 1").status == 303
    assert "you wait for a seat" not in words_of(phone.open(night.join))
    assert "Ann, your next seat Table" in words_of(phone.open(night.join))
    assert send(night, plan_page(night), "begin").status == 303
    page = phone.open(f"{night.join}rounds")
    assert "Ann, you play at" in words_of(page)
    assert "Open table" in words_of(page)
    # Whoever says it once more is led to the own seat, and from its ended game to the next one.
    sat = phone.post(form_to(asked, "who").action, {**form_to(asked, "who").values, "person": ann})
    table = sat.answer.location.removeprefix("http://localhost")
    own, other = sorted(
        night.loaded.games.values(),
        key=lambda game: not any(h.name == "Ann" for h in game.sheet.heads),
    )
    play_out(night, own)
    assert "Round 2: table" in words_of(phone.open(f"{table}meanwhile?seen=0"))
    assert "Round 2: table" in words_of(phone.open(f"{table}final"))
    words = words_of(phone.open(f"{night.join}rounds"))
    assert "Ann, your next seat" in words
    assert "still plays." in words
    play_out(night, other)
    words = words_of(phone.open(f"{night.join}rounds"))
    assert "Round 2 of 2 comes next" in words
    assert "You stand 1st" in words or "You stand 3rd" in words
    play_the_next_round(night)
    words = words_of(phone.open(f"{night.join}rounds"))
    assert "Both rounds have been played" in words
    assert "You met nobody twice." in words


def play_the_next_round(night: ClubNight) -> None:
    assert send(night, plan_page(night), "begin").status == 303
    for game in night.loaded.games.values():
        if game.sheet.final is None:
            play_out(night, game)


def play_out(night: ClubNight, game: CurrentGame) -> None:
    """Play a deal at a table, and end its game early if that did not end it."""
    play(night.club.store, game.key)
    now = opened(night.club.store, game.key)
    if now.sheet.final is None:
        end = post(now.version, f"end of {game.key}")
        saved(close_game(night.club.store, game.key, end, "", settles=True))


def test_an_organised_night_is_closed_on_its_page(night: ClubNight) -> None:
    more = {"points": "places", "entry": "5", "parts": "2, 1", "apart": "Ann + Bob"}
    assert organise(night, rounds="1", ends="bell", **more).status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    for game in night.loaded.games.values():
        play_out(night, game)
    club = night.club
    page = club.officer.open(f"{night.by_officer}closing")
    assert page.status == 200
    assert send(night, page, "closing").status == 303
    assert club.officer.open(f"{night.by_officer}payouts").status == 200
    rounds = words_of(Phone(club.site).open(f"{night.watch}rounds"))
    assert "The night is closed" in rounds
    assert rounds.rstrip().endswith("Who pays whom")
    assert "closed" in words_of(club.officer.open(f"{night.by_officer}prizes"))


@pytest.mark.parametrize(("stakes", "is_paid"), [("yes", True), ("no", False)])
def test_a_night_is_played_for_the_usual_stake_or_for_points_alone(
    night: ClubNight, stakes: str, *, is_paid: bool
) -> None:
    """The form says it; what the officer who closes the night sees is what it did."""
    officer = night.club.officer
    page = officer.open("/club/officers/settings")
    assert send(night, page, "settings", **{"stake-amount": "1"}).status == 303
    assert organise(night, rounds="1", stakes=stakes).status == 303
    for end in ("plan", "begin"):
        assert send(night, plan_page(night), end).status == 303
    for game in night.loaded.games.values():
        assert (game.sheet.setup.stake is not None) is is_paid
        play_out(night, game)
    words = words_of(officer.open(f"{night.by_officer}closing"))
    assert ("2 payments" in words) is is_paid
    assert ("nobody pays, sum 0.00" in words) is not is_paid


def test_no_other_part_of_the_cards_is_printed_than_there_is(night: ClubNight) -> None:
    shown(night)
    address = f"{night.by_officer}movement.pdf?paper=a4&part="
    assert [night.club.officer.open(f"{address}{part}").status for part in ("2", "0", "x")] == [
        404
    ] * 3


def give(night: ClubNight, **values: str) -> Seen:
    page = night.club.officer.open(f"{night.by_officer}prizes")
    return send(night, page, "prizes", **values)


def test_an_award_is_given_and_taken_back_and_a_short_pot_is_told(night: ClubNight) -> None:
    shown(night)
    page = night.club.officer.open(f"{night.by_officer}prizes")
    assert send(night, page, "pot", name="Skunk bank", opening="3").status == 303
    pot, ann = night.loaded.club.pots[0].id, night.club.id_of("Ann")
    wrong = send(night, page, "pot", name="", opening="many")
    assert wrong.status == 422
    assert 'value="many"' in wrong.text
    assert "Type a name" in words_of(wrong)
    again = send(night, page, "pot", name="skunk bank", entry_id="once more")
    assert "There is a pot of this name already" in words_of(again)
    words = words_of(give(night, amount=""))
    assert "Choose who it is" in words
    assert "Type the amount" in words
    short = give(night, person=ann, amount="3.01", pot=pot)
    assert short.status == 422
    assert "The pot does not hold as much" in words_of(short)
    assert give(night, person=ann, pot=pot, whole="yes", reason="big gin").status == 303
    assert give(night, person=ann, what="fine", amount="0.50", pot=pot).status == 303
    words = words_of(Phone(night.club.site).open(f"{night.watch}prizes"))
    assert "Ann 3.50, big gin from Skunk bank" in words
    assert "Ann 0.50 fine into Skunk bank" in words
    page = night.club.officer.open(f"{night.by_officer}prizes")
    form = next(
        form
        for form in page.forms
        if form.values.get("what") == "award" and form.action.endswith("back")
    )
    assert night.club.officer.post(form.action, form.values).status == 303
    assert night.loaded.figures.people[ann].prizes == 0


def test_the_prizes_are_told_by_place_with_the_odd_cent(night: ClubNight) -> None:
    assert organise(night, rounds="2", entry="5", fee="1", deal="0.10", parts="2, 1").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    for game in night.loaded.games.values():
        play_out(night, game)
    words = words_of(Phone(night.club.site).open(f"{night.watch}prizes"))
    for told in (
        "If it ended now, after round 1",
        "4 entries of 5.00 20.00",
        "to the club, 1.00 each −4.00",
        "2 deals at 0.10 −0.20",
        "for the places: 2, 1 −15.80",
        "left in the pool 0.00",
    ):
        assert told in words
    assert words.count("7.90 0.10 8.00") == 2
    assert "odd 0.01" not in words
    assert (
        organise(night, rounds="2", entry="5.01", fee="1", parts="2, 1", added="0.01").status == 303
    )
    words = words_of(Phone(night.club.site).open(f"{night.watch}prizes"))
    assert "has the odd 0.01." in words
