"""The forms in which `pro-context check` prints findings: for people, for GitHub and as SARIF."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any

from pro_context.wording import counted
from pro_context_engine import is_without_import

_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def human_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each finding of a file, with the closest names."""
    for one in report["findings"]:
        closest = ", ".join(f"{other['name']}{other.get('signature', '')}" for other in one.get("closest", ()))
        meant = f" Closest: {closest}." if closest else ""
        yield f"{report['file']}:{one['line']}:{one['column']}: {one['kind']}: {one['message']}{meant}"
        if page := one.get("documentation"):
            yield f"    {page['url']}"


def unchecked_lines(reports: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each import that was left out, once for all files that have it.

    A file without imports among others is no surprise.
    """
    files: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for report in reports:
        for one in report.get("notChecked", ()):
            if len(reports) > 1 and is_without_import(one["reason"]):
                continue
            files[one["name"], one["reason"]].append(report["file"])
    for (name, reason), (first, *others) in files.items():
        further = f" and {counted(len(others), 'other file')}" if others else ""
        yield f"{first}{further}: not checked: {name}: {reason}"


def github_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the workflow commands that show the findings of a file beside its lines on GitHub."""
    for one in report["findings"]:
        level = "warning" if one["kind"] == "deprecated" else "error"
        place = f"file={_property(report['file'])},line={one['line']},col={one['column']}"
        yield f"::{level} {place},title={_property(one['kind'])}::{_data(_text(one))}"


def sarif_document(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the findings of some files as a SARIF 2.1.0 document."""
    kinds = sorted({one["kind"] for report in reports for one in report["findings"]})
    driver = {
        "name": "pro-context check",
        "version": version("pro-context"),
        "rules": [{"id": kind, "name": kind} for kind in kinds],
    }
    results = [_result(report["file"], one) for report in reports for one in report["findings"]]
    return {"$schema": _SARIF, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(file: str, one: Mapping[str, Any]) -> dict[str, Any]:
    region = {"startLine": one["line"], "startColumn": one["column"]}
    place = {"artifactLocation": {"uri": file.replace("\\", "/")}, "region": region}
    level = "warning" if one["kind"] == "deprecated" else "error"
    return {
        "ruleId": one["kind"],
        "level": level,
        "message": {"text": _text(one)},
        "locations": [{"physicalLocation": place}],
    }


def _text(one: Mapping[str, Any]) -> str:
    closest = ", ".join(other["name"] for other in one.get("closest", ()))
    return f"{one['message']} Closest: {closest}." if closest else str(one["message"])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
