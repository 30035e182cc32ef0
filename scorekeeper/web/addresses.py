"""The addresses by which phones on the same network open the site and join a table."""

import fcntl
import socket
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from scorekeeper.config import Settings

# No machine has an address of TEST-NET-1 (RFC 5737). Connecting a UDP socket to it sends nothing;
# the kernel only chooses the address of this machine that it would send from.
_NOWHERE: Final = ("192.0.2.1", 9)
_SIOCGIFADDR: Final = 0x8915
_IFREQ_BYTES: Final = 256
_IFREQ_ADDRESS: Final = slice(20, 24)

_EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not bound


def page_addresses(settings: Settings, port: int) -> tuple[str, ...]:
    """Return the addresses of the landing page, the best one for a phone first."""
    if settings.public_url:
        return (f"{settings.public_url}/",)
    hosts = network_addresses() if settings.host in _EVERYWHERE else (settings.host,)
    return tuple(
        f"http://{f'[{host}]' if ':' in host else host}:{port}/" for host in hosts or ("127.0.0.1",)
    )


def join_address(settings: Settings, came_by: str, path: str) -> str:
    """Return the address by which another phone reaches a page, to be put into a QR code.

    ``came_by`` is the address of the site in the browser that asks. Other phones can use it too,
    unless it is a loopback name such as ``localhost``, which means a different machine on each.
    """
    if settings.public_url:
        return settings.public_url + path
    site = urlsplit(came_by)
    if _is_loopback(site.hostname or "") and not _is_loopback(settings.host):
        site = _on_the_network(site)
    return f"{site.scheme}://{site.netloc}{path}"


def phone_address(settings: Settings, came_by: str) -> str:
    """Return the address by which other phones reach the site, empty if they cannot."""
    address = join_address(settings, came_by, "")
    return "" if _is_loopback(urlsplit(address).hostname or "") else address


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _on_the_network(site: SplitResult) -> SplitResult:
    """Return the site with this machine's first network address, or unchanged without a network."""
    host = next(iter(network_addresses()), None)
    if host is None:
        return site
    return site._replace(netloc=host if site.port is None else f"{host}:{site.port}")


def network_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses on its networks, the one used for the internet first."""
    found = dict.fromkeys((*_internet_address(), *_addresses_of_interfaces()))
    return tuple(
        str(address)
        for address in found
        if not (address.is_loopback or address.is_link_local or address.is_unspecified)
    )


def _internet_address() -> Iterator[IPv4Address]:
    """Yield the address from which this machine reaches the internet, if it can."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return  # this machine has no route to the internet
        yield IPv4Address(probe.getsockname()[0])


def _addresses_of_interfaces() -> Iterator[IPv4Address]:
    """Yield the address of each network interface, since a hotspot has no internet address."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, name.encode().ljust(_IFREQ_BYTES, b"\0"))
            except OSError:
                continue  # an interface without an IPv4 address
            yield IPv4Address(answer[_IFREQ_ADDRESS])
