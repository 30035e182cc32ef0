import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import FrozenInstanceError, asdict, fields
from importlib.metadata import distributions
from pathlib import Path

import pytest

from scorekeeper import __version__
from scorekeeper.config import (
    ConfigError,
    Settings,
    default_instance,
    load_settings,
    refuse_lost,
    site_folder,
)

CHECKOUT = Path(__file__).parent.parent
PACKAGED = "pyproject.toml README.md LICENSE LICENSES.md scorekeeper templates static".split()


def problems_of(folder: Path, text: str) -> tuple[str, ...]:
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_settings(folder)
    return caught.value.problems


def python(code: str, *, path: Path = CHECKOUT) -> str:
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_the_first_start_takes_every_default(tmp_path: Path) -> None:
    settings = load_settings(tmp_path / "new" / "instance")
    assert settings == Settings(instance=settings.instance, secret_key=settings.secret_key)


def test_the_instance_folder_is_closed_to_others(tmp_path: Path) -> None:
    folder = load_settings(tmp_path / "instance").instance
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_instance_folder_of_a_checkout_is_closed_by_the_first_start(tmp_path: Path) -> None:
    shutil.copy(default_instance() / ".gitignore", tmp_path)
    tmp_path.chmod(0o755)
    load_settings(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_folder_that_the_keeper_opened_stays_open(tmp_path: Path) -> None:
    load_settings(tmp_path)
    tmp_path.chmod(0o750)
    load_settings(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o750


def test_git_keeps_out_all_that_the_site_keeps_in_its_instance() -> None:
    lines = (default_instance() / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["*", "!.gitignore"]


def test_the_written_comments_state_the_defaults(tmp_path: Path) -> None:
    settings = load_settings(tmp_path)
    lines = (tmp_path / "settings.toml").read_text(encoding="utf-8").splitlines()
    written = tomllib.loads("\n".join(line[1:] for line in lines if line[:2] != "# "))
    assert written == {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(settings).items()
        if name not in {"instance", "secret_key", "site"}
    }


def test_a_settings_file_of_comments_sets_nothing(tmp_path: Path) -> None:
    load_settings(tmp_path)
    assert tomllib.loads((tmp_path / "settings.toml").read_text(encoding="utf-8")) == {}


def test_the_file_wins_over_the_default(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('title = "Cavendish"\nport = 9000\n')
    settings = load_settings(tmp_path)
    assert (settings.title, settings.port) == ("Cavendish", 9000)


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('host = "0.0.0.0"\nport = 9000\n')
    settings = load_settings(tmp_path, host="127.0.0.1", port=0)
    assert (settings.host, settings.port) == ("127.0.0.1", 0)


@pytest.mark.parametrize(
    ("name", "text"),
    [("HOST", "::1"), ("PORT", "0"), ("TITLE", "Ann’s ♠ table"), ("HOME_SITE", "false")],
)
def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    (tmp_path / "settings.toml").write_text(
        'host = "::"\nport = 9\ntitle = "A"\nhome_site = true\n'
    )
    monkeypatch.setenv(f"SCOREKEEPER_{name}", text)
    assert str(getattr(load_settings(tmp_path), name.lower())).lower() == text.lower()
    assert load_settings(tmp_path, port=7).port == 7


def test_the_environment_takes_every_setting_as_its_default_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings(tmp_path)
    changed = 'currency = "EUR"\nport = 9000\nbehind_proxy = true\nformer_domains = ["a.b", "c"]\n'
    (tmp_path / "settings.toml").write_text(changed)
    for setting in fields(Settings):
        if setting.metadata:
            value = (
                setting.default if isinstance(setting.default, str) else json.dumps(setting.default)
            )
            monkeypatch.setenv(f"SCOREKEEPER_{setting.name.upper()}", value)
    assert load_settings(tmp_path) == settings


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        ("PORT=80.5", "must be a whole number from 0 to 65535, not 80.5."),
        ("PORT=tcp://10.0.0.7:80", "must be a whole number from 0 to 65535, not 'tcp:"),
        ("BEHIND_PROXY=yes", "must be true or false, not 'yes'."),
        ("CURRENCY=usd", "must be empty, or a currency code of ISO 4217"),
        ("PUBLIC_URL=https://cards.example.org/cards", "must be empty, or an address such as"),
        (
            f"TITLE={os.fsdecode(bytes([255]))}",
            r"must be a text of 1 to 60 characters, not b'\xff'.",
        ),
        ("PROT=8000", "is not a setting; the settings are host, port, "),
        ("SECRET_KEY=x", "is not a setting; the settings are host, port, "),
    ],
)
def test_a_wrong_value_names_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, told: str
) -> None:
    name, _, text = variable.partition("=")
    monkeypatch.setenv(f"SCOREKEEPER_{name}", text)
    problems = problems_of(tmp_path, 'title = ""')
    assert len(problems) == 2
    assert problems[1].startswith(f"SCOREKEEPER_{name} {told}")


def test_the_environment_may_name_the_instance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "here"))
    assert load_settings().instance == tmp_path / "here"


