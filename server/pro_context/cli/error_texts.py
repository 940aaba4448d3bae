"""The errors of the contract `full` as the command line says them.

A contract speaks to a model that calls tools. A person gave options to a command, so errors name these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pro_context.cli.output import escape
from pro_context.cli.terminal import PLAIN, Look

Details = Mapping[str, Any]

_OPTIONS: Mapping[str, str] = {
    "libraryId": "LIBRARY",
    "libraryIds": "LIBRARY",
    "query": "QUERY",
    "from": "FROM",
    "to": "TO",
    "names": "--name",
    "version": "--version",
    "language": "--language",
    "match": "--match",
    "in": "--in",
    "cursor": "--cursor",
    "topic": "--topic",
    "code": "--code",
    "maxTokens": "--max-tokens",
    "maxResults": "--max-results",
    "ask topic": "TOPIC",
    "check code": "the file",
    "symbols libraryId": "PACKAGE",
}
"""The option that becomes an argument, in any command or in the named one."""

_FIELD = re.compile(r"[A-Za-z]\w*(?:\[\d+\]|\.\w+)*(?=: )")
_CHOICE = re.compile(r"\b(match|scope) '(\w+)'")
"""An argument and its value, as in `match 'text'`."""

_RESOLVE = "`pro-context resolve NAME` finds libraries."
_LOOK = "`pro-context doctor` looks for the reason."


def _similar(details: Details) -> str:
    closest = details.get("closest")
    return f"Did you mean '{escape(closest)}'? {_RESOLVE}" if closest else _RESOLVE


def _other_words(details: Details) -> str:
    if details.get("language"):
        foreign = f"The question is in {escape(details['language'])}, and most documentation is in English"
        return f"{foreign}: ask in English; names of code can stay."
    return f"Ask in other words, or another library: {_RESOLVE}"


def _versions(details: Details) -> str:
    available = details.get("available")
    if not available:
        return "Leave out the version to get the one that is available."
    return f"Available versions: {', '.join(map(escape, available))}."


_SUGGESTIONS: Mapping[str, Callable[[Details], str]] = {
    "LIBRARY_NOT_FOUND": _similar,
    "TOPIC_NOT_FOUND": _other_words,
    "PAGE_NOT_FOUND": lambda _: "Check the URL, or fetch the library anew with `pro-context warm LIBRARY`.",
    "URL_NOT_ALLOWED": lambda _: "`pro-context explain-url URL` tells which rule decides.",
    "INVALID_CONTENT": lambda _: "The URL does not seem to have documentation.",
    "STALE_CACHE_EXPIRED": lambda _: f"It must be fetched anew, which failed: {_LOOK}",
    "AUTH_REQUIRED": lambda _: "Give the API key of the server.",
    "INTERNAL_ERROR": lambda _: (
        "Run the command again with PRO_CONTEXT_LOG_LEVEL=debug, and please report what it says."
    ),
    "VERSION_NOT_FOUND": _versions,
    "REGISTRY_TIMEOUT": lambda details: (
        f"{_LOOK} Packages that are installed in the project's environment need no network."
        if details.get("cause") == "no-network"
        else "Try again, or give the ID of the library as `pro-context resolve NAME` shows it."
    ),
    "INDEXING_IN_PROGRESS": lambda _: "`pro-context warm LIBRARY` waits until every page is stored.",
}
"""The advice for a person by the code of the error; the contract's own advice fits for all others."""


def error_text(payload: Mapping[str, Any], command: str = "COMMAND", look: Look = PLAIN) -> str:
    """Return the text of an error: the message, and the advice."""
    code, details = payload["code"], payload.get("details", {})
    message = payload["message"]
    if code == "INVALID_INPUT":
        message = _FIELD.sub(lambda field: _option(field[0], command), message)
        message = _CHOICE.sub(lambda choice: f"`{_option(choice[1], command)} {choice[2]}`", message)
        suggestion = f"`pro-context {command} --help` explains the options."
    elif code == "VERSION_NOT_FOUND" and details["version"] == "installed":
        message = f"This project neither locks nor has installed a version of '{escape(details['libraryId'])}'."
        usage = "pro-context changes LIBRARY FROM TO" if command == "changes" else "--version V"
        suggestion = f"Name the version that is meant: {usage}. {_versions(details)}"
    elif code in _SUGGESTIONS:
        suggestion = _SUGGESTIONS[code](details)
        if code == "LIBRARY_NOT_FOUND" and command == "search":
            suggestion = f"The query comes first: pro-context search QUERY LIBRARY. {suggestion}"
    else:
        named = re.compile(r"(?:one of )?details\.(\w+)")
        suggestion = named.sub(lambda name: str(details.get(name[1], "them")), payload["suggestion"])
    near = [f"near: {', '.join(map(escape, details['nearestHeadings']))}"] if details.get("nearestHeadings") else []
    return "\n".join([f"{look.state('pro-context', 'fail')}: {code}: {message}", *near, suggestion])


def _option(field: str, command: str) -> str:
    """Return the option that became an argument (`libraries[0].version`), else the argument itself."""
    name = re.sub(r"\[\d+\]", "", field).rpartition(".")[2]
    return _OPTIONS.get(f"{command} {name}") or _OPTIONS.get(name, field)
