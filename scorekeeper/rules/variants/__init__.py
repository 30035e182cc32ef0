"""Finds all variants: every package in this folder is a family that lists its ``VARIANTS``."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from scorekeeper.rules.variant import Variant

_ORDER: Final = ("oklahoma", "contract", "oklahoma_gin")
"""The families that lists show first; others follow in the order of their names."""


def _find() -> dict[str, Variant]:
    names = sorted(
        [module.name for module in iter_modules(__path__)],
        key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name),
    )
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return {variant.key: variant for module in modules for variant in module.VARIANTS}


VARIANTS: Final = _find()
"""All variants by their keys, in the order of lists."""
