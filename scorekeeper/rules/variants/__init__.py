"""Finds all variants: every package in this folder is a family that lists its ``VARIANTS``."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from scorekeeper.rules.variant import Variant

_ORDER: Final = ("oklahoma", "contract", "oklahoma_gin")
"""The families that lists show first; others follow in the order of their names."""


_FAMILIES: Final = sorted(
    [module.name for module in iter_modules(__path__)],
    key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name),
)
VARIANTS: Final[dict[str, Variant]] = {
    variant.key: variant
    for name in _FAMILIES
    for variant in import_module(f"{__name__}.{name}").VARIANTS
}
"""All variants by their keys, in the order of lists."""
