"""The one table of what the window can do, and what panels, tools and dialogs share."""
