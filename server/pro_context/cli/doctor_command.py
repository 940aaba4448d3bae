"""`pro-context doctor`: find the faults of this installation, and tell how to correct them."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from pro_context.cli.opened_engine import opened
from pro_context.cli.output import escape
from pro_context.cli.terminal import Look, look_of, spinner
from pro_context.configuration.loading import defaults, load
from pro_context.configuration.mistakes import ConfigurationMistakes
from pro_context.configuration.server_settings import ServerSettings
from pro_context.configuration.variables import SHORT_PREFIX
from pro_context.doctor import clients, machine, network, own_server, team_server
from pro_context.doctor.findings import Check, ConfigurationReport, Finding, Situation, run_checks
from pro_context.operations.logs import PlainLines
from pro_context_engine.domain.settings import FetchLimits

PATIENCE = FetchLimits(total_seconds=4.0, connect_seconds=3.0, first_byte_seconds=3.0)
"""Below the time limit of a check, so that the check can still report the timeout itself."""

CHECKS: Mapping[str, Check] = {
    "program": machine.program,
    "configuration": machine.configuration,
    "cache": machine.cache,
    "store": machine.store,
    "clock": machine.clock,
    "project": machine.project,
    "registry": machine.registry,
    "sources": network.sources,
    "package-index": network.package_index,
    "npm-registry": network.npm_registry,
    "proxy": network.proxy,
    "certificates": network.certificates,
    "port": own_server.port,
    "keys": own_server.keys,
    "clients": clients.clients,
}
NETWORK_CHECKS: Mapping[str, Check] = {
    "network": network.network,
    "upstream": network.upstream,
    "team-server": team_server.team_server,
}


async def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    """Print the finding of each check; return the exit status, 1 when a check fails."""
    settings, configured = _read_configuration(options, environ)
    # By default, `logging` prints the names of files as they are.
    handler = logging.StreamHandler()
    handler.setFormatter(PlainLines())
    logging.basicConfig(handlers=[handler])
    # The engine keeps its store in memory: to open the one on disk would create it.
    engine = replace(settings.engine(), cache_directory=None, store_url="", fetch=PATIENCE)
    checks = CHECKS if options.offline else {**CHECKS, **NETWORK_CHECKS}
    findings: dict[str, Finding] = {}
    look = look_of(sys.stdout)
    async with opened(engine) as docs:
        situation = Situation(
            server=settings,
            settings=replace(settings.engine(), fetch=PATIENCE),
            docs=docs,
            environ=environ,
            home=_home(),
            now=datetime.now(UTC),
            config=configured,
            offline=options.offline,
        )
        found = run_checks(checks, situation, settings.values.patience.checks)
        for name in checks:
            with spinner(f"Checking {name}"):
                _, finding = await anext(found)
            findings[name] = finding
            if not options.json:
                print(_text(name, finding, look), flush=True)
    sound = all(finding.state != "fail" for finding in findings.values())
    if options.json:
        report = [{"name": name, **asdict(finding)} for name, finding in findings.items()]
        print(json.dumps({"ok": sound, "checks": report}, indent=2))
    return 0 if sound else 1


def _read_configuration(
    options: argparse.Namespace, environ: Mapping[str, str]
) -> tuple[ServerSettings, ConfigurationReport]:
    try:
        loaded = load(options.config, environ, options.flags)
    except ConfigurationMistakes as wrong:
        return defaults(), ConfigurationReport(mistakes=wrong.lines)
    variables = sorted(name for name in environ if name.upper().startswith(SHORT_PREFIX))
    return loaded.settings, ConfigurationReport((*loaded.files, *variables), warnings=loaded.warnings)


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


def _text(name: str, finding: Finding, look: Look) -> str:
    fix = f"\n{'fix:':>10} {escape(finding.fix)}" if finding.fix else ""
    return f"{look.state(finding.state.ljust(4), finding.state)}  {name:13}  {escape(finding.found)}{fix}"
