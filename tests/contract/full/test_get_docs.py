"""What get-docs promises."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urldefrag

import pytest
from tests.contract.product import opened
from tests.contract.shown_sources import shown_sources

from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.excerpts.token_estimate import estimated_tokens, estimated_tokens_of_json

LANGCHAIN = [{"libraryId": "langchain-ai/langchain"}]
BRIGHTWHEEL = [{"libraryId": "pypi/brightwheel"}]
TIDEWAY = [{"libraryId": "tideway/tideway"}]


@pytest.mark.behavior("full/get-docs/within-budget", "full/get-docs/states-size")
async def test_content_stays_within_the_budget(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        sizes = []
        for budget in (500, 501, 640, 999, 1500, 4000, 10_000):
            answer = await product.call("get-docs", libraries=LANGCHAIN, topic="chat models", maxTokens=budget)
            assert most_tokens(answer["content"]) <= budget
            assert answer["tokens"] == estimated_tokens(answer["content"]) <= budget
            assert budget < 1_000 or estimated_tokens_of_json(answer) <= budget
            sizes.append(answer["tokens"])
        assert sizes[-1] > 2000, "there is too little documentation for small budgets to mean anything"


@pytest.mark.behavior("full/get-docs/names-source")
async def test_every_part_names_page_and_version(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        answer = await product.call("get-docs", libraries=LANGCHAIN + BRIGHTWHEEL, topic="retry", maxTokens=10_000)
        sources = shown_sources(answer["content"])
        assert {(one.library_id, one.version) for one in sources} == {
            ("langchain-ai/langchain", ""),
            ("pypi/brightwheel", "2.4.1"),
        }
        mark = answer["content"].rpartition(" ")[2]
        lines = [line for line in answer["content"].splitlines() if mark in line][1:-1]
        assert len(lines) == len(sources) == answer["content"].count("\n> Source: ") > 2
        for one in sources:
            assert one.title
            await product.call("read-page", url=one.url)
        assert "passages" not in answer, "the list would repeat what content says"


@pytest.mark.behavior("full/get-docs/best-first")
async def test_library_and_source_are_those_of_the_best_passage(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "tideway") as product:
        chat_models, workers = (world.origin for world in product.worlds)
        for topic, library, page in (
            ("worker concurrency", "tideway/tideway", f"{workers}/docs/workers.html"),
            ("streaming tokens as they come", "langchain-ai/langchain", f"{chat_models}/docs/concepts/streaming"),
        ):
            answer = await product.call("get-docs", libraries=LANGCHAIN + TIDEWAY, topic=topic)
            best = shown_sources(answer["content"])[0]
            assert (answer["libraryId"], answer["source"]) == (best.library_id, best.url)
            assert (answer["libraryId"], urldefrag(answer["source"]).url) == (library, page)


@pytest.mark.behavior("full/get-docs/topic-not-found", "full/errors/TOPIC_NOT_FOUND")
async def test_topic_without_a_match_says_where_to_look(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        error = await product.failure("get-docs", libraries=LANGCHAIN, topic="zzqqxx wwvvkk")
        assert error == {
            "code": "TOPIC_NOT_FOUND",
            "message": "No documentation found for topic 'zzqqxx wwvvkk'.",
            "recoverable": True,
            "suggestion": "Try search-docs for broader results, or browse the TOC via get-library-info. "
            "Nothing is spelt like it either: ask in other words (queries), or another library (resolve-library).",
            "details": error["details"],
        }
        assert (error["details"]["libraryIds"], error["details"]["topic"]) == (
            ["langchain-ai/langchain"],
            "zzqqxx wwvvkk",
        )


@pytest.mark.behavior("full/get-docs/honest-miss")
async def test_topic_without_a_match_tells_what_was_searched_and_what_comes_nearest(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        stored = await product.docs.warm("langchain-ai/langchain")
        error = await product.failure("get-docs", libraries=LANGCHAIN, topic="chatt modles")
        details = error["details"]
        assert details["searched"] == [f"langchain-ai/langchain (custom): {stored.pages} of {stored.pages} pages"]
        assert details["pagesIndexed"] == details["pagesKnown"] == stored.pages
        assert details["oldest"] == stored.fetched_at.isoformat()
        assert details["nearestHeadings"][0] == "Chat Models"
        assert "details.nearestHeadings" in error["suggestion"]
        assert "Chat Models" not in error["message"] + error["suggestion"]
        page = await product.call("read-page", url=details["nearestPages"][0])
        assert page["title"] == "Chat Models"
        again = await product.call("get-docs", libraries=LANGCHAIN, topic=details["nearestHeadings"][0])
        assert again["confidence"] > 0.5


@pytest.mark.behavior("full/get-docs/other-wordings", "full/search-docs/other-wordings")
async def test_other_wordings_find_what_the_topic_misses(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        plain = await product.call("get-docs", libraries=LANGCHAIN, topic="chat models")
        for topic, queries in (("zzqqxx", ["chat models"]), ("chat models", ["zzqqxx", "retry strategies"])):
            answer = await product.call("get-docs", libraries=LANGCHAIN, topic=topic, queries=queries)
            assert answer["source"] == plain["source"]
            found = await product.call("search-docs", query=topic, queries=queries)
            assert found["results"][0]["title"] == "Chat Models"
        refused = await product.failure("get-docs", libraries=LANGCHAIN, topic="chat", queries=["a", "b", "c", "d"])
        assert refused["code"] == "INVALID_INPUT"


async def test_libraries_that_have_nothing_are_named(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "tideway") as product:
        answer = await product.call(
            "get-docs", libraries=LANGCHAIN + TIDEWAY, topic="tideway worker concurrency limits"
        )
        mark = answer["content"].rpartition(" ")[2]
        assert {one.library_id for one in shown_sources(answer["content"])} == {"tideway/tideway"}
        assert f"> Warning: Nothing on this topic was found in langchain-ai/langchain. {mark}" in answer["content"]


@pytest.mark.behavior("full/get-docs/version-right")
async def test_installed_library_is_answered_from_the_installed_version(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        for wanted in (BRIGHTWHEEL, [{"libraryId": "brightwheel", "version": "2.4.1"}]):
            answer = await product.call("get-docs", libraries=wanted, topic="retry a failed delivery")
            assert answer["version"] == "2.4.1"
            assert answer["source"].startswith("pypi://brightwheel/2.4.1/")
            assert {one.version for one in shown_sources(answer["content"])} == {"2.4.1"}
        other = [{"libraryId": "pypi/brightwheel", "version": "3.0"}]
        assert (await product.failure("get-docs", libraries=other, topic="retry"))["code"] == "VERSION_NOT_FOUND"


@pytest.mark.behavior(
    "full/get-docs/version-verdict",
    "full/get-library-info/version-verdict",
    "full/search-docs/version-verdict",
    "full/read-page/version-verdict",
)
async def test_every_answer_judges_its_version(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("brightwheel==1.10\n")
    async with opened(tmp_path, "installed") as product:
        whose = "the version of the project (pinned in requirements.txt)"
        reason = f"This documents 2.4.1, not 1.10, {whose}: names and behaviour may differ."
        judged = {"version": "2.4.1", "versionMatch": "mismatch", "versionReason": reason}
        answer = await product.call("get-docs", libraries=BRIGHTWHEEL, topic="retry a failed delivery", maxTokens=500)
        assert judged.items() <= answer.items()
        assert answer["projectVersion"] == "1.10"
        assert "requestedVersion" not in answer
        mark = answer["content"].rpartition(" ")[2]
        assert answer["content"].startswith(f"> Warning: {reason} {mark}\n\n> Quoted")
        assert most_tokens(answer["content"]) <= 500
        info = await product.call("get-library-info", libraryId="pypi/brightwheel")
        assert (judged | {"projectVersion": "1.10"}).items() <= info.items()
        found = await product.call("search-docs", query="retry", libraryIds=["pypi/brightwheel"])
        assert judged.items() <= found["results"][0].items()
        rest = {"version": "2.4.1", "versionMatch": "mismatch"}
        assert all(rest.items() <= result.items() for result in found["results"])
        page = await product.call("read-page", url=answer["source"])
        assert (judged | {"projectVersion": "1.10"}).items() <= page.items()


async def test_the_version_asked_for_counts_more_than_the_projects(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("brightwheel==1.10\n")
    async with opened(tmp_path, "installed") as product:
        wanted = [{"libraryId": "pypi/brightwheel", "version": "2.4.1"}]
        answer = await product.call("get-docs", libraries=wanted, topic="retry a failed delivery")
        assert (answer["requestedVersion"], answer["versionMatch"]) == ("2.4.1", "exact")
        assert answer["content"].startswith("> Quoted")


async def test_documentation_without_a_version_is_not_judged_for_certain(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("langchain==0.3.1\n")
    async with opened(tmp_path, "langchain") as product:
        answer = await product.call("get-docs", libraries=LANGCHAIN, topic="chat models")
        assert (answer["projectVersion"], answer["versionMatch"]) == ("0.3.1", "unknown")
        assert "version" not in answer


@pytest.mark.behavior("full/get-docs/long-questions")
async def test_what_counts_of_a_pasted_text_is_searched_for(tmp_path: Path) -> None:
    trace = """Traceback (most recent call last):
  File "/boat/sail.py", line 3, in <module>
    answer = model.invoke("hello")
