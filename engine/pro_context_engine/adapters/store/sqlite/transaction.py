"""Transactions: one that writes, and one that reads a single state of the database."""

from __future__ import annotations

import sqlite3


class Transaction:
    """Begin a write transaction; commit it, or roll it back when the block fails."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        # IMMEDIATE waits for other writers here; a deferred one could fail halfway without waiting.
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        finally:
            # A commit that fails (disk full) leaves the transaction open.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


class ReadTransaction:
    """Begin a transaction that reads; end it after the block.

    Args:
        connection: not in a transaction.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN")

    def __exit__(self, *_: object) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
