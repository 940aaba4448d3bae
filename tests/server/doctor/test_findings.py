import asyncio
from types import SimpleNamespace
from typing import Any

from pro_context.doctor.findings import Check, Finding, Situation, ok, run_checks

NOWHERE: Any = SimpleNamespace()


async def examined(seconds: float = 60, **checks: Check) -> dict[str, Finding]:
    return {name: finding async for name, finding in run_checks(checks, NOWHERE, seconds)}


async def fine(_: Situation) -> Finding:
    return ok("fine")


async def broken(_: Situation) -> Finding:
    raise ZeroDivisionError("s3cret")


async def endless(_: Situation) -> Finding:
    await asyncio.Event().wait()
    raise AssertionError


async def test_findings_come_in_the_order_of_the_checks() -> None:
    assert list(await examined(second=fine, first=fine)) == ["second", "first"]


async def test_a_check_that_breaks_fails_alone_and_says_no_more_than_its_kind() -> None:
    found = await examined(broken=broken, fine=fine)
    assert (found["broken"].state, found["fine"].state) == ("fail", "ok")
    assert "ZeroDivisionError" in found["broken"].found
    assert "s3cret" not in found["broken"].found


async def test_a_check_that_hangs_fails_after_its_time() -> None:
    found = await examined(0.05, endless=endless, fine=fine)
    assert (found["endless"].state, found["fine"].state) == ("fail", "ok")


async def test_checks_run_at_the_same_time() -> None:
    meeting = asyncio.Barrier(2)

    async def met(_: Situation) -> Finding:
        await meeting.wait()
        return ok("met")

    assert [finding.state for finding in (await examined(one=met, other=met)).values()] == ["ok", "ok"]


async def test_whoever_stops_listening_stops_the_checks() -> None:
    stopped = asyncio.Event()

    async def long(_: Situation) -> Finding:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        raise AssertionError

    findings = run_checks({"fine": fine, "long": long}, NOWHERE, seconds=60)
    await anext(findings)
    await findings.aclose()
    assert stopped.is_set()
