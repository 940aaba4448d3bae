"""The official conformance suite against a server: what it says of each scenario, and what it may say.

One run goes through every scenario of one protocol version. Each must pass, but for what `expectations.yaml` says is
not offered; what is said there and no longer true is a fault as well.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml
from tests.conformance.official.packages import PACKAGES, node

HERE = Path(__file__).parent
CLI = PACKAGES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
SECONDS = 240.0


@dataclass(frozen=True)
class Check:
    """What the suite says of one thing that it looked at; `status` is SUCCESS, FAILURE, WARNING, SKIPPED or INFO."""

    scenario: str
    name: str
    status: str
    reason: str


@dataclass
class Expectations:
    """What a contract does not offer.

    Attributes:
        scenarios: patterns of names.
        checks: single ones, as scenario:name.
    """

    scenarios: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, contract: str) -> Expectations:
        """Read those of a contract."""
        said: dict[str, Any] = yaml.safe_load((HERE / "expectations.yaml").read_text(encoding="utf-8"))[contract]
        scenarios = [pattern for patterns in said["scenarios"].values() for pattern in patterns]
        return cls(scenarios, [name for names in said["checks"].values() for name in names])

    def excuse(self, check: Check) -> str:
        """Return by which of them a check may fail, "" if it may not."""
        name = f"{check.scenario}:{check.name}"
        excuses = [name] if name in self.checks else []
        return next(iter(excuses + [pattern for pattern in self.scenarios if fnmatch(check.scenario, pattern)]), "")

    def faults(self, checks: Iterable[Check]) -> list[str]:
        """Return what failed and may not, or is said to fail and does not, in the checks of all versions."""
        checks = list(checks)
        failed = [check for check in checks if check.status in ("FAILURE", "WARNING")]
        used = {self.excuse(check) for check in failed}
        unused = [name for name in (*self.scenarios, *self.checks) if name not in used]
        stale = [f"{name}: is said not to be offered, but nothing of it fails" for name in unused]
        return [f"{c.scenario}:{c.name}: {c.reason}" for c in failed if not self.excuse(c)] + stale


async def run(url: str, version: str, folder: Path) -> list[Check]:
    """Run every scenario of a version.

    Args:
        url: of an endpoint on loopback that needs no key.
        version: of the protocol.
        folder: an empty one, for what the suite writes.

    Returns:
        All checks, at least one.
    """
    command = [node(), str(CLI), "server", "--url", url, "--suite", "all", "--spec-version", version, "-o", str(folder)]
    devnull = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, stdin=devnull, stdout=devnull, stderr=devnull)
    try:
        await asyncio.wait_for(process.wait(), SECONDS)  # its own verdict knows nothing of what is offered
    finally:
        if process.returncode is None:
            process.kill()
    found = _said(folder)
    assert found, f"the suite has said nothing of {version}"
    return found


def _said(folder: Path) -> list[Check]:
    return [check for file in sorted(folder.glob("*/checks.json")) for check in _checks(file)]


def _checks(file: Path) -> Iterable[Check]:
    """Yield what a file says; its folder is called `server-SCENARIO-DATE`."""
    scenario = file.parent.name.removeprefix("server-")[: -len("-2026-01-01T00-00-00-000Z")]
    for said in json.loads(file.read_text(encoding="utf-8")):
        yield Check(scenario, said["id"], said["status"], said.get("errorMessage") or "")
