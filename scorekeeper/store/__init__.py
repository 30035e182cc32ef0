"""The database: its file, its migrations and its rows; only this package contains SQL."""
