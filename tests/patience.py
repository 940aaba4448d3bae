"""A product that waits as long as it takes: how fast the machine is must not show in what it says.

python -m tests.patience [ARGUMENT…]    is `pro-context [ARGUMENT…]` with such patience
"""

import sys
from collections.abc import Callable

from pro_context.cli import main as cli
from pro_context.doctor import findings
from pro_context_engine.services import passages, search, versions

SECONDS = 60.0


def be_patient(put: Callable[[object, str, object], None]) -> None:
    """Let this process wait; a test of what is said meanwhile sets its own patience.

    Args:
        put: `setattr`, or one that can be undone.
    """
    put(passages, "ANSWER_PATIENCE", SECONDS)
    put(search, "SEARCH_PATIENCE", SECONDS)
    put(versions, "VERSIONS_PATIENCE", SECONDS)
    put(findings.run_checks, "__defaults__", (SECONDS,))


if __name__ == "__main__":
    be_patient(setattr)
    sys.exit(cli.main())
