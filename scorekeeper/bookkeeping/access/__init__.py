"""Who may open a game: its links, the seats of phones, and the letters for a screen."""
