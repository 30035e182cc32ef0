"""The only place that knows SQL: the database file, its migrations, and the journals in it."""
