"""Run before the program in a build: gives its environment back to what it was for the caller.

The starter puts the build's own folder first where Linux looks for libraries. By now everything of
ours finds it; a file manager or browser that the program opens must not.
"""

import os

for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH"):
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    else:
        os.environ.pop(name, None)
if not any(os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")):
    # as Python does by itself where it is not part of a build; Qt would complain in the terminal
    os.environ["LC_CTYPE"] = "C.UTF-8"
