"""The hands of the next deal, entered one by one on several phones and collected into a deal."""
