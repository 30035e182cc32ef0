"""The fields that ask for a reason: some to choose from, and a text; both may stay empty."""

from typing import Final

from scorekeeper.web.core.fields import Choices, Field, Values

_CHOSEN: Final = "cause"
_TYPED: Final = "reason"
_OTHER: Final = "other"


def _choices(*reasons: str) -> Choices:
    return tuple([(reason, reason) for reason in (*reasons, _OTHER)])


FOR_A_DEAL: Final = _choices("miscounted", "wrong card", "wrong player", "not our rule")
FOR_AN_ENTRY: Final = _choices("by mistake", "wrong player", "not our rule")
FOR_AN_END: Final = _choices("it is late", "somebody has to go")
FOR_GOING_ON: Final = _choices("by mistake", "we play on")


def reason_fields(
    values: Values, choices: Choices, problems: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    """Return the two fields of a reason with what was chosen and typed."""
    chosen = values.get(_CHOSEN, "")
    typed = values.get(_TYPED, "")
    return (
        Field(name=_CHOSEN, kind="chips", label="Why, if you like", value=chosen, choices=choices),
        Field(name=_TYPED, kind="text", label="In your words", value=typed, problems=problems),
    )


def read_reason_fields(values: Values) -> str:
    """Return the reason of a posted form, ``miscounted: two aces``; empty if none was given."""
    chosen, typed = values.get(_CHOSEN, ""), values.get(_TYPED, "").strip()
    named = "" if chosen == _OTHER else chosen
    return ": ".join([part for part in (named, typed) if part])
