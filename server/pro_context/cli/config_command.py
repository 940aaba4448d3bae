"""`pro-context config …`: check or show the configuration."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping

from pro_context.cli.output import escape, print_result, tell
from pro_context.configuration.loading import LoadedConfiguration, load
from pro_context.configuration.mistakes import ConfigurationMistakes
from pro_context.configuration.provenance import EffectiveSetting, effective_settings
from pro_context.configuration.server_settings import CannotStart, ServerSettings
from pro_context.doctor.network import missing_sources
from pro_context.operations import telemetry
from pro_context_contract import CONTRACTS, UnknownContract


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    """Run the action of `options`; return the exit status, 1 when the configuration has mistakes."""
    try:
        loaded = load(options.config, environ, options.flags)
    except ConfigurationMistakes as wrong:
        return _report_mistakes(wrong.lines, options)
    if options.config is not None and not loaded.files:
        return _report_mistakes(list(loaded.warnings), options)
    return _ACTIONS[options.action](loaded, options)


def _check(loaded: LoadedConfiguration, options: argparse.Namespace) -> int:
    wrong = _obstacles(loaded)
    if wrong:
        return _report_mistakes(wrong, options)
    for warning in () if options.json else loaded.warnings:
        tell(escape(warning))
    report = {"ok": True, "files": loaded.files, "mistakes": [], "warnings": loaded.warnings}
    text = f"the configuration is sound: {', '.join(map(escape, loaded.files)) or 'no file'}"
    print_result(report, text, options)
    return 0


def _show(loaded: LoadedConfiguration, options: argparse.Namespace) -> int:
    every = list(effective_settings(loaded.layers))
    print_result({"settings": [_report(one) for one in every]}, "\n".join(_table(every)), options)
    return 0


_ACTIONS = {"check": _check, "show": _show}


def _report_mistakes(mistakes: list[str], options: argparse.Namespace) -> int:
    if options.json:
        print(json.dumps({"ok": False, "files": [], "mistakes": mistakes, "warnings": []}, indent=2))
    else:
        print("\n".join(map(escape, mistakes)), file=sys.stderr)
    return 1


def _obstacles(loaded: LoadedConfiguration) -> list[str]:
    """Return the reasons why a server cannot start with a configuration that has no mistakes."""
    values = loaded.settings.values
    places = {one.name: f"{one.place}: {one.name}: " for one in effective_settings(loaded.layers) if one.place}
    wrong = [
        f"{places.get('contract' if name == values.contract else 'contracts', '')}{UnknownContract(name)}"
        for name in loaded.settings.contracts
        if name not in CONTRACTS
    ]
    wrong += [
        f"{places.get('sources.custom', '')}{source.name}: {source.location} does not exist"
        for source in missing_sources(loaded.settings.engine().custom)
    ]
    checks: list[Callable[[ServerSettings], object]] = [telemetry.check]
    if values.server.transport.value == "http":
        # Only a server over HTTP needs these imports.
        from pro_context.access import start_checks  # noqa: PLC0415
        from pro_context.transports.http import listener  # noqa: PLC0415

        checks += [start_checks.check, listener.configured_certificate]
    for check in checks:
        try:
            check(loaded.settings)
        except CannotStart as reason:
            wrong.append(str(reason))
    return wrong


def _report(one: EffectiveSetting) -> dict[str, object]:
    place = {"place": one.place.name, "line": one.place.line or None} if one.place else {"place": None, "line": None}
    return {"key": one.name, "value": one.value, "from": one.origin, **place}


def _table(every: list[EffectiveSetting]) -> list[str]:
    rows = [(one.name, escape(json.dumps(one.value, ensure_ascii=False)), str(one.place or "default")) for one in every]
    key = max(len(row[0]) for row in rows)
    value = min(max(len(row[1]) for row in rows), 40)
    return [f"{name:{key}}  {text:{value}}  {escape(place)}" for name, text, place in rows]
