"""Judge the address guard by a file of request forgery cases: `hatch run ssrf-cases FILE`.

Every case goes through the real fetcher; only its resolver and its transport are tables out of the file. Each wrong
verdict is printed, then `N wrong of M`; the exit code is 1 when one is wrong, 2 for a file in another format.

The file is a JSON object: `cases` (`url`, `policy`, `expect` "allow" or "block", perhaps `accept_alt`,
`connected_only`, `requires`), `policies`, `resolver` (name -> answers, one per look-up, the last one repeats) and
`redirects` (URL -> status and location). A block is right when the call failed and nothing was dialled but public
addresses and those of custom sources; an allow, when the last hop's body was read.
"""

from __future__ import annotations

import asyncio
import json
import posixpath
import socket
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx2
import idna

from pro_context_engine.adapters.fetch.allow_list import AllowList
from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.fetch.guard import Guard, origins_of
from pro_context_engine.adapters.fetch.urls import ParsedUrl, parse_url
from pro_context_engine.domain.errors import DocsError, UrlRefused
from pro_context_engine.domain.settings import FetchLimits

BODY = "# The last hop"


@dataclass
class TableNetwork:
    """Names and redirects out of the file; notes what is dialled."""

    names: dict[str, list[list[str]]]
    redirects: dict[str, dict[str, Any]]
    dialled: list[str] = field(default_factory=list)
    looked_up: Counter[str] = field(default_factory=Counter)

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """Answer as the file's table does, then as a C library reads an IPv4 address in any spelling."""
        self.looked_up[host] += 1
        answers = self.names.get(host)
        if answers:
            return answers[min(self.looked_up[host], len(answers)) - 1]
        try:
            return [socket.inet_ntoa(socket.inet_aton(idna.encode(host, uts46=True).decode("ascii")))]
        except (OSError, UnicodeError):
            return []

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        """Redirect where the file says so, else give a document."""
        self.dialled.append(request.url.host)
        hop = self.redirects.get(f"{request.url.scheme}://{request.headers['Host']}{request.url.raw_path.decode()}")
        if hop is None:
            return httpx2.Response(200, text=BODY)
        return httpx2.Response(hop["status"], headers=[(b"Location", str(hop["location"]).encode())])


class Policy:
    """The addresses that a policy of the file allows, whatever they resolve to; custom sources need no leave.

    Attributes:
        origins: the origins of the custom sources.
    """

    def __init__(self, policy: dict[str, Any]) -> None:
        prefixes = policy.get("allow_path_prefixes", [])
        names = ("allow_hosts", "learned_hosts", "allow_wildcards")
        self.origins = [source["origin"] for source in policy.get("custom_sources", [])]
        self._any = policy.get("allow_any_public", False)
        self._hosts = AllowList([host for name in names for host in policy.get(name, [])])
        self._prefixes = [parse_url(one if "://" in one else f"https://{one}") for one in prefixes]

    async def admit(self, url: str) -> None:
        """Refuse an address that is not allowed.

        Raises:
            UrlRefused: it is not.
        """
        parsed = parse_url(url)
        if not (self._any or parsed.origin in origins_of(self.origins) or self._hosts(url) or self._is_below(parsed)):
            raise UrlRefused(url, "host is not a documentation host")

    def _is_below(self, url: ParsedUrl) -> bool:
        """Tell whether a path lies below a prefix as a server may read it: decoded, with dots resolved."""
        decoded = unquote(url.path)
        if unquote(decoded) != decoded or "\\" in decoded or decoded.count("/") != url.path.count("/"):
            return False
        path = posixpath.normpath(decoded)
        roots = [prefix.path.rstrip("/") for prefix in self._prefixes if prefix.host == url.host]
        return any(path == root or path.startswith(f"{root}/") for root in roots)


def fetcher_of(policy: dict[str, Any], network: TableNetwork) -> HttpFetcher:
    """Build the product's fetcher as the policy wants it; ports and the length of URLs are the fetcher's own."""
    return HttpFetcher(
        FetchLimits(max_redirects=policy.get("max_redirects", 5)),
        guard=Guard(network.resolve, plain_http=True),
        transport=httpx2.MockTransport(network.answer),
    )


async def judge(case: dict[str, Any], material: dict[str, Any]) -> str:
    """Return what is wrong with the guard's verdict on one case, "" if nothing is."""
    policy = Policy(material["policies"][case["policy"]])
    redirects = {_normal(url): hop for url, hop in material.get("redirects", {}).items()}
    network = TableNetwork(material.get("resolver", {}), redirects)
    fetcher = fetcher_of(material["policies"][case["policy"]], network)
    try:
        await policy.admit(case["url"])
        response = await fetcher.fetch(case["url"], origins=policy.origins, admit=policy.admit)
        verdict = "allow" if response.text == BODY else "no answer"
    except DocsError as fact:
        verdict = "block"
        reason = f" ({type(fact).__name__}: {getattr(fact, 'reason', '')})"
    except Exception as error:
        return f"crashed with {type(error).__name__}"
    else:
        reason = ""
    finally:
        await fetcher.close()
    if verdict not in (case["expect"], case.get("accept_alt", case["expect"])):
        return f"{verdict}{reason}, not {case['expect']}"
    stray = _stray(case, policy.origins, network)
    return f"dialled {', '.join(stray)}" if stray else ""


def _stray(case: dict[str, Any], origins: Sequence[str], network: TableNetwork) -> list[str]:
    """Return the addresses that should not have been dialled."""
    if "connected_only" in case:
        permitted = set(case["connected_only"])
        return [address for address in network.dialled if address not in permitted]
    named = {host for origin in origins if (host := urlsplit(origin).hostname)}
    private = {text for name in named for answers in network.names.get(name, []) for text in answers} | named
    return [address for address in network.dialled if not ip_address(address).is_global and address not in private]


def _normal(url: str) -> str:
    try:
        return str(parse_url(url))
    except DocsError:
        return url


async def report(material: dict[str, Any]) -> int:
    """Judge every case, print what is wrong, and return how many verdicts are."""
    total: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for case in material["cases"]:
        feature = str(case.get("requires", ""))
        total[feature] += 1
        problem = await judge(case, material)
        if problem:
            wrong[feature] += 1
            print(f"{case.get('id', '?')} {case.get('rule', '')}: {case['url']!r} ({case['policy']}): {problem}")
    for feature in sorted(filter(None, total)):
        print(f"of those that require {feature}: {wrong[feature]} wrong of {total[feature]}")
    print(f"{wrong.total()} wrong of {total.total()}")
    return wrong.total()


def main() -> int:
    """Judge the file that the command line names."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    path = Path(sys.argv[1])
    if not path.exists():
        print(f"skipped: {path} does not exist")
        return 0
    try:
        material = json.loads(path.read_text(encoding="utf-8"))
        wrong = asyncio.run(report(material))
    except (UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
        print(f"{path} is no file of cases: {type(error).__name__}: {error}")
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
