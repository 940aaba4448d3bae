import pytest

from pro_context_engine.adapters.fetch.media import text_of
from pro_context_engine.domain.errors import NotDocumentation


@pytest.mark.parametrize(
    ("content_type", "body", "media_type", "text"),
    [
        ("text/markdown; charset=utf-8", "# Ä".encode(), "text/markdown", "# Ä"),
        ("text/plain; charset=ISO-8859-1", b"\xe4 \x80", "text/plain", "ä €"),
        ('text/plain; charset="shift_jis"', "海".encode("shift_jis"), "text/plain", "海"),
        ("text/plain; charset=klingon", "ä".encode(), "text/plain", "ä"),
        ("text/plain; charset=utf-7", b"+ADw-script+AD4-", "text/plain", "+ADw-script+AD4-"),
        ("text/plain; charset=utf-16le", "ä".encode("utf-16-le"), "text/plain", "ä"),
        ("text/plain", b"\xef\xbb\xbfhello", "text/plain", "hello"),
        ("text/plain; charset=utf-8", "wide".encode("utf-16"), "text/plain", "wide"),
        ("text/plain", b"a\xffb", "text/plain", "a\ufffdb"),
        ("", b"# Page", "text/plain", "# Page"),
        ("application/octet-stream", b"# Page", "text/plain", "# Page"),
        ("application/json", b"{}", "application/json", "{}"),
        ("application/vnd.api+json", b"{}", "application/vnd.api+json", "{}"),
        ("application/xhtml+xml", b"<html/>", "text/html", "<html/>"),
        ("text/html", b'<meta charset="windows-1251"><p>\xc4\xe0', "text/html", '<meta charset="windows-1251"><p>Да'),
    ],
)
def test_text_is_decoded_by_mark_header_and_head(content_type: str, body: bytes, media_type: str, text: str) -> None:
    assert text_of("u", content_type, body) == (media_type, text)


@pytest.mark.parametrize("start", ["<!DOCTYPE html>", "\n <html lang=en>", "<!-- x --><!doctype HTML>"])
def test_an_html_document_is_one_whatever_it_is_called(start: str) -> None:
    assert text_of("u", "text/plain", f"{start}<p>x".encode())[0] == "text/html"


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("image/png", b"x"),
        ("application/pdf", b"x"),
        ("image/svg+xml", b"<svg/>"),
        ("application/zip", b"x"),
        ("text/markdown", b"\x89PNG\r\n"),
        ("text/plain", b"%PDF-1.7"),
        ("", b"MZ\x90"),
        ("", b"PK\x03\x04"),
        ("text/plain", b"text\0text"),
        ("text/plain", b""),
        ("text/plain", b" \n\t"),
    ],
)
def test_what_is_no_text_is_no_documentation(content_type: str, body: bytes) -> None:
    with pytest.raises(NotDocumentation):
        text_of("u", content_type, body)
