"""Closing a night: what is missing, the three ways to settle, and what was seen when it closed."""

import re

import pytest

from scorekeeper.club.facts import GameState, SettleWay
from scorekeeper.club.nights import void_game
from scorekeeper.club.payments import digest_of, reopen_night
from scorekeeper.web.core.sites import ONLY
from tests.club_books import change, figures_of_document, full_book, tallied_game
from tests.club_site import SiteOfClub, close, done, new_post
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.nights.closed_nights import (
    FEE,
    PlayedNight,
    form_to,
    marked,
    sit,
    tallied_table,
    words_of,
)
from tests.web.phone import Phone


@pytest.fixture
def played(club: SiteOfClub) -> PlayedNight:
    """Return a night that can be closed."""
    return PlayedNight.begin(club)


def closing_of(played: PlayedNight) -> str:
    return words_of(played.officer.open(f"{played.night.by_officer}closing"))


def test_each_way_is_shown_before_the_night_is_closed(played: PlayedNight) -> None:
    words = closing_of(played)
    assert "Between players 3 payments $3.00 goes to the till." in words
    assert "Through the till 3 payments $8.20 in, $5.20 out, $3.00 stays." in words
    assert "stays. Bob the till 3.20 Cal the till 5.00 the till Ann 5.20 On the balances" in words
    assert "On the balances nobody pays Three balances change tonight." in words
    assert "ewest" not in words
    assert "3 people, 3 payments, sum 0.00" in words
    assert "3 people, 3 balances, sum 0.00" in words


@pytest.mark.parametrize("way", SettleWay)
def test_what_was_seen_is_kept_when_the_night_is_closed(
    played: PlayedNight, way: SettleWay
) -> None:
    before = played.night.loaded
    answer = played.close(way.value)
    assert (answer.status, answer.answer.location) == (303, f"{played.night.by_officer}payouts")
    backups = site_of(played.table.site).backups
    assert backups.nights.get_nowait() == ONLY
    night = played.night.loaded.night
    assert night.closed is not None
    assert night.settle is way
    assert night.closed.seen == before.figures.money
    assert (night.closed.plan is None) == (way is not SettleWay.TRANSFERS)


def test_who_joined_after_the_night_is_said_to_pay_as_a_guest(club: SiteOfClub) -> None:
    fees = {"per": "person_night", "amount": "2.00", "guest": "3.00"}
    for name, joined in (("Ann", "2026-01-01"), ("Bob", "2026-11-21")):
        club.person(name, joined=joined)
    night = club.night("2026-11-20", fee=fees)
    night.game("Ann", "Bob", wins="Ann")
    told = "Bob joined the club after this day, and pays as a guest."
    assert told in words_of(club.officer.open(f"{night.by_officer}closing"))
    same = club.night("2026-11-20", fee={**fees, "guest": "2.00"})
    same.game("Ann", "Bob", wins="Ann")
    assert "as a guest" not in words_of(club.officer.open(f"{same.by_officer}closing"))


def test_a_full_table_is_named_in_one_line(played: PlayedNight) -> None:
    names = [f"Eve {number}" for number in range(1, 11)]
    played.night.game(*names, label="Table 2", variant="contract")
    assert "Eve 1, Eve 2, Eve 3 and 7 others, no deal yet." in closing_of(played)


def test_an_open_game_stands_in_the_way_with_three_ways_out(played: PlayedNight) -> None:
    names = ("Ann", "Bob")
    other = played.night.game(*names, label="Table 2")
    words = closing_of(played)
    outs = "Go to it : Table 2 End early : Table 2 Leave out : Table 2"
    assert f"Table 2 Ann and Bob, no deal yet. {outs}" in words
    assert "without the open game" in words
    assert "First finish table 2" in words
    assert "Close the night 3 people" not in words
    assert _folded(played) == [
        ("note missing", True),
        *[("fold", False)] * 2,
        ("leaf night-sums", False),
    ]
    third = played.night.game("Dot", "Eve", label="Table 3")
    assert _folded(played)[:2] == [("note missing", False)] * 2
    done(void_game(played.night.club.store, new_post(), third.id, void=True))
    refused = played.close()
    assert refused.status == 422
    assert "1 game is open." in words_of(refused)
    page = played.officer.open(f"{played.night.by_officer}closing")
    form = form_to(page, f"/games/{other.id}/void")
    sent = played.officer.post(form.action, form.values)
    assert sent.answer.location == f"{played.night.by_officer}closing"
    assert "Table 2 left out Count it" in closing_of(played)
    assert played.close().status == 303


