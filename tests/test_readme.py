"""What the README and the pages of ``docs/`` promise is there."""

import re
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest
from click import Context
from click.testing import CliRunner
from PIL import Image

from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.papers.kinds import PAPERS, kinds_by_source
from tests.pictures import FILM, FOLDER, MOST_BYTES, MOST_BYTES_OF_FILM, NAMES
from tests.real_variants import REAL_VARIANTS

ROOT: Final = Path(__file__).parents[1]
WEB: Final = ROOT / "scorekeeper/web"
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS: Final = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
ARCHITECTURE: Final = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
RUNNING: Final = (ROOT / "docs/running.md").read_text(encoding="utf-8")
TEXTS: Final = [
    file
    for pattern in ("*.md", "deploy/*.md", "docs/**/*.md", "static/**/*.md", "tests/**/*.md")
    for file in sorted(ROOT.glob(pattern))
]
VERB: Final = re.compile(r"^\| `\./run ([\w-]+)", re.MULTILINE)


def test_the_readme_opens_with_the_two_commands() -> None:
    first = README.partition("```\n")[2].partition("```")[0]
    assert [line.split()[:2] for line in first.splitlines()] == [["./run", "#"], ["./run", "test"]]


def test_a_line_each_installs_it_by_pip_docker_and_systemd() -> None:
    """Nothing is installed here: each named file is there, and each command has its verb."""
    section = README.partition("## Install\n")[2].partition("\n## ")[0]
    lines = dict(re.findall(r"^\| (\w+) \| `(.+)` \|$", section, re.MULTILINE))
    assert list(lines) == ["pip", "Docker", "systemd"]
    name = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"]
    assert f"The distribution is called `{name}`" in section
    assert lines["pip"].split(" && ")[0] == "pip install ."
    assert main.get_command(Context(main), lines["pip"].split()[-1])
    for file in re.findall(r"deploy/[^ ]+", lines["Docker"] + " " + lines["systemd"]):
        assert list(ROOT.glob(file)), file
    unit = lines["systemd"].split()[-1].partition("@")
    assert (ROOT / "deploy" / f"{unit[0]}@.socket").exists()
    assert "/opt/scorekeeper" in (ROOT / "deploy/scorekeeper@.service").read_text()


def test_the_readme_shows_small_pictures_and_says_what_is_on_them() -> None:
    shown = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]{20,}">', README)
    assert len(shown) == README.count("<img")
    for name in shown:
        picture = (ROOT / name).read_bytes()
        is_film = name.endswith(FILM)
        assert picture[:12].startswith(b"RIFF" if is_film else b"\x89PNG")
        assert len(picture) <= (MOST_BYTES_OF_FILM if is_film else MOST_BYTES)


