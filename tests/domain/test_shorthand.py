"""The shorthand of the text line, against the notation of the record that it stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.domain.cards import CARD_TEXTS, NATURAL_CARDS, Pack, Rank, read_card
from scorekeeper.domain.shorthand import expand_shorthand

TWO_PACKS = Pack(2, 1)


def expand(*texts: str, pack: Pack = TWO_PACKS) -> list[str]:
    return list(expand_shorthand(texts, pack))


@pytest.mark.parametrize(
    ("short", "written"),
    [
        ("KKK", "KH KD KC"),
        ("kkk2", "KH KD KC 2S"),
        ("5555", "5H 5D 5C 5S"),
        ("10 10 10", "TH TD TC"),
        ("101010", "TH TD TC"),
        ("K K *", "KH KD JK"),
        ("8s-Ks", "8S 9S TS JS QS KS"),
        ("8-10♥", "8H 9H TH"),
        ("Ah-4h", "AH 2H 3H 4H"),
        ("Jd-Ad", "JD QD KD AD"),
        ("Ac-Ac", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
        ("10c-8c", "8C 9C TC"),
        ("8s 9s 2=Ts", "8S 9S 2H=TS"),
        ("Q♠ Q Q", "QS QH QD"),
        ("2b 2r", "2C 2H"),
        ("2b 2B", "2C 2S"),
        ("*=7h 8h 9h", "JK=7H 8H 9H"),
        ("2d=qs QH QD", "2D=QS QH QD"),
        ("A72QS86", "A72QS86"),
        ("A 7 2 Qs 8 6", "AH 7D 2C QS 8H 6H"),
        ("", ""),
    ],
)
def test_shorthand_is_written_out(short: str, written: str) -> None:
    assert expand(short) == [written]


@pytest.mark.parametrize("text", ["hello", "8s-Kh", "1H", "K-", "KH=", "=KH", "KX", "2=", "2=*"])
def test_what_is_no_shorthand_is_left_for_the_reader(text: str) -> None:
    assert "".join(expand(text)).upper() == text.upper()


def test_a_bare_queen_is_never_the_queen_of_spades() -> None:
    assert "QS" not in " ".join(expand("QQQ", "QQQ"))


def test_suits_go_round_the_cards_that_are_named() -> None:
    assert expand("Kh Kh Kd", "KKK") == ["KH KH KD", "KC KS KD"]


def test_nine_of_a_rank_show_as_one_too_many_of_a_card() -> None:
    cards = " ".join(expand("KKKK", "KKKK", "K")).split()
    assert max(cards.count(card) for card in cards) == 3


@given(st.lists(st.sampled_from(NATURAL_CARDS), max_size=30))
def test_the_notation_itself_is_left_as_it_is(cards: list[object]) -> None:
    text = " ".join([str(card) for card in cards])
    assert expand(text) == [text]


@given(st.permutations([rank for rank in Rank if rank not in (Rank.JOKER, Rank.QUEEN)] * 8))
def test_a_whole_double_pack_of_bare_ranks_fits_the_pack(ranks: list[Rank]) -> None:
    text = " ".join([rank.letter for rank in ranks])
    cards = [read_card(token) for token in expand(text)[0].split()]
    assert len(cards) == len(ranks)
    assert all(cards.count(card) == 2 for card in set(cards))


@given(st.text(max_size=40))
def test_any_text_is_survived(text: str) -> None:
    expanded = expand(text)[0]
    assert expand(expanded) == [expanded] or not set(expanded.split()) <= set(CARD_TEXTS.values())
