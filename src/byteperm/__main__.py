"""Run the command line as ``python -m byteperm``."""

import sys

from byteperm.cli.main import main

sys.exit(main())
