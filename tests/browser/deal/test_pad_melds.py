"""Melds on the keys: what a press makes, and what it refuses and why."""

import pytest

from tests.browser.pad_keys import Keys, setup_of

MELDS = {
    "a rank key is a set of three": ("K", ["K K K"]),
    "the same key again makes four": ("K K", ["K K K K"]),
    "a third press is another set of that rank": ("K K K", ["K K K K", "K K K"]),
    "New begins another set of that rank": ("K new K", ["K K K", "K K K"]),
    "a key held down is another set, of four": ("K held:K", ["K K K", "K K K K"]),
    "a set of four of which one natural is used up has a deuce": (
        "S J K K K held:K",
        ["JS-KS", "K K K K", "K K K 2"],
    ),
    "a key slid up is a set with a deuce": ("K up:K", ["K K K", "K K 2"]),
    "slid up and held there, it is one of four": ("up:K:K up:3", ["K K K 2", "3 3 2"]),
    "a set with a deuce may grow, and have more wild cards": ("up:K K JK", ["K K 2 JK"]),
    "after the shortest run, a key slid up is a set": ("S 8 up:K", ["8S-TS", "K K 2"]),
    "a suit and a card are the shortest run": ("S 8 H 3 C Q", ["8S-TS", "3H-5H", "QC-AC"]),
    "held down, the card is that of a run of four": ("S held:8 D held:A", ["8S-JS", "AD-4D"]),
    "after the shortest run, a key held down is a set": ("S 8 held:K", ["8S-TS", "K K K K"]),
    "after the shortest run, New keeps a rank from ending it": ("S 8 new K", ["8S-TS", "K K K"]),
    "the shortest run goes on to its last card": ("S 8 S T 8 D A A", ["8S-TS", "8S-TS", "AD-AD"]),
    "where no run can begin, its last card is waited for": ("S K J", ["JS-KS"]),
    "a run waits for its last card where a natural card is used up": (
        "H 8 H T H 9 J",
        ["8H-TH", "TH-QH", "9H 2=TH JH"],
    ),
    "two and the Joker after the shortest run are laid into it": (
        "S 8 2 9 D 4 JK 4",
        ["8S 2=9S TS", "JK=4D 5D 6D"],
    ),
    "cards of a run that follow one another make it": (
        "H 5 6 7 8 T 9",
        ["5H-8H", "T T T", "9 9 9"],
    ),
    "so they do downwards": ("H J T 9 8 5", ["8H-JH", "5 5 5"]),
    "so does a two after an ace": ("H A 2 3 4", ["AH-4H"]),
    "its last card may come before that": ("H 5 6 T 4", ["5H-TH", "4 4 4"]),
    "a wild card goes into a run of cards pressed one by one": ("H 5 6 7 JK 6", ["5H JK=6H 7H"]),
    "a run is a suit and two ends": ("S 8 K", ["8S-KS"]),
    "the ends of a run may come in either order": ("S K 8", ["8S-KS"]),
    "an ace before its run is low": ("H A 4", ["AH-4H"]),
    "an ace after its run is high": ("H J A", ["JH-AH"]),
    "from ace to ace is all fourteen": ("D A A", ["AD-AD"]),
    "an ace and a king span thirteen": ("D A K", ["AD-KD"]),
    "another suit before the first end takes its place": ("S H 3 5", ["3H-5H"]),
    "a run may begin with the two": ("C 2 5", ["2C-5C"]),
    "two after a set makes one of it a deuce": ("K 2", ["K K 2"]),
    "two twice makes two deuces": ("K K 2 2", ["K K 2 2"]),
    "the Joker after a set makes one of it the Joker": ("K JK", ["K K JK"]),
    "deuces that leave one natural card are named": ("3 2 2", ["3 2=3 2=3"]),
    "a set may grow after its deuce": ("K 2 K", ["K K 2 K"]),
    "a tap makes a card of a run a deuce": ("S 8 K card:2", ["8S 9S 2=TS JS QS KS"]),
    "a second tap makes it the Joker": ("S 8 J card:2 card:2", ["8S 9S JK=TS JS"]),
    "a third tap makes it natural again": ("S 8 J card:2 card:2 card:2", ["8S-JS"]),
    "two and a rank make a card of a run a deuce": ("S 8 J 2 T", ["8S 9S 2=TS JS"]),
    "the Joker and a rank make a card of a run the Joker": ("S 8 J JK 8", ["JK=8S 9S TS JS"]),
    "the two of a run may be the Joker": ("S A 3 card:1", ["AS JK=2S 3S"]),
    "a two in a run with a wild lies as a two": ("S A 4 card:3", ["AS 2S=2S 3S 2=4S"]),
    "two with no meld before is a set of twos": ("2", ["2=2 2=2 2=2"]),
    "the queen of spades marks a queen": ("Q QS", ["QS Q Q"]),
    "the queen of spades again marks two": ("Q QS QS", ["QS QS Q"]),
    "the queen of spades alone begins a set of queens": ("QS", ["QS Q Q"]),
    "the cross removes a line": ("K 5 x:0", ["5 5 5"]),
    "a line that is opened can be changed": ("K 5 line:0 2", ["K K 2", "5 5 5"]),
    "a set of which one natural is used up has a deuce": (
        "K new K new K",
        ["K K K", "K K K", "K K 2"],
    ),
    "a wild above the end of a run": ("S J K JK A", ["JS QS KS JK=AS"]),
    "a wild below the end of a run": ("S 8 T 2 7", ["2=7S 8S 9S TS"]),
    "a wild below two cards, in place of the card that filled them up": (
        "S 8 9 2 7 H J T JK Q",
        ["2=7S 8S 9S", "TH JH JK=QH"],
    ),
    "a wild above the card that filled two up": ("S 8 9 2 J", ["8S 9S TS 2=JS"]),
    "a two in its own place below a run": ("S 3 5 2 2", ["2S-5S"]),
    "what was heard is added at once": (
        'add:{"melds":["K K K 2","8S 9S TS","8H 9H 2D=TH"]}',
        ["K K K 2", "8S-TS", "8H 9H 2D=TH"],
    ),
}


