"""How anything is resolved: dice, tallies, events, state, engine. Holds no book's content."""
