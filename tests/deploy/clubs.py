"""Clubs on one host as systemd serves them: one process, one folder and one socket each."""

import os
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parents[2]
DEPLOY: Final = CHECKOUT / "deploy"
_SETTINGS: Final = 'behind_proxy = true\npublic_url = "https://{name}.cards.example.org"\n'
_QUEUE: Final = 128


class Unit:
    """A process that serves ``folder`` at a socket, as a unit of systemd does."""

    def __init__(self, folder: Path, address: Path) -> None:
        self.folder = folder
        self.address = str(address)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.address)
        self._listener.listen(_QUEUE)
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the process, with the socket as its third file."""
        passed = self._listener.fileno()
        command = [sys.executable, "-P", "-m", "scorekeeper", "serve", "--quiet", "--instance"]
        self._process = subprocess.Popen(
            ["bash", "-c", f'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3<&{passed}', "bash"]
            + [*command, str(self.folder)],
            env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
            pass_fds=(passed,),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> str:
        """Stop the process; return all that it wrote. The socket goes on listening."""
        assert self._process is not None
        self._process.terminate()
        written, _ = self._process.communicate(timeout=20)
        assert self._process.returncode == 0, written
        return written

    def kill(self) -> None:
        """End the process as a power cut would. The socket goes on listening."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()


class Club(Unit):
    """The site of one club; ``NAME.sock`` in ``run`` is its address, ``state/NAME`` its folder."""

    def __init__(self, name: str, run: Path, state: Path) -> None:
        self.name = name
        folder = state / name
        folder.mkdir(parents=True)
        (folder / "settings.toml").write_text(_SETTINGS.format(name=name))
        super().__init__(folder, run / f"{name}.sock")

    def ask(self, path: str, **headers: str) -> tuple[int, str, str]:
        """Return the status, the text and the new cookie of a page."""
        connection = HTTPConnection(f"{self.name}.cards.example.org", timeout=20)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(self.address)
        sent = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", **headers}
        connection.request("GET", path, headers=sent)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, (answer.getheader("Set-Cookie") or "").partition(";")[0]
