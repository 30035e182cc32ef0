from tests.server.conftest import running

__all__ = ["running"]
