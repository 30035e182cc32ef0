"""Every page with names from right to left: no figure beside one may take its direction."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from tests.club_books import tallied_game
from tests.club_site import SiteOfClub
from tests.web.deals import ANN_OUT
from tests.web.links import begin, token_of
from tests.web.nights.closed_nights import PlayedNight, tallied_table
from tests.web.visiting import Visitor, pages_of, visitor

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


def all_pages(club: SiteOfClub) -> Iterator[tuple[str, str, str]]:
    """The address, type and text of every page of a club and of its games."""
    played = PlayedNight.begin(club)
    more = tallied_table(played.night, tallied_game(300, 20, -40, names=NAMES), "Table 2")
    assert played.close().status == 303
    tonight = club.night("2026-02-20")
    now = tallied_table(tonight, tallied_game(300, 20, -40, names=NAMES), "Table 1")
    open_table = begin(club.site, *NAMES[:2], **{"stake-amount": "1"})
    assert open_table.host.fill(open_table.game + "enter", ANN_OUT).status == 303
    routes = club.site.url_map.bind("localhost")
    officer = visitor(club.site, "officers")
    who: list[tuple[str, Visitor]] = [("host", visitor(club.site, token_of(open_table.game)))]
    who += [("player, seated", visitor(club.site, token_of(open_table.door), seat="0"))]
    who += [("host", visitor(club.site, token_of(more.game)))]
    who += [("host", visitor(club.site, token_of(now.game)))]
    who += [("officer", Visitor(officer.phone, "officers", "", is_officer=True))]
    who += [("member", visitor(club.site, club.member_token))]
    for night in (played.night, tonight):
        joins = visitor(club.site, token_of(night.join))
        who += [("officer at a night", Visitor(joins.phone, joins.link, "", is_officer=True))]
        who += [("at the night", visitor(club.site, token_of(night.join)))]
    for kind, each in who:
        # The text of a PDF is packed, so that nothing could be found in it.
        for address, answer in pages_of(each, kind, routes, papers=False):
            text = answer.get_data().decode(errors="ignore")
            yield f"{kind}: {address}", answer.mimetype or "", text


def test_every_page_isolates_every_name_from_right_to_left(club: SiteOfClub) -> None:
    named = 0
    for address, kind, text in all_pages(club):
        if kind != "text/html":
            assert "\u2068" not in text, address
            continue
        page = Shown(text)
        assert page.spoiled == [], address
        for shown in page.texts:
            loose = ISOLATED.sub("", shown)
            assert not HEBREW_OR_ARABIC.search(loose), (address, shown)
            # A narrow column has the beginning of the longest one.
            assert {*ISOLATED.findall(shown)} <= {*NAMES, "محمد ٢ (…"}, (address, shown)
            named += "\u2068" in shown
    assert named > 100
