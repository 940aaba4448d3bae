"""Serve the fixture contract over stdio: `python -m tests.conformance.fixture_server FOLDER`.

FOLDER is what `python -m pro_context_codegen generate --spec tests/conformance/spec --out FOLDER` has written.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pro_context.transports import stdio

if TYPE_CHECKING:
    from pro_context.app import App


def complete(kind: str, beginning: str, given: Mapping[str, str]) -> list[str]:
    """Return what completes an argument or a template's variable."""
    return [value for value in ("paris", "park", "party", "testing") if value.startswith(beginning)]


@asynccontextmanager
async def fixture() -> AsyncIterator[App]:
    """Open the fixture as the product opens its own contracts: late."""
    from pro_context.app import assemble
    from pro_context.binding import Packages
    from pro_context_contract import load_contract

    packages = Packages("pro_context_contract.conformance", "tests.conformance.handlers")
    yield assemble(load_contract("conformance"), None, complete, object, packages)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])  # ahead of the product's own pro_context_contract, which nothing has imported yet
    sys.exit(stdio.run_app(fixture))
