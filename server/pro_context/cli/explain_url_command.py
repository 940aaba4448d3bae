"""`pro-context explain-url …`: tell whether addresses may be read, and which rule decides."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from pro_context.cli.opened_engine import opened
from pro_context.cli.output import escape
from pro_context.cli.terminal import spinner
from pro_context.configuration.server_settings import ServerSettings
from pro_context_engine import UrlVerdict

REDIRECTS = "within its site, to sites of known libraries and to origins you configured; never from https to http"


async def run(settings: ServerSettings, options: argparse.Namespace) -> int:
    """Print the verdict on each URL; return the exit status, 1 when a URL may not be read."""
    allowed = True
    async with opened(settings.engine()) as docs:
        for url in options.urls:
            with spinner(f"Judging {escape(url)}"):
                verdict = await docs.explain(url, look_up=not options.offline)
            print(json.dumps(_report(verdict)) if options.json else _text(verdict), flush=True)
            allowed = allowed and verdict.allowed
    return 0 if allowed else 1


def _report(verdict: UrlVerdict) -> dict[str, Any]:
    owner = {"libraryId": verdict.library_id, "source": verdict.source} if verdict.library_id else {}
    return {
        "url": verdict.url,
        "allowed": verdict.allowed,
        "rule": verdict.rule.value,
        "reason": verdict.reason,
        **owner,
        "addresses": [asdict(address) for address in verdict.addresses],
        "byProxy": verdict.by_proxy,
    }


def _text(verdict: UrlVerdict) -> str:
    lines = [
        f"{'yes' if verdict.allowed else 'no '}  {escape(verdict.url)}",
        f"     {verdict.rule.value}: {escape(verdict.reason)}",
    ]
    if verdict.library_id:
        lines.append(f"     library {verdict.library_id}, read by {escape(verdict.source)}")
    for address in verdict.addresses:
        mark = "" if address.allowed else ", refused"
        lines.append(f"     address {address.text}: {address.purpose} ({address.range}){mark}")
    if verdict.rule.value == "name" and not verdict.allowed and not verdict.addresses:
        lines.append("     fix: check the network; `--offline` judges the address without looking its name up")
    if verdict.by_proxy:
        lines.append("     by the proxy of the environment, which looks the name up itself")
    if verdict.allowed and verdict.url.lower().startswith("http"):
        lines.append(f"     redirects: {REDIRECTS}")
    return "\n".join(lines)
