"""Deno's `deno.lock`, the packages of npm in it."""

from __future__ import annotations

from pro_context_engine.libraries.project.manifest_documents import json_object, table
from pro_context_engine.libraries.project.manifests.deno_json import npm_specifier
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, pin_of


def deno(content: bytes) -> list[Pin]:
    """Return the pins, those of the project's own specifiers first."""
    document = json_object(content)
    # Up to version 3 of the format, everything about packages was in a table of its own.
    packages = table(document.get("packages")) or document
    direct = ((npm_specifier(key), locked) for key, locked in table(packages.get("specifiers")).items())
    found = [
        pin_of(Ecosystem.NPM, name, str(locked).rpartition("@")[2].partition("_")[0], specifier=written)
        for (name, written), locked in direct
    ]
    all_locked = (npm_specifier(f"npm:{key}") for key in table(packages.get("npm")))
    found += [pin_of(Ecosystem.NPM, name, version.partition("_")[0]) for name, version in all_locked]
    return [pin for pin in found if pin]
