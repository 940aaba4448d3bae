"""The 60 server-side request forgery cases kept beside the repository, where they are at hand."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from pro_context_engine.errors import DocsError
from pro_context_engine.fetch.allow_list import AllowList

CASES = Path("../shared/data/ssrf_dev_cases.json")
DATA: dict[str, Any] = json.loads(CASES.read_text(encoding="utf-8")) if CASES.exists() else {"cases": []}


@pytest.mark.skipif(not CASES.exists(), reason="the case file is not at ../shared")
@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: f"{case['id']}-{case['category']}")
async def test_the_guard_decides_as_the_case_says(case: dict[str, Any], network: Any) -> None:
    policy = DATA["policies"][case["policy"]]
    network.names = {name: [list(answer) for answer in answers] for name, answers in DATA["resolver"].items()}
    redirects = DATA["redirects"]

    async def answer(request: httpx2.Request) -> httpx2.Response:
        network.dialled.append(request.url.host)
        url = f"{request.url.scheme}://{request.headers['Host']}{request.url.raw_path.decode()}"
        hop = redirects.get(url)
        if hop is not None:
            return httpx2.Response(hop["status"], headers={"Location": hop["location"]})
        return httpx2.Response(200, text="# Page")

    network.handle = answer
    hosts = AllowList([*policy["allow_hosts"], *policy["learned_hosts"]], policy["allow_wildcards"])
    fetcher = network.fetcher(allowed=None if policy["allow_any_public"] else hosts, plain_http=True)
    origins = [source["origin"] for source in policy["custom_sources"]]
    try:
        await fetcher.fetch(case["url"], origins=origins)
        verdict = "allow"
    except DocsError:
        verdict = "block"
    assert verdict == case["expect"]
    if verdict == "allow":
        assert network.dialled
    assert set(network.dialled) <= set(case.get("connected_only", network.dialled))
