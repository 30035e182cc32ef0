"""An evening of Hollywood on four phones: two that play, one that watches, and a TV."""

from playwright.sync_api import Page, expect

from tests.browser.games import door_of, hollywood, post_record, take_seat
from tests.browser.looking import resize
from tests.browser.pad_screen import enter_digits, tap
from tests.browser.screens import Screens


def enter_knock(
    phone: Page, game: str, *, by: int, counts: tuple[str, str], mode: str = ""
) -> None:
    """Enter the next deal in counts, the knocker's first; a phone goes on in its ``mode``."""
    phone.goto(f"{game}enter")
    tap(phone, f"D K by:{by}{mode}")
    enter_digits(phone, counts[0])
    tap(phone, "next")
    enter_digits(phone, counts[1])
    phone.locator("#pad").get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/*")


def test_a_deal_is_written_into_the_open_games_on_every_phone(screens: Screens) -> None:
    ann = screens.open(390)
    game = post_record(ann, hollywood(6))
    ann.goto(game)
    watching, tv, bob = (screens.open(width) for width in (320, 1024, 360))
    for phone in (watching, tv, bob):
        phone.goto(door_of(ann, game))
    shared = bob.url.partition("seat")[0]
    take_seat(bob, shared, 1)
    watching.goto(shared)
    tv.goto(f"{shared}big")
    expect(watching.locator("tbody .shut").first).to_be_visible()
    watching.locator(".sheet .game > a").nth(1).click()
    expect(watching.locator("#so-far .game:target")).to_be_visible()
    expect(tv.locator(".board.closed")).to_have_count(1)
    # What is entered on one phone is on all others without a tap.
    enter_knock(ann, game, by=0, counts=("2", "12"), mode=" sums")
    expect(ann.locator("main")).to_contain_text("Written into games 2 and 3.")
    row = watching.locator("tr[data-deal]").last
    expect(row.locator("td")).to_have_text(["", "", "98", "", "73", ""])
    expect(tv.locator(".board").nth(1).locator(".togo").first).to_have_text("2 to go")
    enter_knock(ann, game, by=0, counts=("0", "15"))
    expect(ann.locator("main")).to_contain_text("Game 2 is closed: Ann won it. Game 3 is closed")
    bob.goto(f"{shared}final")
    expect(bob.locator(".verdict")).to_contain_text("Ann wins all three games together")
    expect(tv.locator(".says").first).to_have_text("Ann wins.")
    # In large text one whole game is beside the column of deals, and the box stops at each.
    resize(watching, 320)
    watching.evaluate("document.documentElement.style.fontSize = '200%'")
    box = watching.locator(".pad > .box")
    heads = box.locator(".game").evaluate_all("all => all.map(each => each.clientWidth)")
    room = box.evaluate("box => box.clientWidth - box.querySelector('tbody th').offsetWidth")
    assert max(heads) <= room
    assert box.evaluate("box => getComputedStyle(box).scrollSnapType") == "x mandatory"
