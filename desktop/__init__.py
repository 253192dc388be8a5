"""Enfilade: build tabletop encounters and run them."""

__version__ = "0.3.0"
