"""Views of a value and a selection, beside the canvas; no panel knows another."""
