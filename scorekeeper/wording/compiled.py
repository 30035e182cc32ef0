"""Templates as an earlier start has compiled them, kept beside what Python compiles of the program.

Those of the first page take 0.4 s to compile. What becomes of a template rests on its text, on the
program, whose filters are called for what is constant, and on Jinja and Python: with any change of
these it is compiled anew.
"""

import marshal
import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

import scorekeeper

_SOURCES: Final = (Path(scorekeeper.__file__).parent, Path(str(jinja2.__file__)).parent)
FOLDER: Final = Path(cache_from_source(scorekeeper.__file__)).parent


class CompiledTemplates(BytecodeCache):
    """The compiled templates of one environment, which is named ``kind``.

    A file begins with digests of what it was compiled from and of the rest.
    """

    def __init__(self, kind: str, folder: Path = FOLDER) -> None:
        self._kind = kind
        self._program = _program()
        self._folder = folder

    def get_source_checksum(self, source: str) -> str:
        """Return a digest of all that a template is compiled from."""
        return sha256(f"{self._program} {source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Put the compiled template into the bucket, if the file is there and whole."""
        with suppress(OSError):
            head, _, code = self._file(bucket).read_bytes().partition(b"\n")
            if head == _head(bucket, code):
                bucket.code = marshal.loads(code)  # noqa: S302 - who writes it writes the program

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the compiled template, if this user may write there; nobody reads half a file."""
        code = marshal.dumps(bucket.code)
        file = self._file(bucket)
        unfinished = file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            unfinished.write_bytes(_head(bucket, code) + b"\n" + code)
            unfinished.replace(file)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{self._kind}-{bucket.key}.template"


def _head(bucket: Bucket, code: bytes) -> bytes:
    return f"{bucket.checksum} {sha256(code).hexdigest()}".encode()


@cache
def _program() -> str:
    """Return a digest of Python and of the modules of the program and of Jinja, by their times.

    Whole seconds, as Python has them for its modules: an image of a container keeps no others.
    """
    seen = [MAGIC_NUMBER.hex()]
    for top in _SOURCES:
        for folder, _, names in os.walk(top):  # a third of the time that paths take
            files = [f"{folder}/{name}" for name in sorted(names) if name.endswith(".py")]
            found = [(file, os.stat(file)) for file in files]  # noqa: PTH116 - as above
            seen += [f"{file} {int(each.st_mtime)} {each.st_size}" for file, each in found]
    return sha256("\n".join(sorted(seen)).encode()).hexdigest()
