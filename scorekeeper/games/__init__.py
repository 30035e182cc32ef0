"""The acts of people in a game: to start it, enter and correct deals, agree, rename, end it."""
