"""The hands of the next deal, each entered by its player, until they make a deal."""
