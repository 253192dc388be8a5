"""The program without its window: values, rules, books, files. No Qt below here."""
