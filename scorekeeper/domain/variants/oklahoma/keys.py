"""What the keys of the meld pad know of Oklahoma."""

from scorekeeper.domain.keys import Bonus, KeyFacts, values_by_key
from scorekeeper.domain.variants.oklahoma.deal import CARDS_DEALT
from scorekeeper.domain.variants.oklahoma.options import OklahomaOptions
from scorekeeper.domain.variants.oklahoma.values import in_hand_values, meld_rules, melded_value

_FORFEIT = ("wrong_count", "!agreed_correct")


def keys(options: OklahomaOptions) -> KeyFacts:
    """Values, melds and bonuses under the options in force (Laws 4, 10, 12, 23 and 24)."""
    in_hand = in_hand_values(options.high_unmelded)
    first = options.first_turn_out
    return KeyFacts(
        rules=meld_rules(ace_both_ends=options.ace_both_ends, min_naturals=options.min_naturals),
        melded=values_by_key(lambda card: melded_value(card, card)),
        in_hand=values_by_key(lambda card: in_hand[card]),
        dealt=CARDS_DEALT,
        bonuses=(_going_out(options), *_concealed(options)),
        # Whoever goes out on the first turn has melded all at once: no concealed bonus (Law 23).
        apart=(("concealed", "first_turn"),) if first in ("no_bonus", "out_only") else (),
    )


def _going_out(options: OklahomaOptions) -> Bonus:
    unless: list[tuple[str, ...]] = []
    if options.first_turn_out in ("no_bonus", "concealed_only"):
        unless.append(("first_turn",))
    if not options.last_card_out_bonus:
        unless.append(("last_card",))
    if options.wrong_count_rule:
        unless.append(_FORFEIT)
    return Bonus(points=options.going_out_bonus, unless=tuple(unless))


def _concealed(options: OklahomaOptions) -> tuple[Bonus, ...]:
    """The bonus that counts at once; one that waits for the end is no part of the deal's points."""
    if options.concealed_timing != "at_once":
        return ()
    unless: list[tuple[str, ...]] = [_FORFEIT] if options.wrong_count_rule else []
    if options.first_turn_out in ("no_bonus", "out_only"):
        unless.append(("first_turn",))
    bonus = Bonus(points=options.concealed_bonus, needs=("concealed",), unless=tuple(unless))
    return (bonus,)
