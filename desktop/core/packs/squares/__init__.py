"""The book of boards measured in squares."""
