"""The cases that came with the plan of the program, a file each."""

import json
from pathlib import Path

import pytest

from tests.worked.comparison import differences

FILES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in FILES])
def test_a_case_comes_out_as_expected(file: Path) -> None:
    assert differences(json.loads(file.read_text())) == []