@pytest.mark.parametrize("page", ["player", "officer", "keeper"])
def test_the_page_of_each_reader_has_pictures_that_say_what_is_on_them(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text()
    shown = re.findall(r'<img src="pictures/([^"]+)\.png" width="\d+" alt="[^"]{20,}">', text)
    assert len(shown) == text.count("<img") >= 2
    assert set(shown) <= set(NAMES)
    assert f"docs/{page}.md" in README


def test_every_picture_is_small_and_the_film_is_played_once() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {FILM, *[f"{name}.png" for name in NAMES]}
    assert all((FOLDER / f"{name}.png").stat().st_size <= MOST_BYTES for name in NAMES)
    with Image.open(FOLDER / FILM) as film:
        assert film.info["loop"] == 1
        assert getattr(film, "n_frames", 1) > 1


def test_the_commands_of_the_readme_are_among_all_commands() -> None:
    assert VERB.findall(README)
    assert set(VERB.findall(README)) <= set(VERB.findall(COMMANDS))


@pytest.mark.parametrize("verb", dict.fromkeys(VERB.findall(COMMANDS)))
def test_every_verb_stands_in_the_help_of_the_launcher(verb: str) -> None:
    shown = subprocess.run(
        ["./run", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"./run {verb}" in shown.stdout


@pytest.mark.parametrize(
    "file", sorted({*re.findall(r"`\./run score (tests/[^ `]+)`", README + COMMANDS)})
)
def test_the_file_to_try_can_be_scored(file: str) -> None:
    scored = CliRunner().invoke(main, ["score", str(ROOT / file)])
    assert (scored.exit_code, scored.stderr) == (0, "")


def places() -> list[str]:
    the_map = ARCHITECTURE.partition("## The map")[2].partition("\n## ")[0]
    names = re.findall(r"`([\w/.]+)`", the_map)
    assert len(names) > 20
    return names


@pytest.mark.parametrize("name", places())
def test_everything_on_the_map_is_in_the_tree(name: str) -> None:
    assert any((folder / name).exists() for folder in (ROOT, ROOT / "scorekeeper"))


def test_every_area_of_the_site_is_described() -> None:
    areas = ARCHITECTURE.partition("## The areas of the site")[2].partition("\n## ")[0]
    described = set(re.findall(r"`(\w+)`", areas))
    found = [*ROOT.glob("scorekeeper/web/*/__init__.py"), *ROOT.glob("scorekeeper/web/[!_]*.py")]
    assert described == {str(file.relative_to(WEB).with_suffix("")).split("/")[0] for file in found}


@pytest.mark.parametrize(("number", "container"), [(1, "scorekeeper"), (2, "scorekeeper.web")])
def test_the_order_of_the_parts_is_the_one_that_is_checked(number: int, container: str) -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    (layers,) = [
        each["layers"]
        for each in linter["importlinter"]["contracts"]
        if each.get("containers") == [container]
    ]
    drawn = re.findall(r"^```\n(.+?)\n```$", ARCHITECTURE, re.MULTILINE | re.DOTALL)[number]
    checked = [re.sub(r"[()]", "", layer) for layer in layers]
    assert drawn.splitlines() == [layer for layer in checked if layer != "__main__"]


def test_every_variant_is_listed() -> None:
    listed = README.partition("## The variants")[2].partition("##")[0]
    assert re.findall(r"^\| `(\w+)`", listed, re.MULTILINE) == [*REAL_VARIANTS]


def test_every_setting_is_named() -> None:
    instance = RUNNING.partition("## The instance")[2].partition("\n## ")[0]
    settings = {field.name for field in fields(Settings)} - {"instance", "site"}
    assert set(re.findall(r"`(\w+)`", instance)) >= settings


def links_of(text: str) -> list[tuple[str, str]]:
    """The files that a text links to or shows, each with the heading that a link leads to."""
    found = re.findall(r'\]\(([^()\s]+)\)|<img src="([^"]+)"', text)
    targets = [link or shown for link, shown in found]
    return [
        (target.partition("#")[0], target.partition("#")[2])
        for target in targets
        if not re.match(r"https?:|mailto:", target)
    ]


def headings_of(text: str) -> set[str]:
    """The headings as links name them: small letters, hyphens for spaces, no other signs."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("file", TEXTS, ids=[str(file.relative_to(ROOT)) for file in TEXTS])
def test_every_link_leads_somewhere(file: Path) -> None:
    for path, heading in links_of(file.read_text(encoding="utf-8")):
        target = file.parent / path if path else file
        assert target.exists(), path
        if heading:
            assert heading in headings_of(target.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", TEXTS, ids=[str(file.relative_to(ROOT)) for file in TEXTS])
def test_every_file_that_a_page_names_is_there(file: Path) -> None:
    named = re.findall(
        r"`([\w-]+/[\w/-]+\.(?:py|json|js|css|html|md|txt))", file.read_text("utf-8")
    )
    folders = (ROOT, ROOT / "scorekeeper", ROOT / "templates", file.parent)
    assert [name for name in named if not any((each / name).exists() for each in folders)] == []


def test_every_kind_of_paper_is_in_the_help_and_in_the_list_of_commands() -> None:
    printed = {kind for kinds in kinds_by_source().values() for kind in kinds}
    assert printed == PAPERS.keys()
    row = next(line for line in COMMANDS.splitlines() if line.startswith("| `./run sheet "))
    assert set(re.findall(r"`(\w+)`", row)) == printed
    shown = CliRunner().invoke(main, ["sheet", "--help"], prog_name="scorekeeper").output
    assert set(re.findall(r"\w+", shown.partition("Kinds:")[2])) >= printed
