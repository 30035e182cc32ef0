"""The trial family beside the real ones, and how much Hypothesis tries.

Hypothesis tries enough for every push, and more with ``--hypothesis-profile=deep``.
"""

import gc

from hypothesis import HealthCheck, settings

from scorekeeper.domain.variants import VARIANTS
from tests import trial_family
from tests.compiled_addresses import keep_compiled_addresses
from tests.compiled_templates import keep_compiled_templates

# Before any test is collected: tests are parametrized by the variants that there are.
VARIANTS.update({variant.key: variant for variant in trial_family.VARIANTS})

keep_compiled_addresses()
keep_compiled_templates()

# The same examples in each run, so that it is red for what a change did; the deep profile looks for
# what nobody has found yet.
settings.register_profile(
    "quick",
    max_examples=12,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep", parent=settings.get_profile("quick"), max_examples=2000, derandomize=False
)
settings.load_profile("quick")


def pytest_collection_finish() -> None:
    """Let Python collect garbage seldom, and leave out tests and modules, which stay to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
