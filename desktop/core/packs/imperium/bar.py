"""Where this book's offers like to stand in the action bar: one table, so that they share it out.

Nine places have keys. What every fighter does each turn has one to itself; the last is for what
a fighter is in just now, of which there is seldom more than one: what lies behind goes where a
place is free.
"""

from typing import Final

MOVE: Final = 1
RUN: Final = 2
SHOOT: Final = 3
STRIKE: Final = 4
AIM: Final = 5
COVER: Final = 6
DODGE: Final = 7
DISENGAGE: Final = 8
NEED: Final = 9
"""Standing up, breaking loose, putting out flames, and else reloading."""
MORE: Final = 99
"""Behind `more`."""
