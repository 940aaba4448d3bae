"""A product that waits for pages as long as they take: how fast the machine is must not show in an answer.

python -m tests.patience [ARGUMENT…]    is `pro-context [ARGUMENT…]` with such patience
"""

import sys

import pytest

from pro_context import cli
from pro_context_engine import retrieval, searching, wanted_versions

SECONDS = 60.0


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Let this process wait; a test of what is said meanwhile sets its own patience."""
    patch.setattr(retrieval, "ANSWER_PATIENCE", SECONDS)
    patch.setattr(searching, "SEARCH_PATIENCE", SECONDS)
    patch.setattr(wanted_versions, "VERSIONS_PATIENCE", SECONDS)


if __name__ == "__main__":
    be_patient(pytest.MonkeyPatch())
    sys.exit(cli.main())
