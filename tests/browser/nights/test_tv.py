"""The TV of an organised night on screens of usual sizes: all of it is seen, nothing is hidden."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.club.rows.people import load_people
from tests.browser.looking import WIDTHS, tried_widths
from tests.browser.nights.test_bell import press
from tests.browser.screens import Screens
from tests.browser.seen import unforgiven
from tests.club_site import ClubNight, SiteOfClub
from tests.tournament.test_organising import play
from tests.web.nights.test_rounds import organise, plan_page, send
from tests.web.nights.test_tv import end_all

Sizes = tuple[tuple[int, int], ...]
SCREENS: Sizes = ((1280, 720), (1920, 1080))
NAMES = (*"Ann Bob Cal Dot Eve Fay".split(), "Grandpa Joe", "Maria-Magdalena Oberhuber")


FIVES = (
    "Friedrich-Wilhelm von Osten-Sacken sen.",
    *"רחל לוי|Lotte Meyer|Bernd Brandt|Otto Petersen|Ingo Jansen|Gerd Harms|Klaus Lorenz".split(
        "|"
    ),
    *"Jutta Karstens|Carla Claussen|Paula Quast|Nele Oltmanns|Malte Nissen|Dieter Dahl".split("|"),
    *"Elke Ehlers|Anna Albers|Hanna Iversen".split("|"),
    "Friedrich-Wilhelm von Osten-Sacken jun.",
)
"""People for two tables of five and two of four, of whom two are told apart by their last word."""
OF_FIVE_TABLES = (
    *"Rosa Fischer|Erich Eder|Maria Gruber|Paul Schmid|Hans Weber|Josef Huber".split("|"),
    *"Elisabeth Pichler|Jean-Luc D'Arcy-O'Neill|محمد الحسن|Annabel Berg".split("|"),
    *"Franz Steiner|Max Maier|Karl Mayer|Helga Fuchs|Bibi Novak|Anna Berger".split("|"),
    *"Nora Schneider|Eva Moser|Zdeněk Černý|Otto Leitner|Gerda Winkler".split("|"),
    *"Lotte Schwarz|Ilse Hofer".split("|"),
)
"""People for three tables of five and two of four, with names of usual lengths."""


def organised(
    club: SiteOfClub, tables: int, ends: str, *, names: Sequence[str] = (), tv: Page | None = None
) -> ClubNight:
    """A night of so many tables whose seats of the first of two rounds are shown.

    A ``tv`` is on before anything is organised. Without ``names`` four sit at a table.
    """
    players = [f"Player {at}" for at in range(len(NAMES), tables * 4)]
    names = names or [*NAMES[: tables * 4], *players]
    known = {person.name: person.id for person in club.store.read(load_people)}
    here = [known.get(name) or club.person(name, joined="2026-01-01") for name in names]
    night = club.night()
    if tv is not None:
        tv.goto(f"{night.watch}tv")
        expect(tv.get_by_text("No table yet.")).to_be_visible()
    asked = {"rounds": "2", "ends": ends, "minutes": "45", "warn": "5", "tables": str(tables)}
    assert organise(night, here=here, **asked).status == 303
    assert send(night, plan_page(night), "plan").status == 303
    return night


def begin(night: ClubNight) -> None:
    assert send(night, plan_page(night), "begin").status == 303


def show_code(night: ClubNight, shown: str) -> None:
    page = night.club.officer.open(f"{night.by_officer}code")
    form = next(form for form in page.forms if form.action.endswith("/code/tv"))
    assert night.club.officer.post(form.action, {**form.values, "shown": shown}).status == 303


def height_of(tv: Page, what: str) -> float:
    return float(tv.locator(what).evaluate("shown => shown.getBoundingClientRect().height"))


def assert_seats_are_alike(tv: Page) -> None:
    """All seats are about as large, and each stands on one line."""
    seats = tv.locator(".next-seats ul > li").evaluate_all(
        "all => all.map(seat => [parseFloat(getComputedStyle(seat).fontSize), seat.offsetHeight])"
    )
    sizes = [size for size, _ in seats]
    assert min(sizes) > 0.75 * max(sizes)
    assert all(height < 1.6 * size for size, height in seats)


def faults_on_tv(
    tv: Page, night: ClubNight, name: str, sizes: Sizes = SCREENS
) -> dict[str, list[str]]:
    """Return what is wrong with the TV on each size of screen."""
    found = {}
    tv.goto(f"{night.watch}tv")
    for width, height in sizes:
        tv.set_viewport_size({"width": width, "height": height})
        if wrong := unforgiven(tv, is_tv=True):
            found[f"{name} {width} × {height}"] = wrong
    return found


@pytest.mark.parametrize(
    ("ends", "tables"),
    [
        ("bell", 5),
        *[pytest.param("bell", tables, marks=pytest.mark.long) for tables in (2, 3, 4, 6)],
        *[pytest.param("game", tables, marks=pytest.mark.long) for tables in (2, 3, 4, 6)],
    ],
)
def test_nothing_on_the_tv_is_outside_or_hidden_with_and_without_a_code(
    screens: Screens, club: SiteOfClub, ends: str, tables: int
) -> None:
    names = OF_FIVE_TABLES if tables == 5 else ()
    night, tv = organised(club, tables, ends, names=names), screens.open(1920)
    found: dict[str, list[str]] = {}
    states = ("shown", "begun", "rung") if ends == "bell" else ("shown", "begun")
    for at, state in enumerate(states):
        # Without --long each state is seen on one size, the next one on the other.
        sizes = SCREENS if len(tried_widths) == len(WIDTHS) else (SCREENS[at % 2],)
        if state == "begun":
            begin(night)
        if state == "rung":
            for game in night.loaded.games.values():
                play(night.club.store, game.key)
            press(night, "now")
        for is_shown in ("yes", "no") if state == "begun" or tables < 5 else ("yes",):
            show_code(night, is_shown)
            found |= faults_on_tv(tv, night, f"{state}, code {is_shown}", sizes)
            assert (tv.locator(".code").count() == 1) == (is_shown == "yes")
            if state == "shown" and tables == 5:
                assert_seats_are_alike(tv)
    assert found == {}
    # The space around a sentence does not make it smaller.
    fitted = tv.locator(".of-table .words").evaluate_all(
        "all => all.filter(({ textContent }) => textContent.trim().length < 18)"
        ".map(({ style }) => style.getPropertyValue('--fit-name'))"
    )
    assert set(fitted) <= {"", "1"} or ends == "bell"


@pytest.mark.parametrize("tables", [2, pytest.param(4, marks=pytest.mark.long), 6])
def test_the_code_stands_beside_the_next_seats_and_the_standing(
    screens: Screens, club: SiteOfClub, tables: int
) -> None:
    tv = screens.open(1920)
    night = organised(club, tables, "bell" if tables == 2 else "game", tv=tv)
    # A TV that was on already gets the style of what is shown now.
    expect(tv.locator(".next-seats")).to_have_css("display", "grid")
    begin(night)
    if tables == 2:
        expect(tv.locator(".left b")).to_have_text(re.compile(r"4\d:"))
        left = height_of(tv, ".left b")
        press(night, "now")
        # What the bell says takes as much of the screen as what was left.
        expect(tv.get_by_text("The bell has rung.")).to_have_css("font-weight", "700")
        assert height_of(tv, ".said .if-rung") > 0.9 * left
    end_all(night)
    show_code(night, "yes")
    assert faults_on_tv(tv, night, "after round 1") == {}
    expect(tv.get_by_role("heading", name="After round 1")).to_be_visible()
    expect(tv.locator(".code")).to_be_visible()
    # What concerns the screen itself hides no letter that is typed on another one.
    tv.locator(".wake").evaluate("row => { row.hidden = false; row.classList.remove('stays-on'); }")
    controls, letters = (tv.locator(what).bounding_box() for what in (".controls", ".to-watch"))
    assert controls
    assert letters
    assert controls["x"] + controls["width"] < letters["x"]
