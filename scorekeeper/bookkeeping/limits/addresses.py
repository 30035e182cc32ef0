"""Addresses of the network as limits count them."""

from ipaddress import IPv6Network, ip_address
from typing import Final

_HOME: Final = 64
"""The bits of an IPv6 address that are the same for a whole home."""


def home_of(address: str) -> str:
    """Return the address, of IPv6 the network of the home: one phone has many addresses there."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(IPv6Network((int(parsed), _HOME), strict=False))
