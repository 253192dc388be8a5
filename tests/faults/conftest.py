from tests.ui.conftest import dressed, pytest_sessionfinish, shown, small
from tests.ui.tools.conftest import hands

__all__ = ["dressed", "hands", "pytest_sessionfinish", "shown", "small"]
