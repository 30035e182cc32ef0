"""Every page of a club, with names from right to left.

No figure beside a name takes its direction, and the HTML is what a checker of HTML calls valid.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest

from tests.club_books import tallied_game
from tests.club_site import SiteOfClub, begin_club, club_app
from tests.only_site import close_site
from tests.web.deals import ANN_OUT
from tests.web.links import begin, token_of
from tests.web.nights.closed_nights import PlayedNight, tallied_table
from tests.web.visiting import Visitor, officer, pages_of, visitor

NAMES: Final = ("שרה כהן", "דוד 2", "محمد ٢ (ب)")
ISOLATED: Final = re.compile("\u2068([^\u2068\u2069]*)\u2069")
HEBREW_OR_ARABIC: Final = re.compile("[\u0590-\u06ff]")
SENT: Final = ("action", "data-name", "href", "id", "name", "value")
"""Attributes whose values come back to the site, or name things."""


class Shown(HTMLParser):
    """Collects the texts of a page, and those in which a name may not be isolated but is."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.spoiled: list[str] = []
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append("typed" if tag == "textarea" and "readonly" not in dict(attrs) else tag)
        values = [value or "" for name, value in attrs if name in SENT]
        self.spoiled += [value for value in values if "\u2068" in value]
        if tag == "option":
            assert "value" in dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() not in (tag, "typed"):
            pass

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["typed"]:
            self.spoiled += [data] if "\u2068" in data else []
        elif self._open[-1:] != ["script"]:
            self.texts.append(data)


class Markup(HTMLParser):
    """Collects what a checker would say of the HTML of a page, each with its line."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._seen: set[str] = set()
        self._sections: list[bool] = []
        self._rows: list[int] = []
        self._name = self._words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        match tag:
            case "section":
                self._sections.append("aria-label" in about)
            case "h2" | "h3" | "h4" if self._sections:
                self._sections[-1] = True
            case "table":
                self._rows = []
            case "tr":
                self._rows.append(0)
            case "th" | "td":
                self._rows[-1] += int(about.get("colspan", "1"))
            case "time" | "a" | "button" | "summary":
                self._name, self._words = about.get("aria-label", ""), about.get("datetime", "")
        for fault in self._faults_of(tag, about):
            self._note(fault)

    def _faults_of(self, tag: str, about: dict[str, str]) -> Iterator[str]:
        once = [f"id {about['id']}"] if "id" in about else []
        once += [f"nav {about.get('aria-label')}"] if tag == "nav" else []
        yield from [f"{what} twice" for what in once if what in self._seen]
        self._seen.update(once)
        if about.keys() >= {"hidden", "aria-hidden"}:
            yield "hidden twice"
        if tag == "input" and about.get("type") == "file" and "value" in about:
            yield "a file with a value"
        if tag == "button" and "role" in about and about.get("type") != "button":
            yield "a button with a role that sends a form"
        if tag == "th" and "scope" not in about:
            yield "a heading cell without its scope"

    def handle_data(self, data: str) -> None:
        self._words += data

    def handle_endtag(self, tag: str) -> None:
        words = " ".join(self._words.split())
        match tag:
            case "time" if not words:
                self._note("an empty time")
            case "section" if not self._sections.pop():
                self._note("a section without a name")
            case "table" if len({*self._rows}) > 1:
                self._note(f"a table whose rows have {sorted({*self._rows})} cells")
            case "a" | "button" | "summary" if self._name and re.search(r"\w", words):
                # Whoever says the words taps it. The sign of a card is no word.
                if not self._name.startswith(words) and not re.fullmatch("10|[A2-9JQK]", words):
                    self._note(f"“{words}” is called “{self._name}”")

    def _note(self, fault: str) -> None:
        self.faults.append(f"{self.getpos()[0]}: {fault}")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[str, str, str]]]:
    site = club_app(tmp_path_factory.mktemp("html"))
    yield list(all_pages(begin_club(site)))
    close_site(site)


def all_pages(club: SiteOfClub) -> Iterator[tuple[str, str, str]]:
    """The address, type and text of every page of a club and of its games."""
    played = PlayedNight.begin(club)
    more = tallied_table(played.night, tallied_game(300, 20, -40, names=NAMES), "Table 2")
    assert played.close().status == 303
    tonight = club.night("2026-02-20")
    now = tallied_table(tonight, tallied_game(300, 20, -40, names=NAMES), "Table 1")
    open_table = begin(club.site, *NAMES[:2], **{"stake-amount": "1"})
    open_table.host.enter_first(open_table.game, ANN_OUT)
    routes = club.site.url_map.bind("localhost")
    who: list[tuple[str, Visitor]] = [("host", visitor(club.site, token_of(open_table.game)))]
    who += [("player, seated", visitor(club.site, token_of(open_table.door), seat="0"))]
    who += [("host", visitor(club.site, token_of(more.game)))]
    who += [("host", visitor(club.site, token_of(now.game)))]
    who += [("officer", officer(club.site, "officers"))]
    who += [("member", visitor(club.site, club.member_token))]
    for night in (played.night, tonight):
        who += [("officer at a night", officer(club.site, token_of(night.join)))]
        who += [("at the night", visitor(club.site, token_of(night.join)))]
    for number, (kind, each) in enumerate(who):
        # The text of a PDF is packed, so that nothing could be found in it.
        shown = pages_of(each, kind, routes, papers=False, public=number < 2)
        for address, answer in shown:
            text = answer.get_data().decode(errors="ignore")
            yield f"{kind}: {address}", answer.mimetype or "", text


def test_every_page_isolates_every_name_from_right_to_left(
    pages: list[tuple[str, str, str]],
) -> None:
    named = 0
    for address, kind, text in pages:
        if kind != "text/html":
            assert "\u2068" not in text, address
            continue
        page = Shown(text)
        assert page.spoiled == [], address
        for shown in page.texts:
            loose = ISOLATED.sub("", shown)
            assert not HEBREW_OR_ARABIC.search(loose), (address, shown)
            # A narrow column has the beginning of the longest one. A number stays on its line.
            found = {name.replace("\u00a0", " ") for name in ISOLATED.findall(shown)}
            assert found <= {*NAMES, "محمد ٢ (…"}, (address, shown)
            named += "\u2068" in shown
    assert named > 100


def test_every_page_is_valid_html(pages: list[tuple[str, str, str]]) -> None:
    wrong = {
        address: faults
        for address, kind, text in pages
        if kind == "text/html" and (faults := Markup(text).faults)
    }
    assert wrong == {}
