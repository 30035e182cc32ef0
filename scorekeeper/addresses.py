"""The addresses of the site: by which phones on the same network find it and join a table."""

import fcntl
import socket
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from scorekeeper.config import Settings

# TEST-NET-1 (RFC 5737) reaches nobody; connecting a UDP socket to it sends nothing and only
# asks the kernel which of our addresses it would use.
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
    """Return the address of a page as another phone reaches it, to be put into a QR code.

    ``came_by`` is the address of the site as the browser that asks has it, which is right for the
    others as well, unless it is a name that means this machine on every machine.
    """
    if settings.public_url:
        return settings.public_url + path
    site = urlsplit(came_by)
    if _is_loopback(site.hostname or "") and not _is_loopback(settings.host):
        site = _on_the_network(site)
    return f"{site.scheme}://{site.netloc}{path}"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _on_the_network(site: SplitResult) -> SplitResult:
    """The same site by the first address of this machine; as it is where there is no network."""
    host = next(iter(network_addresses()), None)
    if host is None:
        return site
    return site._replace(netloc=host if site.port is None else f"{host}:{site.port}")


def network_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses on its networks, that of the way out first."""
    found = dict.fromkeys((*_address_of_the_way_out(), *_addresses_of_interfaces()))
    return tuple(str(address) for address in found if not _is_private_to_us(address))


def _is_private_to_us(address: IPv4Address) -> bool:
    return address.is_loopback or address.is_link_local or address.is_unspecified


def _address_of_the_way_out() -> Iterator[IPv4Address]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return  # no way out: a table without internet
        yield IPv4Address(probe.getsockname()[0])


def _addresses_of_interfaces() -> Iterator[IPv4Address]:
    """Yield the address of each interface: a hotspot has no way out, yet serves a table."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, name.encode().ljust(_IFREQ_BYTES, b"\0"))
            except OSError:
                continue  # an interface without an IPv4 address
            yield IPv4Address(answer[_IFREQ_ADDRESS])
