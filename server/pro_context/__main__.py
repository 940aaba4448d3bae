"""Run the command line as `python -m pro_context`."""

import sys

from pro_context.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
