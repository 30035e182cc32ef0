"""Compiled templates that each process of tests reads once for all sites that it makes."""

from types import CodeType

from jinja2.bccache import Bucket

from scorekeeper.web.core.site import Templates
from scorekeeper.wording.compiled import CompiledTemplates


class _ReadOnce(CompiledTemplates):
    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self._read: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template that this process has read before, unless its source has changed."""
        checksum, code = self._read.get(bucket.key, ("", None))
        if code is None or checksum != bucket.checksum:
            super().load_bytecode(bucket)
            code = bucket.code
        bucket.code = code
        if code is not None:
            self._read[bucket.key] = (bucket.checksum, code)


def read_templates_once() -> None:
    """Let the sites of this process have the templates that one of them has read."""
    Templates.compiled = _ReadOnce("pages")
