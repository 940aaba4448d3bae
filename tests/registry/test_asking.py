"""What the network says of libraries, kept as soon as it is there."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.registry.conftest import SITE, Workshop
from tests.worlds.distributions import Distribution
from tests.worlds.package_index import PackageIndex, serve_index

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.libraries.project.package_index import index_addresses
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.sources.package_index.python.project_pages import ProjectPages
from pro_context_registry import llms_txt_files, package_metadata, rank_lists
from pro_context_registry.facts import LLMS_TXT, METADATA, PROBES, Fact, FactFiles
from pro_context_registry.inquiries import LIMITS, Inquiry, due, inquire

TODAY = date(2026, 3, 1)
MARKDOWN = b"# Rockets\n\n- [Start](https://docs.rockets.example/start.md)\n"


class Site:
    """A site whose answers are told before: path to (status, media type, body)."""

    def __init__(self) -> None:
        self.origin = ""
        self.answers: dict[str, tuple[int, str, bytes]] = {}
        self.asked: list[str] = []
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, site: Site, *connection: object) -> None:
        self.site = site
        super().__init__(*connection)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        with self.site.lock:
            self.site.asked.append(self.path)
            self.site.at_once += 1
            self.site.most_at_once = max(self.site.most_at_once, self.site.at_once)
        status, media_type, body = self.site.answers.get(self.path, (404, "text/plain", b""))
        with self.site.lock:
            self.site.at_once -= 1
        self.send_response(HTTPStatus(status))
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: `asked` is the log."""


@contextmanager
def serve_site() -> Iterator[Site]:
    site = Site()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, site)) as server:
        site.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.01), daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as served:
        yield served


@pytest.fixture
async def fetcher() -> AsyncIterator[HttpFetcher]:
    async def no_time(_: float) -> None:
        return

    client = HttpFetcher(LIMITS, sleep=no_time)
    yield client
    await client.close()


def silent(_: str) -> None:
    """Tell nobody how far it has come."""


# llms.txt


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ((200, "text/markdown", MARKDOWN), "ok"),
        ((200, "text/plain", b"Intro\n\n[Start](start.md)\n"), "ok"),
        ((200, "text/html", b"<!doctype html><title>Rockets</title>"), "web page"),
        ((200, "text/plain", b"<!DOCTYPE html><html></html>"), "web page"),
        ((200, "text/plain", b"Not found."), "no Markdown"),
        ((200, "application/json", b'{"a": 1}'), "no Markdown"),
        ((200, "image/png", b"\x89PNG"), "no text"),
        ((200, "text/plain", b""), "no text"),
        ((404, "text/plain", MARKDOWN), "missing"),
        ((410, "text/plain", MARKDOWN), "missing"),
        ((403, "text/plain", MARKDOWN), "missing"),
        ((429, "text/plain", b""), None),
        ((503, "text/plain", b""), None),
    ],
)
async def test_an_llms_txt_is_one_or_not_or_it_cannot_be_told_now(
    site: Site, fetcher: HttpFetcher, tmp_path: Path, answer: tuple[int, str, bytes], verdict: str | None
) -> None:
    site.answers["/llms.txt"] = answer
    url, files = f"{site.origin}/llms.txt", FactFiles(tmp_path)
    unanswered = await inquire(llms_txt_files.probe(fetcher, [site.origin]), [url], files, silent)
    assert unanswered == ([] if verdict else [url])
    assert [fact["verdict"] for fact in files.table(PROBES, "url").values()] == ([verdict] if verdict else [])


async def test_an_address_that_the_product_refuses_is_none(fetcher: HttpFetcher, tmp_path: Path) -> None:
    files = FactFiles(tmp_path)
    await inquire(llms_txt_files.probe(fetcher), ["http://127.0.0.1/llms.txt"], files, silent)
    assert files.table(PROBES, "url")["http://127.0.0.1/llms.txt"]["verdict"] == "refused"


