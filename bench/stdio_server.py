"""The product's server in a process of its own, spoken to as a client does, for the benchmarks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SERVER = [sys.executable, "-m", "pro_context.cli"]


class StdioServer:
    """Starts a server and says hello.

    Args:
        folder: where its configuration is written.
        configuration: what it is told.
        environment: variables besides those of this process that do not speak to the product.
        directory: where it runs, None for the folder of this process.
        python: the Python that has the server, "" for that of this process.
    """

    def __init__(
        self,
        folder: Path,
        configuration: Mapping[str, Any],
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
        python: str = "",
    ) -> None:
        file = folder / "pro-context.yaml"
        file.write_text(json.dumps(configuration))
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [python or sys.executable, *SERVER[1:], "--config", str(file)],
            stdin=pipe,
            stdout=pipe,
            env={**inherited, **(environment or {})},
            cwd=directory,
        )
        self.number = 0
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self.ask("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """Return the result of a request; notifications that come before it are passed over."""
        self.number += 1
        self._send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.number:
                return message["result"]
        raise SystemExit("the server went away")

    def call(self, tool: str, arguments: dict[str, Any]) -> Any:
        """Return a tool's structured result, or its error."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return result.get("structuredContent") or json.loads(result["content"][0]["text"])

    def memory(self, what: str) -> float:
        """Return the megabytes the server has (VmRSS) or had at most (VmHWM)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition(f"{what}:")[2].split()[0]) / 1024

    def seconds(self) -> float:
        """Return the CPU seconds the server has taken, its worker's not counted."""
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the server as a client does: by closing its stdin."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
