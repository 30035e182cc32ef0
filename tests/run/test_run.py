"""What the launcher sets up, says and calls."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.run.conftest import ALL_LOCKS, CHECKOUT, INTERPRETER, LOCKS, Tree

VERBS = (
    "serve",
    "test",
    "score",
    "club",
    "variants",
    "schema",
    "backup",
    "restore",
    "doctor",
    "bench",
    "audit",
    "sbom",
)
PAPER = "libpangoft2-1.0.so.0 libharfbuzz-subset.so.0"


def add_debian(tree: Tree, *, user: int, libraries: str) -> None:
    """Give the tree a package manager, a user by number, and the libraries of the system."""
    tree.add("apt-get", 'echo "apt-get $*" >>"$CALLS"')
    tree.add("id", f"echo {user}")
    tree.add("ldconfig", f"echo {libraries}")


def test_the_help_names_every_verb_and_sets_nothing_up(tree: Tree) -> None:
    told = tree.run("--help").stdout
    assert [verb for verb in VERBS if not re.search(rf"\./run {verb}\b", told)] == []
    assert not (tree.top / ".venv").exists()


def test_a_machine_without_python_is_told_in_one_sentence(tree: Tree) -> None:
    answer = tree.run("score", "game.json")
    assert (answer.returncode, answer.stdout, answer.stderr) == (
        2,
        "",
        "Scorekeeper needs Python 3.11 or newer (Debian 12, Ubuntu 24.04 or newer have it);"
        " run: sudo apt-get install -y python3 python3-venv\n",
    )


def test_an_old_python_is_answered_with_the_version_that_is_needed(tree: Tree) -> None:
    tree.add("python3", "exit 1")
    assert "needs Python 3.11 or newer" in tree.run("score", "game.json").stderr


def test_a_python_without_venv_is_told_what_to_install(tree: Tree) -> None:
    tree.add("python3", '[[ "$*" != *ensurepip* ]]')
    assert tree.run("score", "game.json").stderr == (
        "Python cannot make an environment here; run: sudo apt-get install -y python3-venv\n"
    )


def test_an_environment_that_is_a_link_is_not_emptied(tree: Tree, tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (others / "kept").touch()
    tree.add("python3", INTERPRETER)
    (tree.top / ".venv").symlink_to(others)
    answer = tree.run("score", "game.json")
    assert answer.returncode == 2
    assert answer.stderr.endswith(
        ".venv is a link; remove it, and the next start makes a folder there.\n"
    )
    assert (others / "kept").exists()


@pytest.mark.parametrize("verb", [["serve"], ["test", "--quick"]])
def test_a_python_newer_than_those_tried_is_named_at_every_start(
    tree: Tree, verb: list[str]
) -> None:
    tree.add("python3", INTERPRETER)
    told = [tree.run(*verb, PYTHON_VERSION="3.15.0a1").stderr for _ in range(2)]
    sentence = "Python 3.15 is newer than those Scorekeeper was tried with (3.11 to 3.14).\n"
    assert [each.count(sentence) for each in told] == [1, 1]


def test_the_newest_python_that_was_tried_stands_in_the_readme() -> None:
    (newest,) = re.findall(r"^newest_tried=(\d+)", (CHECKOUT / "run").read_text(), re.MULTILINE)
    named = re.findall(r"\b3\.(\d\d)\b", (CHECKOUT / "README.md").read_text())
    assert max(named) == newest


@pytest.mark.parametrize("version", ["3.11.2", "3.14.10"])
def test_a_python_that_was_tried_is_not_spoken_of(tree: Tree, version: str) -> None:
    tree.add("python3", INTERPRETER)
    assert "newer than" not in tree.run(PYTHON_VERSION=version).stderr


def test_the_first_start_installs_by_hash_only(tree: Tree) -> None:
    tree.add("python3", INTERPRETER)
    tree.run("variants")
    (call,) = tree.calls_of("-m pip")
    assert "--require-hashes" in call


def test_the_second_start_goes_straight_to_the_command(ready: Tree) -> None:
    ready.run("variants")
    assert ready.calls.read_text() == "-P -m scorekeeper.cli variants\n"


def test_a_changed_lock_is_installed(ready: Tree) -> None:
    with (ready.top / "requirements.txt").open("a") as lock:
        lock.write("# changed\n")
    ready.run("variants")
    assert len(ready.calls_of("-m pip")) == 1


def test_a_start_after_a_pull_installs_the_new_lock_and_serves(ready: Tree) -> None:
    with (ready.top / "requirements.txt").open("a") as lock:
        lock.write("# changed\n")
    printed = ready.run().stdout
    installed, served = ready.calls_of("-m ")[-2:]
    assert installed.startswith("-m pip install")
    assert served == "-P -m scorekeeper.cli serve"
    assert printed == "<-P><-m><scorekeeper.cli><serve>"


def test_another_interpreter_gets_a_new_environment(ready: Tree) -> None:
    (ready.top / ".venv" / "bin" / "python").rename(ready.top / ".venv" / "bin" / "python3.99")
    (ready.top / ".venv" / "bin" / "python").symlink_to("python3.99")
    ready.run("variants")
    assert len(ready.calls_of("-m venv")) == 1


def test_a_moved_checkout_gets_a_new_environment(ready: Tree) -> None:
    ready.top = ready.top.rename(ready.top.with_name("moved"))
    ready.run("variants")
    assert len(ready.calls_of("-m venv")) == 1


def test_a_failed_installation_is_status_two(tree: Tree) -> None:
    tree.add("python3", INTERPRETER)
    assert tree.run("variants", PIP_STATUS="1").returncode == 2


def test_a_failed_installation_is_tried_again(tree: Tree) -> None:
    tree.add("python3", INTERPRETER)
    tree.run("variants", PIP_STATUS="1")
    tree.run("variants")
    assert len(tree.calls_of("-m pip")) == 2


def test_arguments_with_blanks_stay_whole(ready: Tree) -> None:
    printed = ready.run("score", "my game.json", "--json").stdout
    assert printed == "<-P><-m><scorekeeper.cli><score><my game.json><--json>"


def test_a_start_without_a_verb_serves(ready: Tree) -> None:
    printed = ready.run().stdout
    assert printed == "<-P><-m><scorekeeper.cli><serve>"


def test_options_without_a_verb_go_to_serve(ready: Tree) -> None:
    printed = ready.run("--port", "9000").stdout
    assert printed == "<-P><-m><scorekeeper.cli><serve><--port><9000>"


def test_root_gets_what_paper_needs_at_the_first_start(tree: Tree) -> None:
    tree.add("python3", INTERPRETER)
    add_debian(tree, user=0, libraries="libpangoft2-1.0.so.0")
    tree.run()
    assert tree.calls_of("apt-get")[-1].endswith(" libharfbuzz-subset0")


def test_root_touches_no_package_when_nothing_is_missing(tree: Tree) -> None:
    tree.add("python3", INTERPRETER)
    add_debian(tree, user=0, libraries=PAPER)
    tree.run()
    assert tree.calls_of("apt-get") == []


def test_without_root_no_package_is_touched(tree: Tree) -> None:
    tree.add("python3", INTERPRETER)
    add_debian(tree, user=1000, libraries="none")
    tree.run()
    assert tree.calls_of("apt-get") == []


def test_without_pango_the_site_starts_and_names_the_line_to_run(ready: Tree) -> None:
    add_debian(ready, user=1000, libraries="none")
    answer = ready.run()
    assert (answer.stdout, answer.stderr) == (
        "<-P><-m><scorekeeper.cli><serve>",
        "There will be no PDFs until someone runs:"
        " sudo apt-get install -y libpangoft2-1.0-0 libharfbuzz-subset0\n",
    )


def test_the_tests_do_not_begin_without_their_packages(ready: Tree) -> None:
    add_debian(ready, user=1000, libraries=f"{PAPER} libatomic.so.1")
    ready.add("chromium", "")
    ready.add("chromium-headless-shell", "")
    answer = ready.run("test")
    assert (answer.returncode, answer.stderr) == (
        2,
        "The tests need what this machine lacks;"
        " run: sudo apt-get install -y poppler-utils qpdf zbar-tools hledger\n",
    )


def test_the_quick_tests_need_no_package_of_the_system(ready: Tree) -> None:
    add_debian(ready, user=1000, libraries="")
    for tool in ("deno", "lint-imports"):
        ready.add_tool(tool)
    (ready.top / "tests/__pycache__").mkdir(parents=True)
    answer = ready.run("test", "--quick", "-k", "knock")
    parts = ["browser", "papers", "deploy", "faults", "fuzz", "server"]
    papers = ("club/test_mark", "nights/test_bundle", "nights/test_papers", "table/test_papers")
    parts += [f"web/{paper}.py" for paper in papers]
    left_out = " ".join([f"--ignore=tests/{part}" for part in parts])
    assert (answer.returncode, ready.calls_of("-m pytest")) == (
        0,
        [f"-m pytest -n auto --dist worksteal {left_out} -k knock"],
    )


def test_the_evening_in_every_browser_is_played_by_itself(ready: Tree) -> None:
    ready.run("test", "--browsers", "-k", "webkit")
    (evening,) = ready.calls_of("-m pytest")
    assert evening.startswith("-m pytest -n auto")
    assert evening.endswith("--browsers -rs tests/browsers -k webkit")


def test_a_new_checkout_compiles_its_tests_once_before_they_run(ready: Tree) -> None:
    for tool in ("deno", "lint-imports"):
        ready.add_tool(tool)
    ready.run("test", "--quick")
    compiling, testing = ready.calls_of("-m pytest")
    assert compiling == "-m pytest --collect-only -qq"
    assert testing.startswith("-m pytest -n auto")
    assert ready.calls_of("scorekeeper.cli") == ["-P -m scorekeeper.cli compile"]


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        ("exit 0", 0, "nothing is known against its packages."),
        ("echo flask 3.1.3 CVE-1; exit 1", 1, "requirements.txt:\nflask 3.1.3 CVE-1\n"),
        ("echo no network >&2; exit 1", 3, "was not checked: PyPI cannot be asked from here."),
    ],
)
def test_an_audit_says_what_is_known_and_when_nothing_was_checked(
    tree: Tree, script: str, status: int, said: str
) -> None:
    asked = f'[[ "$*" != *pip_audit* ]] || {{ {script}; }}'
    tree.add("python3", INTERPRETER.replace("case", f"{asked}\ncase", 1))
    answer = tree.run("audit")
    assert answer.returncode == status
    assert said in answer.stdout
    assert [lock for lock in ALL_LOCKS if lock not in answer.stdout] == []


@pytest.mark.parametrize("lock", ALL_LOCKS)
def test_a_lock_names_no_machine_and_no_registry(lock: str) -> None:
    text = (CHECKOUT / lock).read_text()
    assert not re.search(r"https?://|index-url|find-links|file:|^/|\s/", text, re.MULTILINE)


@pytest.mark.parametrize("lock", ALL_LOCKS)
def test_every_pin_of_a_lock_has_a_hash(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", (CHECKOUT / lock).read_text().strip())
    pins = [entry for entry in entries if not entry.startswith("#")]
    assert [pin for pin in pins if "==" not in pin or "--hash=sha256:" not in pin] == []


def test_the_longer_locks_hold_the_shortest_and_agree() -> None:
    shorter, longer, audit = (
        {line for line in (CHECKOUT / lock).read_text().splitlines() if "==" in line}
        for lock in ALL_LOCKS
    )
    assert shorter <= longer
    assert shorter <= audit
    both = [pin.partition("==")[0] for pin in {line.split()[0] for line in longer | audit}]
    assert len(both) == len(set(both))


def test_the_locks_hold_every_dependency_of_the_project() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    wanted = {
        re.split(r"[<>=~! ]", requirement)[0]
        for requirement in (*project["dependencies"], *project["optional-dependencies"]["test"])
    }
    locked = set(re.findall(r"^([\w-]+)==", (CHECKOUT / LOCKS[1]).read_text(), re.MULTILINE))
    assert wanted - locked == set()