def _folded(played: PlayedNight) -> list[tuple[str, bool]]:
    """The parts of the page that open and close, and whether they are open; without the menu."""
    page = played.officer.open(f"{played.night.by_officer}closing").text
    found = re.findall(r'<details class="([^"]+)"[^>]*?( open)?>', page)
    return [(name, bool(is_open)) for name, is_open in found if name != "menu"]


def test_who_is_even_is_counted(club: SiteOfClub) -> None:
    night = club.night()
    night.game("Dot", "Eve", wins="Dot")
    page = f"{night.by_officer}closing"
    assert "Tonight All are even." in words_of(club.officer.open(page))
    tallied_table(night, tallied_game(*POINTS_BEFORE), "Table 2")
    words = words_of(club.officer.open(page))
    assert "2 others are even." in words
    assert "Dot 0.00" not in words


def test_an_open_game_with_a_deal_costs_its_fee_in_the_previews(played: PlayedNight) -> None:
    other = played.night.game("Dot", "Eve", label="Table 2")
    assert other.host.fill(f"{other.game}enter", ANN_OUT).status == 303
    assert "Dot and Eve, after deal 1." in closing_of(played)
    assert "$5.00 goes to the till." in closing_of(played)


def test_the_officer_ends_a_game_early_whose_table_has_gone_home(played: PlayedNight) -> None:
    record = tallied_game(90, 20, names=("Ann", "Bob"))
    tallied_table(played.night, record, "Table 2")
    page = played.officer.open(f"{played.night.by_officer}closing")
    way = page.text.partition("End early")[0].rpartition('href="')[2].partition('"')[0]
    assert played.officer.fill(way, {}).status == 303
    assert played.night.loaded.night.games[1].state is GameState.EARLY
    assert "Table 2 ended early" in closing_of(played)
    assert played.close().status == 303


def test_a_challenged_deal_is_listed_and_does_not_stop_the_closing(played: PlayedNight) -> None:
    bob = sit(played.table, 1)
    address = played.table.game.replace(*_tokens(played))
    assert bob.fill(f"{address}challenge/2", {"reason": "The pile"}).status == 303
    assert "Table 1: Bob challenges deal 1." in closing_of(played)
    assert played.close().status == 303
    assert "Table 1: Bob challenges deal 1." in words_of(played.payouts())
    done(reopen_night(played.night.club.store, new_post(), played.night.id))
    done(void_game(played.night.club.store, new_post(), played.table.id, void=True))
    assert "challenges" not in closing_of(played)


def _tokens(played: PlayedNight) -> tuple[str, str]:
    return played.table.game.split("/")[2], played.table.door.split("/")[2]


def test_figures_that_changed_since_the_page_was_drawn_are_shown_first(played: PlayedNight) -> None:
    page = played.officer.open(f"{played.night.by_officer}closing")
    tallied_table(played.night, tallied_game(*POINTS_BEFORE), "Table 2")
    form = form_to(page, "/closing")
    answer = played.officer.post(form.action, {**form.values, "way": "bank"})
    assert answer.status == 409
    assert "The figures have changed" in words_of(answer)
    assert 'value="bank" form="closing" checked' in answer.text
    assert played.night.loaded.night.closed is None


POINTS_BEFORE = (120, 20, -40)


def test_the_second_officer_to_close_sees_what_the_first_did(played: PlayedNight) -> None:
    page = played.officer.open(f"{played.night.by_officer}closing")
    assert played.close("bank").status == 303
    form = form_to(page, "/closing")
    answer = played.officer.post(form.action, {**form.values, "way": "carried"})
    assert (answer.status, answer.answer.location) == (303, f"{played.night.by_officer}payouts")
    assert played.night.loaded.night.settle is SettleWay.BANK


def test_nobody_but_an_officer_gets_the_link_of_a_host(played: PlayedNight) -> None:
    other = played.night.game("Ann", "Bob", label="Table 2")
    officers = played.officer.open(f"{played.night.by_officer}closing").text
    others = Phone(played.table.site).open(f"{played.night.join}closing").text
    assert "End early" in others
    assert (other.game in officers, other.game in others) == (True, False)


