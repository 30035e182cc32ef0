"""How many examples a property gets that takes long for each."""

from typing import Any, Final

from hypothesis import settings

_USUAL: Final = 8


def tries(examples: int, **more: Any) -> settings:
    """Return settings of so many examples; a deeper profile multiplies them as it does others."""
    usual = settings().max_examples
    return settings(max_examples=examples * usual // _USUAL, **more)
