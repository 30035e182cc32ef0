"""A hand counted by itself on the keys of the pad, and without scripts in the plain form."""

from playwright.sync_api import Page, expect

from tests.browser.looking import NARROWEST, misfits, usual_faults
from tests.browser.pad_screen import pad, tap
from tests.browser.screens import Screens


def count(page: Page) -> None:
    pad(page).get_by_role("button", name="Count the hand").click()
    expect(page.get_by_role("region", name="The count")).to_be_visible()


def test_a_hand_is_counted_by_the_keys_and_changed_on_them(phone: Page) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto("/hand?variant=laws")
    expect(pad(phone).locator(".hints")).to_contain_text("a run from 8 to king")
    assert "on_demand" not in "".join(asked)  # it comes with the first key
    expect(pad(phone).get_by_role("link", name="All games")).to_be_visible()
    tap(phone, "S 8 K K K 2 in_hand 5 6 QS")
    expect(pad(phone).locator(".tab")).to_have_text("This hand30")
    count(phone)
    expect(phone.locator(".best")).to_contain_text("+30")
    expect(phone.get_by_label("Melded", exact=True)).to_be_hidden()
    phone.get_by_role("button", name="Change the cards").click()
    tap(phone, "undo")
    expect(pad(phone).locator(".reason")).to_have_text(
        "No press to take back. Tap a card to take it out."
    )
    tap(phone, "in_hand 9")
    expect(pad(phone).locator(".tab")).to_have_text("This hand20")
    count(phone)
    expect(phone.locator(".best")).to_contain_text("+20")
    phone.go_back()
    phone.go_back()
    expect(pad(phone).locator(".tab")).to_have_text("This hand30")
    assert phone.evaluate("Object.keys(localStorage).filter(name => name.startsWith('pad'))") == []


def test_the_cards_go_along_to_other_house_rules_and_to_another_variant(phone: Page) -> None:
    phone.goto("/hand?variant=laws")
    tap(phone, "in_hand K A")
    pad(phone).get_by_text("Laws of Oklahoma").click()
    variants = pad(phone).get_by_role("navigation", name="Variant").get_by_role("link")
    expect(variants).to_contain_text(["Laws", "Modern", "Contract", "Gin"])
    pad(phone).get_by_text("House rules").click()
    phone.get_by_label("King to eight left in hand").select_option("20")
    phone.get_by_role("button", name="Use these rules").click()
    expect(phone.locator(".best")).to_contain_text("−40")
    phone.get_by_role("link", name="Contract").click()
    expect(phone.locator(".best")).to_contain_text("25")
    phone.get_by_role("link", name="Another hand").click()
    expect(pad(phone).locator(".tab")).to_have_text("This hand–")


def test_an_impossible_hand_is_reported_on_the_keys_until_it_is_mended(phone: Page) -> None:
    phone.goto("/hand?variant=laws&melds=KKK&in_hand=QS QS QS")
    problem = pad(phone).get_by_role("link", name="QS stands 3 times")
    problem.click()
    expect(pad(phone).get_by_role("button", name="In hand")).to_have_attribute(
        "aria-pressed", "true"
    )
    tap(phone, "drop:0")
    expect(problem).to_be_hidden()
    tap(phone, "QS")
    expect(pad(phone).locator(".reason")).to_contain_text("used: your hand.")


def test_what_the_keys_cannot_show_is_changed_as_text(phone: Page) -> None:
    phone.goto("/hand?variant=laws&in_hand=K pear")
    expect(phone.get_by_label("In hand", exact=True)).to_be_visible()
    expect(phone.get_by_role("button", name="Count the hand")).to_be_visible()


def test_the_keys_of_one_hand_have_no_fault(screens: Screens) -> None:
    page = screens.open(320)
    # Contract has the same keys, with other words.
    for variant, find in (("laws", usual_faults), ("contract", narrow_misfits)):
        page.goto(f"/hand?variant={variant}")
        pad(page).locator(".rules > summary").click()
        tap(page, "9 S 4 7")
        more = pad(page).get_by_text("More", exact=True)
        more.click()
        expect(pad(page).locator(".seldom .chip")).to_have_text(
            ["Say or type the cards", "Say less", "Left-handed", "Start again"]
        )
        more.click()
        assert find(page) == [], variant


def narrow_misfits(page: Page) -> list[str]:
    return misfits(page, NARROWEST)
