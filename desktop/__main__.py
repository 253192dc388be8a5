"""`python -m desktop` is `enfilade`."""

import sys

from desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
