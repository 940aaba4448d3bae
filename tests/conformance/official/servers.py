"""The servers that are judged, in processes of their own, with a key: the product's contract, and the fixture."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.conformance import peer
from tests.conformance.http_peer import KEY
from tests.contract import server_process
from tests.worlds import World

from pro_context_codegen.__main__ import main as codegen

SPEC = Path(__file__).parents[1] / "spec"
HTTP = {
    "PRO_CONTEXT__SERVER__AUTH_KEY": KEY,
    "PRO_CONTEXT__RATE_LIMIT__BURST_SIZE": "1000000",
    "PRO_CONTEXT__RATE_LIMIT__MAX_REQUESTS_PER_MINUTE": "1000000",
}
CONTRACTS = ("full", "conformance")


def over_stdio(folder: Path, *worlds: World) -> list[str]:
    """Return what starts the product over stdio, with a cache in a folder; it knows these worlds and no network."""
    return [*server_process.COMMAND, "--config", str(server_process.configure(folder, "full", worlds))]


@contextmanager
def serving(contract: str, folder: Path, *worlds: World) -> Iterator[str]:
    """Serve a contract over HTTP while the block runs; give the address of its endpoint, which takes `KEY`.

    Args:
        contract: one of `CONTRACTS`.
        folder: for whatever is written.
        worlds: that the product knows.
    """
    if contract == "full":
        command = [*over_stdio(folder, *worlds), "--transport", "http", "--port", "0"]
        environment = {**server_process.ENVIRONMENT, **HTTP}
    else:
        generated = folder / "generated"
        assert codegen(["generate", "--spec", str(SPEC), "--out", str(generated)]) == 0
        command, environment = [*peer.command(generated), "--port", "0"], {**peer.ENVIRONMENT, **HTTP}
    with _started(command, environment, folder / "log") as url:
        yield url


@contextmanager
def _started(command: list[str], environment: Mapping[str, str], log: Path) -> Iterator[str]:
    with log.open("wb") as errors:
        server = subprocess.Popen(command, stderr=errors, env=environment, cwd=peer.ROOT)
    try:
        while not (found := re.search(r"http://\S+/mcp", log.read_text(encoding="utf-8"))):
            assert server.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.05)
        yield found[0]
    finally:
        server.terminate()
        server.wait(60)
