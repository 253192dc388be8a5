"""The pages of the inspector, one module a kind of thing."""
