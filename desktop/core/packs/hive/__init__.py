"""The book of hive terrain."""
