"""A club's evening on two phones and a TV, by the same taps in Chromium, Firefox and WebKit.

It runs by ``./run test --browsers``. A browser that is not installed is left out, and said to be.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.games.keys import make_key
from tests.browsers.drivers import driver_of, missing
from tests.browsers.window import Window
from tests.club_site import PASSPHRASE
from tests.served import Served

pytestmark = pytest.mark.browsers

WHOLE = "by:0 K K 2 S 8 K 5 5 next A 6 H 7 J card:2 in_hand K A 7"
"""A deal by the laws of which Ann has 260 and Bob 85."""
OWN = ("by:0 K K 2 S 8 K 5 5", "in_hand QS 9")
"""The hands of another deal, each on a phone of its own: 260 for Ann, 110 off for Bob."""
ANN_OUT = "by:0 K next in_hand A"
GIN = "D 7 by:0 S 4 5 6 C 9 D 9 H 9 D J Q K H 4 next C 8 H 8 D 8 C A 2 3 S 7 9 H T 2"


@dataclass
class Evening:
    """A served site, the phone of Ann, who is an officer and the host, and that of Bob."""

    site: Served
    ann: Window
    bob: Window
    night: str = ""
    game: str = ""
    bobs_game: str = ""


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    lacking = missing(request.param)
    if lacking:
        pytest.skip(f"{request.param} is not installed here: apt-get install {lacking}")
    with ExitStack() as ends:
        site = Served(tmp_path, log=tmp_path / "log")
        site.start()
        ends.callback(site.stop)
        ann, bob = [
            Window(ends.enter_context(driver_of(request.param)), site.address) for _ in range(2)
        ]
        yield Evening(site, ann, bob)


def test_an_evening(evening: Evening) -> None:
    begin_club(evening)
    begin_table(evening)
    enter_whole_deal(evening)
    take_back_and_put_back(evening)
    enter_own_hands(evening)
    enter_while_the_site_is_stopped(evening)
    watch_on_a_tv(evening)
    play_gin(evening)
    close_and_pay(evening)


def begin_club(evening: Evening) -> None:
    ann = evening.ann
    ann.open(f"/set-up/{make_key(evening.site.folder / 'set_up_key')}/")
    ann.tap("$ USD")  # the page comes back with the currency
    ann.wait_for('[name="currency"]', "USD")
    ann.type("The club’s name", "Cavendish")
    ann.type("fee-person_night", "2")
    ann.type("Stake", "1")
    ann.tap("Between the players")
    ann.type("Your name", "Ann")
    ann.type("Passphrase of the officers", PASSPHRASE)
    ann.type("The passphrase again", PASSPHRASE)
    ann.tap("Set up the club")
    ann.tap("Open a night")
    ann.tap("Open the night")
    ann.see("nobody playing yet")
    evening.night = ann.path


def begin_table(evening: Evening) -> None:
    """Ann and Bob sit down, each with a phone; Bob's scans the code."""
    ann, bob = evening.ann, evening.bob
    ann.tap("New table")
    ann.type("players-0", "Ann")
    ann.type("players-1", "Bob")
    ann.tap("Start the game")
    ann.see("Enter deal 1")
    evening.game = ann.path
    code = ann.text("#join figcaption")
    ann.tap("Take your seat")
    ann.tap("Ann")
    ann.see("On a phone")
    bob.open(urlsplit(code).path)
    bob.tap("Bob")
    bob.see_no("Take your seat")
    evening.bobs_game = bob.path
    ann.see("Enter my hand")  # since Bob has a phone, which Ann's is told


def enter_whole_deal(evening: Evening) -> None:
    """Ann enters both hands; Bob's phone shows the score by itself, and he agrees."""
    ann, bob = evening.ann, evening.bob
    ann.tap("Whole deal")
    ann.press(WHOLE)
    ann.open(ann.path)  # what was entered stays on the phone
    ann.tap("Score the deal")
    ann.see("+260", "+85")
    bob.see("740 to go", "915 to go")
    bob.tap("Agree to deal 1")
    ann.see("You have not agreed yet.")
    ann.tap("Agree")
    ann.see("All agree.")


def take_back_and_put_back(evening: Evening) -> None:
    ann, bob = evening.ann, evening.bob
    ann.open(f"{evening.game}undo/2")
    ann.tap("Take it back")
    bob.see("Ann took back deal 1.")
    ann.tap("Put it back")
    for phone in (ann, bob):
        phone.see("740 to go", "915 to go")


def enter_own_hands(evening: Evening) -> None:
    """Each enters the own hand of deal 2 at the same time; the points appear on both phones."""
    ann, bob = evening.ann, evening.bob
    ann.tap("", ".menu > summary")
    ann.tap("Enter my hand alone")
    bob.tap("Enter my hand")
    for phone, presses in zip((ann, bob), OWN, strict=True):
        phone.press(presses)
    for phone in (ann, bob):
        phone.tap("Send")
    ann.see("All hands are in.")
    ann.tap("Score the deal")
    for phone in (ann, bob):
        phone.see("+260", "−110")


def enter_while_the_site_is_stopped(evening: Evening) -> None:
    """Deal 3 waits on the phone, and is sent by itself once the site is back."""
    ann = evening.ann
    ann.open(f"{evening.game}enter")
    ann.press(ANN_OUT)
    evening.site.stop()
    ann.tap("Score the deal")
    ann.see("Deal 3 is kept on this phone.")
    evening.site.start()
    ann.see_no("is kept on this phone.")
    evening.bob.open(evening.bobs_game)
    evening.bob.see("350 to go")


def watch_on_a_tv(evening: Evening) -> None:
    """The TV view has totals, and a button about the screen that looks like one."""
    tv = evening.bob
    tv.open(f"{evening.bobs_game}big")
    tv.see("Ann leads with 650.")
    assert tv.style(".wake button", "textDecorationLine") == "underline"


def play_gin(evening: Evening) -> None:
    """Two others play a deal of gin at the next table, entered on Ann's phone."""
    ann = evening.ann
    ann.open(f"{evening.night}new")
    ann.tap("Gin 150")
    ann.see("Gin 150 · ")
    ann.tap("+ Name")
    for name in ("Cal", "Dot"):
        ann.type("Another name", name)
        ann.tap("Add")
        ann.see(name)
    ann.tap("Start the game")
    ann.tap("Enter deal 1")
    ann.press(GIN)
    ann.tap("Score the deal")
    ann.see("+8")
    end_early(ann, ann.path.partition("deal/")[0])
    end_early(ann, evening.game)


def end_early(phone: Window, game: str) -> None:
    phone.open(f"{game}close")
    phone.tap("End the game")
    phone.see("ended early")


def close_and_pay(evening: Evening) -> None:
    """The night is closed, a payment is marked, and Bob's phone shows it by itself."""
    ann, bob = evening.ann, evening.bob
    ann.open(f"{evening.night}code")
    join = urlsplit(ann.run("return document.getElementById('address').value")).path
    bob.open("/tv")
    bob.type("letters", ann.text(".letters"))
    bob.tap("Watch", "button.main")
    bob.see("Table 1", "Table 2")
    ann.open(f"{evening.night}closing")
    ann.tap("Close the night")
    ann.see("Bob paid Ann $1.00")
    bob.open(f"{join}payouts")
    ann.tap("Bob paid Ann $1.00")
    bob.see("8.00 open")
