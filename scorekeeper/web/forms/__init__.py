"""Forms: from what was typed to documents of the game record, and back to fields with problems.

Nothing is checked here: the same functions that check a record check what was typed, and every
problem comes back beside its field.
"""
