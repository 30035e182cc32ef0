"""The bell of a round: it is set as the round begins, prolonged or rung, and tables answer it."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.club.nights import void_game
from scorekeeper.club.payments import reopen_night
from scorekeeper.config import Settings
from scorekeeper.games.deals import record_deal
from scorekeeper.games.games import close_game
from scorekeeper.games.links import links_in_force
from scorekeeper.server.app import create_app
from scorekeeper.tournament.organised import Bell, find_bell
from tests.club_site import ClubNight, SiteOfClub, close, done, new_post
from tests.games.table import opened, post, saved
from tests.only_site import close_site, site_of
from tests.tournament.test_organising import play
from tests.web.clocks import clock_set
from tests.web.nights.closed_nights import words_of
from tests.web.nights.reading import form_to, press
from tests.web.nights.test_rounds import NAMES, organise, plan_page, play_out, send
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A night of four whose first round of two is played, by a bell after 45 minutes."""
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    night = club.night()
    assert organise(night, rounds="2", ends="bell", minutes="45", warn="5").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    return night


def bell(night: ClubNight) -> Bell:
    found = night.club.store.read(find_bell, night.id)
    assert found is not None
    return found


def left(night: ClubNight) -> int:
    """Return how many minutes are left, to the nearest one."""
    return int(
        (bell(night).rings - datetime.now(UTC) + timedelta(seconds=30)).total_seconds() // 60
    )


def rounds_page(night: ClubNight) -> Seen:
    return night.club.officer.open(f"{night.by_officer}rounds")


def test_the_bell_is_seen_on_all_pages_and_officers_alone_move_it(night: ClubNight) -> None:
    assert left(night) == 45
    assert bell(night).when(datetime.now(UTC)) == "running"
    words = words_of(Phone(night.club.site).open(f"{night.watch}rounds"))
    assert "The bell rings at" in words
    assert "End the round now" not in words
    form = next(form for form in rounds_page(night).forms if form.values.get("minutes") == "10")
    assert night.club.officer.post(form.action, form.values).status == 303
    assert left(night) == 55
    too_many = night.club.officer.post(form.action, {**form.values, "minutes": "999999999"})
    assert too_many.status == 422
    assert send(night, rounds_page(night), "now").status == 303
    assert bell(night).when(datetime.now(UTC)) == "rung"
    # Whoever prolongs a bell that has rung counts from now.
    form = next(form for form in rounds_page(night).forms if form.values.get("minutes") == "5")
    assert night.club.officer.post(form.action, form.values).status == 303
    assert left(night) == 5


