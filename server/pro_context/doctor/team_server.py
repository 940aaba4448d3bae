"""A check of the team's server that clients on this machine are told to use: its address, the way there, the key."""

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
from pro_context.clients.client_table import Machine, McpClient, read_table, this_machine
from pro_context.clients.edit_problems import CannotEdit
from pro_context.clients.remote import VARIABLE
from pro_context.doctor.clients import NAME
from pro_context.doctor.findings import Finding, Situation, fail, ok, warn
from pro_context_engine import BlockingCalls, is_untrusted, tls_context

ANSWER_SECONDS = 4.0
"""Less than a check may take, so that it can still say what happened."""

OURS = "X-Pro-Context-Version"
"""In every response of a server of ours."""

_ADDRESS = re.compile(r"https?://[^\s\"']+")
_BEARER = re.compile(r"Bearer ([!-~]+)")
_REFERENCE = re.compile(r"\$\{(?:env:)?([A-Z_]+)\}")


class ServerEntry(NamedTuple):
    """What a client is told: the server's address, and the key, "" where there is none."""

    client: McpClient
    url: str
    key: str


async def team_server(situation: Situation) -> Finding:
    """Ask the team's server that a client here uses whether it answers, and whether it takes the key.

    Only what the user's own files say is asked: a project's file is somebody else's word, and would get the key.
    """
    return await BlockingCalls("doctor").call(lambda: _team_server(situation))


def _team_server(situation: Situation) -> Finding:
    try:
        machine = this_machine(situation.environ, situation.settings.project_directory)
    except RuntimeError:
        return ok("none is known without a home directory")
    told = next((told for client in read_table().clients.values() if (told := _server_entry(client, machine))), None)
    if told is None:
        return ok("no client uses one")
    if not told.key:
        return warn(f"{told.client.title} has no key for {told.url}", f"set the variable {VARIABLE}, or use --key KEY")
    return _ask(told, situation)


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
    """Return every text of an entry, however deep."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _texts(item)]


def _ask(told: ServerEntry, situation: Situation) -> Finding:
    """Tell how the server answers a request with the key; a GET without a session does nothing there."""
    title, url = told.client.title, told.url
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {told.key}"})  # noqa: S310 - http(s) only
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
                "set SSL_CERT_FILE (and NODE_EXTRA_CA_CERTS for clients in Node) to the certificate that signs here",
            )
        return fail(f"{title}: {url} does not answer ({type(reason).__name__})", "see the address, network and proxy")
    if status == 401:
        return fail(f"{title}: {url} does not take the key", f"ask for another one: `setup {told.client.id} --force`")
    if status in (403, 421):
        return fail(f"{title}: {url} does not go by that name", "add the name to security.hosts there")
    if status == 404 and ours:
        return fail(f"{title}: the server of {url} has no contract at that path", "enable it there (setting contracts)")
    if status in (404, 502, 503, 504) or 300 <= status < 400:
        return fail(f"{title}: there is no server at {url} (status {status})", "see the address, and whether it runs")
    return ok(f"{title}: {url} answers and takes the key")


def _opener(situation: Situation) -> urllib.request.OpenerDirector:
    """Return what asks as clients do: through the environment's proxies, trusting SSL_CERT_FILE too."""
    context = tls_context(situation.settings.ca_file)
    named = situation.environ.get("SSL_CERT_FILE")
    if named and Path(named).is_file():
        context.load_verify_locations(named)
    proxies = urllib.request.ProxyHandler()
    return urllib.request.build_opener(proxies, urllib.request.HTTPSHandler(context=context), _NoRedirects())


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leave redirects alone: the key is for one address."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""
