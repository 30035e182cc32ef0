from tests.browser.nights.conftest import all_screens, club, club_address

__all__ = ("all_screens", "club", "club_address")
