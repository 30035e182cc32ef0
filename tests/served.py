"""The real site as its users run it: a process of its own, to be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from random import SystemRandom
from time import monotonic, sleep
from typing import Protocol

_CHECKOUT = Path(__file__).parent.parent
_STARTS_WITHIN = 30.0
_CHANCE = SystemRandom()


class Process(Protocol):
    """The process of a site."""

    @property
    def pid(self) -> int:
        """Return the number of the process."""

    def poll(self) -> int | None:
        """Return its status once it has ended."""

    def wait(self) -> object:
        """Return once it has ended."""


class Served:
    """A site on a fixed port of this machine, over the database in ``folder``.

    ``environment`` is added to that of the tests. What it complains of goes to the file ``log``, or
    to the terminal.
    """

    def __init__(
        self,
        folder: Path,
        *,
        environment: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: Process | None = None
        self._environment = environment or {}
        self._log = log

    @property
    def address(self) -> str:
        """Where the site is found."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the site, and return when it answers."""
        self.process = self._launch()
        end = monotonic() + _STARTS_WITHIN
        while not self._answers():
            assert self.process.poll() is None, "the site did not start"
            assert monotonic() < end, "the site does not answer"
            sleep(0.02)

    def _launch(self) -> Process:
        """Begin the process of the site."""
        with nullcontext() if self._log is None else self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", "scorekeeper.cli", *self._arguments()],
                env={**os.environ, "PYTHONPATH": str(_CHECKOUT), **self._environment},
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def _arguments(self) -> list[str]:
        place = ["--host", "127.0.0.1", "--port", str(self.port)]
        return ["serve", *place, "--instance", str(self.folder)]

    def _answers(self) -> bool:
        try:
            with closing(socket.create_connection(("127.0.0.1", self.port), timeout=1)) as probe:
                probe.sendall(b"GET /favicon.ico HTTP/1.0\r\n\r\n")
                return bool(probe.recv(1))
        except OSError:
            return False

    def kill(self) -> None:
        """End the site as a power cut would, in the middle of it all."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the site as its user would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait()


def free_port() -> int:
    """Return a port of this machine that nobody listens to.

    It is below those that the system gives to connections, of which one might take it before the
    site does, and of chance, so that no other worker of the tests has the same.
    """
    while True:
        port = _CHANCE.randrange(20_000, 32_000)
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
