"""Acts about a game as a whole, after its start; the journal has them among its acts."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.domain.options import OptionValue
from scorekeeper.domain.settlement import Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupChanged:
    """The stake or house rules were changed, for all deals; ``options`` has every option."""

    options: Mapping[str, OptionValue]
    stake: Stake | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway:
    """The game was put away: it stands on no list of games under way until this is undone."""