@pytest.mark.parametrize("rule", MELDS)
def test_the_keys_make_melds(keys: Keys, rule: str) -> None:
    presses, melds = MELDS[rule]
    sent = ["by:0", *(presses.split(" ") if not presses.startswith("add:") else [presses])]
    pressed = keys.press_all([sent], setup_of())[0]
    assert pressed.melds == melds
    assert not pressed.refusals


REFUSALS = {
    "round the corner": ("S K 2 x:0 S K A", "A run has 3 cards or more."),
    "a run of one": ("S 8 8", "A run has 3 cards or more."),
    "a ninth deuce": ("2 2 2 2 in_hand 2 2", "All eight deuces are used: Ann’s twos."),
    "a second Joker": ("K JK 5 JK", "The Joker is used: Ann’s kings."),
    "a third queen of spades": (
        "S J K S T Q in_hand QS",
        "Both queens of spades are used: Ann’s run.",
    ),
    "a ninth of a rank": (
        "K K K K next in_hand K",
        "All eight kings are used: Ann’s kings.",
    ),
    "a fourth ace where none is left": (
        "next in_hand A melded A A A A",
        "All eight aces are used: Bob’s aces, Bob’s hand.",
    ),
    "another set of aces where two are left": (
        "next in_hand A A melded A A A",
        "Six of eight aces are used: Bob’s aces, Bob’s hand.",
    ),
    "a set of which one natural is left": (
        "K K K new K",
        "Seven of eight kings are used: Ann’s kings.",
    ),
    "a run of which several cards are used": (
        "D 7 Q D 7 Q card:1 seat:1 melded D 7 Q",
        "Five cards of this run are used: Ann’s run.",
    ),
    "a set of twos where two are left": (
        "5 2 2 new 6 2 2 new 8 2 2 new 9 JK new 2",
        "Two deuces are left, too few for a set. Open a meld to lay one into it.",
    ),
    "a Joker before its meld": ("JK", "The meld first, then its wild cards."),
    "a Joker as the end of a run": ("S JK", "Give the first and last card, then the Joker."),
    "a rank that is not in the run": ("S 8 J 2 5", "This run has no five."),
    "a wild above an ace": ("S J A JK 2", "This run has no two."),
    "a second Joker where no meld is open": ("K JK S JK", "The Joker is used: Ann’s kings."),
    "a suit in hand": ("next in_hand S", "Cards in hand need no suit; Q♠ has a key."),
    "cards in hand of who went out": ("in_hand", "Ann went out and holds no card."),
    "a card slid into the hand of who went out": ("K down:9", "Ann went out and holds no card."),
    "a set with a deuce where none is left": (
        "2 2 2 2 2 2 up:K",
        "All eight deuces are used: Ann’s twos.",
    ),
    "a wild in a set of wilds": ("K 2 2 2 2", "Every card of these kings is wild already."),
    "text that is no meld": ('add:{"melds":["8S9D"]}', "“8S9D” is neither a set nor a run."),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_the_keys_refuse_with_a_reason(keys: Keys, what: str) -> None:
    presses, reason = REFUSALS[what]
    pressed = keys.press(f"by:0 {presses}", setup_of(players=2))
    assert pressed.refusals
    assert pressed.reason == reason


def test_a_key_slid_down_is_a_card_in_hand_and_held_it_is_two(keys: Keys) -> None:
    assert keys.press("by:0 next K down:9 QS").fields["hand1-in_hand"] == "9 QS"
    for presses in ("in_hand held:9", "held:9 turn:9", "down:9:9", "down:9 9"):
        assert keys.press(f"by:0 next {presses}").fields["hand1-in_hand"] == "9 9"


def test_a_press_that_is_refused_changes_nothing(keys: Keys) -> None:
    before, after = keys.press("by:0 K JK"), keys.press("by:0 K JK new 5 JK")
    assert after.melds == [*before.melds, "5 5 5"]


def test_no_deuce_comes_into_a_set_that_grows(keys: Keys) -> None:
    presses = "in_hand A melded A A A A A A A A A A"
    melds = keys.press(f"end:stock {presses}").melds
    assert melds == ["A A A A", "A A A"]


def test_the_reason_tells_where_the_cards_are(keys: Keys) -> None:
    pressed = keys.press("by:0 S J K next Q QS next in_hand QS")
    assert pressed.reason == "Both queens of spades are used: Ann’s run, Bob’s queens."
    assert pressed.state["refused"]["at"] == {"seat": 0, "line": 0}


def test_a_third_eight_of_hearts_can_only_be_a_deuce(keys: Keys) -> None:
    pressed = keys.press("by:0 H 6 8 H 8 T H 7 9")
    assert pressed.melds[2] == "7H 2=8H 9H"
    assert pressed.doubts == ["No eight of hearts is left: a deuce stands there."]


def test_a_wild_that_the_pad_laid_is_agreed_to_by_one_tap(keys: Keys) -> None:
    pressed = keys.press("by:0 H 6 8 H 8 T H 7 9 card:1")
    assert (pressed.melds[2], pressed.doubts) == ("7H 2=8H 9H", [])


def test_several_cards_of_a_run_used_elsewhere_become_wild_only_if_asked(keys: Keys) -> None:
    stopped = keys.press("by:0 D 7 Q D 7 Q card:1 seat:1 melded D 7 Q")
    assert "hand1-melds" not in stopped.fields
    assert stopped.state["refused"]["at"] == {"seat": 0, "line": 0}
    assert stopped.state["refused"]["offer"]["press"] == "fill:Q"
    asked = keys.press("by:0 D 7 Q D 7 Q card:1 seat:1 melded D 7 Q fill:Q")
    assert asked.fields["hand1-melds"] == "2=7D 8D 2=9D 2=TD 2=JD 2=QD"
    assert asked.state["pending"] is None
    assert asked.doubts[-1] != "No queen of diamonds is left: a deuce stands there."


def test_a_set_with_two_wilds_is_laid_if_asked(keys: Keys) -> None:
    assert keys.press("by:0 K K K new K fill:K").melds[-1] == "K 2=K 2=K"


@pytest.mark.parametrize(
    "presses",
    [
        "by:0 D 7 Q D 7 Q seat:1 melded D 7 Q",  # none of its cards would be natural
        "by:0 5 2 2 new 6 2 2 new 8 2 2 D 7 Q D 7 Q card:1 seat:1 melded D 7 Q",  # two deuces left
    ],
)
def test_wilds_that_cannot_make_the_run_are_not_offered(keys: Keys, presses: str) -> None:
    pressed = keys.press(presses)
    assert pressed.reason.startswith(("Six cards of this run", "Five cards of this run"))
    assert "offer" not in pressed.state["refused"]
