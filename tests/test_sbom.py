"""The bill of materials says what the lock pins, no more and no less."""

import json
import re
import subprocess
import sys
from typing import Any, Final

import pytest

from scorekeeper import __version__
from tests.sbom import ROOT

LOCK: Final = (ROOT / "requirements.txt").read_text()


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.sbom"]
    text = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    found: dict[str, Any] = json.loads(text)
    return found


def test_it_has_every_pin_and_hash_of_the_lock(printed: dict[str, Any]) -> None:
    pins = [f"{each['name']}=={each['version']}" for each in printed["components"]]
    hashes = [each["content"] for part in printed["components"] for each in part["hashes"]]
    assert pins == re.findall(r"^[\w-]+==[^ ]+", LOCK, re.MULTILINE)
    assert hashes == re.findall(r"sha256:(\w+)", LOCK)


def test_it_names_the_program_and_a_licence_of_each_part(printed: dict[str, Any]) -> None:
    program = printed["metadata"]["component"]
    assert (program["name"], program["version"]) == ("oklahoma-scorekeeper", __version__)
    assert all(each["licenses"][0]["license"]["name"] for each in printed["components"])
    (needs,) = printed["dependencies"]
    assert needs["dependsOn"] == [each["bom-ref"] for each in printed["components"]]
