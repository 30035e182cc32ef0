"""Prints what the program is made of, as a software bill of materials: CycloneDX 1.6, in JSON.

It says what the lock file pins, with the licences of ``LICENSES.md``, and is the same each time.
What the system brings, Python, SQLite and Pango, is not in it. ``./run sbom`` prints it.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

from scorekeeper import __version__

ROOT: Final = Path(__file__).parents[1]
_PIN: Final = re.compile(
    r"^([\w-]+)==([\w.]+)(?: ; [^\\\n]+)?((?: \\\n +--hash=sha256:\w+)+)", re.MULTILINE
)
_HASH: Final = re.compile(r"sha256:(\w+)")
_LICENCE: Final = re.compile(r"^\| ([\w-]+) \| (.+) \|$", re.MULTILINE)


def bill(lock: str, licences: str) -> dict[str, Any]:
    """Return the bill of what a lock file pins; ``licences`` has a row of a table for each."""
    names = dict(_LICENCE.findall(licences))
    of_program = f"pkg:pypi/oklahoma-scorekeeper@{__version__}"
    program = {
        **_component("application", "oklahoma-scorekeeper", __version__, "MIT"),
        "bom-ref": of_program,
    }
    components = [
        {
            **_component("library", name, version, names[name]),
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "purl": f"pkg:pypi/{name}@{version}",
            "hashes": [{"alg": "SHA-256", "content": each} for each in _HASH.findall(hashes)],
        }
        for name, version, hashes in _PIN.findall(lock)
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
        "dependencies": [
            {"ref": of_program, "dependsOn": [each["bom-ref"] for each in components]}
        ],
    }


def _component(kind: str, name: str, version: str, licence: str) -> dict[str, Any]:
    return {
        "type": kind,
        "name": name,
        "version": version,
        "licenses": [{"license": {"name": licence}}],
    }


if __name__ == "__main__":
    texts = [(ROOT / name).read_text("utf-8") for name in ("requirements.txt", "LICENSES.md")]
    print(json.dumps(bill(*texts), ensure_ascii=False, indent=1))
