"""Spans, as a collector receives them from the product in a process of its own."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="pro-context[telemetry] is not installed")

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

SILENT = (
    "sources: { llmsTxt: { enabled: false }, github: { enabled: false }, docsSites: { enabled: false }, "
    "package: { enabled: false } }\nproject: { autoDetect: false, environment: none }\ncache: { directory: null }\n"
)
TRACE = "0af7651916cd43dd8448eb211c80319c"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


@pytest.fixture
def collector() -> Iterator[tuple[str, list[Any]]]:
    """Return the address of a collector, and the spans it has got."""
    spans: list[Any] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            for of_resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                spans.extend(span for scope in of_resource.scope_spans for span in scope.spans)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1/traces", spans
        server.shutdown()
        thread.join()


def attributes(span: Any) -> dict[str, str]:
    return {one.key: one.value.string_value for one in span.attributes}


def test_a_collector_gets_what_was_done_and_not_what_was_asked(
    collector: tuple[str, list[Any]], tmp_path: Path
) -> None:
    endpoint, spans = collector
    file = tmp_path / "pro-context.yaml"
    file.write_text(f"{SILENT}telemetry: {{ endpoint: '{endpoint}' }}\n")
    parent = {"_meta": {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}}
    unknown = {"name": "secret-tool", "arguments": {}}
    missing = {"name": "get-library-info", "arguments": {"libraryId": "secret/secret"}}
    calls = [
        ("initialize", HELLO),
        ("tools/call", {"name": "resolve-library", "arguments": {"query": "secret"}, **parent}),
        ("tools/call", missing),
        ("tools/call", unknown),
        ("secret/method", {}),
        ("resources/read", {"uri": "library://secret/toc"}),
    ]
    messages = [{"jsonrpc": "2.0", "id": f"secret-{n}", "method": m, "params": p} for n, (m, p) in enumerate(calls)]
    said = "".join(json.dumps(message) + "\n" for message in messages)
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PRO_CONTEXT", "OTEL"))}
    variables["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-m", "pro_context.cli", "--config", str(file)],
        input=said.encode(), capture_output=True, env=variables, cwd=tmp_path, timeout=60, check=True,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == len(calls)
    by_name = {span.name: span for span in spans}
    assert set(by_name) == {
        "initialize",
        "tools/call resolve-library",
        "tools/call get-library-info",
        "tools/call other",
        "other",
        "resources/read",
    }
    found = by_name["tools/call resolve-library"]
    assert (found.trace_id.hex(), found.kind) == (TRACE, 2)
    assert attributes(found) == {
        "mcp.method.name": "tools/call",
        "mcp.protocol.version": "2025-11-25",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "resolve-library",
        "network.transport": "pipe",
    }
    failed = by_name["tools/call get-library-info"]
    assert (attributes(failed)["error.type"], failed.status.code) == ("LIBRARY_NOT_FOUND", 2)
    assert attributes(by_name["tools/call other"])["error.type"] == "-32602"
    assert b"secret" not in b"".join(span.SerializeToString() for span in spans)


def test_nothing_is_loaded_where_nothing_is_configured(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pro_context.operations import telemetry\n"
        "from pro_context.configuration.loading import defaults\n"
        "with telemetry.export_spans(defaults()): print([m for m in sys.modules if m.startswith('opentelemetry')])"
    )
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=variables, timeout=60, check=True)
    assert done.stdout.strip() == b"[]"
