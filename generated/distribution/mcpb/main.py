"""Start the server that the bundle's environment holds.

Generated from spec/distribution.yaml; do not edit.
"""

import sys

from pro_context.cli.main import main

sys.exit(main())
