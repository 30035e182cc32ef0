from datetime import timedelta
from fractions import Fraction

import pytest

from scorekeeper.rules.cards import JOKER, QUEEN_OF_SPADES
from scorekeeper.rules.settlement import MINOR_DIGITS, Score, Settlement, Stake
from scorekeeper.wording import (
    label_lines,
    name_columns,
    shorten_names,
    write_card,
    write_count,
    write_date,
    write_day_and_month,
    write_duration,
    write_money,
    write_names,
    write_night,
    write_plural,
    write_points,
    write_proof,
    write_ranges,
    write_sentence,
    write_signed,
    write_signed_amount,
    write_size,
    write_stake,
    write_sum,
    write_symbol,
)


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (1045, "1045"),
        (0, "0"),
        (-130, "−130"),
        (Fraction(200, 3), "66⅔"),
        (Fraction(-200, 3), "−66⅔"),
        (Fraction(1, 3), "⅓"),
        (Fraction(15, 2), "7½"),
        (Fraction(200, 1), "200"),
        (Fraction(200, 7), "28\u00a04/7"),
        (Fraction(-4, 7), "−4/7"),
    ],
)
def test_points_have_a_true_minus_and_vulgar_fractions(score: Score, written: str) -> None:
    assert write_points(score) == written


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("Waiting for Ann", "Waiting for Ann."),
        ("Waiting for Ann jr.", "Waiting for Ann jr."),
        ("Challenged: “my joker”", "Challenged: “my joker”."),
        ("Challenged: “my joker.”", "Challenged: “my joker.”"),
        ("Challenged: “Really?”", "Challenged: “Really?”"),
    ],
)
def test_a_sentence_has_one_full_stop(words: str, sentence: str) -> None:
    assert write_sentence(words) == sentence


@pytest.mark.parametrize(
    ("score", "written"),
    [(200, "+200"), (-215, "−215"), (0, "0"), (Fraction(200, 3), "+66⅔")],
)
def test_points_on_top_of_others_carry_their_sign(score: Score, written: str) -> None:
    assert write_signed(score) == written


@pytest.mark.parametrize(
    ("minor", "currency", "written"),
    [
        (1600, "USD", "$16.00"),
        (-250, "EUR", "−€2.50"),
        (300, "JPY", "¥300"),
        (400, "CHF", "CHF\u00a04.00"),
        (1234, "BHD", "BHD\u00a01.234"),
        (5, "RSD", "RSD\u00a00.05"),
        (0, "GBP", "£0.00"),
    ],
)
def test_money_has_its_sign_and_the_digits_of_iso_4217(
    minor: int, currency: str, written: str
) -> None:
    assert write_money(minor, currency) == written


def test_every_currency_has_a_sign() -> None:
    assert [currency for currency in MINOR_DIGITS if not write_symbol(currency)] == []


@pytest.mark.parametrize(
    ("minor", "written"), [(1400, "+14.00"), (-200, "−2.00"), (0, "0.00"), (-5, "−0.05")]
)
def test_an_amount_won_or_lost_carries_its_sign(minor: int, written: str) -> None:
    assert write_signed_amount(minor, "USD") == written
    assert write_sum(minor, "USD") == written.removeprefix("+")


@pytest.mark.parametrize(
    ("minor", "currency", "written"),
    [
        (999_999, "USD", "9999.99"),
        (1_000_000, "USD", "10\u202f000.00"),
        (-1_375_000_000, "USD", "−13\u202f750\u202f000.00"),
        (28_750_000, "JPY", "28\u202f750\u202f000"),
    ],
)
def test_from_five_digits_on_a_sum_is_parted(minor: int, currency: str, written: str) -> None:
    assert write_sum(minor, currency) == written
    assert written.lstrip("−") in write_money(minor, currency)
    assert written in write_signed_amount(minor, currency)


def test_the_proof_of_many_players_has_two_sums() -> None:
    nets = (4_000_000, 600, -100, -500, -4_000_000)
    stake = Stake(currency="USD", minor=100, per=100)
    settled = Settlement(stake=stake, pairs=(), net=nets, transfers=())
    assert write_proof(settled) == "40\u202f006.00 − 40\u202f006.00 = 0"
    few = Settlement(stake=stake, pairs=(), net=(600, -600), transfers=())
    assert write_proof(few) == "6.00 − 6.00 = 0"


def test_a_stake_says_what_for_how_many_points() -> None:
    assert write_stake(Stake(currency="USD", minor=100, per=100)) == "$1 per 100"


def test_a_stake_for_one_point_is_per_point() -> None:
    assert write_stake(Stake(currency="USD", minor=5, per=1)) == "$0.05 per point"


def test_a_date_is_written_in_words() -> None:
    assert write_date("2026-11-20") == "20 November 2026"


