"""Run the command line as ``python -m byteperm``."""

import sys

from byteperm.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
