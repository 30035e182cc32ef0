"""The bell of a round on phones, counted by the server’s time and rung for all at once."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from scorekeeper.games.games import close_game
from scorekeeper.games.links import Role, link_of
from tests.browser.looking import barriers, faults, misfits, usual_faults
from tests.browser.screens import Screens
from tests.browser.seen import unforgiven
from tests.club_site import ClubNight, SiteOfClub
from tests.games.table import opened, post, saved
from tests.tournament.test_organising import play
from tests.web.nights.test_rounds import NAMES, organise, plan_page, send

STROKES = """
  globalThis.strokes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    strokes += 1;
    start.apply(this, when);
  };
"""
"""Counts how often the bell sounds."""


@pytest.fixture(scope="module")
def four(club: SiteOfClub) -> SiteOfClub:
    """The club of all tests here, with the four who play."""
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    return club


@pytest.fixture
def night(four: SiteOfClub) -> ClubNight:
    """A night of four whose first round of two is played by the bell."""
    night = four.night()
    assert organise(night, rounds="2", ends="bell", minutes="45", warn="5").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    return night


def press(night: ClubNight, end: str, minutes: str = "") -> None:
    """Press a button of the officer's page of rounds."""
    page = night.club.officer.open(f"{night.by_officer}rounds")
    form = next(
        form
        for form in page.forms
        if form.action.endswith(end) and form.values.get("minutes", "") == minutes
    )
    assert night.club.officer.post(form.action, form.values).status == 303


def test_the_bell_is_on_every_screen_by_the_time_of_the_server(
    screens: Screens, night: ClubNight
) -> None:
    key = next(iter(night.loaded.games.values())).key
    table = f"/game/{link_of(night.club.store, key, Role.PLAYER)}/"
    late, seated = screens.open_new(320), screens.open(390, first_script=STROKES)
    # The clock of this phone is wrong by an hour.
    late.clock.install(time=datetime.now(UTC) + timedelta(hours=1))
    for page, address in ((late, f"{night.watch}rounds"), (seated, table)):
        page.goto(address)
        expect(page.locator("#bell .left b")).to_have_text(minutes("44|45"))
    press(night, "bell", "10")
    for page in (late, seated):
        expect(page.locator("#bell .left b")).to_have_text(minutes("54|55"))
    # It slept, and its clock is wrong by another half hour: it asks again once it is seen.
    late.clock.fast_forward("30:00")
    late.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(late.locator("#bell .left b")).to_have_text(minutes("54|55"))
    seated.get_by_role("button", name="Let this phone ring too").click()
    entering = screens.open(360)
    entering.goto(f"{table}enter")
    expect(entering.locator("#bell")).to_be_hidden()
    # Without a network the bell is counted on, and rings by itself.
    seated.context.set_offline(True)
    expect(seated.get_by_text("No connection.")).to_be_visible()
    expect(seated.locator("#bell .left b")).to_have_text(minutes("54|55"))
    press(night, "now")
    expect(late.get_by_text("The bell has rung.")).to_be_visible()
    expect(seated.get_by_text("The bell has rung.")).to_be_hidden()
    seated.context.set_offline(False)
    for page in (late, seated, entering):
        expect(page.get_by_text("The bell has rung.")).to_be_visible()
        assert (faults if page is seated else misfits)(page) == []
    assert bottom_of(entering, "#bell") <= box_of(entering.locator("#pad .frame"))["y"] + 1
    # One stroke as it was switched on, three as it rang; one more where the phone's clock, which
    # is right to a second, saw the warning before that.
    assert seated.evaluate("strokes") in (4, 5)
    seated.get_by_role("button", name="We play one more: it is dealt").click()
    expect(seated.get_by_text("Deal 1 is your last.")).to_be_visible()
    expect(late.locator("#bell .left")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("warned", "The bell rings soon."),
        ("rung", "The bell has rung."),
    ],
)
def test_what_the_bell_says_stands_in_whole_lines_on_every_screen(
    screens: Screens, four: SiteOfClub, state: str, words: str
) -> None:
    night = four.night()
    assert organise(night, rounds="2", ends="bell", minutes="45", warn="45").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    if state == "rung":
        press(night, "now")
    key = next(iter(night.loaded.games.values())).key
    table = f"/game/{link_of(night.club.store, key, Role.PLAYER)}/"
    for width, address in ((390, table), (390, f"{night.watch}rounds"), (1920, f"{night.watch}tv")):
        screen = screens.open(width)
        screen.goto(address)
        said = screen.get_by_text(words)
        expect(said).to_be_visible()
        line = box_of(said)
        # On a TV it is as large as the time that was left.
        most = 200 if state == "rung" and width > 1000 else 60
        assert (line["height"] < most, line["width"] > 120) == (True, True), (address, line)
        assert unforgiven(screen, is_tv=width > 1000) == []
        assert width < 1000 or barriers(screen) == []


def box_of(said: Locator) -> FloatRect:
    """Return where words stand, also on a page that is just drawn again with its news."""
    while (box := said.bounding_box()) is None:
        expect(said).to_be_visible()
    return box


def bottom_of(page: Page, what: str) -> float:
    box = box_of(page.locator(what))
    return box["y"] + box["height"]


def minutes(some: str) -> re.Pattern[str]:
    return re.compile(rf"^({some}):\d\d$")


def test_the_tv_changes_by_itself_as_a_round_begins_and_ends(
    screens: Screens, night: ClubNight
) -> None:
    tv = screens.open(1920)
    tv.set_viewport_size({"width": 1920, "height": 1080})
    tv.goto(f"{night.watch}tv")
    expect(tv.locator("#bell .left b")).to_have_text(minutes("44|45"))
    assert usual_faults(tv) == []
    press(night, "now")
    expect(tv.get_by_text("The bell has rung.")).to_be_visible()
    store = night.club.store
    for game in night.loaded.games.values():
        play(store, game.key)
        version = opened(store, game.key).version
        saved(close_game(store, game.key, post(version, f"end of {game.key}"), "", settles=True))
    expect(tv.get_by_role("heading", name="After round 1")).to_be_visible()
    expect(tv.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
    assert faults(tv) == []


_CUT = """(all) => all.filter((each) => each.checkVisibility()
  && each.getBoundingClientRect().bottom > each.closest(".figures").getBoundingClientRect().bottom)
  .map((each) => each.closest("section").textContent.trim())"""


def test_more_tables_than_a_tv_has_room_for_take_turns(screens: Screens, four: SiteOfClub) -> None:
    here = [four.person(f"Player {number}", joined="2026-01-01") for number in range(22)]
    night = four.night()
    assert organise(night, here=here, rounds="1", ends="bell", minutes="45").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    tv = screens.open_new(1920)
    tv.set_viewport_size({"width": 1920, "height": 1080})
    tv.clock.install()
    tv.goto(f"{night.watch}tv")
    first, last = [
        tv.get_by_role("region", name=name, exact=True) for name in ("Table 1", "Table 11")
    ]
    expect(first).to_be_visible()
    expect(last).to_be_hidden()
    assert tv.locator(".total").evaluate_all(_CUT) == []
    tv.clock.run_for(12_000)
    expect(last).to_be_visible()
    expect(first).to_be_hidden()
