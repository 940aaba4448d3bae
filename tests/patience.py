"""A product that waits as long as it takes: how fast the machine is must not show in what it says.

python -m tests.patience [ARGUMENT…]    is `pro-context [ARGUMENT…]` with such patience
"""

import sys
from collections.abc import Callable

from pro_context import cli
from pro_context.doctor import findings
from pro_context_engine import retrieval, searching, wanted_versions

SECONDS = 60.0


def be_patient(put: Callable[[object, str, object], None]) -> None:
    """Let this process wait; a test of what is said meanwhile sets its own patience.

    Args:
        put: `setattr`, or one that can be undone.
    """
    put(retrieval, "ANSWER_PATIENCE", SECONDS)
    put(searching, "SEARCH_PATIENCE", SECONDS)
    put(wanted_versions, "VERSIONS_PATIENCE", SECONDS)
    put(findings.examine, "__defaults__", (SECONDS,))


if __name__ == "__main__":
    be_patient(setattr)
    sys.exit(cli.main())