def test_the_digest_of_the_closing_depends_on_fees() -> None:
    nights = [
        figures_of_document(change(full_book(), {"nights.1.fee": fee})).nights[1]
        for fee in (FEE, FEE | {"amount": "2.00"})
    ]
    assert len({digest_of(night) for night in nights}) == 2


def test_players_see_the_previews_and_no_button(played: PlayedNight) -> None:
    ann = sit(played.table, 0)
    words = words_of(ann.open(f"{played.night.join}closing"))
    assert "Between players" in words
    assert "An officer closes the night." in words
    assert Phone(played.table.site).open(f"{played.night.watch}closing").status == 403


def test_an_open_game_that_was_left_out_stays_out_of_a_closed_night(played: PlayedNight) -> None:
    other = played.night.game("Ann", "Bob", label="Table 2")
    page = played.officer.open(f"{played.night.by_officer}closing")
    form = form_to(page, f"/games/{other.id}/void")
    played.officer.post(form.action, form.values)
    played.close()
    values = {**form.values, "void": "no", "entry_id": "count it"}
    assert played.officer.post(form.action, values).status == 422
    assert played.night.loaded.night.games[1].is_void


def test_a_night_of_a_day_to_come_is_closed_and_corrected_on_that_day(club: SiteOfClub) -> None:
    played = PlayedNight.begin(club, date="2999-12-31")
    played.close()
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    back = form_to(played.payouts(), "/back")
    marked(played.officer.post(back.action, back.values))
    assert [each.date for each in played.night.loaded.payments] == ["2999-12-31"] * 2
    values = form_to(played.reopening(), "/reopen").values
    values |= {"void": "yes", "entry_id": "void"}
    played.officer.post(f"{played.night.by_officer}games/{played.table.id}/void", values)
    night = played.night.loaded.night
    assert night.closed is not None
    assert (night.closed.on, night.corrected_on) == ("2999-12-31", "2999-12-31")
    played.officer.post(f"{played.night.by_officer}reopen", {**values, "entry_id": "open"})


def test_an_officer_opens_the_night_again_once_told_what_that_changes(played: PlayedNight) -> None:
    assert played.reopening().answer.location == played.night.by_officer
    played.close()
    marked(played.mark(played.payouts(), played.officer, "Cal", "Ann"))
    assert f'href="{played.night.by_officer}reopen"' in played.payouts().text
    told = words_of(played.reopening())
    assert "Nobody sees who pays whom until you close it once more." in told
    assert "The payment that was made stays, and counts then." in told
    form = form_to(played.reopening(), "/reopen")
    assert played.officer.post(form.action, form.values).status == 303
    assert played.night.loaded.night.closed is None
    assert played.close("carried").status == 303


def test_a_night_without_a_game_can_be_closed(club: SiteOfClub) -> None:
    night = club.night()
    page = club.officer.open(f"{night.by_officer}closing")
    assert "No games were played." in words_of(page)
    form = form_to(page, "/closing")
    assert club.officer.post(form.action, {**form.values, "way": "transfers"}).status == 303
    assert night.loaded.figures.is_settled


def test_who_cannot_reopen_a_game_of_a_closed_night_is_led_to_the_night(club: SiteOfClub) -> None:
    night = club.night()
    table = night.game("Ann", "Bob")
    assert table.host.fill(f"{table.game}close", {}).status == 303
    close(night)
    refused = table.host.open(f"{table.game}reopen")
    assert refused.status == 409
    assert "The game must stay over until an officer opens the night again." in words_of(refused)
    assert "Score sheet" in refused.text
    way = f'href="{night.by_officer}reopen"'
    assert way not in refused.text
    assert way in club.officer.open(f"{table.game}reopen").text


def test_a_player_who_changes_a_game_of_a_closed_night_is_told(club: SiteOfClub) -> None:
    told = "This night is closed; the officers will see this."
    night = club.night()
    table = night.game("Ann", "Bob", wins="Ann")
    pages = [table.game + page for page in ("deal/1/correct", "undo/2", "challenge/2")]
    assert not [page for page in pages if told in table.host.open(page).text]
    close(night)
    assert [page for page in pages if told in table.host.open(page).text] == pages
    refused = table.host.fill(pages[0], {"hand0-melds": "K K"})
    assert refused.status == 422
    assert told in refused.text
    for page in pages:
        seen = club.officer.open(page).text
        assert told not in seen
        assert f'<a href="{night.by_officer}reopen">open the night again</a>' in seen
