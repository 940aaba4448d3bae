"""The stamp of the rules by which stored terms were made."""

from zlib import crc32

from pro_context_engine.adapters.store.sqlite.schema import TERMS_VERSION
from pro_context_engine.domain.model import Chunk
from pro_context_engine.search.index.chunk_fields import fields_of

SAMPLE = """
## `gauges.Dial_type` {#harbour.gauges.Dial_type}

Réglages of `readCsv`, pl.read_csv and --read-csv in HTTPServer 3.11.2: running, runs, ran; flies, relational,
hopefulness, adjustable. E-mail_address2, x86_64, C++17, node.js, ﬁle, 設定を読む, настройка сети,
__init__, O'Reilly.
"""

TERMS = {3: 673182755}
"""The checksum of the sample's terms for each version of the rules."""


def test_other_terms_have_another_version() -> None:
    chunk = Chunk(
        "c", "https://docs.example/guide/Getting-Started.html?x=1", "Read the Gauges", "Guide", "How to read gauges",
        ("Gauges", "Dial type"), "a", SAMPLE, 1, 1, 0,
    )  # fmt: skip
    found = crc32(repr(fields_of(chunk)).encode())
    assert TERMS[TERMS_VERSION] == found, (
        "raise TERMS_VERSION and note the new checksum here: stored terms are outdated"
    )
