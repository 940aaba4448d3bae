"""The media type and the character encoding of a body."""

from __future__ import annotations

import codecs
import re

from pro_context_engine.domain.errors import NotDocumentation

_TEXTUAL = re.compile(r"text/.+|application/(?:.+\+)?(?:json|xml|yaml|x-yaml|markdown|x-markdown|toml)")
_UNTYPED = frozenset({"", "application/octet-stream", "binary/octet-stream"})
_HTML = ("text/html", "application/xhtml+xml")
_HTML_START = re.compile(
    r"\s{0,200}(?:<!--.{0,500}?-->\s{0,200})?<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_META_CHARSET = re.compile(rb"<meta[^>]{1,200}?charset\s{0,5}=\s{0,5}[\"']?([a-zA-Z0-9_-]{1,20})", re.IGNORECASE)
_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([\w-]{1,20})", re.IGNORECASE)

_SIGNATURES = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"MZ",
    b"\x7fELF",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"\x28\xb5\x2f\xfd",
)
_SNIFFED = 8192
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# A closed list: Python has codecs, such as utf-7 and punycode, that hide markup or take quadratic time.
_CODECS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "windows-1252": "cp1252",
    "iso-8859-2": "iso8859-2",
    "iso-8859-15": "iso8859-15",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "koi8-r": "koi8-r",
    "utf-16": "utf-16",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "shift_jis": "shift_jis",
    "euc-jp": "euc_jp",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5",
    "euc-kr": "euc_kr",
}


def text_of(url: str, content_type: str, body: bytes | bytearray) -> tuple[str, str]:
    """Read a body as text.

    Args:
        url: named in errors.
        content_type: the header, "" if there was none.
        body: the decoded body.

    Returns:
        (media type without parameters, text): "text/html" for a body that begins like an HTML document; undecodable
        characters are replaced, so that the text is always valid Unicode.

    Raises:
        NotDocumentation: the body is of another type, binary, or empty.
    """
    declared = content_type.partition(";")[0].strip().lower()
    if declared not in _UNTYPED and not _TEXTUAL.fullmatch(declared) and declared not in _HTML:
        raise NotDocumentation(url, "media type is no text")
    codec = _marked_codec(body)
    if codec is None:
        if body.startswith(_SIGNATURES) or (b"\0" in body[:_SNIFFED] and "utf-16" not in content_type.lower()):
            raise NotDocumentation(url, "binary content")
        codec = _named_codec(content_type, declared, body)
    text = body.decode(codec, errors="replace")
    if not text or text.isspace():
        raise NotDocumentation(url, "empty")
    if declared in _HTML or _HTML_START.match(text):
        return "text/html", text
    return ("text/plain" if declared in _UNTYPED else declared), text


def _marked_codec(body: bytes | bytearray) -> str | None:
    return next((codec for mark, codec in _BYTE_ORDER_MARKS if body.startswith(mark)), None)


def _named_codec(content_type: str, declared: str, body: bytes | bytearray) -> str:
    """Return the codec in the header, or in an HTML document's head; utf-8 for none and for unknown ones."""
    named = _CHARSET.search(content_type)
    if named is not None:
        return _CODECS.get(named[1].lower(), "utf-8")
    meta = _META_CHARSET.search(body[:1024]) if declared in _HTML else None
    return _CODECS.get(meta[1].decode("ascii").lower(), "utf-8") if meta is not None else "utf-8"
