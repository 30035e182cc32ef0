"""Hundreds of posts at a server that is killed, on a clock that jumps and a disk that fills.

Answers are dropped, deals come twice and late. ``./run bench kills`` does it ten times as long.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.faults.trial import Plan, Trial

PLAN = Plan(deals=300, kills=3, jumps=2, fills=2)


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(tmp_path, chance=Random(20))
    yield trial
    trial.stop()


@pytest.mark.long
def test_no_deal_is_lost_or_doubled(trial: Trial) -> None:
    outcome = trial.run(PLAN)
    assert (outcome.lost, outcome.doubled, outcome.wrong) == ([], [], [])
    assert outcome.mishaps == {"kills": PLAN.kills, "jumps": PLAN.jumps, "fills": PLAN.fills}
    assert outcome.posts >= PLAN.deals
    assert outcome.refused > 0
    assert outcome.set_back > 0
