"""The trial family beside the real ones, and how much Hypothesis tries.

Hypothesis tries enough for every push, and more with ``--hypothesis-profile=deep``.
"""

from pathlib import Path

from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from scorekeeper.domain.variants import VARIANTS
from tests import trial_family

# Before any test is collected: tests are parametrized by the variants that there are.
VARIANTS.update({variant.key: variant for variant in trial_family.VARIANTS})

# Many tests make a site of their own; its templates are compiled once for all of them.
_COMPILED = Path(__file__).parent.parent / ".pytest_cache" / "templates"
_COMPILED.mkdir(parents=True, exist_ok=True)
Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(_COMPILED))}

settings.register_profile(
    "quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", parent=settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")
