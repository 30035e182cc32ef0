"""The shorthand of the text line, against the notation of the record that it stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import CARD_TEXTS, expand_shorthand


@pytest.mark.parametrize(
    ("short", "written"),
    [
        ("KKK", "K K K"),
        ("kkk2", "K K K 2"),
        ("5555", "5 5 5 5"),
        ("10 10 10", "T T T"),
        ("101010", "T T T"),
        ("K K *", "K K JK"),
        ("8s-Ks", "8S 9S TS JS QS KS"),
        ("8-10♥", "8H 9H TH"),
        ("Ah-4h", "AH 2H 3H 4H"),
        ("Jd-Ad", "JD QD KD AD"),
        ("Ac-Ac", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
        ("10c-8c", "8C 9C TC"),
        ("8s 9s 2=Ts", "8S 9S 2=TS"),
        ("Q♠ Q Q", "QS Q Q"),
        ("2b 2r", "2B 2R"),
        ("*=7h 8h 9h", "JK=7H 8H 9H"),
        ("*=k k 2b=10", "JK=K K 2B=T"),
        ("2d=qs QH QD", "2D=QS QH QD"),
        ("7♠8♥9♦K♣", "7S 8H 9D KC"),
        ("9♥10♥J♥", "9H TH JH"),
        ("6c7c8c", "6C 7C 8C"),
        ("TsJsQs KhKd", "TS JS QS KH KD"),
        ("♥A♥2♥10 ♠7", "AH 2H TH 7S"),
        ("A72QS86", "A72QS86"),
        ("A 7 2 Qs 8 6", "A 7 2 QS 8 6"),
        ("", ""),
    ],
)
def test_shorthand_is_written_out(short: str, written: str) -> None:
    assert expand_shorthand(short) == written


@pytest.mark.parametrize("text", ["hello", "8s-Kh", "1H", "K-", "KH=", "=KH", "KX", "2=", "2=*"])
def test_text_that_is_no_shorthand_is_left_for_the_reader(text: str) -> None:
    assert expand_shorthand(text) == text


@given(st.lists(st.sampled_from(sorted(CARD_TEXTS.values())), max_size=30))
def test_the_notation_itself_is_left_as_it_is(cards: list[str]) -> None:
    text = " ".join(cards)
    assert expand_shorthand(text) == text


@given(st.text(max_size=40))
def test_any_text_can_be_expanded_and_expanding_it_again_changes_nothing(text: str) -> None:
    expanded = expand_shorthand(text)
    assert expand_shorthand(expanded) == expanded
