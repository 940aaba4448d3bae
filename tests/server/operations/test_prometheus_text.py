"""What Prometheus reads, by its own client's parser."""

from prometheus_client.parser import text_string_to_metric_families
from tests.server.operations.conftest import FETCHED
from tests.server.ports import free_port
from tests.server.transports.http.harness import KEY, KEYED, OPEN, ListedKeys, horn, serving, stateless

from pro_context.access.keys import digest
from pro_context.operations.overview import ReadOverview
from pro_context_engine.domain.api_keys import ApiKey

ADMIN = {"Authorization": f"Bearer {KEY}"}
HERE = {**OPEN, "metrics.enabled": True}


def numbers(text: str) -> dict[str, float]:
    """Return every sample by its name and labels."""
    return {
        sample.name + "".join(f" {label}={value}" for label, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_calls_requests_and_the_engine_are_counted(look: ReadOverview) -> None:
    async with serving(HERE, look=look) as harbor:
        for how in ("softly", "fact"):
            await harbor.ask(stateless(), "tools/call", horn(how))
        await harbor.ask(stateless(), "tools/call", {"name": "<script>", "arguments": {}})
        await harbor.http.get("/no/such?q=secret")
        answer = await harbor.http.get("/metrics")
    found = numbers(answer.text)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    horns = "contract=harbor"
    assert found[f"pro_context_tool_calls_total {horns} outcome=ok tool=sound-horn"] == 1
    assert sum(value for name, value in found.items() if name.startswith("pro_context_tool_calls_total")) == 2
    assert found[f"pro_context_tool_call_duration_seconds_count {horns} tool=sound-horn"] == 2
    assert found[f"pro_context_tool_call_duration_seconds_bucket {horns} le=+Inf tool=sound-horn"] == 2
    assert found["pro_context_http_requests_total place=other status=404"] == 1
    assert found["pro_context_sessions"] == 1
    assert found["pro_context_cache_lookups_total result=miss"] == 1
    assert found["pro_context_upstream_fetches_total kind=github outcome=failed"] == 2
    assert (found["pro_context_upstream_sites_failing"], found["pro_context_upstream_sites_resting"]) == (2, 1)
    assert (found["pro_context_libraries_filling"], found["pro_context_store_bytes"]) == (3, 4_096)
    assert "script" not in answer.text
    assert "secret" not in answer.text


async def test_requests_and_calls_beyond_the_limit_are_counted() -> None:
    port = free_port()
    tight = {"rateLimit.burstSize": 1, "rateLimit.maxRequestsPerMinute": 1}
    async with serving({**KEYED, **tight, "metrics.enabled": True, "metrics.port": port}) as harbor:
        headers = stateless(**ADMIN)
        await harbor.ask(headers, "tools/list")
        assert (await harbor.ask(headers, "tools/list")).status_code == 429
        assert (await harbor.ask(headers, "tools/call", horn("softly"))).json()["result"]["isError"]
        found = numbers((await harbor.http.get(f"http://127.0.0.1:{port}/metrics")).text)
    assert found["pro_context_rate_limited_total"] == 2
    assert found["pro_context_http_requests_total place=/mcp status=429"] == 1


async def test_without_being_configured_there_are_none() -> None:
    async with serving() as harbor:
        assert (await harbor.http.get("/metrics")).status_code == 404


async def test_at_the_servers_address_they_are_for_administrators() -> None:
    member = "pc_" + "m" * 40
    keys = ListedKeys(*[ApiKey(member[:8], digest(member), "m", FETCHED)])
    async with serving({**KEYED, "metrics.enabled": True}, keys) as harbor:
        assert (await harbor.http.get("/metrics")).status_code == 401
        assert (await harbor.http.get("/metrics", headers={"Authorization": f"Bearer {member}"})).status_code == 403
        assert (await harbor.http.get("/metrics", headers=ADMIN)).status_code == 200


async def test_on_a_port_of_their_own_there_is_nothing_else_and_no_key() -> None:
    port = free_port()
    async with serving({**KEYED, "metrics.enabled": True, "metrics.port": port}) as harbor:
        own = f"http://127.0.0.1:{port}"
        assert "pro_context_sessions 0" in (await harbor.http.get(f"{own}/metrics")).text
        assert (await harbor.http.get(f"{own}/mcp")).status_code == 404
        assert (await harbor.http.get("/metrics", headers=ADMIN)).status_code == 404
