"""The database as a file: connections, transactions, migrations, copies and backups.

The rows of each subject, and their SQL, are in the folder of that subject.
"""
