"""Phones and larger screens on the site, lent to one test after another."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Error,
    Page,
    ViewportSize,
    expect,
)

_HEIGHT: Final = 740
_EMPTY: Final = "about:blank"
_PATIENCE: Final = 10_000
"""Milliseconds that a page may take for anything."""
expect.set_options(timeout=_PATIENCE)

KEEPER: Final = "the-key-of-these-tests"
"""The key of the site's page of backups."""

Kind = tuple[tuple[str, Any], ...]
"""What a browser context was made with; only screens of one kind can stand for one another."""


@dataclass(frozen=True)
class Screen:
    """The one page of a browser context that tests share, and the way to wipe its storage."""

    kind: Kind
    page: Page
    session: CDPSession

    def wipe(self) -> bool:
        """Forget what a test did; return whether the next test can have the screen."""
        context = self.page.context
        try:
            self.page.unroute_all(behavior="ignoreErrors")
            if self.page.url != _EMPTY:
                self.page.goto(_EMPTY)
            has_clock = self.page.evaluate("'__pwClock' in globalThis")
        except Error:  # it was closed, or is on its way to another page
            context.close()
            return False
        assert not has_clock, "A clock cannot be wiped: a test that sets one opens a new screen."
        for tab in context.pages[1:]:
            tab.close()
        context.set_offline(False)
        what = {"origin": "*", "storageTypes": "cookies,local_storage"}
        self.session.send("Storage.clearDataForOrigin", what)
        return True


class Screens:
    """Opens screens of any kind on the site.

    A page in a new browser context takes three times as long as the next page of an old one. So
    a screen is wiped after a test and lent to the next. What cannot be wiped needs a new screen:
    scripts that run first, clocks, workers, and the weight of a first load.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self._browser = browser
        self._spare: defaultdict[Kind, list[Screen]] = defaultdict(list)
        self._lent: list[Screen] = []
        self._new: list[BrowserContext] = []
        self._errors: list[str] = []

    @property
    def plain_address(self) -> str:
        """The site under a name that is no secure context, as most tables meet it."""
        return self.address.replace("127.0.0.1", "table.test")

    def open(self, width: int, **about: Any) -> Page:
        """A screen of its own browser, so wide in CSS pixels, that knows nothing of the site."""
        kind = tuple(sorted(about.items()))
        if not self._spare[kind]:
            page = self._browse(width, **about).new_page()
            self._spare[kind].append(Screen(kind, page, page.context.new_cdp_session(page)))
        screen = self._spare[kind].pop()
        self._lent.append(screen)
        size = ViewportSize(width=width, height=_HEIGHT)
        if screen.page.viewport_size != size:
            screen.page.set_viewport_size(size)
        return screen.page

    def open_new(self, width: int, **about: Any) -> Page:
        """A screen that nobody used before, and that nobody uses after the test."""
        context = self._browse(width, **about)
        self._new.append(context)
        return context.new_page()

    def _browse(self, width: int, *, first_script: str = "", **about: Any) -> BrowserContext:
        """A new browser context, each page of which runs this script first.

        Without a service worker, which would fetch every file of the site for each test, and
        without motion, which draws each frame of it.
        """
        usual = {"service_workers": "block", "reduced_motion": "reduce"}
        about = {"base_url": self.address, **usual, **about}
        size = ViewportSize(width=width, height=_HEIGHT)
        context = self._browser.new_context(viewport=size, **about)
        context.set_default_timeout(_PATIENCE)
        context.on("weberror", lambda error: self._errors.append(str(error.error)))
        if first_script:
            context.add_init_script(first_script)
        return context

    def take_back(self) -> None:
        """Close or wipe the screens of a test, none of whose pages had an error of its scripts."""
        for context in self._new:
            context.close()
        for screen in self._lent:
            if screen.wipe():
                self._spare[screen.kind].append(screen)
        self._new.clear()
        self._lent.clear()
        errors = self._errors.copy()
        self._errors.clear()
        assert errors == [], errors

    def close(self) -> None:
        """Close the screens that wait for a next test."""
        for spare in self._spare.values():
            for screen in spare:
                screen.page.context.close()
        self._spare.clear()
