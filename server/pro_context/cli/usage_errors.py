"""The parser of arguments, whose errors tell the next step."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

_NO_SUCH = re.compile(r"argument (COMMAND|ACTION): invalid choice: '(.*)' \(choose from (.+)\)", re.S)
_SERVING = frozenset({"serve", "server", "start", "run", "stdio", "http", "mcp"})
"""What other programs call the command that starts a server."""


class AdvisingParser(argparse.ArgumentParser):
    """Adds to an error the possible values, and the command that shows the help."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with status 2."""
        super().error(_with_advice(message, self.prog))


def _with_advice(message: str, program: str) -> str:
    found = _NO_SUCH.fullmatch(message)
    if not found:
        return f"{message}\n`{program} --help` explains the arguments, with examples"
    kind, written, listed = found[1].lower(), found[2], found[3].replace("'", "").split(", ")
    if kind == "command" and written in _SERVING:
        return (
            f"there is no command '{written}': without a command, {program} serves; --transport http serves over HTTP"
        )
    # Only a wrong command needs the import.
    from difflib import get_close_matches  # noqa: PLC0415

    near = get_close_matches(written, listed, n=1)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(listed)}"
    return f"there is no {kind} '{written}'; {meant}\n`{program} --help` explains each {kind}"
