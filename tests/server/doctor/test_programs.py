from scorekeeper import __version__
from scorekeeper.config import Settings
from scorekeeper.server.doctor import check_versions
from tests.server.doctor.conftest import levels


def test_the_versions_that_run_these_tests_are_told(settings: Settings) -> None:
    (result,) = check_versions(settings)
    assert levels([result]) == ["ok"]
    assert result.found.startswith(f"Scorekeeper {__version__}, Python 3.")
