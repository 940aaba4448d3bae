"""Calls as models make them who know other servers: what has one reading is answered, and the answer says how."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.contract.full.near_misses import CASES
from tests.contract.product import Product, opened

WHEEL = "pypi/brightwheel"
DOCS: list[dict[str, Any]] = [
    {"libraryId": WHEEL, "topic": "retry"},
    {"libraries": [WHEEL], "topic": "retry"},
    {"libraries": WHEEL, "topic": "retry"},
    {"libraries": {"libraryId": WHEEL}, "topic": "retry"},
    {"libraryIds": [WHEEL], "query": "retry"},
    {"library": WHEEL, "query": "retry"},
    {"library": {"name": WHEEL}, "question": "retry"},
    {"packages": ["brightwheel"], "topics": ["retry"]},
    {"libraryName": "brightwheel", "query": "retry"},
    {"name": "brightwheel", "topic": "retry"},
    {"package": "brightwheel", "topic": "retry"},
    {"library": "brightwheel@2.4.1", "topic": "retry"},
    {"library": "brightwheel==2.4.1", "topic": "retry"},
    {"library_id": WHEEL, "topic": "retry", "max_tokens": 2000},
    {"context7CompatibleLibraryID": "/langchain-ai/langchain", "topic": "chat models", "tokens": 2000},
    {"libraryId": "/langchain-ai/langchain", "query": "chat models"},
    {"libraries": "https://github.com/langchain-ai/langchain", "topic": "chat models"},
    {"libraries": [{"id": WHEEL}], "topic": "retry", "version": None},
    {"libraries": [{"libraryId": WHEEL, "version": None}], "topic": "retry", "maxTokens": "2000"},
    {"libraries": json.dumps([{"libraryId": WHEEL}]), "topic": "retry"},
    {"libraries": [{"libraryId": WHEEL}], "topic": ["retry"], "queries": "deliver again"},
]
CALLS = [
    *(("get-docs", call) for call in DOCS),
    ("get-library-info", {"libraryName": WHEEL}),
    ("get-library-info", {"libraries": [WHEEL]}),
    ("get-library-info", {"library": {"libraryId": WHEEL, "version": "2.4.1"}}),
    ("get-library-info", {"libraryId": "/langchain-ai/langchain/"}),
    ("get-library-info", {"libraryId": "brightwheel"}),
    ("search-docs", {"topic": "retry", "libraryId": WHEEL}),
    ("search-docs", {"question": "retry", "libraries": [{"libraryId": WHEEL}]}),
    ("search-docs", {"query": "retry", "libraryIds": WHEEL, "limit": "3"}),
    ("search-docs", {"q": "retry", "library": "brightwheel", "max_results": 3}),
    ("search-docs", {"query": "retry", "libraryIds": [WHEEL], "scope": "ALL", "cursor": None}),
    ("read-page", {"page": "pypi://brightwheel/2.4.1/readme"}),
    ("read-page", {"uri": "pypi://brightwheel/2.4.1/readme", "max_lines": "20"}),
    ("read-page", {"url": ["pypi://brightwheel/2.4.1/readme"], "offset": "1"}),
    ("resolve-library", {"libraryName": "langchain"}),
    ("resolve-library", {"library": "langchain", "lang": "python"}),
    ("resolve-library", {"name": "langchain", "language": None}),
    ("resolve-library", {"libraryId": {"query": "langchain"}}),
    ("list-libraries", {"limit": "3"}),
    ("list-libraries", {"count": 3, "language": ["python"]}),
    ("list-libraries", {"maxResults": 3, "category": None}),
    ("check-code", {"snippet": "import brightwheel\n", "library": WHEEL}),
    ("check-code", {"code": "import brightwheel\n", "libraries": ["brightwheel@2.4.1"]}),
    ("check-code", {"codeSnippet": "print(1)\n", "lang": "PYTHON", "limit": "5"}),
    ("compare-versions", {"package": WHEEL, "fromVersion": "2.4.1", "toVersion": "installed"}),
    ("compare-versions", {"library": WHEEL, "old": "2.4.1", "new": "installed", "symbol": "Courier"}),
    ("compare-versions", {"libraryId": WHEEL, "from": "2.4.1", "version": "installed", "query": "retry"}),
]
SAME_AS_SENT = [{"libraryId": "brightwheel"}]
"""Calls that are within the published schema: a plain name is the handler's to understand."""


