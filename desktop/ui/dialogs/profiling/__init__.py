"""The pages of the profile editor."""
