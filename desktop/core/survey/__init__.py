"""What is odd about a layout: geometry, shape of the graph, forces, purpose. Judges no fight."""

from desktop.core.survey.all_checks import counts, survey, unknown_keys
from desktop.core.survey.issue import Fix, Found, Issue, Where

__all__ = ["Fix", "Found", "Issue", "Where", "counts", "survey", "unknown_keys"]
