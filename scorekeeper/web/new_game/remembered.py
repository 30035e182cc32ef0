"""The games that this browser remembers: their players, and the values to start another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from babel.core import Locale
from babel.dates import format_date

from scorekeeper.bookkeeping.access.links import Visit
from scorekeeper.bookkeeping.store.game_store import CurrentGame
from scorekeeper.domain.settlement import write_amount
from scorekeeper.web.core.fields import NO, YES
from scorekeeper.web.core.house_rules import option_values
from scorekeeper.web.new_game.game_form import NEEDS_SEAT

_MOST_PEOPLE: Final = 100
_LOCALE: Final = Locale("en")


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedGames:
    """The games that the links of this browser open, the newest first.

    ``offered`` are names that come before those of their players.
    """

    visits: tuple[Visit, ...]
    offered: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The names of all players, those of the newest game first, in order of their seats."""
        names = [name for visit in self.visits for name in visit.game.sheet.setup.players]
        return tuple(dict.fromkeys([*self.offered, *names]))[:_MOST_PEOPLE]

    def find(self, token: str) -> Visit | None:
        """Return the visit to the game that has this link, or ``None``."""
        same = [visit for visit in self.visits if token in visit.links.values()]
        return same[0] if same else None

    def last_of(self, variant: str) -> Visit | None:
        """Return the visit to the newest game of a variant, or ``None``."""
        found = [visit for visit in self.visits if visit.game.sheet.variant.key == variant]
        return found[0] if found else None


def join_names(names: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return the names and then more names, each once and without blank ones."""
    return tuple(dict.fromkeys([*names, *[name for name in more if name]]))


def values_of_visit(visit: Visit) -> dict[str, str]:
    """Return the form values of a new game like the visited one, without its title and day."""
    game = visit.game
    setup, started = game.sheet.setup, game.sheet.game.started
    values = {f"players-{seat}": name for seat, name in enumerate(setup.players)}
    return {
        **values,
        **term_values(game),
        "again": visit.token,
        "variant": setup.variant.key,
        "place": started.place,
        NEEDS_SEAT: {True: YES, False: NO, None: ""}[visit.seat_terms.needed],
    }


def term_values(game: CurrentGame) -> dict[str, str]:
    """Return the form values for the stake and the house rules of a game."""
    setup = game.sheet.setup
    stake = setup.stake
    terms = option_values(setup.options)
    if stake is None:
        return terms
    return terms | {
        "stake-amount": write_amount(stake.minor, stake.currency),
        "stake-currency": stake.currency,
        "stake-per": str(stake.per),
    }


def day_of(game: CurrentGame) -> str:
    """Return the day on which a game began, without the year: ``13 November``."""
    return format_date(game.created_at.astimezone(), "d MMMM", locale=_LOCALE)