def test_a_night_of_this_year_needs_no_year() -> None:
    assert write_night("2026-11-20", "2026-12-31") == "Friday 20 November"
    assert write_night("2026-11-20", "2027-01-01") == "Friday 20 November 2026"
    assert write_night("2026-11-20") == "Friday 20 November 2026"
    assert write_day_and_month("2026-11-22") == "22 November"


def test_a_noun_with_an_odd_plural() -> None:
    assert [write_plural(count, "person", "people") for count in (1, 2)] == ["1 person", "2 people"]


def test_no_date_is_nothing() -> None:
    assert write_date("") == ""


def test_a_text_that_is_no_date_is_refused() -> None:
    with pytest.raises(ValueError, match="isoformat"):
        write_date("next Friday")


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Cal"], "Ann, Bob and Cal"),
    ],
)
def test_names_are_written_as_in_a_sentence(names: list[str], written: str) -> None:
    assert write_names(names) == written


def test_cards_are_named_in_full() -> None:
    assert (write_card(QUEEN_OF_SPADES), write_card(JOKER)) == ("queen of spades", "Joker")


def test_counts_are_words_while_they_are_short() -> None:
    assert [write_count(count) for count in (0, 5, 12)] == ["no", "five", "12"]


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (98_304, "98.3 kB"),
        (1_999_999, "1.9 MB"),
        (10**12, "1.0 TB"),
    ],
)
def test_a_size_is_rounded_down(count: int, text: str) -> None:
    assert write_size(count) == text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (1, "1 minute"),
        (75, "1 hour 15 minutes"),
        (47 * 60 + 59, "47 hours 59 minutes"),
        (48 * 60, "2 days"),
        (51 * 60 + 20, "2 days 3 hours"),
    ],
)
def test_a_length_of_time_in_words(minutes: int, text: str) -> None:
    assert write_duration(timedelta(minutes=minutes, seconds=29)) == text
    assert write_duration(timedelta(minutes=minutes, seconds=-30)) == text


@pytest.mark.parametrize(
    ("numbers", "words"),
    [((1,), ["1"]), ((1, 2, 4), ["1", "2", "4"]), ((1, 3, 4, 5, 6, 8), ["1", "3–6", "8"])],
)
def test_numbers_in_a_row_are_written_as_a_range(
    numbers: tuple[int, ...], words: list[str]
) -> None:
    assert write_ranges(numbers) == words


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann", "Bob"), ["A", "B"]),
        (("Ann", "Bartholomew"), ["A", "B"]),
        (("Bartholomew", "Bob"), ["Ba", "Bo"]),
        (("Bartholomew", "Barth"), ["B…ol", "Bart"]),
        (("Bartholomew Alexander", "Bartholomew Augustus", "Cal"), ["B…Al", "B…Au", "Cal"]),
        (("אברהם", "בנימין"), ["א", "ב"]),
    ],
)
def test_long_names_are_shortened_until_they_differ(
    names: tuple[str, ...], short: list[str]
) -> None:
    assert shorten_names(names) == short


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bartholomew Longfellow"), ["Ann", "Bartholomew Longfellow"]),
        (("Ann", "Bartholomew Longfellow Jr"), ["Ann", "Barthol…Jr"]),
        (("Annabel", "Annabella"), ["Annabel", "Annabella"]),
        (("Annabel", "Annabella", "Bob", "Cal"), ["Annabel", "An…la", "Bob", "Cal"]),
        (
            ("Bartholomew Al", "Bartholomew Au", "Bartholomew Bo", "Bartholomew Bo-Dot"),
            ["Ba…Al", "Ba…Au", "Bartholomew Bo", "B…Bo-Dot"],
        ),
        (
            ("Bartholomew Ann", "Bartholomew Bob", "Bernadotte Ann", "Bernadotte Bob"),
            ["Ba…Ann", "Ba…Bob", "Be…Ann", "Be…Bob"],
        ),
        (("Bartholomew Abb", "Bartholomew Abc", "Cal", "Dot"), ["B…Abb", "B…Abc", "Cal", "Dot"]),
        (("x" * 39 + "a", "x" * 39 + "b", "Cal", "Dot"), ["xxx…a", "xxx…b", "Cal", "Dot"]),
        (("אברהם בן דוד", "אברהם בן יוסף", "Cal", "Dot"), ["א…דוד", "א…יוסף", "Cal", "Dot"]),
        (("Müllerin e\u0301", "Müllerin e\u0300", "Cal"), ["Mül…e\u0301", "Mül…e\u0300", "Cal"]),
    ],
)
def test_names_that_begin_alike_are_told_apart_in_narrow_columns(
    names: tuple[str, ...], shown: list[str]
) -> None:
    assert name_columns(names) == shown


def test_the_end_of_a_line_in_a_chart_has_the_last_word_that_tells_a_long_name_apart() -> None:
    names = ["Friedrich-Wilhelm von Osten-Sacken sen.", "Ann"]
    assert label_lines(names, 12, 2) == [["Friedri…sen."], ["Ann"]]
