"""The page of the house rules of a new game, without scripts."""

import re
from typing import Final

import pytest

from scorekeeper.rules.variants import VARIANTS
from tests.web.phone import Phone, Seen

NAMES: Final = {"players-0": "Ann", "players-1": "Bob"}


def press(phone: Phone, seen: Seen, button: str, **typed: str) -> Seen:
    return phone.send(seen, {**typed, "do": button}, form=len(seen.forms) - 1)


def rules(phone: Phone, variant: str = "laws", **typed: str) -> Seen:
    """Return the page of the house rules, opened from the form of a new game."""
    return press(phone, phone.open(f"/new?variant={variant}"), "rules", **NAMES, **typed)


def row(seen: Seen, name: str) -> str:
    """Return the HTML of the row of an option."""
    rows = re.split(r'<(?:div|details) class="rule', seen.text)[1:]
    return next(each for each in rows if f'"options-{name}"' in each)


def count(seen: Seen) -> str:
    found = re.search(r'id="changed">(.*?)</span>', seen.text)
    assert found is not None
    return found[1]


def house(seen: Seen) -> str:
    found = re.search(r'id="house">(.*?)</p>', seen.text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_that_a_score_depends_on_has_one_row_under_its_heading(
    phone: Phone, variant: str
) -> None:
    seen = rules(phone, variant)
    idle = VARIANTS[variant].family.idle_options(VARIANTS[variant].defaults, 2)
    known = [each for each in VARIANTS[variant].options if each.name not in idle]
    options = [option for option in known if option.scores]
    sections = re.split(r'<section id="', seen.text)[1:]
    for option in options:
        found = [each for each in sections if f'id="options-{option.name}"' in each]
        assert [each.partition('"')[0] for each in found] == [option.group.lower()]
    assert len(re.findall(r'class="rule', seen.text)) == len(options)


def test_as_long_as_nothing_is_changed_the_page_says_as_printed(phone: Phone) -> None:
    seen = rules(phone)
    assert count(seen) == "as printed"
    assert "<small data-printed hidden>printed: 250" in row(seen, "concealed_bonus")


def test_what_is_changed_is_counted_and_shown_beside_what_is_printed(phone: Phone) -> None:
    changed = {"options-concealed_bonus": "300", "options-five_players": "yes"}
    seen = press(phone, rules(phone), "rules", **changed)
    assert count(seen) == "2 changed"
    assert "<small data-printed>printed: 250" in row(seen, "concealed_bonus")
    assert "<b>300</b>" in row(seen, "concealed_bonus")
    assert "<small data-printed>printed: no" in row(seen, "five_players")


def test_the_rules_go_back_into_the_form_and_nothing_typed_is_lost(phone: Phone) -> None:
    more = {"title": "Friday", "stake-amount": "2"}
    seen = press(phone, rules(phone, **more), "look", **{"options-tie": "play_on"})
    assert house(seen) == "Differs: A tie for the win plays another deal."
    values = seen.forms[-1].values
    assert {name: values[name] for name in (*NAMES, *more)} == {**NAMES, **more}


def test_the_button_that_led_here_is_not_pressed_again_by_the_next(phone: Phone) -> None:
    assert "do" not in rules(phone).forms[-1].values


def test_a_game_starts_with_the_rules_that_were_chosen(phone: Phone) -> None:
    seen = press(phone, rules(phone), "look", **{"options-joker_in_pack": "no"})
    table = phone.follow(phone.send(seen, {}, form=len(seen.forms) - 1))
    assert "Joker in the pack: no" in table.text


@pytest.mark.parametrize(
    ("typed", "button", "then"),
    [
        ("1000", "more", "1500"),
        ("1010", "less", "1000"),
        ("5", "less", "5"),
        ("20000", "more", "20000"),
        ("many", "more", "many"),
    ],
)
def test_a_figure_goes_by_usual_steps(phone: Phone, typed: str, button: str, then: str) -> None:
    field = "options-target"
    seen = press(phone, rules(phone), f"rules-{button}:{field}", **{field: typed})
    assert seen.forms[-1].values[field] == then
    assert " open" in row(seen, "target").partition(">")[0]


@pytest.mark.parametrize(
    ("typed", "button", "then"), [("", "more", "0"), ("0", "less", ""), ("", "less", "")]
)
def test_a_bonus_that_may_be_off_is_stepped_off(
    phone: Phone, typed: str, button: str, then: str
) -> None:
    field = "options-big_gin_bonus"
    seen = press(phone, rules(phone, "gin100"), f"rules-{button}:{field}", **{field: typed})
    assert seen.forms[-1].values[field] == then


@pytest.mark.parametrize("button", ["rules-more:options-tie", "rules-more:nothing", "rules-x"])
def test_a_button_that_no_rule_has_changes_nothing(phone: Phone, button: str) -> None:
    assert count(press(phone, rules(phone), button)) == "as printed"


def test_all_rules_go_back_as_printed_and_that_can_be_undone(phone: Phone) -> None:
    chosen = {"options-target": "500", "options-joker_in_pack": "no"}
    printed = press(phone, rules(phone), "rules-printed", **chosen)
    assert count(printed) == "as printed"
    again = press(phone, printed, "rules-restored")
    assert {name: again.forms[-1].values[name] for name in chosen} == chosen
    assert count(again) == "2 changed"


def test_an_invalid_figure_stays_and_is_named_at_its_place(phone: Phone) -> None:
    wrong = press(phone, rules(phone), "look", **{"options-target": "0", "options-penalty": "x"})
    assert wrong.status == 422
    assert "Target: a whole number from 1 to 1000000" in row(wrong, "target")
    assert "Penalty: a whole number from 0 to 1000000" in row(wrong, "penalty")
    assert wrong.forms[-1].values["options-penalty"] == "x"


def test_no_game_starts_with_an_invalid_rule(phone: Phone) -> None:
    form = phone.open("/new?variant=laws")
    wrong = phone.send(form, {**NAMES, "options-target": "x"})
    assert wrong.status == 422
    assert '<a href="#options-target">Target: a whole number' in wrong.text
    assert '<div id="options-target">' in wrong.text


def test_a_rule_of_the_text_is_linked(phone: Phone) -> None:
    assert 'href="/rules/laws#law-23">Law 23</a>' in row(rules(phone), "concealed_bonus")
