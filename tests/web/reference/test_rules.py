"""The rules pages: all that a score can cite has its place, and figures are the family's."""

import json
import re
from collections.abc import Iterator
from html import unescape
from http import HTTPStatus
from pathlib import Path

import pytest

from scorekeeper.record.reading import read_record
from scorekeeper.rules.scoring import GameScore
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.web.core.filters import rule_anchor
from scorekeeper.wording import write_count
from tests.web.phone import Phone
from tests.worked.comparison import worked_cases

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
CASES = Path(__file__).parents[1] / "cases"


def ids_of(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def records() -> Iterator[object]:
    """The records of all worked deals and of all whole games."""
    yield from [case["record"] for case in worked_cases()]
    yield from [json.loads(file.read_text())["record"] for file in sorted(CASES.glob("*.json"))]


def rules_of(score: GameScore) -> Iterator[str]:
    """The rule of every line of the deals and of the end of the game."""
    for deal in score.deals:
        for hand in deal.score.hands if deal.score else ():
            yield from [line.rule for line in hand.lines]
    for final in score.finish.hands if score.finish else ():
        yield from [line.rule for line in final.lines]


@pytest.fixture(scope="module")
def cited() -> dict[str, set[str]]:
    """What the scores of all worked records cite, by variant, each in the variant's own words."""
    found: dict[str, set[str]] = {key: set() for key in VARIANTS}
    for record in records():
        reading = read_record(record)
        if reading.record is None or reading.score is None:
            continue
        setup = reading.record.setup
        rules = [*rules_of(reading.score), setup.variant.family.rounding_rule(setup.options)]
        found[setup.variant.key] |= {setup.variant.cite(rule) for rule in rules if rule}
    return found


@EVERY_VARIANT
def test_every_citation_of_a_score_has_its_place(
    phone: Phone, variant: Variant, cited: dict[str, set[str]]
) -> None:
    places = ids_of(phone.open(f"/rules/{variant.key}").text)
    assert cited[variant.key]
    assert {rule for rule in cited[variant.key] if rule_anchor(rule) not in places} == set()


@EVERY_VARIANT
def test_every_citation_that_a_variant_renames_has_its_place(
    phone: Phone, variant: Variant
) -> None:
    places = ids_of(phone.open(f"/rules/{variant.key}").text)
    assert [each for each in variant.citations.values() if rule_anchor(each) not in places] == []


@EVERY_VARIANT
def test_every_option_has_its_place(phone: Phone, variant: Variant) -> None:
    places = ids_of(phone.open(f"/rules/{variant.key}").text)
    names = [option.name for option in variant.options]
    assert [name for name in names if f"option-{name}" not in places] == []


@EVERY_VARIANT
def test_no_place_is_there_twice(phone: Phone, variant: Variant) -> None:
    places = ids_of(phone.open(f"/rules/{variant.key}").text)
    assert sorted(places) == sorted(set(places))


@EVERY_VARIANT
def test_every_link_within_the_page_leads_somewhere(phone: Phone, variant: Variant) -> None:
    page = phone.open(f"/rules/{variant.key}").text
    links = re.findall(rf'href="(?:/rules/{variant.key})?#([^"]+)"', page)
    assert links
    assert [link for link in links if link not in ids_of(page)] == []


@EVERY_VARIANT
def test_a_worked_deal_shows_the_points_it_must_come_to(phone: Phone, variant: Variant) -> None:
    page = phone.open(f"/rules/{variant.key}").text
    worked = page[page.index('id="part-worked"') :]
    alone = [example for example in variant.examples if "pairs" not in example.deal]
    sides = [example for example in variant.examples if example not in alone]
    sections = worked.split("<section")[1:]
    of_pairs = [each for each in sections if 'class="pays side"' in each]
    shown = signed(r'"sum">([+−\d]+)<', [each for each in sections if each not in of_pairs])
    assert shown == [points for example in alone for points in example.points]
    assert signed(r"<b>([+−\d]+)</b>", of_pairs) == [
        points for example in sides for points in example.points[:2]
    ]


def signed(pattern: str, texts: list[str]) -> list[int]:
    found = [text for each in texts for text in re.findall(pattern, each)]
    return [int(text.replace("−", "-")) for text in found]


@EVERY_VARIANT
def test_a_rule_is_shown_in_a_few_sentences(variant: Variant) -> None:
    assert variant.rules
    assert [
        rule.key for rule in variant.rules if not re.fullmatch(r"([^.]+\. ?){1,4}", rule.text)
    ] == []


@EVERY_VARIANT
def test_rules_call_a_player_neither_he_nor_she(phone: Phone, variant: Variant) -> None:
    page = re.sub(r'<span class="source">.*?</span>', "", phone.open(f"/rules/{variant.key}").text)
    assert re.findall(r"\b(?:he|him|his|she|her)\b", page, re.IGNORECASE) == []


def test_the_list_says_how_many_ways_there_are(phone: Phone) -> None:
    ways = write_count(len(VARIANTS)).capitalize()
    assert f"{ways} ways to play Oklahoma" in phone.open("/rules").text


def test_the_list_leads_to_the_rules_of_every_variant(phone: Phone) -> None:
    page = phone.open("/rules").text
    assert [key for key in VARIANTS if f'href="/rules/{key}"' not in page] == []


def test_the_modern_text_prints_twenty_for_a_king_in_hand(phone: Phone) -> None:
    page = phone.open("/rules/modern").text
    row = page[page.index('scope="row">King to eight') :]
    assert re.findall(r"<td>([+−\d]+)</td>", row)[:2] == ["+10", "−20"]


def test_the_rules_say_that_a_target_must_be_passed(phone: Phone) -> None:
    assert "somebody passes 1000" in phone.open("/rules/modern").text
    assert "somebody reaches 1000" in phone.open("/rules/laws").text


def test_no_rules_are_found_of_an_unknown_variant(phone: Phone) -> None:
    assert phone.open("/rules/bridge").status == HTTPStatus.NOT_FOUND


def test_a_rule_that_changes_no_score_is_a_note_and_no_field_of_the_form(phone: Phone) -> None:
    notes = phone.open("/rules/contract").text.partition("At the table")[2]
    assert 'id="option-wild_moves"' in notes
    assert "options-wild_moves" not in phone.open("/new?variant=contract").text
    assert "At the table" not in phone.open("/rules/laws").text


def head_of_values(page: str) -> list[str]:
    values = page[page.index('id="part-values"') : page.index('id="part-melds"')]
    return re.findall(r'<th scope="col">([^<]+)</th>', values)


@pytest.mark.parametrize(
    ("variant", "heads"),
    [
        ("laws", ["Melded", "In hand"]),
        ("contract", ["In hand"]),
        ("gin100", ["Deadwood"]),
        ("bare500", ["Melded", "In hand"]),
    ],
)
def test_values_stand_under_the_words_of_the_family(
    phone: Phone, variant: str, heads: list[str]
) -> None:
    assert head_of_values(phone.open(f"/rules/{variant}").text) == heads


def test_a_limit_by_the_upcard_is_shown_where_there_is_one(phone: Phone) -> None:
    limit = "A knocker may keep the pips of the upcard, ten for a face card, with an ace gin only."
    told = [key for key in VARIANTS if limit in phone.open(f"/rules/{key}").text]
    assert told == ["gin150", "gin100"]


def test_a_family_without_a_pad_says_nothing_of_its_melds(phone: Phone) -> None:
    assert "A run is three or more" in phone.open("/rules/rum500").text
    assert "A run is three or more" not in phone.open("/rules/bare500").text


def test_the_rules_of_contract_say_what_each_deal_asks_for(phone: Phone) -> None:
    text = phone.open("/rules/contract").text
    assert re.findall(r"Deal (\d+) asks for (.*?)\.", text) == [
        ("1", "2 sets"),
        ("2", "1 set, 1 run"),
        ("3", "2 runs"),
        ("4", "2 sets, 1 run"),
        ("5", "1 set, 2 runs"),
    ]


def test_a_pad_of_hollywood_is_offered_where_it_can_be_played(phone: Phone) -> None:
    links = re.findall(r'href="(/rules/gin150/pad.pdf[^"]+)"', phone.open("/rules/gin150").text)
    of_games = [unescape(link) for link in links if "scoring=hollywood" in link]
    assert len(of_games) == len(links) // 2
    assert phone.open(of_games[0]).status == HTTPStatus.OK
    assert phone.open("/rules/gin150/pad.pdf?scoring=x").status == HTTPStatus.NOT_FOUND
    assert "scoring" not in phone.open("/rules/laws").text.partition("part-paper")[2]
