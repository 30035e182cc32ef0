"""The variants, found by themselves: a package here is a family with FAMILY and VARIANTS."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from scorekeeper.domain.variant import Family, Variant

_ORDER: Final = ("oklahoma", "contract", "oklahoma_gin")
"""Families that a list shows first; any other follows by name."""


def _find() -> tuple[tuple[Family, ...], dict[str, Variant]]:
    names = sorted(
        [module.name for module in iter_modules(__path__)],
        key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name),
    )
    modules = [import_module(f"{__name__}.{name}") for name in names]
    variants = {variant.key: variant for module in modules for variant in module.VARIANTS}
    return tuple([module.FAMILY for module in modules]), variants


_FOUND: Final = _find()
FAMILIES: Final = _FOUND[0]
VARIANTS: Final = _FOUND[1]
