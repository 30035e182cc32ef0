"""The variants that the program has, without those that only the tests know."""

from typing import Final

from scorekeeper.rules.variants import VARIANTS
from tests import trial_family

REAL_VARIANTS: Final = tuple(
    [key for key in VARIANTS if key not in {each.key for each in trial_family.VARIANTS}]
)
"""Their keys, in the order of lists."""
