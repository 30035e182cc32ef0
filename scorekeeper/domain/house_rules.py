"""The house rules of a game: the options whose values differ from the variant's printed text."""

from dataclasses import dataclass

from scorekeeper.domain.options import Option, OptionValue, values_of
from scorekeeper.domain.scoring import Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """An option whose value differs from the variant's default."""

    option: Option
    value: OptionValue

    @property
    def words(self) -> str:
        """The option and its value: ``Penalty: 50``."""
        return f"{self.option.label}: {self.option.words(self.value)}"


def find_house_rules(setup: Setup) -> tuple[HouseRule, ...]:
    """Return the options whose values differ from the printed ones."""
    printed = values_of(setup.variant.defaults)
    chosen = values_of(setup.options)
    return tuple(
        [
            HouseRule(option=option, value=chosen[option.name])
            for option in setup.variant.options
            if chosen[option.name] != printed[option.name]
        ]
    )
