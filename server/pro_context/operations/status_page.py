"""The status page: one HTML document without scripts and without other files."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import Any

from pro_context.operations.markup import Html, facts, table, tag, text
from pro_context.operations.plots import duration, latency_plot, request_plot
from pro_context.operations.status import Report
from pro_context.wording import to_the_minute

STYLE = (files(__package__) / "status.css").read_text(encoding="utf-8")
_STYLE_SUM = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_SUM}'; img-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    # With `no-referrer` browsers would send the form with the origin `null`, which is not permitted.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

REFRESH_SECONDS = range(5, 3_601)
"""The seconds after which a page may ask for itself again."""

_USUAL_REFRESH = 15
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def page(report: Report, *, refused: bool = False, refresh: int = 0) -> str:
    """Return the page.

    Args:
        report: the content that the client may see.
        refused: whether the client sent a wrong key.
        refresh: seconds after which the browser loads the page again, 0 for never. Only the user may choose it: a page
            that changes by itself is hard to read for some (WCAG 2.2.1).
    """
    parts = [_head(report)]
    if "requests" in report:
        parts += [_refreshing(refresh), _requests(report), _calls(report)]
    if "cache" in report:
        parts += [_cache(report["cache"]), _upstream(report["upstream"])]
    if "keys" in report:
        parts.append(_keys(report["keys"]))
    if "requests" not in report:
        parts.append(_key_form(refused=refused))
    is_refreshed = "requests" in report and refresh in REFRESH_SECONDS
    reload = f'<meta http-equiv="refresh" content="{refresh}">' if is_refreshed else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Pro-Context</title>'
        f'<link rel="icon" href="reference/icon.svg">{reload}'
        f"<style>{STYLE}</style></head><body>{tag('main', *parts)}{_foot()}</body></html>\n"
    )


def _head(report: Report) -> Html:
    contracts = (
        tag("li", "Contract ", one["name"], f" {one['version']} at ", tag("code", one["path"]))
        for one in report["contracts"]
    )
    return Html(
        tag("h1", "Pro-Context")
        + tag("p", f"Version {report['version']}, up for {_period(report['uptime'])}.", class_="quiet")
        + tag("ul", *contracts)
    )


def _key_form(*, refused: bool) -> Html:
    warning = tag("p", "That key is not valid.", class_="warn", role="alert") if refused else ""
    field = Html('<input id="key" name="key" type="password" autocomplete="off" required maxlength="500">')
    return tag(
        "section",
        tag("h2", "See more"),
        tag("p", "With a key, this page shows the stored documentation, its use, and the state of sites."),
        text(warning),
        tag("form", tag("div", tag("label", "API key", for_="key"), field), tag("button", "Show"), method="post"),
    )


def _refreshing(seconds: int) -> Html:
    if seconds in REFRESH_SECONDS:
        return tag("p", f"Refreshed every {seconds} s. ", tag("a", "Stop", href="?"), class_="quiet")
    own = tag("a", f"Refresh every {_USUAL_REFRESH} s", href=f"?refresh={_USUAL_REFRESH}")
    return tag("p", tag("a", "Refresh", href="?"), " · ", own)


def _requests(report: Report) -> Html:
    requests, minutes = report["requests"], report["requests"]["perMinute"]
    numbers = [
        ("Since the start", requests["total"]),
        ("In the last hour", sum(minutes)),
        ("In progress", requests["underWay"]),
        ("Over a limit", requests["rateLimited"]),
        ("Sessions", report["sessions"]),
    ]
    said = f"Requests a minute: {max(minutes)} in the busiest, {minutes[-1]} in the current one."
    return tag("section", tag("h2", "Requests"), facts(numbers), tag("h3", said), request_plot(minutes))


def _calls(report: Report) -> Html:
    calls, hour = report["calls"], report["calls"]["lastHour"]
    shares = ((50, "p50Ms"), (95, "p95Ms"), (99, "p99Ms"))
    numbers = [
        ("Since the start", calls["total"]),
        ("In the last hour", hour["calls"]),
        *((f"{share} % within", _duration(hour[name])) for share, name in shares),
    ]
    bands = [(one["p50Ms"], one["p95Ms"]) if one else None for one in calls["perMinute"]]
    said = "Duration by minute: the median dark, up to the 95th percentile light."
    parts = [tag("h3", said), latency_plot(bands)] if calls["total"] else []
    return tag("section", tag("h2", "Calls of tools"), facts(numbers), *parts, *_tools(report["tools"]))


def _duration(milliseconds: float | None) -> str:
    return "–" if milliseconds is None else duration(milliseconds)


def _tools(tools: list[Report]) -> list[Html]:
    rows = [
        (
            one["tool"],
            one["contract"],
            one["calls"],
            _duration(one["p50Ms"]),
            _duration(one["p95Ms"]),
            ", ".join(f"{code} {count}" for code, count in one["errors"].items()) or "none",
        )
        for one in tools
    ]
    head = ("Tool", "Contract", "Calls", "Median", "95 % within", "Errors")
    return [table("Calls of tools since the start", head, rows)] if rows else []


def _cache(cache: Report) -> Html:
    rate = "no look-up yet" if cache["hitRate"] is None else f"{cache['hitRate']:.0%}"
    numbers = [
        ("Answered from the store", rate),
        ("Pages", cache["pages"]),
        ("Libraries", cache["librariesInAll"]),
        ("Size", f"{cache['bytes'] / 1e6:.1f} of {cache['limitBytes'] / 1e6:.0f} MB"),
    ]
    rows = [
        (
            one["libraryId"] or "single pages",
            one["version"] or "–",
            one["source"],
            f"{one['pages']} of {one['totalPages']}",
            _period(one["ageSeconds"]),
        )
        for one in cache["libraries"]
    ]
    trouble = (
        tag("p", "The store fails: fetched documentation is not stored.", class_="warn") if cache["failing"] else ""
    )
    filling = tag("p", f"Libraries being indexed now: {cache['filling']}.", class_="quiet") if cache["filling"] else ""
    head = ("Library", "Version", "Source", "Pages", "Age")
    shown = "" if len(rows) == cache["snapshots"] else f" (the first {len(rows)} of {cache['snapshots']})"
    caption = f"Stored documentation, newest first{shown}"
    stored = table(caption, head, rows) if rows else tag("p", "Nothing is stored yet.")
    return tag(
        "section", tag("h2", "Documentation"), facts(numbers), text(trouble), text(filling), _failed(cache), stored
    )


def _failed(cache: Report) -> Html:
    rows = [
        (one["libraryId"], one["version"] or "–", one["attempts"], one["reason"]) for one in cache.get("failedWork", ())
    ]
    caption = "Libraries that could not be fetched whole, tried once a day"
    return table(caption, ("Library", "Version", "Attempts", "Reason"), rows) if rows else text("")


def _upstream(upstream: Report) -> Html:
    kinds = [(one["kind"], one["ok"], one["failed"]) for one in upstream["kinds"]]
    sites = [(one["origin"], one["state"], one["failures"]) for one in upstream["sites"]]
    failed = sum(one["failed"] for one in upstream["kinds"])
    failing: Any = tag("p", "No site fails.")
    if failed and upstream["lastSuccess"] is None:
        # A name without an address is no site's failure.
        told = "No site was reached, and {} failed; pro-context doctor looks for the reason."
        failing = tag("p", told.format("1 fetch" if failed == 1 else f"{failed} fetches"), class_="warn")
    elif failed:
        failing = tag("p", "No site fails now.")
    if sites:
        failing = table("Sites that fail now", ("Site", "State", "Failures in a row"), sites)
    fetched = table("Fetched since the start", ("Kind of site", "Fetched", "Failed"), kinds) if kinds else ""
    return tag("section", tag("h2", "Sites"), failing, fetched)


def _keys(keys: list[Report]) -> Html:
    rows = [
        (
            one["prefix"],
            one["name"],
            one["state"] + (", admin" if one["admin"] else ""),
            one["uses"],
            to_the_minute(one["lastUsedAt"]),
        )
        for one in keys
    ]
    stored = table("Use of keys, this page included", ("Key", "Name", "State", "Uses", "Last used (UTC)"), rows)
    return tag("section", tag("h2", "Keys"), stored if rows else tag("p", "There are no keys in the store."))


def _foot() -> Html:
    links = (tag("a", name, href=path) for name, path in (("Reference", "reference/"), ("JSON", "status.json")))
    return tag("footer", *(part for link in links for part in (link, " ")))


def _period(seconds: int) -> str:
    size, unit = next((one for one in _UNITS if seconds >= one[0]), _UNITS[-1])
    return f"{seconds // size} {unit}"
