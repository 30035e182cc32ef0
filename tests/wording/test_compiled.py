"""Templates are compiled once, and again when what they were compiled from has changed."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from scorekeeper.wording import compiled
from scorekeeper.wording.compiled import CompiledTemplates

NAME = "greeting.html"


def drawn(folder: Path, text: str = "{{ 'ann'|capital }}", capital: str = "Ann") -> str:
    """Return what a template becomes after a start, which may find it compiled in the folder."""
    cache = CompiledTemplates("tests", folder)
    environment = Environment(
        loader=DictLoader({NAME: text}), autoescape=True, bytecode_cache=cache
    )
    environment.filters["capital"] = lambda _: capital
    return environment.get_template(NAME).render()


def test_a_later_start_takes_what_an_earlier_one_has_compiled(tmp_path: Path) -> None:
    assert drawn(tmp_path) == "Ann"
    # What is constant is worked out when a template is compiled, which shows that it was not.
    assert drawn(tmp_path, capital="ANN") == "Ann"


def test_a_changed_template_is_compiled_anew(tmp_path: Path) -> None:
    drawn(tmp_path)
    assert drawn(tmp_path, "Good evening") == "Good evening"


def test_a_changed_program_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "program"
    program.mkdir()
    (program / "filters.py").write_text("one")
    monkeypatch.setattr(compiled, "_SOURCES", (program,))
    compiled._program.cache_clear()
    drawn(tmp_path)
    (program / "filters.py").write_text("other")
    compiled._program.cache_clear()
    assert drawn(tmp_path, capital="ANN") == "ANN"
    compiled._program.cache_clear()


@pytest.mark.parametrize("left", [0, 10, 140, -1])
def test_a_damaged_file_is_compiled_anew(tmp_path: Path, left: int) -> None:
    drawn(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:left] + b"\xff")
    assert drawn(tmp_path, capital="ANN") == "ANN"
    assert drawn(tmp_path, capital="ann") == "ANN"


def test_a_folder_that_is_not_there_keeps_nothing(tmp_path: Path) -> None:
    assert drawn(tmp_path / "nowhere") == "Ann"
    assert list(tmp_path.iterdir()) == []
