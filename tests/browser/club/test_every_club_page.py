"""Every page of the club on every width, by day and by night, with large text: nothing is wrong."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.club.whole_club import WholeClub, take
from tests.browser.looking import AXE, NARROWEST, faults, misfits, open_folds, resize
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub

PAGES: Final = (
    *("", "people/<person>/change", "settings", "money", "full:closing"),
    *("organised:organise", "seasons"),
)
"""Pages of officers, each of a kind of its own; before the colon is the night's name."""
MORE: Final = (
    *("people", "people/list", "standings", "full:", "full:code", "full:tv", "due:payouts"),
    "organised:rounds",
)
"""Pages whose names, roles and colours are of the macros and styles of those above."""
OTHERS: Final = (
    *("people/<person>", "links", "money/ledger", "money/payment/m1", "book"),
    *("full:new", "full:games", "organised:plan", "organised:prizes"),
)
"""Pages whose forms and tables are of those kinds."""
ALIKE: Final = (
    *(
        "nights",
        "people/<person>/spellings",
        "people/<person>/statement",
        "people/<person>/games",
        "standings/past",
        "standings/tv",
    ),
    *("money/payment", "money/expense", "nights/new", "full:terms", "full:games/<game>"),
    *(
        "empty:",
        "full:code",
        "organised:",
        "due:",
        "due:print",
        "again:closing",
        "corrected:payouts",
    ),
)
"""Pages that are made of the parts of those above."""


@pytest.fixture(scope="module")
def whole(club: SiteOfClub) -> WholeClub:
    return WholeClub.begin(club)


def test_no_page_of_the_club_has_a_fault(screens: Screens, whole: WholeClub) -> None:
    page, wrong = take(screens, whole.club.officer, first_script=AXE), []
    for name in PAGES:
        page.goto(whole.address_of(name))
        open_folds(page)
        wrong += [(name, fault) for fault in faults(page)]
    assert wrong == []
    # On this page, that of the season, the totals stay while the nights scroll.
    resize(page, 320)
    scrolled = page.locator(".box").evaluate("box => (box.scrollLeft = 999, box.scrollLeft)")
    assert scrolled > 0
    total = page.locator(".season tbody").get_by_text("Total").first.bounding_box()
    assert total is not None
    assert 0 <= total["x"] <= 320 - total["width"]
    check_ticked(page, whole)
    page = take(screens, whole.club.officer)
    for name in MORE:
        page.goto(whole.address_of(name))
        open_folds(page)
        wrong += [(name, fault) for fault in misfits(page, NARROWEST)]
    assert wrong == []


def check_ticked(page: Page, whole: WholeClub) -> None:
    """The form that organises a night counts who is ticked, where all of them can be seen."""
    page.goto(whole.address_of("organised:organise"))
    people, fold = page.locator("[name=here]"), page.locator(".step-1 details")
    ticked = page.locator("[name=here]:checked").count()
    assert said_of_ticked(page) == str(ticked)
    page.locator("[name=here]:checked").first.uncheck(force=True)
    fold.locator("summary").click()
    people.last.check(force=True)
    people.nth(1).uncheck(force=True)
    assert said_of_ticked(page) == str(ticked - 1)
    fold.locator("summary").click()
    expect(page.locator(".ticked")).to_be_hidden()


def said_of_ticked(page: Page) -> str:
    """What a screen reader says after the word: a style counts, so no text of the page has it."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    told = [node["name"]["value"] for node in nodes if node["role"]["value"] == "StaticText"]
    return str(told[told.index("Ticked: ") + 1])


@pytest.mark.long
def test_no_other_page_of_the_club_has_a_fault(screens: Screens, whole: WholeClub) -> None:
    page, wrong = take(screens, whole.club.officer, first_script=AXE), []
    for name in (*MORE, *OTHERS):
        page.goto(whole.address_of(name))
        open_folds(page)
        wrong += [(name, fault) for fault in faults(page)]
    assert wrong == []


@pytest.mark.long
def test_pages_like_others_are_neither_cut_off_nor_too_small(
    screens: Screens, whole: WholeClub
) -> None:
    page, wrong = take(screens, whole.club.officer), []
    for name in ALIKE:
        page.goto(whole.address_of(name))
        open_folds(page)
        wrong += [(name, fault) for fault in misfits(page, widths=NARROWEST)]
    assert wrong == []
