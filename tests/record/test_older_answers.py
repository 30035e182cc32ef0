"""Games of gin from before there were sides and columns are answered in the same bytes."""

import hashlib
import json
from pathlib import Path

from tests.worked.comparison import outcome_of, worked_cases

TESTS = Path(__file__).parents[1]
FROZEN = TESTS / "record" / "frozen" / "gin_answers.txt"
"""The digest of the answer to each record, as the program gave it before."""


def test_an_older_record_is_answered_in_the_same_bytes() -> None:
    frozen = dict(line.split(" ") for line in FROZEN.read_text().splitlines())
    records = {case["id"]: case["record"] for case in worked_cases()}
    for file in (*TESTS.glob("cases/*.json"), *TESTS.glob("papers/records/*.json")):
        document = json.loads(file.read_text())
        records[file.stem] = document.get("record", document)
    answers = {name: json.dumps(outcome_of(records[name]), ensure_ascii=False) for name in frozen}
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in answers.items()}
    assert {
        name for name, digest in digests.items() if not digest.startswith(frozen[name])
    } == set()