def test_a_second_start_leaves_the_settings_file_alone(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("# mine\n")
    load_settings(tmp_path)
    assert (tmp_path / "settings.toml").read_text() == "# mine\n"


def test_settings_cannot_be_changed(tmp_path: Path) -> None:
    with pytest.raises(FrozenInstanceError):
        load_settings(tmp_path).port = 1  # type: ignore[misc]


def test_the_database_lies_in_the_instance_folder(tmp_path: Path) -> None:
    assert load_settings(tmp_path).database.parent == tmp_path


@pytest.mark.parametrize(
    "line",
    [
        'port = "8000"',
        "port = true",
        "port = 65536",
        "port = -1",
        "port = 80.5",
        'host = ""',
        "host = 1",
        'title = "  "',
        f'title = "{"x" * 61}"',
        'title = "two\\nlines"',
        'currency = "usd"',
        'currency = "XXX"',
        'public_url = "cards.example.org"',
        'public_url = "https://cards.example.org/cards"',
        'behind_proxy = "yes"',
        "behind_proxy = 1",
    ],
)
def test_a_wrong_value_names_the_file_and_the_key(tmp_path: Path, line: str) -> None:
    (problem,) = problems_of(tmp_path, line)
    assert problem.startswith(f"{tmp_path / 'settings.toml'}: {line.split(maxsplit=1)[0]} must be ")


@pytest.mark.parametrize(
    "line",
    [
        "port = 0",
        "port = 65535",
        'host = "::1"',
        'title = "Ann’s ♠ table"',
        'currency = "KWD"',
        'public_url = "https://cards.example.org:8443"',
        "behind_proxy = true",
    ],
)
def test_a_right_value_is_taken(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(line, encoding="utf-8")
    assert asdict(load_settings(tmp_path)).items() >= tomllib.loads(line).items()


def test_an_unknown_key_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, "prot = 8000")
    known = [each.name for each in fields(Settings) if each.metadata]
    assert problem.endswith(f"prot is not a setting; the settings are {', '.join(known)}.")


def test_the_secret_key_is_no_setting(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, f'secret_key = "{"x" * 64}"')
    assert "secret_key is not a setting" in problem


def test_every_problem_is_reported_at_once(tmp_path: Path) -> None:
    assert len(problems_of(tmp_path, 'prot = 1\nport = "x"\ncurrency = 5\n')) == 3


def test_a_wrong_port_on_the_command_line_is_named_as_typed(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^--port must be a whole number from 0 to 65535"):
        load_settings(tmp_path, port=70000)


def test_a_first_start_that_is_refused_leaves_nothing_that_seems_lost(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        load_settings(tmp_path, port=70000)
    refuse_lost(tmp_path)


@pytest.mark.parametrize("content", [b"port 8000", b"title = \xff\xfe"])
def test_a_file_that_is_not_toml_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(content)
    with pytest.raises(ConfigError, match=r"settings\.toml is not TOML: "):
        load_settings(tmp_path)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"file/instance cannot be used: Not a directory\.$"):
        load_settings(tmp_path / "file" / "instance")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ConfigError, match=r"cannot be written by the person who starts the site"):
        load_settings(tmp_path)


def test_the_secret_key_stays_the_same(tmp_path: Path) -> None:
    assert load_settings(tmp_path).secret_key == load_settings(tmp_path).secret_key


def test_every_site_has_a_secret_key_of_its_own(tmp_path: Path) -> None:
    keys = {load_settings(tmp_path / name).secret_key for name in ("one", "two")}
    assert len(keys) == 2


def test_the_secret_key_is_made_readable_by_its_owner_only(tmp_path: Path) -> None:
    load_settings(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_secret_key_that_others_can_read_is_closed_again(tmp_path: Path) -> None:
    load_settings(tmp_path)
    (tmp_path / "secret_key").chmod(0o644)
    load_settings(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_secret_key_cut_short_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(ConfigError, match="secret_key is shorter than 32 characters"):
        load_settings(tmp_path)


def test_the_secret_key_does_not_show_in_a_message(tmp_path: Path) -> None:
    settings = load_settings(tmp_path)
    assert settings.secret_key not in repr(settings)


def test_a_checkout_keeps_its_instance_beside_the_package() -> None:
    assert default_instance() == CHECKOUT / "instance"


def test_a_checkout_has_its_pages_beside_the_package() -> None:
    assert site_folder() == CHECKOUT


def only_number(pattern: str, text: str) -> int:
    (found,) = re.findall(pattern, text, re.MULTILINE)
    return int(found)


def build(target: str, folder: Path, checkout: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=checkout,
        capture_output=True,
        check=True,
    )


def copy_packaged(folder: Path) -> Path:
    """Copy what is packaged into a new folder; return it."""
    folder.mkdir()
    for name in PACKAGED:
        source = CHECKOUT / name
        ignored = shutil.ignore_patterns("__pycache__")
        if source.is_dir():
            shutil.copytree(source, folder / name, copy_function=shutil.copyfile, ignore=ignored)
        else:
            shutil.copyfile(source, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Wheels of two copies of the checkout that differ in place, times and rights of files."""
    found: list[Path] = []
    for number, mode in enumerate((0o600, 0o644)):
        copy = copy_packaged(tmp_path_factory.mktemp("copies") / f"copy {number}")
        for file in copy.rglob("*.py"):
            file.chmod(mode)
            os.utime(file, (number * 10**9, number * 10**9))
        build("wheel", copy / "dist", checkout=copy)
        found += (copy / "dist").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheels: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as ``pip install`` lays it out."""
    folder = tmp_path_factory.mktemp("wheel") / "site-packages"
    shutil.unpack_archive(wheels[0], folder, "zip")
    return folder / "scorekeeper"


def test_the_source_archive_leaves_the_instance_out(tmp_path: Path) -> None:
    copy = copy_packaged(tmp_path / "copy")
    shutil.copyfile(CHECKOUT / ".gitignore", copy / ".gitignore")
    (copy / "instance").mkdir()
    (copy / "instance" / "secret_key").write_text("k" * 64)
    build("sdist", tmp_path, checkout=copy)
    (found,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(found) as archive:
        folders = {name.split("/")[1] for name in archive.getnames()}
    assert "scorekeeper" in folders
    assert "instance" not in folders


def test_the_wheel_is_the_same_byte_for_byte_wherever_it_is_built(wheels: list[Path]) -> None:
    one, other = [file.read_bytes() for file in wheels]
    assert one == other


def test_what_is_installed_is_called_otherwise_than_the_program_of_that_name_on_the_index(
    installed: Path,
) -> None:
    (found,) = distributions(name="oklahoma-scorekeeper", path=[str(installed.parent)])
    assert found.version == __version__
    (command,) = found.entry_points
    assert (command.name, command.value) == ("scorekeeper", "scorekeeper.cli:main")
    assert {Path(file).parts[0] for file in found.files or ()} == {
        "scorekeeper",
        f"oklahoma_scorekeeper-{__version__}.dist-info",
    }


def test_what_is_installed_says_on_which_pythons_it_runs_and_has_its_types(installed: Path) -> None:
    (found,) = distributions(name="oklahoma-scorekeeper", path=[str(installed.parent)])
    newest = only_number(r"^newest_tried=(\d+)", (CHECKOUT / "run").read_text())
    named = [f"Programming Language :: Python :: 3.{minor}" for minor in range(11, newest + 1)]
    classifiers = found.metadata.get_all("Classifier") or []
    assert [line for line in classifiers if "Python" in line] == named
    assert "Typing :: Typed" in classifiers
    assert (installed / "py.typed").exists()


def test_an_installed_package_has_its_pages_inside_itself(installed: Path) -> None:
    code = "import scorekeeper.config as config; print(config.site_folder())"
    assert python(code, path=installed.parent) == str(installed)


@pytest.mark.parametrize("name", ["templates", "static"])
def test_the_wheel_carries_every_page_and_style(installed: Path, name: str) -> None:
    beside, inside = (
        {file.relative_to(top / name) for file in (top / name).rglob("*") if file.is_file()}
        for top in (CHECKOUT, installed)
    )
    assert inside == beside


def test_the_wheel_carries_the_club_to_look_at(installed: Path) -> None:
    book = Path("server/demo_book.json.gz")
    assert (installed / book).read_bytes() == (CHECKOUT / "scorekeeper" / book).read_bytes()


def test_reading_the_settings_imports_no_web_paper_or_database() -> None:
    shy = "{'flask', 'weasyprint', 'sqlite3'}"
    assert python(f"import sys, scorekeeper.config; print({shy} & {{*sys.modules}})") == "set()"
