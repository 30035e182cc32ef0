from tests.serving.conftest import running

__all__ = ["running"]