async def test_a_site_is_asked_one_thing_at_a_time(site: Site, fetcher: HttpFetcher, tmp_path: Path) -> None:
    names = [f"/{number}/llms.txt" for number in range(30)]
    site.answers = dict.fromkeys(names, (200, "text/plain", MARKDOWN))
    urls = [f"{site.origin}{name}" for name in names]
    assert await inquire(llms_txt_files.probe(fetcher, [site.origin]), urls, FactFiles(tmp_path), silent) == []
    assert len(FactFiles(tmp_path).table(PROBES, "url")) == 30
    assert site.most_at_once == 1


def test_every_attested_address_is_asked(workshop: Workshop) -> None:
    assert llms_txt_files.addresses(workshop.files.read()) == [f"{SITE}/llms.txt", f"{SITE}/llms-full.txt"]


# Going on


async def test_what_was_answered_before_an_interruption_is_not_asked_again(tmp_path: Path) -> None:
    hanging = asyncio.Event()

    async def ask(key: str) -> Fact | None:
        if key == "c":
            hanging.set()
            await asyncio.Event().wait()
        return {"verdict": "ok"}

    files, keys = FactFiles(tmp_path), ["a", "b", "c"]
    (tmp_path / PROBES).write_text('{"url":"half of')
    asking = asyncio.create_task(inquire(Inquiry(PROBES, "url", ask), keys, files, silent))
    await hanging.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    known = files.table(PROBES, "url")
    assert set(known) == {"a", "b"}
    assert due(keys, known, date.today(), timedelta(days=30)) == ["c"]


def test_what_is_old_is_asked_again() -> None:
    known = {"new": {"on": "2026-02-27"}, "old": {"on": "2026-01-01"}}
    assert due(["new", "old", "never", "never"], known, TODAY, timedelta(days=30)) == ["old", "never"]


# The package index


@pytest.fixture
def index() -> Iterator[PackageIndex]:
    with serve_index() as served:
        yield served


def publish(index: PackageIndex, name: str, version: str, *headers: str) -> None:
    wheel = Distribution(f"{name}-{version}-py3-none-any.whl", b"a wheel")
    index.add(name, wheel)
    index.metadata[wheel.filename] = "\n".join(
        ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *headers, "", ""]
    ).encode()


async def said(index: PackageIndex, fetcher: HttpFetcher, folder: Path, packages: Sequence[str]) -> dict[str, Fact]:
    indexes = index_addresses({"UV_INDEX_URL": index.url}, None, folder)
    question = package_metadata.metadata(ProjectPages(lambda: indexes, fetcher), fetcher)
    await inquire(question, packages, FactFiles(folder), silent)
    return FactFiles(folder).table(METADATA, "package")


async def test_the_users_index_says_where_documentation_and_repository_are(
    index: PackageIndex, fetcher: HttpFetcher, tmp_path: Path
) -> None:
    publish(index, "rockets", "1.0", "Home-page: https://old.example/")
    publish(
        index,
        "rockets",
        "2.0",
        "Project-URL: Documentation, https://docs.rockets.example/",
        "Project-URL: Source Code, https://github.com/acme/rockets/tree/main",
        "Project-URL: Funding, https://money.example/",
    )
    publish(index, "rockets", "3.0rc1", "Project-URL: Documentation, https://next.example/")
    facts = await said(index, fetcher, tmp_path, ["rockets"])
    assert facts["rockets"]["docsUrl"] == "https://docs.rockets.example/"
    assert facts["rockets"]["repoUrl"] == "https://github.com/acme/rockets"
    # Only metadata is read, no package.
    assert index.downloads() == ["rockets-2.0-py3-none-any.whl.metadata"]


@pytest.mark.parametrize(
    "header",
    [
        "Project-URL: Documentation, http://plain.example/",
        "Project-URL: Documentation, https://user:word@a.example/",
        "Project-URL: Documentation, https://github.com/acme/rockets#readme",
        "Project-URL: Documentation",
        "Home-page: UNKNOWN",
    ],
)
async def test_an_address_that_is_none_is_left_out(
    index: PackageIndex, fetcher: HttpFetcher, tmp_path: Path, header: str
) -> None:
    publish(index, "rockets", "1.0", header)
    assert "docsUrl" not in (await said(index, fetcher, tmp_path, ["rockets"]))["rockets"]


