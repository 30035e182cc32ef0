"""The folder of the backups of the test database."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder, which is not made yet."""
    return tmp_path / "backups"
