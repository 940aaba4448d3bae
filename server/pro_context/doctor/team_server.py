"""A check of the team's server that clients on this machine use: its address, the connection, the key."""

from __future__ import annotations

import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from pro_context.clients import client_files, edits
from pro_context.clients.client_files import CannotEdit
from pro_context.clients.client_table import Machine, McpClient, read_table, this_machine
from pro_context.clients.remote import VARIABLE
from pro_context.doctor.clients import NAME
from pro_context.doctor.findings import Finding, Situation, blocking_check, fail, ok, warn
from pro_context_engine import is_untrusted, tls_context

ANSWER_SECONDS = 4.0
"""Below the time limit of a check, so that the check can still report the timeout itself."""

OURS = "X-Pro-Context-Version"
"""A header of every response of a Pro-Context server."""

_ADDRESS = re.compile(r"https?://[^\s\"']+")
_BEARER = re.compile(r"Bearer ([!-~]+)")
_REFERENCE = re.compile(r"\$\{(?:env:)?([A-Z_]+)\}")


class ServerEntry(NamedTuple):
    """The server in a client's file: its address, and the key, "" without one."""

    client: McpClient
    url: str
    key: str


@blocking_check
def team_server(situation: Situation) -> Finding:
    """Tell whether the team's server that a client here uses answers, and whether it accepts the key.

    Only the user's own files are read: a project's file may be by another author, whose server would get the key.
    """
    try:
        machine = this_machine(situation.environ, situation.settings.project_directory)
    except RuntimeError:
        return ok("no server is known without a home directory")
    entries = (_server_entry(client, machine) for client in read_table().clients.values())
    entry = next((entry for entry in entries if entry), None)
    if entry is None:
        return ok("no client uses a team's server")
    if not entry.key:
        return warn(f"{entry.client.title} has no key for {entry.url}", f"set the variable {VARIABLE}, or use --key")
    return _ask(entry, situation)


def _server_entry(client: McpClient, machine: Machine) -> ServerEntry | None:
    try:
        entry = edits.entry_of(client, NAME, client_files.read(client.file(machine)).text)
    except CannotEdit:
        return None
    texts = list(_texts(entry)) if isinstance(entry, dict) else []
    url = next((text for text in texts if _ADDRESS.fullmatch(text)), None)
    if url is None:
        return None
    given = next((found[1] for text in texts if (found := _BEARER.fullmatch(text))), f"${{{VARIABLE}}}")
    return ServerEntry(client, url, _REFERENCE.sub(lambda found: machine.environ.get(found[1], ""), given))


def _texts(value: Any) -> list[str]:
    """Return every text of an entry, at any depth."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _texts(item)]


def _ask(entry: ServerEntry, situation: Situation) -> Finding:
    """Send a request with the key and judge the response; a GET without a session changes nothing."""
    title, url = entry.client.title, entry.url
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {entry.key}"})  # noqa: S310 - http(s) only
    try:
        with _opener(situation).open(request, timeout=ANSWER_SECONDS) as response:
            status, ours = response.status, OURS in response.headers
    except urllib.error.HTTPError as refusal:
        status, ours = refusal.code, OURS in refusal.headers
        refusal.close()
    except (OSError, HTTPException) as trouble:
        reason = getattr(trouble, "reason", trouble)
        if is_untrusted(trouble) or isinstance(reason, ssl.SSLCertVerificationError):
            return fail(
                f"{title}: the certificate of {url} is not trusted",
                "set SSL_CERT_FILE (and NODE_EXTRA_CA_CERTS for clients in Node) to the certificate that signs for it",
            )
        return fail(f"{title}: {url} does not answer ({type(reason).__name__})", "check address, network and proxy")
    if status == 401:
        return fail(f"{title}: {url} does not accept the key", f"get another key: `setup {entry.client.id} --force`")
    if status in (403, 421):
        return fail(f"{title}: the server does not accept the host name of {url}", "add it to security.hosts there")
    if status == 404 and ours:
        return fail(f"{title}: the server of {url} has no contract at that path", "enable it there (setting contracts)")
    if status in (404, 502, 503, 504) or 300 <= status < 400:
        return fail(
            f"{title}: there is no server at {url} (status {status})", "check the address, and start the server"
        )
    return ok(f"{title}: {url} answers and accepts the key")


def _opener(situation: Situation) -> urllib.request.OpenerDirector:
    """Return an opener that connects as clients do: through the environment's proxies, and trusting SSL_CERT_FILE."""
    context = tls_context(situation.settings.ca_file)
    named = situation.environ.get("SSL_CERT_FILE")
    if named and Path(named).is_file():
        context.load_verify_locations(named)
    proxies = urllib.request.ProxyHandler()
    return urllib.request.build_opener(proxies, urllib.request.HTTPSHandler(context=context), _NoRedirects())


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follow no redirects: the key is for one address."""

    def redirect_request(self, *_: Any) -> None:
        """Return no request."""
