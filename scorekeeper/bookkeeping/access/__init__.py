"""Who may open what: links and keys, the seats of phones, and the letters for a screen."""