chat.RetryError: the model was asked too often, see the retry strategies
"""
    async with opened(tmp_path, "langchain") as product:
        answer = await product.call("get-docs", libraries=LANGCHAIN, topic="zzqqxx", context=trace)
        assert "RetryError: the model was asked too often" in answer["contextRead"]
        assert "sail.py" not in answer["contextRead"]
        assert any("retr" in one.title.lower() for one in shown_sources(answer["content"]))
        pasted = "We sail every day. " * 40 + "How do retry strategies work?\n" + trace
        read = await product.call("get-docs", libraries=LANGCHAIN, topic=pasted)
        assert "How do retry strategies work?" in read["readAs"]
        assert "How do retry strategies work?" in read["contextRead"]
        refused = await product.failure("get-docs", libraries=LANGCHAIN, topic="retry", context="x" * 8001)
        assert refused["code"] == "INVALID_INPUT"


@pytest.mark.behavior("full/get-docs/other-languages")
async def test_another_language_is_answered_by_names_and_asked_for_in_english(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        answer = await product.call(
            "get-docs", libraries=LANGCHAIN, topic="Wie benutze ich chat models mit einem retry?"
        )
        assert "The topic is in German" in answer["content"]
        assert answer["confidence"] <= 0.5
        error = await product.failure("get-docs", libraries=LANGCHAIN, topic="如何设置超时时间？")
        assert error["code"] == "TOPIC_NOT_FOUND"
        assert error["details"]["language"] == "Chinese"
        assert "ask again in English" in error["suggestion"]
        assert "The topic is in" not in (await product.call("get-docs", libraries=LANGCHAIN, topic="retry"))["content"]