ANSWERED = [(tool, sent, read) for tool, sent, read in CASES if read is not None]
REFUSED = [(tool, sent) for tool, sent, read in CASES if read is None]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def product(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Product]:
    async with opened(tmp_path_factory.mktemp("near"), "installed", "langchain") as product:
        yield product


def test_there_are_a_hundred() -> None:
    assert len(CALLS) >= 40
    assert len(ANSWERED) >= 60


@pytest.mark.parametrize(("tool", "sent", "read"), ANSWERED, ids=str)
async def test_a_call_is_answered_as_the_one_it_stands_for(
    product: Product, tool: str, sent: dict[str, Any], read: dict[str, Any]
) -> None:
    answer, canonical = [await answered(product, tool, arguments) for arguments in (sent, read)]
    assert answer.get("code") == canonical.get("code") != "INVALID_INPUT", answer
    only_nulls_left_out = {name: value for name, value in sent.items() if value is not None} == read
    assert "code" in answer or answer.get("readAs") or only_nulls_left_out or not read


async def answered(product: Product, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a call, an error or not."""
    envelope = await product.app.dispatcher.call(tool, arguments, product.session)
    found: dict[str, Any] = json.loads(envelope["content"][0]["text"])
    return found


@pytest.mark.parametrize(("tool", "sent"), REFUSED, ids=str)
async def test_a_call_with_no_one_reading_is_refused(product: Product, tool: str, sent: dict[str, Any]) -> None:
    failure = await product.failure(tool, **sent)
    assert failure["code"] == "INVALID_INPUT"
    assert "a call that fits: {" in failure["message"] or "from: must be" in failure["message"]


@pytest.mark.behavior(
    "full/get-docs/read-as",
    "full/get-library-info/read-as",
    "full/search-docs/read-as",
    "full/read-page/read-as",
    "full/resolve-library/read-as",
    "full/list-libraries/read-as",
    "full/check-code/read-as",
    "full/compare-versions/read-as",
)
@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=str)
async def test_a_call_with_one_reading_is_answered(product: Product, tool: str, arguments: dict[str, Any]) -> None:
    answer = await product.call(tool, **arguments)
    only_nulls_left_out = any(value is None for value in arguments.values())
    assert answer.get("readAs") or arguments in SAME_AS_SENT or only_nulls_left_out, answer


async def test_the_answer_says_how_the_call_was_read(product: Product) -> None:
    answer = await product.call("get-docs", library="brightwheel@2.4.1", query="retry")
    assert answer["readAs"] == 'libraries=[{"libraryId": "brightwheel", "version": "2.4.1"}], topic="retry"'
    canonical = await product.call("get-docs", libraries=[{"libraryId": WHEEL}], topic="retry")
    assert "readAs" not in canonical


@pytest.mark.parametrize(
    "arguments",
    [
        {"library": WHEEL, "libraries": [{"libraryId": "pypi/other"}], "topic": "retry"},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry", "query": "deliver"},
        {"library": WHEEL, "colour": "brown"},
        {"topic": "retry"},
    ],
)
async def test_a_call_with_several_readings_or_none_is_refused_with_the_call_to_make(
    product: Product, arguments: dict[str, Any]
) -> None:
    failure = await product.failure("get-docs", **arguments)
    assert failure["code"] == "INVALID_INPUT"
    call = json.loads(failure["message"].partition("a call that fits: ")[2].removesuffix("."))
    assert {"libraries", "topic"} == call.keys()


async def test_the_call_to_make_is_the_sent_one_without_what_is_wrong(product: Product) -> None:
    sent = {"libraryId": WHEEL, "query": "retry", "tokens": "many", "page": 1}
    failure = await product.failure("get-docs", **sent)
    call = json.loads(failure["message"].partition("a call that fits: ")[2].removesuffix("."))
    assert call == {"libraries": [{"libraryId": WHEEL}], "topic": "retry"}
    assert (await product.call("get-docs", **call))["content"]


async def test_what_the_call_says_itself_counts_before_what_a_name_implies(product: Product) -> None:
    sent = {"pattern": "retry", "match": "text", "libraries": [WHEEL]}
    assert (await product.call("search-docs", **sent))["readAs"] == f'query="retry", libraryIds=["{WHEEL}"]'
