"""The page of papers in ``docs/``: a small picture of every kind."""

import pytest

from scorekeeper.papers.kinds import PAPERS
from tests.papers.pictures import FOLDER, MOST_BYTES, WITH_MARK


@pytest.mark.parametrize("name", [*PAPERS, WITH_MARK])
def test_every_paper_has_a_small_picture(name: str) -> None:
    assert f"](papers/{name}.png)" in (FOLDER.parent / "papers.md").read_text(encoding="utf-8")
    picture = (FOLDER / f"{name}.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= MOST_BYTES
