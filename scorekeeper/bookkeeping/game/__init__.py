"""What people do in a game: start it, enter and correct deals, agree, rename, end it."""
