"""Checks of this machine: program, configuration, cache, project, registry, clock."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

from pro_context.configuration.loading import NO_DRIVER, has_driver
from pro_context.doctor.findings import Finding, Situation, blocking_check, fail, in_thread, ok, warn
from pro_context.wording import counted
from pro_context_contract import CONTRACTS, UnknownContract
from pro_context_engine import (
    StoreCondition,
    StoreReport,
    examine_environment,
    examine_store,
    registry_date,
    registry_in_use,
    shipped_registry_version,
)
from pro_context_engine.domain.settings import Settings

OLD_REGISTRY = timedelta(days=180)
CLOCK_TOLERANCE = timedelta(minutes=5)


async def program(_: Situation) -> Finding:
    """Report the release of Pro-Context and the version of Python."""
    return ok(f"pro-context {version('pro-context')}, Python {platform.python_version()} on {sys.platform}")


async def configuration(situation: Situation) -> Finding:
    """Look for mistakes in the configuration."""
    config = situation.config
    if config.mistakes:
        more = f" (and {len(config.mistakes) - 1} more)" if len(config.mistakes) > 1 else ""
        return fail(f"{config.mistakes[0]}{more}", "correct it; until then the other checks examine the defaults")
    unknown = [str(UnknownContract(name)) for name in situation.server.contracts if name not in CONTRACTS]
    if unknown:
        return fail("; ".join(unknown), "correct the name; the server does not start with it")
    if config.warnings:
        return warn("; ".join(config.warnings), "correct it, or remove it")
    return ok(", ".join(config.places) or "none; the defaults apply")


async def cache(situation: Situation) -> Finding:
    """Tell whether the store's folder exists or can be made, is writable, and has enough free space."""
    directory = situation.settings.cache_directory
    if directory is None:
        return warn("documentation is kept in memory and lost when the server ends", "set cache.directory to a folder")
    limit = situation.settings.max_cache_bytes
    return await in_thread(_folder, directory, limit)


def _folder(directory: Path, limit: int) -> Finding:
    # os.path.lexists returns False for a path that may not be read; pathlib would raise an error.
    nearest = next(folder for folder in (directory, *directory.parents) if os.path.lexists(folder))
    if not nearest.is_dir():
        return fail(f"{nearest} is not a folder", "set cache.directory to a folder, or move the file away")
    if not os.access(nearest, os.W_OK | os.X_OK):
        return fail(f"{nearest} is not writable", "give yourself the right to write there, or set cache.directory")
    free = shutil.disk_usage(nearest).free
    there = f"{directory}" if nearest == directory else f"{directory} does not exist yet and will be made"
    if free < limit:
        return warn(
            f"{there}; {free / 1e6:.0f} MB are free, the cache may grow to {limit / 1e6:.0f} MB",
            "free some space, or lower cache.maxSizeMB",
        )
    return ok(f"{there}; {free / 1e9:.1f} GB free")


async def store(situation: Situation) -> Finding:
    """Read every row of the store; of a database, examine tables, rights, speed and clock."""
    if situation.settings.store_url:
        return await _database(situation.settings)
    found = await _examine(situation)
    if found is None or found.condition is StoreCondition.MISSING:
        return ok("nothing is stored yet")
    limit = situation.settings.max_cache_bytes
    size = f"{found.size / 1e6:.1f} of {limit / 1e6:.0f} MB"
    if found.condition is StoreCondition.SOUND and found.size > limit:
        return warn(f"{size}: more than its limit", "nothing: the next write deletes the oldest documentation")
    if found.condition is StoreCondition.SOUND:
        return ok(f"{found.pages} pages, {size}, sound")
    if found.condition is StoreCondition.OUTDATED:
        return ok(f"{size}, of an older release; the next start upgrades it")
    problems = "; ".join(found.problems)
    if found.condition is StoreCondition.DAMAGED:
        return fail(
            f"{found.file} is damaged: {problems}",
            "`pro-context cache verify` marks it; the next start sets it aside and fetches documentation again",
        )
    if found.condition is StoreCondition.FOREIGN:
        return fail(
            f"{found.file} belongs to another program or a newer release", "set cache.directory, or move the file away"
        )
    return fail(
        f"{found.file} cannot be read ({problems})",
        "check its owner and its other users, or move it away",
    )


async def _database(settings: Settings) -> Finding:
    if not has_driver():
        return fail(NO_DRIVER, "install it; the server does not start without it")
    # The driver of the database comes with an extra.
    from pro_context_engine import examine_database  # noqa: PLC0415

    found = await in_thread(examine_database, settings.store_url)
    if found.trouble:
        return fail(found.trouble, found.advice)
    if found.advice:
        return warn(found.summary, found.advice)
    return ok(found.summary)


async def clock(situation: Situation) -> Finding:
    """Tell whether the clock can be right: it must not be behind the newest snapshot or this release."""
    now = situation.now
    found = await _examine(situation)
    shipped = await in_thread(shipped_registry_version)
    moments = (found.newest if found else None, registry_date(shipped))
    ahead = max((moment for moment in moments if moment is not None), default=now)
    if ahead - now > CLOCK_TOLERANCE:
        return warn(
            f"the clock says {now:%Y-%m-%d %H:%M} UTC, but a snapshot or this release is of {ahead:%Y-%m-%d %H:%M}",
            "set the clock; if it is right, `pro-context cache clear` deletes the snapshots with a wrong time",
        )
    return ok(f"{now:%Y-%m-%d %H:%M} UTC")


async def _examine(situation: Situation) -> StoreReport | None:
    directory = None if situation.settings.store_url else situation.settings.cache_directory
    return await in_thread(examine_store, directory) if directory else None


@blocking_check
def project(situation: Situation) -> Finding:
    """Report the environment of the project, and whether its packages can be read."""
    setting, folder = situation.settings.environment, situation.settings.project_directory
    if setting == "none":
        return ok("not examined, as configured")
    if not folder.is_dir():
        return fail(f"{folder} is not a folder", "set project.workingDirectory to the project's folder")
    environment = examine_environment(folder, setting, situation.environ)
    if environment.unread_lock:
        return warn(
            f"{environment.unread_lock} is binary and not read; versions come from the other files of the project",
            "`bun install --save-text-lockfile` writes bun.lock in its place",
        )
    root = environment.root
    if root is None and environment.has_node_modules:
        return ok(f"{folder}: packages of npm in node_modules, and no environment of Python")
    if root is None:
        return warn(
            f"{folder} has no environment; versions come from the project's files, packages from the package index",
            "make a .venv there, activate an environment, or set project.environment to its folder",
        )
    if not environment.directories:
        return fail(f"{root} has no Python packages", "set project.environment to an environment's folder, or to auto")
    if environment.unreadable:
        return fail(f"{environment.unreadable[0]} cannot be read", "give yourself the right to read it")
    return ok(f"{root}: {environment.packages} packages")


async def registry(situation: Situation) -> Finding:
    """Report the number of known libraries and the age of the list."""
    in_use = await in_thread(registry_in_use, situation.settings.cache_directory)
    known = in_use.known
    found, date = f"{len(known.libraries)} libraries, {known.version}", registry_date(known.version)
    if in_use.damaged:
        return warn(f"{found}; {in_use.damaged} is damaged", "`pro-context registry update`")
    if date is None:
        return ok(found)
    age = situation.now - date
    if age > OLD_REGISTRY:
        return warn(f"{found}: {age.days} days old", "install a newer Pro-Context, or `pro-context registry update`")
    return ok(f"{found}: {counted(max(age.days, 0), 'day')} old")
