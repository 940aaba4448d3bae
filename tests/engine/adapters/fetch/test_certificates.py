"""Whose certificates are trusted, against a server of our own with a certificate that nobody else signs."""

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pro_context_engine.adapters.fetch.certificates import count_untrusted, tls_context
from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.errors import FetchFailed

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a self-signed certificate for localhost; its key lies beside it."""
    folder = tmp_path_factory.mktemp("ca")
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out ca.pem -days 2 -subj /CN=localhost -addext"
    )
    try:
        subprocess.run(
            [*command.split(), "subjectAltName=DNS:localhost"], cwd=folder, check=True, capture_output=True, timeout=60
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no openssl to sign with")
    return folder / "ca.pem"


@asynccontextmanager
async def site(certificate: Path) -> AsyncIterator[str]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(ANSWER)
        await writer.drain()
        writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with server:
        yield f"https://localhost:{server.sockets[0].getsockname()[1]}"


async def fetched(origin: str, ca_file: Path | None) -> str:
    fetcher = HttpFetcher(ca_file=ca_file)
    try:
        return (await fetcher.fetch(f"{origin}/", origins=[origin])).text
    finally:
        await fetcher.close()


async def test_a_certificate_that_nobody_vouches_for_is_said_to_be_so_and_not_tried_again(certificate: Path) -> None:
    async with site(certificate) as origin:
        with pytest.raises(FetchFailed) as failed:
            await fetched(origin, None)
    assert failed.value.reason == FetchFailed.UNTRUSTED
    assert failed.value.unreachable


async def test_the_operators_file_is_trusted_besides_the_systems(certificate: Path) -> None:
    async with site(certificate) as origin:
        assert await fetched(origin, certificate) == "x"


async def test_the_variables_of_other_programs_do_not_count(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        monkeypatch.setenv(name, str(certificate))
    async with site(certificate) as origin:
        with pytest.raises(FetchFailed):
            await fetched(origin, None)


@pytest.mark.parametrize("content", ["", "no certificate", None])
def test_a_file_without_certificates_is_left_out(
    tmp_path: Path, content: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "ca.pem"
    if content is not None:
        file.write_text(content)
    usual = len(tls_context(None).get_ca_certs())
    assert len(tls_context(file).get_ca_certs()) == usual
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    with pytest.raises(OSError):  # noqa: PT011
        count_untrusted(tls_context(None), file)


def test_what_is_not_trusted_is_counted(certificate: Path) -> None:
    usual = tls_context(None)
    if not usual.get_ca_certs():
        pytest.skip("this system does not list what it trusts")
    assert count_untrusted(usual, certificate) == 1
    assert count_untrusted(tls_context(certificate), certificate) == 0
