"""The highlights of a deal, which a club counts besides its points."""

from enum import StrEnum


class Highlight(StrEnum):
    """Something in a deal that standings count of a player; the value is its name there.

    A card is caught if its player still holds it at the end of the deal.
    """

    CONCEALED = "concealed"
    QUEEN_CAUGHT = "queens_caught"
    JOKER_CAUGHT = "jokers_caught"
    GIN = "gins"
    UNDERCUT = "undercuts"
