"""The command as a person or a program runs it: a process, its output and its exit status."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jinja2 import Environment

from scorekeeper.cli import main
from scorekeeper.papers.paper import environment
from scorekeeper.record.reading import read_record
from scorekeeper.record.writing import record_of, sheet_of, write_codes
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.server.app import make_pages
from tests.organised_books import full_organised_book
from tests.real_variants import REAL_VARIANTS

ROOT = Path(__file__).parents[1]
GAME: dict[str, Any] = {
    "format": "scorekeeper-game/1",
    "variant": "laws",
    "players": ["Ann", "Zoë"],
    "deals": [
        {
            "ending": "out",
            "by": "Ann",
            "hands": {
                "Ann": {"melds": ["8H 8D 8C 8S", "9D TD JD QD KD", "4H 5H 6H 7H"], "in_hand": ""},
                "Zoë": {"melds": [], "in_hand": "JK QS 2H AS KD QC JH TS 7C 6H 5D 4S 3C"},
            },
        }
    ],
}


def run(*arguments: str, given: str = "") -> Result:
    """Run the command within this process, which takes a tenth of the time of another."""
    return CliRunner().invoke(main, arguments, input=given, catch_exceptions=False)


def run_apart(
    *arguments: str, given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
        env={"PATH": "", "PYTHONPATH": str(ROOT), **environment},
    )


def score(record: object, *flags: str) -> Result:
    return run("score", "-", *flags, given=json.dumps(record))


def codes_of(record: object, longest: int = 80) -> tuple[str, ...]:
    found = read_record(record).record
    assert found is not None
    return write_codes(record_of(sheet_of(found)), start="http://a.b/read#", longest=longest)


def test_the_codes_of_a_sheet_are_read_in_any_order() -> None:
    first, *others = codes_of(GAME)
    read = run("read", *reversed(others), "-", given=first)
    assert read.stderr == ""
    assert score(json.loads(read.stdout), "--json").stdout == score(GAME, "--json").stdout


@pytest.mark.parametrize("arguments", [("-",), ("-", "--json")])
def test_codes_are_scored_in_place_of_a_record(arguments: tuple[str, ...]) -> None:
    texts = "\n".join(codes_of(GAME))
    assert run("score", *arguments, given=texts).stdout == score(GAME, *arguments[1:]).stdout


def test_a_code_is_scored_without_a_file() -> None:
    (text,) = codes_of(GAME, 858)
    assert run("score", text).stdout == score(GAME).stdout


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (codes_of(GAME)[:-1], r"Part (\d) of \1 is missing"),
        (("hello",), "“hello” is no part of a sheet code"),
        (("-",), "There is no sheet code in this text"),
    ],
)
def test_codes_that_cannot_be_read_are_reported(texts: tuple[str, ...], told: str) -> None:
    read = run("read", *texts)
    assert (read.exit_code, read.stdout) == (2, "")
    assert re.fullmatch(rf"error: record: {told} \(bad_format\)\n", read.stderr)


def test_json_holds_the_score_and_its_lines() -> None:
    answer = json.loads(score(GAME, "--json").stdout)
    ann = answer["deals"][0]["hands"]["Ann"]
    assert (ann["points"], ann["running"]) == (210, 210)
    assert [line["reason"] for line in ann["lines"]] == ["melded", "going_out"]


def test_the_table_for_people_names_everybody_and_the_next_dealer() -> None:
    shown = score(GAME).stdout
    assert "Ann" in shown
    assert "−405" in shown
    assert "Next dealer: Ann" in shown


def test_a_name_beyond_ascii_is_printed_whatever_the_locale() -> None:
    shown = run_apart("score", "-", given=json.dumps(GAME), LC_ALL="C", PYTHONUTF8="0")
    assert "Zoë" in shown.stdout


def test_a_record_with_problems_gives_status_2_and_all_of_them() -> None:
    answer = score(GAME | {"variant": "whist", "players": ["Ann", "Ann"]}, "--json")
    codes = {problem["code"] for problem in json.loads(answer.stdout)["problems"]}
    assert answer.exit_code == 2
    assert codes == {"unknown_variant", "bad_players"}


def test_problems_for_people_go_to_standard_error() -> None:
    answer = run_apart("score", "-", given=json.dumps(GAME | {"variant": "whist"}))
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert "error: variant: “whist” is no variant" in answer.stderr


def test_deep_nonsense_gives_status_2_in_a_process_of_its_own() -> None:
    answer = run_apart("score", "-", "--json", given="[" * 100_000)
    assert (answer.returncode, answer.stderr) == (2, "")


@pytest.mark.parametrize("raw", ["", "{", "[" * 100_000, '{"a": 1, "a": 2}', "NaN", "9" * 5_000])
def test_what_is_no_record_gives_status_2_and_no_traceback(raw: str) -> None:
    answer = run("score", "-", "--json", given=raw)
    assert answer.exit_code == 2
    assert answer.stderr == ""
    assert json.loads(answer.stdout)["problems"][0]["code"] == "bad_format"


def test_more_than_a_mebibyte_is_refused() -> None:
    answer = run("score", "-", "--json", given=json.dumps({"title": "x" * 2**20}))
    problems = json.loads(answer.stdout)["problems"]
    assert answer.exit_code == 2
    assert [problem["code"] for problem in problems] == ["bad_format"]


def test_a_file_that_is_not_there_gives_status_2_and_a_sentence() -> None:
    answer = run("score", "nowhere.json")
    assert answer.exit_code == 2
    assert "No such file" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_lines_answer_each_record_on_one_line_and_fail_if_one_fails() -> None:
    good, bad = json.dumps(GAME), json.dumps(GAME | {"variant": "whist"})
    answer = run("score", "--lines", "-", given=f"{good}\n\n{bad}\n{good}\n")
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert ["problems" in line for line in lines] == [False, True, False]
    assert answer.exit_code == 2


def test_seats_are_planned_for_people_and_for_programs() -> None:
    given = '{"format": "scorekeeper-seats/1", "people": ["a", "b"], "rounds": 1, "sizes": [2]}'
    told = run("seats", "-", given=given)
    assert told.exit_code == 0
    assert told.stdout.splitlines()[1] == "  Table 1: a, b (b deals first)"
    answer = json.loads(run("seats", "--json", "-", given=given).stdout)
    assert answer["rounds"] == [{"round": 1, "tables": [["a", "b"]], "byes": []}]


def test_a_file_of_seats_with_problems_gives_status_2_and_all_of_them() -> None:
    given = '{"format": "scorekeeper-seats/1", "people": ["ann"], "rounds": 0, "sizes": [1]}'
    told = run("seats", "-", given=given)
    assert (told.exit_code, told.stdout, len(told.stderr.splitlines())) == (2, "", 2)
    answer = json.loads(run("seats", "--json", "-", given=given).stdout)
    assert [each["at"] for each in answer["problems"]] == ["rounds", "sizes"]
    told = run("seats", "-", given=json.dumps(full_organised_book()))
    assert "of a club book, --night says which night" in told.stderr


def test_scoring_imports_neither_the_web_nor_the_database_nor_the_printer() -> None:
    code = (
        "import sys; from scorekeeper.cli import main\n"
        "try: main(['score', '-', '--json'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('flask', 'weasyprint', 'sqlite3') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(GAME),
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=True,
    )
    assert answer.stdout.endswith("[]\n")


@pytest.mark.long
def test_what_was_compiled_before_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In the folder of the program, one that started before a file changed would compile it anew.
    monkeypatch.setattr("scorekeeper.wording.sentences.COMPILED", tmp_path)
    environment.cache_clear()
    assert run("compile").exit_code == 0
    environment.cache_clear()
    monkeypatch.setattr(Environment, "compile", lambda *_, **__: pytest.fail("it is compiled"))
    pages, papers = make_pages().jinja_env, environment()
    for name in pages.list_templates():
        (papers if name.startswith("papers/") else pages).get_template(name)
    environment.cache_clear()


def test_variants_lists_every_option_with_default_values_help_and_source() -> None:
    listed = json.loads(run_apart("variants", "--json").stdout)["variants"]
    assert [variant["key"] for variant in listed] == [*REAL_VARIANTS]
    for variant in listed:
        for option in variant["options"]:
            assert option["help"]
            assert option["source"]
            assert option["values"]
            assert "default" in option


def test_variants_for_people_name_defaults_in_words() -> None:
    shown = run("variants").stdout
    assert "high_unmelded = 20 each" in shown
    assert "big_gin_bonus = off" in shown


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_command_scores_and_describes_every_variant(variant: Variant) -> None:
    # Within this process, the only one in which the variants of the tests are listed too.
    example = variant.examples[0]
    names = list(example.players)
    record = GAME | {"variant": variant.key, "players": names, "deals": [example.deal]}
    scored = CliRunner().invoke(main, ["score", "-", "--json"], input=json.dumps(record))
    (deal,) = json.loads(scored.stdout)["deals"]
    assert [deal["hands"][name]["points"] for name in names] == list(example.points)
    shown = CliRunner().invoke(main, ["score", "-"], input=json.dumps(record))
    assert [name for name in names if name not in shown.stdout] == []
    listed = json.loads(CliRunner().invoke(main, ["variants", "--json"]).stdout)["variants"]
    assert (variant.key, variant.family.key) in [(each["key"], each["family"]) for each in listed]


@pytest.mark.parametrize(
    ("arguments", "status", "shown"),
    [
        (("three kings,", "left with a 7"), 0, "three kings  K K K\na 7          in hand: 7\n"),
        (("kings",), 1, "kings  ? K K K, or K K K K\n"),
        (("bananas",), 1, "bananas  ? not understood\n"),
        (("um",), 1, "Nothing was said.\n"),
        (
            ("--for", "hand", "left with nothing, out"),
            0,
            "nothing  in hand: nothing\nout      out\n",
        ),
        (("--variant", "gin100", "twelve points"), 0, "twelve points  12 points of deadwood\n"),
    ],
)
def test_a_dictated_text_is_heard(arguments: tuple[str, ...], status: int, shown: str) -> None:
    heard = run("hear", *arguments)
    assert (heard.exit_code, heard.stdout) == (status, shown)


def test_a_deal_is_heard_by_the_names_of_its_players() -> None:
    heard = run("hear", "--players", "Ann, Bob", "Ann: three kings. Bob has bananas")
    lines = ["Ann:", "three kings  K K K", "Bob:", "bananas  ? not understood"]
    assert (heard.exit_code, heard.stdout.splitlines()) == (1, lines)
    as_json = run("hear", "--json", "--players", "Ann,Bob", "Bob two aces left")
    assert json.loads(as_json.stdout)["players"]["Bob"]["in_hand"] == "A A"
    assert as_json.exit_code == 0


def test_what_was_heard_is_printed_as_json() -> None:
    heard = run("hear", "--json", "three kings")
    assert json.loads(heard.stdout) == {
        "status": "understood",
        "melds": ["K K K"],
        "parts": [{"said": "three kings", "melds": ["K K K"]}],
    }


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--variant", "whist", "x"), "“whist” is no variant"),
        (("--variant", "gin100", "--for", "hand", "x"), "has no line “hand”, but gin"),
        (("--variant", "bare500", "x"), "Cards of Rum 500 without a pad cannot be said"),
    ],
)
def test_a_line_that_a_variant_has_not_is_refused(arguments: tuple[str, ...], why: str) -> None:
    refused = run("hear", *arguments)
    assert refused.exit_code == 2
    assert why.replace("Rum 500", "Five hundred rum") in refused.stderr
    as_json = run("hear", "--json", *arguments)
    assert (as_json.exit_code, json.loads(as_json.stdout)["status"]) == (2, "refused")


def test_requests_are_answered_line_by_line() -> None:
    requests = [
        '{"text": "joker", "for": "hand"}',
        "",
        '{"text": "joker", "for": "hand", "options": {"joker_in_pack": false}}',
        '{"text": "two kings and a two", "variant": "contract", "players": 3}',
        '{"text": "x", "colour": 1}',
    ]
    printed = run("hear", "--lines", given="\n".join(requests))
    answers = [json.loads(line) for line in printed.stdout.splitlines()]
    assert printed.exit_code == 0
    assert [each["status"] for each in answers] == ["understood", "unread", "understood", "refused"]
    assert answers[2]["melds"] == ["K K 2B"]
