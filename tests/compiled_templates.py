"""Templates that are compiled once for all sites that tests make or serve."""

from contextlib import suppress
from pathlib import Path
from types import CodeType
from zlib import crc32

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from scorekeeper.wording import sentences

_EXTENSION = Path(sentences.__file__).read_bytes()
_FOLDER = Path(__file__).parent.parent / ".pytest_cache" / f"templates-{crc32(_EXTENSION):x}"
"""Another one for each version of the extension, by which templates are compiled otherwise."""


class _Kept(FileSystemBytecodeCache):
    def __init__(self, directory: str) -> None:
        super().__init__(directory)
        self._read: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template that this process has read before, unless its source has changed."""
        checksum, code = self._read.get(bucket.key, ("", None))
        if code and checksum == bucket.checksum:
            bucket.code = code
            return
        super().load_bytecode(bucket)
        self._read[bucket.key] = (bucket.checksum, bucket.code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, unless a test has filled the disk just now."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled_templates() -> None:
    """Let the sites of this process keep compiled templates in a folder, and take them from it."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": _Kept(str(_FOLDER))}
