"""What people do with games: one function a thing, each one transaction, with clock and ids."""
