"""Worked deals, each counted by hand from the printed rule that it names.

The files hold cases in the form of ``tests/cases``, a file a family; ``source`` says which rule,
question of interpretation (A, C and G with a number) or line of the game record a case rests on.
"""

from collections import Counter
from typing import Any

import pytest

from scorekeeper.record.reading import read_record
from scorekeeper.rules.options import Option, OptionKind
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from tests.worked.comparison import Json, differences, outcome_of, worked_cases

CASES = worked_cases()
PARTS = 6
"""In how many tests the cases are gone through: a test each would take longer than the scoring."""
EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
OPTIONS = [(variant, option) for variant in VARIANTS.values() for option in variant.options]
SCORED_OPTIONS = [each for each in OPTIONS if each[1].scores]
NOTED_OPTIONS = [each for each in OPTIONS if not each[1].scores]
ERRORS = """
bad_format unknown_variant unknown_option bad_option bad_players bad_stake bad_card suit_needed
missing_hand unknown_player missing_field unknown_field bad_value not_a_meld meld_too_short
set_too_long run_too_short round_the_corner ace_low_not_allowed ace_high_not_allowed wild_undeclared
too_few_naturals too_many_copies too_many_jokers joker_not_in_play duplicate_card out_with_cards
two_out nobody_out knock_over_limit ace_requires_gin no_layoff_on_gin illegal_lay_off
wrong_card_count contract_not_met bad_pairs
""".split()
WARNINGS = """
too_few_cards all_wild_meld not_multiple_of_five no_concealed_on_first_draw hand5_too_few_cards
spread_costs_points after_end
""".split()


def _option_name(each: Variant | Option) -> str:
    return each.key if isinstance(each, Variant) else each.name


@pytest.mark.parametrize("part", range(PARTS))
def test_worked_deals_come_out_as_counted_by_hand(part: int) -> None:
    found = {case["id"]: differences(case) for case in CASES[part::PARTS]}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_every_line_of_a_worked_deal_has_a_label_a_how_and_a_rule() -> None:
    missing = set()
    for reading in [read_record(case["record"]) for case in CASES]:
        if reading.record is None or reading.score is None:
            continue
        variant, score = reading.record.setup.variant, reading.score
        rules = {rule.key for rule in variant.rules}
        counted = [hand.lines for deal in score.deals if deal.score for hand in deal.score.hands]
        counted += [hand.lines for hand in score.finish.hands] if score.finish else []
        for line in [line for lines in counted for line in lines]:
            has_label = line.reason in variant.family.reasons
            if not (has_label and line.how and variant.cite(line.rule) in rules):
                missing.add((variant.key, line))
    assert missing == set()


def test_every_case_has_a_name_of_its_own() -> None:
    assert [
        name for name, count in Counter(case["id"] for case in CASES).items() if count > 1
    ] == []


def test_every_case_names_its_rule() -> None:
    assert [case["id"] for case in CASES if not case["source"] or not case["title"]] == []


def _cases_of(variant: Variant, option: Option) -> list[Json]:
    """The cases of a variant that name an option with a value that it accepts."""
    return [case for case in CASES if _names(case["record"], variant, option)]


def _names(record: Json, variant: Variant, option: Option) -> bool:
    options = record.get("options")
    return (
        record.get("variant") == variant.key
        and isinstance(options, dict)
        and option.name in options
        and option.accepts(options[option.name])
    )


@EVERY_VARIANT
def test_every_value_of_every_option_has_a_worked_deal(variant: Variant) -> None:
    missing: list[tuple[str, Any]] = []
    for option in variant.options:
        worked = [case["record"]["options"][option.name] for case in _cases_of(variant, option)]
        wanted = list(option.values)
        if option.kind is OptionKind.POINTS:
            wanted = [getattr(variant.defaults, option.name)]
            missing += [] if len(set(worked)) > 1 else [(option.name, "a second value")]
        missing += [(option.name, value) for value in wanted if value not in worked]
    assert missing == []


@pytest.mark.parametrize(("variant", "option"), SCORED_OPTIONS, ids=_option_name)
def test_every_option_changes_what_some_worked_deal_comes_to(
    variant: Variant, option: Option
) -> None:
    cases = _cases_of(variant, option)
    values = {case["record"]["options"][option.name] for case in cases}
    outcomes = [[_told(case, option, value) for value in values] for case in cases]
    assert any(each != several[0] for several in outcomes for each in several)


@pytest.mark.parametrize(("variant", "option"), NOTED_OPTIONS, ids=_option_name)
def test_an_option_that_no_score_depends_on_changes_no_worked_deal(
    variant: Variant, option: Option
) -> None:
    for case in _cases_of(variant, option):
        assert {str(_told(case, option, value)) for value in option.values} == {
            str(_told(case, option, case["record"]["options"][option.name]))
        }


def _told(case: Json, option: Option, value: Any) -> Json:
    """The outcome of a case with another value of an option, the list of options left out."""
    record = case["record"]
    outcome = outcome_of(record | {"options": record["options"] | {option.name: value}})
    return {key: each for key, each in outcome.items() if key != "options"}


def test_every_error_of_the_record_is_provoked_by_a_case() -> None:
    wanted = [
        each if isinstance(each, str) else each["code"]
        for case in CASES
        for each in case["expect"].get("problems", [])
    ]
    assert {*ERRORS} - {*wanted} == set()


def test_every_warning_of_the_record_is_provoked_at_a_place() -> None:
    wanted = [
        each["code"]
        for case in CASES
        for each in case["expect"].get("warnings", [])
        if isinstance(each, dict)
    ]
    assert {*WARNINGS} - {*wanted} == set()


def test_no_case_provokes_a_code_that_the_record_does_not_list() -> None:
    told = {problem["code"] for case in CASES for problem in _problems(outcome_of(case["record"]))}
    assert told - {*ERRORS, *WARNINGS} == set()


def test_errors_and_warnings_have_their_severity() -> None:
    told = {
        (problem["code"], problem["severity"])
        for case in CASES
        for problem in _problems(outcome_of(case["record"]))
    }
    assert told <= {(code, "error") for code in ERRORS} | {(code, "warning") for code in WARNINGS}


def _problems(outcome: Json) -> list[Json]:
    if outcome["status"] == 2:
        return list(outcome["problems"])
    return [warning for deal in outcome["deals"] for warning in deal["warnings"]]
