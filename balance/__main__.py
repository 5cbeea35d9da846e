"""``python -m balance``: the command line."""

import sys

from balance.cli import main

if __name__ == "__main__":
    sys.exit(main())
