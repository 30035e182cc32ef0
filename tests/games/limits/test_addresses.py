"""What limits count of an address, and that the streams are counted so."""

import pytest

from scorekeeper.games.limits import Count, StreamCounts, network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_streams_to_the_addresses_of_one_network_are_counted_together() -> None:
    counts = StreamCounts(by_link=Count(9), by_address=Count(1))
    assert counts.take("a", "2001:db8:1:2::1")
    assert not counts.take("b", "2001:db8:1:2::2")
    counts.give_back("a", "2001:db8:1:2::1")
    assert counts.take("b", "2001:db8:1:2::2")
