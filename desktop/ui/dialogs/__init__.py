"""Windows that ask for one thing and close."""
