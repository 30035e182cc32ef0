"""The rules as pure functions of values: no web, database, files, clock or random numbers."""
