"""`pro-context contract …`: print the published contracts, which clients pin and generate code from."""

from __future__ import annotations

import argparse
import json
import sys

from pro_context.cli.output import print_result, tell
from pro_context.configuration.server_settings import ServerSettings
from pro_context_contract import bundles


def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Run the action of `options`; return the exit status, 2 for an unknown contract or version."""
    return _ACTIONS[options.action](settings.values.contract, options)


def _list(_contract: str, options: argparse.Namespace) -> int:
    listed = [
        {"contract": name, "version": version, "sha256": json.loads(bundles.read_bundle(name, version))["sha256"]}
        for name, versions in bundles.versions().items()
        for version in versions
    ]
    lines = (f"{item['contract']} {item['version']}  sha256 {item['sha256']}" for item in listed)
    print_result(listed, "\n".join(lines), options)
    return 0


def _show(contract: str, options: argparse.Namespace) -> int:
    try:
        bundle = bundles.read_bundle(options.name or contract, options.contract_version or "")
    except bundles.UnknownBundle as unknown:
        tell(unknown)
        return 2
    return _write(bundle)


def _schema(_contract: str, _options: argparse.Namespace) -> int:
    return _write(bundles.read_schema())


def _write(document: bytes) -> int:
    """Print a document byte for byte; the encoding and the line ends of the terminal do not apply."""
    sys.stdout.flush()
    sys.stdout.buffer.write(document)
    sys.stdout.buffer.flush()
    return 0


_ACTIONS = {"list": _list, "schema": _schema, "show": _show}
