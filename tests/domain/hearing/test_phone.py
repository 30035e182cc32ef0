"""The script of the pad hears as the server does."""

from random import Random

from tests.domain.hearing.comparing import heard
from tests.domain.hearing.phone import hard_phrases, heard_on_the_phone, phrases

PHRASES = 200


def test_the_phone_hears_what_the_server_hears() -> None:
    said = [*hard_phrases(), *phrases(Random(17), PHRASES)]
    answers = heard_on_the_phone(said)
    assert len(answers) == len(said)
    for each, answer in zip(said, answers, strict=True):
        assert answer == heard(each.text, each.variant, each.line), each
