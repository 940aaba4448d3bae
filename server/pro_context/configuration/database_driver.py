"""The driver of the database that `store.url` names, which comes with an extra."""

from __future__ import annotations

NO_DRIVER = "store.url needs `pro-context[postgres]` to be installed"


def has_driver() -> bool:
    """Tell whether the driver is installed, without importing it."""
    # A start without a database does not need it.
    from importlib.util import find_spec  # noqa: PLC0415

    return find_spec("psycopg") is not None
