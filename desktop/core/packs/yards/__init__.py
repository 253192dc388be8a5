"""The book of boards measured in yards or inches."""
