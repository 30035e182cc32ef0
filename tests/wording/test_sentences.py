"""Sentences with named places: the form for a count, the full stop, names kept apart."""

import pytest

from scorekeeper.wording.sentences import by_count, fill_sentence


@pytest.mark.parametrize(("count", "words"), [(1, "1 deal is left"), (2, "2 deals are left")])
def test_the_form_follows_the_count(count: int, words: str) -> None:
    assert by_count(count, "{n} deal is left", "{n} deals are left") == words


def test_each_name_in_a_sentence_is_isolated() -> None:
    words = fill_sentence("{payer} paid {payee} {sum}", payer="שרה", payee="דוד", sum="$5.00")
    assert words == "\u2068שרה\u2069 paid \u2068דוד\u2069 $5.00."


def test_a_name_that_brings_its_full_stop_gets_no_other() -> None:
    assert fill_sentence("Waiting for {names}", names="Ann B.") == "Waiting for Ann B."
