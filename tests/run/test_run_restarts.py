"""A site that the launcher starts again, or stops."""

import subprocess
from signal import Signals

import pytest

from tests.run.conftest import Tree


def let_site_end(tree: Tree, statuses: list[int]) -> None:
    """Let the site end at once: the first time with the first status, and so on."""
    ends = "\n".join([str(status) for status in statuses])
    (tree.top / "ends").write_text(f"{ends}\n")
    (tree.top / ".venv/bin/python").write_text(
        """#!/usr/bin/env bash
echo "$*" >>"$CALLS"
mapfile -t ends <"${0%/.venv*}/ends"
printf '%s\n' "${ends[@]:1}" >"${0%/.venv*}/ends"
exit "${ends[0]}"
"""
    )


@pytest.mark.parametrize(
    ("statuses", "starts", "end"),
    [
        ([0], 1, 0),
        ([2], 1, 2),
        ([137, 1, 0], 3, 0),
        ([137, 2], 2, 2),
        ([1] * 9, 6, 1),
        ([75], 1, 1),
    ],
)
def test_a_site_that_ended_by_itself_is_started_again(
    ready: Tree, statuses: list[int], starts: int, end: int
) -> None:
    ready.add("sleep", 'echo "sleep $*" >>"$CALLS"')
    let_site_end(ready, statuses)
    answer = ready.run()
    assert (answer.returncode, len(ready.calls_of("serve"))) == (end, starts)
    assert answer.stderr.count("ended by itself") == starts - 1
    assert [int(call.split()[1]) for call in ready.calls_of("sleep")] == [
        2**each for each in range(1, starts)
    ]


@pytest.mark.parametrize(("how", "status"), [(Signals.SIGTERM, 0), (Signals.SIGKILL, -9)])
def test_a_site_that_is_stopped_has_its_time_to_stop_and_is_not_started_again(
    ready: Tree, how: Signals, status: int
) -> None:
    python = ready.top / ".venv/bin/python"
    python.write_text(
        """#!/usr/bin/env bash
trap 'echo stopping; echo stopped; exit 0' TERM
echo serving
for _ in {1..20}; do read -t 1 <> <(:) || true; done
"""
    )
    with subprocess.Popen(
        [str(ready.top / "run")],
        env={"PATH": str(ready.programs), "CALLS": str(ready.calls)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as launcher:
        assert launcher.stdout is not None
        assert launcher.stdout.readline() == "serving\n"
        launcher.send_signal(how)
        assert launcher.stdout.read() == "stopping\nstopped\n"
    assert launcher.returncode == status


@pytest.mark.parametrize("signal", ["TERM", "HUP"])
def test_a_stop_in_the_pause_before_a_start_is_a_stop_at_once(ready: Tree, signal: str) -> None:
    ready.add("sleep", f"kill -{signal} $PPID; read -t 9 <> <(:) || echo waited")
    let_site_end(ready, [1, 0])
    answer = ready.run()
    assert (answer.returncode, answer.stdout, len(ready.calls_of("serve"))) == (0, "", 1)
