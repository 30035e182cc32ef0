"""Addresses of the network as limits count them."""

from ipaddress import IPv6Network, ip_address
from typing import Final

_NETWORK_BITS: Final = 64
"""The bits of an IPv6 address that are the same for a whole home."""


def network_of(address: str) -> str:
    """Return what limits count: an IPv4 address, or the network of an IPv6 address.

    One phone has many IPv6 addresses in the network of its home. A text that is no address is
    returned as it is.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:  # so a socket for both kinds writes an IPv4 address
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), _NETWORK_BITS), strict=False))
