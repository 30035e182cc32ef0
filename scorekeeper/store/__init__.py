"""The database as a file: connections, transactions, migrations, copies and backups.

The rows of a subject, and their SQL, stand in the folder of that subject.
"""
