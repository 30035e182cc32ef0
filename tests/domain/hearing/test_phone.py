"""The script of the pad hears as the server does."""

from gzip import compress
from random import Random

from scorekeeper.web.core.assets import STATIC
from scorekeeper.web.core.bundling import join_file
from tests.domain.hearing.comparing import heard
from tests.domain.hearing.phone import hard_phrases, heard_on_the_phone, phrases

PHRASES = 200
SCRIPT = 9728
"""Bytes of the script that hears, with its table, as a browser takes it by plain http."""


def test_the_phone_hears_what_the_server_hears() -> None:
    said = [*hard_phrases(), *phrases(Random(17), PHRASES)]
    answers = heard_on_the_phone(said)
    assert len(answers) == len(said)
    for each, answer in zip(said, answers, strict=True):
        assert answer == heard(each.text, each.variant, each.line), each


def test_the_script_that_hears_is_small() -> None:
    assert len(compress(join_file(STATIC / "deal/hear/hear.js"))) <= SCRIPT
