"""The game's own book: tests, zones, movement, cover, attacks, wounds."""
