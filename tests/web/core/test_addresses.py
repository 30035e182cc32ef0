import socket
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.web.addresses import join_address, network_addresses, page_addresses

SITE = "http://192.168.1.20:8000/"
SEAT = "/game/link/seat"
OWN = ("localhost", "127.0.0.1", "127.8.8.8", "[::1]")


def settings(**changes: str | int) -> Settings:
    fixed = {"instance": Path("instance"), "secret_key": "x" * 64}
    return Settings(**{**fixed, **changes})  # type: ignore[arg-type]  # names are the test's own


def test_addresses_for_phones_leave_out_the_loopback() -> None:
    assert not [address for address in network_addresses() if address.startswith("127.")]


def test_every_address_for_phones_is_one_of_this_machine() -> None:
    for address in network_addresses():
        with socket.socket() as probe:
            probe.bind((address, 0))


def test_a_named_host_is_the_only_address() -> None:
    assert page_addresses(settings(host="192.168.1.20"), 8000) == (SITE,)


def test_an_ipv6_host_stands_in_brackets() -> None:
    assert page_addresses(settings(host="::1"), 8000) == ("http://[::1]:8000/",)


def test_a_public_address_is_the_only_one_shown() -> None:
    public = settings(public_url="https://cards.example.org")
    assert page_addresses(public, 8000) == ("https://cards.example.org/",)


# --- what is put into a QR code -------------------------------------------------------------------


def test_a_code_leads_by_the_address_that_this_browser_came_by() -> None:
    assert join_address(settings(), SITE, SEAT) == f"http://192.168.1.20:8000{SEAT}"


def test_a_code_leads_by_a_name_as_well() -> None:
    address = join_address(settings(), "https://cards.local/", SEAT)
    assert address == f"https://cards.local{SEAT}"


def test_a_code_leads_by_the_public_address_wherever_the_browser_came_from() -> None:
    public = settings(public_url="https://cards.example.org")
    assert join_address(public, SITE, SEAT) == f"https://cards.example.org{SEAT}"


@pytest.mark.skipif(not network_addresses(), reason="this machine is on no network")
@pytest.mark.parametrize("own", OWN)
def test_a_name_that_only_this_machine_has_gives_way_to_its_first_address(own: str) -> None:
    address = join_address(settings(), f"http://{own}:8000/", SEAT)
    assert address == f"http://{network_addresses()[0]}:8000{SEAT}"


@pytest.mark.skipif(not network_addresses(), reason="this machine is on no network")
def test_a_site_on_the_usual_port_names_none() -> None:
    address = join_address(settings(), "http://localhost/", SEAT)
    assert address == f"http://{network_addresses()[0]}{SEAT}"


def test_a_site_for_this_machine_only_keeps_its_own_name() -> None:
    alone = settings(host="127.0.0.1")
    assert join_address(alone, "http://localhost:8000/", SEAT) == f"http://localhost:8000{SEAT}"
