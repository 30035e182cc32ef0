"""What this browser knows from its own games: people, and how the last table was set up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from babel.core import Locale
from babel.dates import format_date

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.links import Visit
from scorekeeper.domain.options import OptionValue, values_of
from scorekeeper.domain.settlement import write_amount
from scorekeeper.web.core.fields import NO, YES

_MOST_PEOPLE: Final = 24
_LOCALE: Final = Locale("en")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What the links of this browser open, the newest game first."""

    visits: tuple[Visit, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who sat at one of the tables, those of the last one first, in their order."""
        names = [name for visit in self.visits for name in visit.game.sheet.setup.players]
        return tuple(dict.fromkeys(names))[:_MOST_PEOPLE]

    def find(self, token: str) -> Visit | None:
        """The visit to the game of this link, by the best one that the browser knows."""
        same = [visit for visit in self.visits if token in visit.links.values()]
        return same[0] if same else None

    def last_of(self, variant: str) -> Visit | None:
        """The visit to the newest game of a variant."""
        found = [visit for visit in self.visits if visit.game.sheet.variant.key == variant]
        return found[0] if found else None


def people_with(known: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    """Those known, then any others once each, blanks left out."""
    return tuple(dict.fromkeys([*known, *[name for name in more if name]]))


def fill_as(visit: Visit) -> dict[str, str]:
    """The fields of a new game, filled as a game was set up; the title and the day are new."""
    game = visit.game
    setup, started = game.sheet.setup, game.sheet.game.started
    values = {f"players-{seat}": name for seat, name in enumerate(setup.players)}
    return {
        **values,
        **fill_terms(game),
        "again": visit.token,
        "variant": setup.variant.key,
        "place": started.place,
    }


def fill_terms(game: CurrentGame) -> dict[str, str]:
    """The stake and the house rules of a game, as the form writes them."""
    setup = game.sheet.setup
    stake = setup.stake
    terms = {
        f"options-{name}": _as_typed(value) for name, value in values_of(setup.options).items()
    }
    if stake is None:
        return terms
    return terms | {
        "stake-amount": write_amount(stake.minor, stake.currency),
        "stake-currency": stake.currency,
        "stake-per": str(stake.per),
    }


def _as_typed(value: OptionValue) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def day_of(game: CurrentGame) -> str:
    """When a game began, without the year: ``13 November``."""
    return format_date(game.created_at.astimezone(), "d MMMM", locale=_LOCALE)