def test_the_nights_page_and_the_first_page_say_that_the_bell_has_rung(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    phone.send(phone.open(night.join), {"person": night.club.id_of("Ann")})
    assert send(night, rounds_page(night), "now").status == 303
    for address in ("/", night.join, night.watch):
        page = phone.open(address)
        assert 'data-when="rung"' in page.text
        assert re.search(r'<span class="if-coming">When the bell rings, finish the', page.text)
        assert '<span class="if-rung">Finish the deal you are playing;' in page.text
        assert "nights/bell.js" in page.text
    board = rounds_page(night)
    assert '<div class="if-coming">' in board.text
    # What ends the round for everybody is folded away from what adds minutes.
    folded = board.text.partition('id="end-now"')[2].partition("</details>")[0]
    assert re.findall(r'action="[^"]*/bell(\S*)"', folded) == ["/now"]


def test_the_warning_comes_before_the_bell(night: ClubNight) -> None:
    for minutes, when in ((39, "running"), (41, "warned"), (46, "rung")):
        with clock_set(night.club.site, timedelta(minutes=minutes)):
            page = Phone(night.club.site).open(f"{night.watch}rounds")
        assert f'data-when="{when}"' in page.text


def test_a_phone_is_told_its_seat_until_a_deal_is_played(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    phone.send(phone.open(night.join), {"person": night.club.id_of("Ann")})
    words = words_of(phone.open(f"{night.join}rounds"))
    assert "Ann, you play at Table" in words
    assert re.search(r"deals? first. You have seat \d.", words)
    for game in night.loaded.games.values():
        play(night.club.store, game.key)
    words = words_of(phone.open(f"{night.join}rounds"))
    assert "Ann, you play at Table" in words
    assert "You have seat" not in words


def test_who_has_played_a_round_out_is_not_told_to_finish_a_deal(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    phone.send(phone.open(night.join), {"person": night.club.id_of("Ann")})
    assert send(night, rounds_page(night), "now").status == 303
    for is_out in (False, True):
        if is_out:
            end_round(night, "Ann")
        for address in ("/", night.join, f"{night.join}rounds"):
            words = words_of(phone.open(address))
            assert "The bell has rung" in words
            assert ("start no new one" in words) != is_out
    end_round(night)
    assert send(night, plan_page(night), "begin").status == 303
    assert "The bell rings at" in words_of(phone.open("/"))
    end_round(night, "Ann")
    assert "The bell rings at" not in words_of(phone.open("/"))


def end_round(night: ClubNight, who: str = "") -> None:
    """Play out the tables that still play, or that of somebody alone."""
    for game in night.loaded.games.values():
        if game.sheet.final is None and (not who or who in game.sheet.setup.names):
            play_out(night, game)


def test_a_table_says_at_the_bell_whether_it_plays_one_more_deal(night: ClubNight) -> None:
    game = next(iter(night.loaded.games.values()))
    player = Phone(night.club.site)
    with night.club.store.database.reading() as db:
        address = f"/game/{links_in_force(db, 'game', game.key)['player']}/"
    early = player.open(f"{address}hands")
    form = form_to(early, "last-deal")
    assert player.post(form.action, form.values).status == 303
    assert "Deal 1 is your last" not in words_of(player.open(address))
    assert send(night, rounds_page(night), "now").status == 303
    # Nothing was played yet, so one tap would end the game with no score.
    words = words_of(player.open(address))
    assert "This was our last deal" not in words
    end = {"version": "1", "entry_id": "x", "csrf_token": form.values["csrf_token"]}
    assert player.post(f"{address}end-of-round", end).answer.location.endswith(address)
    assert player.post(form.action, {**form.values, "deal": "7"}).status == 303
    assert "We play one more" in words_of(player.open(address))
    assert player.post(form.action, form.values).status == 303
    for page in (player.open(address), player.open(f"{address}hands")):
        assert "Deal 1 is your last" in words_of(page)
    assert 'class="leaf bell in-brief"' in player.open(f"{address}enter").text
    play(night.club.store, game.key)
    for page in (player.open(f"{address}deal/1"), player.open("/"), player.open(address)):
        words = words_of(page)
        assert "We play one more" not in words
        assert "Enter deal 2" not in words
    assert "Deal 1 was your last." in words
    assert re.findall(r'class="main"[^>]*>([^<]*)<', page.text) == ["End the game"]
    # One tap ends the game, and whoever took it agrees.
    assert press(player, page, "end-of-round").answer.location.endswith("/final")
    closed = opened(night.club.store, game.key).sheet.game.closed
    assert closed is not None
    assert (closed.reason, closed.settles) == ("the bell has rung", False)
    assert "The bell rings at" not in words_of(player.open(address))
    final = words_of(player.open(f"{address}final"))
    assert "Ended by the bell" in final
    assert "has rung" not in final
    assert "Ended by the bell" in words_of(player.open(night.watch))
    told = "The points of the round go by the scores before rounding."
    assert told in final


def test_after_the_bell_the_first_thing_to_do_is_to_say_that_it_was_the_last_deal(
    night: ClubNight,
) -> None:
    game = next(iter(night.loaded.games.values()))
    player = Phone(night.club.site)
    with night.club.store.database.reading() as db:
        address = f"/game/{links_in_force(db, 'game', game.key)['player']}/"
    assert "This was our last deal" not in mains(player.open(address), "rung")
    play(night.club.store, game.key)
    early = form_to(player.open(address), "end-of-round")
    assert player.post(early.action, early.values).answer.location.endswith(address)
    for page in (player.open(address), player.open(f"{address}deal/1")):
        assert 'id="bell"' in page.text
        assert mains(page, "rung") == ["This was our last deal"]
        assert mains(page, "coming") == ["Enter deal 2"]
    assert send(night, rounds_page(night), "now").status == 303
    # The officer reads who has not said so, with the way there.
    page = rounds_page(night)
    assert re.search(r"These tables have not said .*: Table 1 ?, Table 2", words_of(page))
    ended = press(player, player.open(f"{address}deal/1"), "end-of-round")
    assert ended.answer.location.endswith("/final")
    page = rounds_page(night)
    assert re.search(r"This table has not said .*: Table 2", words_of(page))
    (waited,) = re.findall(r'<a href="([^"]*)">Table 2</a>', page.text)
    assert "Enter deal 1" in words_of(night.club.officer.open(waited))
    assert "to go." not in words_of(player.open(f"{address}deal/1"))
    assert "Ended by the bell." in words_of(player.open(f"{address}deal/1"))


def mains(page: Seen, when: str) -> list[str]:
    """Return what the foot offers first before (``coming``) or after the bell (``rung``)."""
    foot = page.text.split('<div class="foot">')[1]
    if when == "coming":
        return re.findall(r'class="main if-coming"[^>]*>\s*([^<]*)<', foot)
    return re.findall(r'<form class="if-rung".*?<button class="main">([^<]*)<', foot, re.DOTALL)


def test_a_table_is_told_when_the_deals_of_its_round_are_played(night: ClubNight) -> None:
    assert organise(night, rounds="2", ends="deals", deals="1").status == 303
    game = next(iter(night.loaded.games.values()))
    player = Phone(night.club.site)
    with night.club.store.database.reading() as db:
        address = f"/game/{links_in_force(db, 'game', game.key)['player']}/"
    assert "The round ends after 1 more deal." in words_of(player.open(address))
    each = {"melded_points": 60, "in_hand_points": 5}
    names = [head.name for head in game.sheet.heads]
    one = {"ending": "stock", "hands": dict.fromkeys(names, each)}
    saved(record_deal(night.club.store, game.key, post(game.version, "a deal"), one))
    page = player.open(address)
    assert "This round’s deal has been played." in words_of(page)
    assert "Enter deal 2" not in words_of(page)
    assert press(player, page, "end-of-round").answer.location.endswith("/final")
    assert opened(night.club.store, game.key).sheet.final is not None


def test_the_bell_outlasts_a_restart_of_the_site(night: ClubNight) -> None:
    folder = site_of(night.club.site).settings.instance
    again = create_app(Settings(instance=folder, secret_key="k" * 40))
    assert site_of(again).store.read(find_bell, night.id) == bell(night)
    close_site(again)


def test_a_complete_round_has_no_bell(night: ClubNight) -> None:
    store = night.club.store
    for game in night.loaded.games.values():
        play(store, game.key)
        version = opened(store, game.key).version
        saved(close_game(store, game.key, post(version, f"end of {game.key}"), "", settles=True))
    assert "The bell" not in words_of(rounds_page(night))


@pytest.mark.parametrize("is_left_out", [False, True])
def test_a_night_opened_again_has_no_bell_and_is_closed_before_another_round(
    night: ClubNight, *, is_left_out: bool
) -> None:
    officer, store = night.club.officer, night.club.store
    assert send(night, rounds_page(night), "now").status == 303
    games = [night.loaded.games[game.id] for game in night.loaded.night.games]
    for game in games:
        play(store, game.key)
        version = opened(store, game.key).version
        saved(close_game(store, game.key, post(version, f"end of {game.key}"), "", settles=True))
    if is_left_out:
        done(void_game(store, new_post(), night.loaded.night.games[1].id, void=True))
    else:
        assert '<button class="main">Begin round 2</button>' in officer.open(night.by_officer).text
    close(night)
    done(reopen_night(store, new_post(), night.id))
    page = officer.open(night.by_officer)
    assert "The bell has rung" not in page.text
    assert re.search(r'<a class="main" href="[^"]*">Close the night</a>', page.text)
    assert ('<button class="second">Begin round 2</button>' in page.text) is not is_left_out


def test_who_corrects_a_game_that_is_over_hears_of_no_bell(night: ClubNight) -> None:
    store, game = night.club.store, next(iter(night.loaded.games.values()))
    player = Phone(night.club.site)
    with store.database.reading() as db:
        address = f"/game/{links_in_force(db, 'game', game.key)['player']}/"
    play(store, game.key)
    assert send(night, rounds_page(night), "now").status == 303
    pages = (address, f"{address}deal/1", f"{address}deal/1/correct")
    assert [page for page in pages if 'id="bell"' in player.open(page).text] == [*pages]
    end = post(opened(store, game.key).version, "end")
    saved(close_game(store, game.key, end, "", settles=True))
    assert [page for page in pages if 'id="bell"' in player.open(page).text] == []
