"""The lines of the table, one menu a module."""
