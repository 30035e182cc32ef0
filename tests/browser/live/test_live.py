"""Phones at one table: what one does is on the others without a reload, and nothing is lost."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.games import door_of, game_of, post_record, send_form
from tests.browser.pad_screen import melds, point, tap
from tests.browser.screens import Screens

STAYS = "window.isSameVisit = true"
WATCH = """text => {
  window.shown = new Promise((resolve) => {
    const totals = () => [...document.querySelectorAll(".sheet thead .total")];
    const words = () => document.body.innerText + totals().map((each) => each.innerText).join("|");
    const look = () => words().includes(text) && resolve();
    look();
    const about = { attributes: true, childList: true, subtree: true, characterData: true };
    new MutationObserver(look).observe(document, about);
  });
}"""


@dataclass
class Table:
    """A game after two deals: its host, who looks at nothing, and phones that watch.

    ``asked`` has the addresses at which they asked for the state, as they do without a stream.
    """

    screens: Screens
    game: str
    host: Page
    others: list[Page] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def watch(self, name: str = "") -> Page:
        """Another phone, at a page of the game."""
        phone = self.screens.open(390)
        phone.on("request", self._note)
        phone.goto(self.game + name)
        phone.evaluate(STAYS)
        self.others.append(phone)
        return phone

    def _note(self, request: Request) -> None:
        if request.url.endswith("/version"):
            self.asked.append(request.url)

    def await_words(self, text: str) -> None:
        """Let the others note that they show a text."""
        for phone in self.others:
            phone.evaluate(WATCH, text)

    def send(self, name: str, **typed: str) -> None:
        """Let the host send the form of a page."""
        send_form(self.host, self.game + name, **typed)

    def is_told(self) -> bool:
        """Whether the others show it on the page that was open before, and none had to ask."""
        for phone in self.others:
            phone.evaluate("window.shown")
        stay = all(phone.evaluate("window.isSameVisit === true") for phone in self.others)
        return stay and not self.asked

    def enter_stock_deal(self) -> None:
        """Let the host enter a deal without a winner."""
        self.send("enter", ending="stock", **hands(205, 5, 5))


def hands(*melded: int) -> dict[str, str]:
    """Hands with these totals melded, and five in hand, as they are typed."""
    typed = {f"hand{seat}-melded_points": str(points) for seat, points in enumerate(melded)}
    return typed | {f"hand{seat}-in_hand_points": "5" for seat in range(len(melded))}


@pytest.fixture
def table(screens: Screens) -> Table:
    host = screens.open(390)
    return Table(screens, post_record(host, game_of("Ann", "Bob", "Cal")), host)


def totals(phone: Page) -> list[str]:
    return phone.locator(".sheet thead .total").all_inner_texts()


def test_a_deal_a_correction_and_its_undo_are_on_the_other_phones_at_once(table: Table) -> None:
    one, two = table.watch(), table.watch()
    one.locator("#course summary").click()
    one.locator(".menu summary").focus()
    # Opening the course scrolls to it in the next frame.
    one.evaluate("new Promise(requestAnimationFrame)")
    one.evaluate("scrollTo(0, 120)")
    start = totals(one)
    table.await_words("Enter deal 4")
    table.enter_stock_deal()
    assert table.is_told()
    assert totals(one) == totals(two) != start
    # Focus and what was opened survive the news.
    assert one.locator("#course").evaluate("each => each.open")
    expect(one.locator(".menu summary")).to_be_focused()
    assert one.evaluate("scrollY") == 120

    before = totals(one)
    table.await_words("corrected")
    corrected = {"ending": "out", "by": "0", **hands(110, 145, 50), "hand0-in_hand_points": "0"}
    table.send("deal/1/correct", **corrected, reason="Counted again")
    assert table.is_told()
    assert totals(one) != before

    table.await_words("|".join(before))
    table.send("undo/5", reason="It was right")
    assert table.is_told()
    assert totals(one) == before


def test_a_page_on_which_a_deal_is_typed_is_told_of_and_is_told_the_news_and_left_alone(
    table: Table,
) -> None:
    reader, untouched, phone = table.watch(), table.watch("enter"), table.watch("enter")
    point(phone, "by:0")
    expect(reader.get_by_text("Somebody is entering cards.")).to_be_visible()
    phone.goto(f"{table.game}history")
    expect(reader.get_by_text("is entering cards.")).to_be_hidden()
    phone.goto(f"{table.game}enter")
    tap(phone, "K K K")
    kept = melds(phone)
    version = phone.locator("#deal [name=version]").input_value()
    table.enter_stock_deal()
    expect(phone.get_by_text("Deal 3 entered.")).to_be_visible()
    assert melds(phone) == kept != []
    assert phone.locator("#deal [name=version]").input_value() == version
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 3")
    expect(phone.get_by_role("link", name="See the score of deal 3")).to_be_visible()
    untouched.wait_for_url("**/deal/3")


def test_a_page_without_a_stream_asks_from_time_to_time_and_again_for_a_lost_answer(
    table: Table,
) -> None:
    page = table.screens.open_new(390)
    page.route("**/live", lambda route: route.fulfill(status=503, body="Too many pages are open."))
    page.clock.install()
    page.goto(table.game)
    with page.expect_response("**/version"):
        pass
    table.enter_stock_deal()
    page.clock.run_for(4000)
    expect(page.get_by_text("Enter deal 4")).to_be_visible()
    lost: list[Route] = []
    page.route(table.game, lambda route: route.fallback() if lost else lost.append(route))
    table.enter_stock_deal()
    with page.expect_request(table.game):
        page.clock.run_for(4000)
    page.clock.run_for(14_000)
    expect(page.get_by_text("Enter deal 5")).to_be_visible()
    assert lost


def hide(page: Page, hidden: bool) -> None:
    """What a browser does when its page goes out of sight, and when it comes back."""
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.long
def test_a_page_out_of_sight_or_reach_is_up_to_date_when_it_is_back(table: Table) -> None:
    phone, other = table.watch(), table.watch()
    hide(phone, True)
    table.enter_stock_deal()
    expect(other.get_by_text("Enter deal 4")).to_be_visible()
    expect(phone.get_by_text("Enter deal 3")).to_be_visible()
    with phone.expect_request("**/live"):
        hide(phone, False)
    expect(phone.get_by_text("Enter deal 4")).to_be_visible()
    phone.context.set_offline(True)
    expect(phone.get_by_text("No connection. The totals may have changed")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_text("No connection.")).to_be_hidden()


def test_a_link_that_is_withdrawn_shuts_its_pages_at_once(table: Table) -> None:
    phone = table.screens.open(390)
    phone.goto(door_of(table.host, table.game))
    expect(phone.locator(".sheet")).to_be_visible()
    # No time passes for the page, so that nothing but its stream can tell it.
    phone.evaluate("globalThis.setTimeout = () => 0")
    with phone.expect_navigation() as shut_out:
        table.send("links", action=f"{table.game}links/withdraw", role="player")
    assert shut_out.value.status == 410
    expect(phone.get_by_role("heading", name="The link was withdrawn")).to_be_visible()


# --- how a page is renewed ------------------------------------------------------------------------

RENEW = """async ([address, old, fresh, type]) => {
  const { renew } = await import(address);
  document.body.innerHTML = `<main id="content">${old}</main>`;
  const marked = document.querySelector("[data-marked]");
  if (type) document.querySelector(type).value = "typed";
  const page = `<main id="content">${fresh}</main>`;
  const isWhole = renew(new DOMParser().parseFromString(page, "text/html"), "#content");
  const isSame = marked === document.querySelector("[data-marked]");
  return [document.getElementById("content").innerHTML, isWhole, isSame];
}"""


@pytest.fixture(scope="module")
def empty_page(chromium: Browser, address: str) -> Iterator[Page]:
    """A page whose content any script may write."""
    page = Screens(chromium, address).open_new(390)
    page.goto("/offline")
    yield page
    page.context.close()


def renewed(page: Page, old: str, fresh: str, *, type_into: str = "") -> tuple[str, bool, bool]:
    """Renew a page whose content was ``old``.

    Return its content, whether all of it was renewed, and whether what is marked is the element
    that it was.
    """
    told = page.evaluate(RENEW, ["/static/0/live/morph.js", old, fresh, type_into])
    html, is_whole, is_same = told
    return html, is_whole, is_same


@pytest.mark.parametrize(
    ("old", "fresh"),
    [
        ("<p>a</p>", "<p>b</p>"),
        ("<p>a</p>", "<p>a</p><p>b</p>"),
        ("<p>b</p>", "<p>a</p> <p>b</p>"),
        ("<p>a</p><ul><li>1</li></ul>", "<ul><li>2</li><li>1</li></ul>"),
        ('<p class="x">a</p>', '<p class="y" title="t">a</p>'),
        ("<p>a<b>b</b>c</p>", "<p><i>b</i>c<b>a</b></p>"),
        ('<p id="a">a</p><p id="b">b</p>', '<p id="b">b</p><p id="a">c</p>'),
        ('<p id="a">a</p>', '<h2 id="a">a</h2>'),
        ("a<!-- b -->", "<!-- c -->d"),
    ],
)
def test_what_is_renewed_is_as_the_server_drew_it(empty_page: Page, old: str, fresh: str) -> None:
    assert renewed(empty_page, old, fresh)[0] == fresh


def test_a_row_that_is_new_leaves_the_others_the_same_elements(empty_page: Page) -> None:
    fresh = "<ul><li>2</li><li data-marked>1</li></ul>"
    _, _, is_same = renewed(empty_page, "<ul><li data-marked>1</li></ul>", fresh)
    assert is_same


def test_details_stay_as_the_reader_left_them(empty_page: Page) -> None:
    html, *_ = renewed(
        empty_page, '<details id="a" open>1</details>', '<details id="a">2</details>'
    )
    assert html == '<details id="a" open="">2</details>'


def test_what_belongs_to_a_script_is_left_alone(empty_page: Page) -> None:
    html, *_ = renewed(empty_page, "<p data-own>drawn</p><p>1</p>", "<p data-own></p><p>2</p>")
    assert html == '<p data-own="">drawn</p><p>2</p>'
    html, *_ = renewed(empty_page, "<p>1</p><p data-own>drawn</p>", "<p data-own></p><p>2</p>")
    assert html == '<p data-own="">drawn</p><p>2</p>'  # another place takes nobody's element


def test_a_form_with_something_typed_is_left_alone_and_the_rest_is_renewed(
    empty_page: Page,
) -> None:
    html, is_whole, _ = renewed(
        empty_page,
        '<form><input type="hidden" value="1"><input name="why"></form><p>1</p>',
        '<form><input type="hidden" value="2"><input name="why"></form><p>2</p>',
        type_into="[name=why]",
    )
    assert html == '<form><input type="hidden" value="1"><input name="why"></form><p>2</p>'
    assert is_whole is False


def test_a_form_that_nobody_touched_is_renewed(empty_page: Page) -> None:
    html, *_ = renewed(
        empty_page,
        '<form><input type="hidden" value="1"><input name="why"></form>',
        '<form><input type="hidden" value="2"><input name="why"></form>',
    )
    assert 'value="2"' in html


def test_a_form_with_something_typed_stays_where_the_server_draws_none(empty_page: Page) -> None:
    html, *_ = renewed(
        empty_page, '<form><input name="why"></form>', "<p>over</p>", type_into="input"
    )
    assert html == '<form><input name="why"></form><p>over</p>'
