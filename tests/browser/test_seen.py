"""What no eye forgives is told of: each check finds its fault on a small page."""

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.browser.screens import Screens
from tests.browser.seen import unforgiven

_FINE: Final = "<p>Bob leads by 45 points.</p>"
_MARK: Final = '<svg width="60" height="16" style="flex: none"></svg>'
_CUT: Final = "overflow: hidden; text-overflow: ellipsis; white-space: nowrap"
_FAULTS: Final = (
    ("squeezed: The bell", '<p style="width: 9px; overflow-wrap: anywhere">The bell</p>'),
    ("broken word: soon", '<p style="width: 30px; overflow-wrap: anywhere">soon</p>'),
    ("over one another: Bob leads", '<b style="position: relative; top: -30px">Tick</b>'),
    ("cut beside", f'<p style="display: flex"><i style="width: 80px; {_CUT}">Bartholomew</i></p>'),
    (
        "cut by a mark: Bartholomew",
        f'<p style="display: flex; width: 150px"><i style="{_CUT}">Bartholomew</i>{_MARK}</p>',
    ),
    (
        "cut beside",
        '<table style="width: 300px; table-layout: fixed">'
        f'<tr><td style="{_CUT}">Bartholomew</td><td>1</td><td>2</td></tr></table>',
    ),
    ("shortened whatever its room: B…Au", "<p>B…Au</p>"),
    (
        "shortened where 2 lines have room: Bartholomew Longfellow",
        f'<p style="width: 160px; {_CUT}">Bartholomew Longfellow</p>',
    ),
    (
        "shortened where 1 lines have room: Bartholomew",
        '<p class="told-apart"><i aria-hidden="true">B…w</i><i hidden>Bartholomew</i></p>',
    ),
    (
        "shortened beside lines that have room to spare: Bart…",
        '<svg class="chart" width="360" viewBox="0 0 360 40"><polyline points="0,0 280,9"/>'
        '<text x="290" y="20">Bart…</text></svg>',
    ),
    ("13.0 px: to go", '<p style="font-size: 13px">to go</p>'),
    (
        "12.0 px: deal 3",
        '<svg width="60" height="30" viewBox="0 0 120 60">'
        '<text y="50" style="font-size: 24px">deal 3</text></svg>',
    ),
    (
        "ruled twice: Print",
        '<div class="leaf"><div style="border-top: 1px solid">Print</div></div>',
    ),
    ("outside: the page is wider", '<p style="width: 2000px">Wide</p>'),
    ("only a way back: Club", '<a href="/a">A</a><div class="foot"><a href="/c">Club</a></div>'),
    (
        "out of sight: Cards of Ann",
        '<div id="pad" class="on"><p class="say" style="clip-path: inset(50%)">'
        '<input placeholder="Cards of Ann"></p></div>',
    ),
    (
        "only a way back: Club",
        '<div class="foot"><a href="/a">A</a><a class="main" href="/c">Club</a></div>',
    ),
)
_TV_FAULTS: Final = {
    "19.0 px: Ann deals": '<p style="font-size: 19px">Ann deals</p>',
    "outside: Table 9": '<p style="position: absolute; top: 800px">Table 9</p>',
    "cut: Table 7": '<div style="height: 16px; overflow: hidden"><p>Table 7</p></div>',
    "cut: Table 8": '<div style="height: 0; overflow: hidden"><p>Table 8</p></div>',
    "cut: Maria Gruber": (
        '<div style="display: flex; height: 30px; align-items: end; overflow: hidden">'
        '<p style="flex: none; width: 70px">Maria Gruber</p></div>'
    ),
    "over one another: code | of-table": (
        '<div class="code" style="position: absolute; inset: 0"></div>'
        '<div class="of-table" style="height: 50px"></div>'
    ),
}


@pytest.fixture
def screen(screens: Screens) -> Page:
    return screens.open(390)


def show(screen: Page, parts: str, size: int = 20) -> None:
    """Show a page with these parts, below a bar that leads back to the club."""
    bar = '<header class="bar"><a href="/c" aria-label="Club">‹</a></header>'
    style = f"* {{ margin: 0; font: {size}px/1.5 sans-serif }}"
    screen.set_content(f"<!doctype html><style>{style}</style>{bar}<main>{parts}</main>")


@pytest.mark.parametrize(("fault", "part"), _FAULTS)
def test_a_fault_of_a_phone_is_told(screen: Page, fault: str, part: str) -> None:
    show(screen, _FINE + part)
    assert [found for found in unforgiven(screen) if found.startswith(fault)] != []


@pytest.mark.parametrize("fault", _TV_FAULTS)
def test_a_fault_of_a_tv_is_told(screen: Page, fault: str) -> None:
    show(screen, _FINE + _TV_FAULTS[fault])
    assert fault in unforgiven(screen, is_tv=True)


def test_a_page_of_links_answers_nothing_and_one_with_a_sentence_does(screen: Page) -> None:
    links = '<ul><li><a href="/a">People</a></li><li><a href="/b">Standings</a></li></ul>'
    show(screen, links)
    assert [found.partition(":")[0] for found in unforgiven(screen)] == ["answers nothing"]
    show(screen, _FINE + links)
    assert unforgiven(screen) == []


def test_of_a_name_and_what_stands_for_it_only_one_is_looked_at(screen: Page) -> None:
    style = "display: flex; flex-flow: column wrap; overflow: hidden; max-height: 30px"
    short = '<i aria-hidden="true" style="height: 30px; margin-bottom: -30px">B…w</i>'
    for width in (300, 30):
        name = f'{short}<i style="flex: none; width: {width}px">Bartholomew Al</i>'
        shown = f'<p class="told-apart" style="{style}; width: {width}px">{name}</p>'
        show(screen, _FINE + shown)
        assert unforgiven(screen) == []


def test_what_floats_over_a_page_hides_what_scrolls_below_it(screen: Page) -> None:
    foot = '<div class="foot" style="position: fixed; top: 0; background: white">Deal 3</div>'
    show(screen, _FINE + foot)
    assert unforgiven(screen) == []
