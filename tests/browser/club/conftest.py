from tests.browser.nights.conftest import club, club_address, screens

__all__ = ("club", "club_address", "screens")
