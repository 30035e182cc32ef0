"""Where games are kept: the store, a game replayed from its journal, presses, backups."""