async def test_a_package_that_is_not_there_says_nothing_and_a_silent_index_is_asked_later(
    index: PackageIndex, fetcher: HttpFetcher, tmp_path: Path
) -> None:
    assert set((await said(index, fetcher, tmp_path, ["rockets"]))["rockets"]) == {"package", "on"}
    index.down = True
    assert "kites" not in await said(index, fetcher, tmp_path, ["kites"])


def test_main_packages(workshop: Workshop) -> None:
    assert package_metadata.main_packages(workshop.files.read()) == ["rockets"]


# Lists


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": [{"project": "Other_One", "count": 9}, {"project": "rockets_extra"}, {"project": "rockets"}]}',
        '["other-one", "Rockets.Extra", "rockets"]',
        "other-one,9\nrockets-extra,8\n\nrockets,7\n",
        "other-one\nrockets-extra\nrockets",
    ],
)
def test_ranks_are_places_in_a_list(
    workshop: Workshop, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "list"
    source.write_text(text)
    assert workshop.run("ranks", "pypiDownloads", str(source)) == 0
    assert workshop.files.ranks()["pypiDownloads"] == {"rockets-extra": 2, "rockets": 3}
    assert "other-one" in capsys.readouterr().out
    workshop.run()
    assert workshop.built()["acme/rockets"]["popularity"] == {"pypiDownloads": 2}


@pytest.mark.parametrize("text", ["", "<html></html>", "{}", "[]", "[1]", "{", "[" * 100_000])
def test_what_is_no_list_changes_nothing(
    workshop: Workshop, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(rank_lists.NotAList):
        rank_lists.names(text)
    source = tmp_path / "list"
    source.write_text(text)
    before = workshop.files.ranks()
    assert workshop.run("ranks", "pypiDownloads", str(source)) == 1
    assert workshop.files.ranks() == before
    assert "not a list of packages" in capsys.readouterr().err


def test_a_directory_attests_addresses_of_known_sites(
    workshop: Workshop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.run()
    source = tmp_path / "directory.md"
    source.write_text(
        f"- [Rockets]({SITE}/llms.txt)\n- <https://kites.example/llms.txt>, https://kites.example/llms.txt.bak\n"
        '{"url": "https://strange.example/docs/llms.txt"}'
    )
    assert workshop.run("directory", "a new one (MIT)", str(source)) == 0
    facts = workshop.files.table(LLMS_TXT, "libraryId")
    assert facts["acme/rockets"]["sources"] == ["llms:a directory", "llms:a new one (MIT)"]
    assert facts["acme/rockets"]["llmsTxtStatus"] == "listed"
    assert facts["acme/kites"] == {
        "libraryId": "acme/kites",
        "llmsTxtUrl": "https://kites.example/llms.txt",
        "llmsTxtStatus": "listed",
        "sources": ["llms:a new one (MIT)"],
    }
    assert list(workshop.files.table("candidates.jsonl", "llmsTxtUrl")) == ["https://strange.example/docs/llms.txt"]
    assert "2 libraries attested; 1 addresses belong to no library" in capsys.readouterr().out
    before = (workshop.folder / LLMS_TXT).read_bytes()
    workshop.run("directory", "a new one (MIT)", str(source))
    assert (workshop.folder / LLMS_TXT).read_bytes() == before


def test_the_first_address_of_a_library_stays(workshop: Workshop) -> None:
    workshop.run()
    changed, _ = llms_txt_files.attest(f"{SITE}/other/llms.txt", "x", workshop.files.read(), workshop.file.read_bytes())
    assert changed == []
    assert known_libraries.parse_checked(workshop.file.read_bytes())
