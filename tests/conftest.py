"""The trial family beside the real ones, what many sites share, and how much Hypothesis tries.

Hypothesis tries enough for every push, and more with ``--hypothesis-profile=deep``.
"""

from collections.abc import Callable
from pathlib import Path

from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from scorekeeper.domain.variants import VARIANTS
from tests import trial_family

# Before any test is collected: tests are parametrized by the variants that there are.
VARIANTS.update({variant.key: variant for variant in trial_family.VARIANTS})

# Many tests make a site of their own; its templates are compiled once for all of them.
_COMPILED = Path(__file__).parent.parent / ".pytest_cache" / "templates"
_COMPILED.mkdir(parents=True, exist_ok=True)
Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(_COMPILED))}

_compile_builder = Rule._compile_builder
_builders: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}


def _builder_made_once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """Return the function that builds the address of a page; making it takes most of a start."""
    key = (rule.rule, tuple(rule._trace), str(rule.defaults), append_unknown)
    if key not in _builders:
        _builders[key] = _compile_builder(rule, append_unknown)
    return _builders[key]


Rule._compile_builder = _builder_made_once  # type: ignore[assignment]

settings.register_profile(
    "quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", parent=settings.get_profile("quick"), max_examples=2000)
settings.load_profile("quick")
