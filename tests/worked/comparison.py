"""Compares what scoring a record gives with what a worked case expects, in what the case names."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper.record.document import write_problems
from scorekeeper.record.reading import read_record
from scorekeeper.record.results import write_plain, write_result

Json = dict[str, Any]
FOLDER = Path(__file__).parent


def worked_cases() -> list[Json]:
    """Every worked deal, of every file here."""
    return [case for file in sorted(FOLDER.glob("*.json")) for case in json.loads(file.read_text())]


def outcome_of(record: Any) -> Json:
    """Return what scoring a record gives: its result, or its problems with status 2."""
    reading = read_record(record)
    if reading.record is None or reading.score is None:
        return {"status": 2, "problems": write_problems(reading.problems, reading.players)}
    return {"status": 0, **write_result(reading.record.setup, reading.score)}


def _told(record: Any) -> str:
    """All that is said of a record: as JSON and as text for people."""
    reading = read_record(record)
    said = json.dumps(outcome_of(record), ensure_ascii=False)
    if reading.record is None or reading.score is None:
        return said
    return said + write_plain(reading.record, reading.score)


def differences(case: Json) -> list[str]:
    """Where the outcome of a case is not what it expects."""
    outcome, expected = outcome_of(case["record"]), dict(case["expect"])
    unwanted = expected.pop("nowhere", [])
    told_in_all = _told(case["record"]) if unwanted else ""
    invented = [f"{text} is told" for text in unwanted if text in told_in_all]
    shown = [name for name in expected.pop("absent", []) if name in outcome.get("options", {})]
    invented += [f"the option {name} is shown" for name in shown]
    told = outcome.get("problems", [])
    if outcome["status"] != expected["status"]:
        return [f"status {outcome['status']}: {told}"]
    found = invented + _missing(expected.pop("problems", []), told)
    if "warnings" in expected:
        warnings = [each for deal in outcome["deals"] for each in deal["warnings"]]
        found += _missing(expected["warnings"], warnings)
        if not expected.pop("warnings") and warnings:
            found.append(f"unexpected warnings: {warnings}")
    return found + _differ(expected, outcome, "")


def _missing(expected: Sequence[Any], problems: Sequence[Json]) -> list[str]:
    """The codes, or codes with their places, that are not among the problems."""
    wanted = [{"code": each} if isinstance(each, str) else each for each in expected]
    return [
        f"no {each} among {problems}"
        for each in wanted
        if not any(each.items() <= problem.items() for problem in problems)
    ]


def _differ(expected: Any, found: Any, at: str) -> list[str]:
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            text
            for key in expected
            for text in _differ(expected[key], found.get(key), f"{at}.{key}")
        ]
    if isinstance(expected, list) and any(isinstance(each, dict) for each in expected):
        if len(expected) != len(found):
            return [f"{len(found)} in {at}, not {len(expected)}"]
        return [
            text
            for place, each in enumerate(expected)
            for text in _differ(each, found[place], f"{at}[{place}]")
        ]
    return [] if expected == found else [f"{at}: {found!r}, not {expected!r}"]
