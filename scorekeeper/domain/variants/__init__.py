"""The variants, found by themselves: every package here is a family that lists its VARIANTS."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from scorekeeper.domain.variant import Variant

_ORDER: Final = ("oklahoma", "contract", "oklahoma_gin")
"""Families that a list shows first; any other follows by name."""


def _find() -> dict[str, Variant]:
    names = sorted(
        [module.name for module in iter_modules(__path__)],
        key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name),
    )
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return {variant.key: variant for module in modules for variant in module.VARIANTS}


VARIANTS: Final = _find()
"""Every variant by its key, in the order of a list."""
