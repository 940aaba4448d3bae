"""The sections of a package that answer: put together from hits, scored, and shown in short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Hit, Page
from pro_context_engine.search.excerpts.section_digest import digest
from pro_context_engine.search.excerpts.token_cost import most_tokens
from pro_context_engine.search.index.analysis import query_terms, telling_stop_words
from pro_context_engine.search.index.dotted_names import asked_names
from pro_context_engine.search.index.section_parts import section_text
from pro_context_engine.search.index.term_finder import TermFinder
from pro_context_engine.search.ranking.expanded_terms import ExpandedTerms
from pro_context_engine.search.ranking.hit_sections import HitSection, hit_sections
from pro_context_engine.search.ranking.section_reading import ReadSection
from pro_context_engine.search.ranking.section_scores import SectionScorer

URL = "pypi://dock/1.0.0/api/dock"

REFERENCE = """# dock

## moor

```python
def moor(ship, *, lines=2, wait=None)
```

Fasten a ship to the quay.

### Parameters

- **lines** – Number of ropes.
- **wait** – Seconds after which the pilot gives up.

## Ship

```python
class Ship
```

A thing that floats.

### Ship.sink

```python
def sink(self)
```

Go down.
"""

LISTING = """# dock.names

## Also importable from here

- `sink`: `dock.Ship`
"""


def hits_of(markdown: str, url: str = URL, score: float = 2.0) -> list[Hit]:
    page = Page(url, markdown.split("\n", 1)[0].lstrip("# "), markdown)
    return [Hit(chunk, score, "harbour/dock", "1.0.0", own_score=score) for chunk in chunks_of(page)]


def best(question: str, hits: list[Hit], ranks: dict[str, int] | None = None, named: tuple[str, ...] = ()) -> str:
    terms = query_terms(question)
    meant = ExpandedTerms(terms, telling=telling_stop_words(question))
    scorer = SectionScorer(terms, hits, ranks or {}, asked_names(question), named, meant)
    sections = [ReadSection(section) for section in hit_sections(hits)]
    scores = scorer.scores(sections)
    return sections[scores.index(max(scores))].url


def by_name(hits: list[Hit]) -> dict[str, HitSection]:
    return {section.path[-1]: section for section in hit_sections(hits)}


def test_each_documented_name_is_a_section_with_what_its_docstring_says_under_headings() -> None:
    sections = by_name(hits_of(REFERENCE))
    assert list(sections) == ["moor", "Ship", "Ship.sink"]
    assert "Number of ropes" in sections["moor"].text
    assert (sections["Ship.sink"].path, sections["Ship.sink"].anchor) == (("dock", "Ship", "Ship.sink"), "shipsink")
    assert all(section.begins for section in sections.values())


def test_the_headings_of_a_guide_are_sections() -> None:
    guide = "# Dock\n\n## Use\n\nUse it.\n\n### Rope\n\nIt has a rope.\n"
    assert list(by_name(hits_of(guide, "pypi://dock/1/readme"))) == ["Use", "Rope"]


def test_the_messages_of_errors_tell_nothing_about_length_and_state() -> None:
    text = "# dock\n\n## moor\n\n```python\ndef moor(ship)\n```\n\nFasten a ship.\n"
    messages = "\n**Error messages**\n\n- `FutureWarning`: moor is deprecated, use tie\n- `Wet`: the rope is wet\n"
    (plain,), (with_messages,) = (map(ReadSection, hit_sections(hits_of(one))) for one in (text, text + messages))
    assert with_messages.is_deprecated == 0
    assert with_messages.length - plain.length < 0.02


def test_who_asks_with_the_message_of_an_error_gets_the_function_that_raises_it() -> None:
    raising = REFERENCE.replace(
        "Go down.", "Go down.\n\n**Error messages**\n\n- `Wet`: the hull has too many holes to {act}"
    )
    assert best("Wet: the hull has too many holes to float", hits_of(raising)).endswith("#shipsink")


def test_a_quoted_message_counts_more_than_the_class_that_the_error_names() -> None:
    raising = REFERENCE.replace(
        "Go down.", "Go down.\n\n**Error messages**\n\n- `Leak`: the hull has too many holes to {act}"
    )
    hits = hits_of(f"{raising}\n## Leak\n\n```python\nclass Leak(Exception)\n```\n\nToo many holes in a ship.\n")
    question = "Leak: the hull has too many holes to float"
    assert best(question, hits, named=(f"{URL}#leak",)).endswith("#shipsink")
    assert best("what is a Leak with many holes", hits, named=(f"{URL}#leak",)).endswith("#leak")


def test_a_message_with_few_of_the_asked_words_does_not_count() -> None:
    messages = "\n**Error messages**\n\n- `Wet`: the pilot is asleep\n- `Dry`: seconds after which there is no water\n"
    question = "seconds to wait for the pilot of a ship on its way to the quay"
    hits = hits_of(REFERENCE.replace("Go down.\n", f"Go down.\n{messages}"))
    scorer = SectionScorer(query_terms(question), hits, {})
    sections = by_name(hits)
    without = HitSection(sections["Ship.sink"].hit, sections["Ship.sink"].path, sections["Ship.sink"].anchor)
    without.parts = {1: sections["Ship.sink"].text.partition("\n**Error")[0]}
    assert scorer.shares(ReadSection(sections["Ship.sink"])) == scorer.shares(ReadSection(without))


def test_a_section_knows_that_its_beginning_is_missing() -> None:
    hits = hits_of(REFERENCE)
    whole = next(hit for hit in hits if "## moor" in hit.chunk.text)
    lines = whole.chunk.text.split("\n")
    start = lines.index("### Parameters")
    first = whole.chunk.first_line + start
    later = replace(
        whole.chunk,
        text="\n".join(lines[start:]),
        heading_path=("dock", "moor", "Parameters"),
        anchor="parameters",
        first_line=first,
        headings=tuple(heading for heading in whole.chunk.headings if heading.line >= first),
        ordinal=whole.chunk.ordinal + 1,
    )
    section = by_name([replace(whole, chunk=later)])["moor"]
    assert (section.begins, section.anchor, section.url) == (False, "moor", f"{URL}#moor")
    section.add(whole.chunk)
    assert section.begins
    assert section.text.startswith("## moor\n")
    assert section.ordinal == whole.chunk.ordinal


def test_the_parts_of_a_section() -> None:
    parts = section_text(by_name(hits_of(REFERENCE))["moor"].text)
    assert parts.declaration.startswith("def moor(")
    assert parts.summary == "Fasten a ship to the quay."
    assert "gives up" in parts.rest
    assert section_text("## x\n\n**Parameters**\n\n- `a`: b").summary == ""
    assert section_text("") == section_text("## x")


@pytest.mark.parametrize(
    ("question", "anchor"),
    [
        ("seconds until the pilot gives up", "moor"),
        ("fasten ships", "moor"),
        ("a thing which floats", "ship"),
        ("go down", "shipsink"),
        ("how is dock.Ship.sink used to fasten", "shipsink"),
    ],
)
def test_where_the_words_stand_tells_the_section(question: str, anchor: str) -> None:
    assert best(question, hits_of(REFERENCE)) == f"{URL}#{anchor}"


def test_the_more_public_name_and_the_named_symbol_come_first() -> None:
    text = "# {0}\n\n## moor\n\n```python\ndef moor()\n```\n\nFasten a ship.\n"
    old, new = f"{URL}.legacy", URL
    hits = [*hits_of(text.format("dock.legacy"), old), *hits_of(text.format("dock"), new)]
    assert best("fasten a ship", hits, {f"{old}#moor": 12, f"{new}#moor": 0}) == f"{new}#moor"
    assert best("fasten a ship", hits, {f"{old}#moor": 0, f"{new}#moor": 0}, (f"{old}#moor",)) == f"{old}#moor"


def test_a_list_of_names_is_no_answer() -> None:
    hits = [*hits_of(LISTING, "pypi://dock/1.0.0/api/dock.names"), *hits_of(REFERENCE)]
    assert best("sink", hits) == f"{URL}#shipsink"


def long_section() -> str:
    items = "\n".join(f"- **option{number}** – The colour of part {number} of the ship." for number in range(80))
    head = "## moor\n\n```python\ndef moor(ship, **options)\n```\n\nFasten a ship.\n\n**Parameters**\n\n"
    return f"{head}{items}\n- **wait** – Seconds of patience.\n"


def test_a_long_section_is_shown_with_its_head_and_the_asked_parameter() -> None:
    text = digest(long_section(), TermFinder(query_terms("patience")), 200)
    assert text.startswith("## moor\n\n```python\ndef moor(ship, **options)\n```\n\nFasten a ship.\n")
    assert text.endswith("…\n\n- **wait** – Seconds of patience.")
    assert "option70" not in text
    assert most_tokens(text) <= 200


def test_a_short_section_is_whole() -> None:
    assert digest("## moor\n\nFasten a ship.\n", TermFinder(["ship"]), 200) == "## moor\n\nFasten a ship.\n"


def test_a_long_declaration_keeps_its_first_lines_and_the_asked_ones() -> None:
    lines = "\n".join(f"    option_{number}: int = {number}," for number in range(200))
    text = digest(
        f"## moor\n\n```python\ndef moor(\n{lines}\n    patience: float,\n)\n```\n\nFasten a ship.\n",
        TermFinder(["patienc"]),
        300,
    )
    assert "    option_0: int = 0,\n" in text
    assert "    ...\n    patience: float,\n)\n```\n\nFasten a ship." in text
    assert "option_150" not in text


def test_a_large_table_keeps_its_head_and_the_asked_rows() -> None:
    rows = "\n".join(f"| E{number} | Reason number {number} of the quay | wait |" for number in range(120))
    table = f"| Code | Reason | Remedy |\n| --- | --- | --- |\n{rows}\n| E_ROPE | The rope is wet | dry it |"
    text = digest(f"## Errors\n\nThe errors of a quay.\n\n{table}\n", TermFinder(query_terms("E_ROPE wet rope")), 200)
    assert "| Code | Reason | Remedy |\n| --- | --- | --- |\n| E_ROPE | The rope is wet | dry it |" in text
    assert "E50" not in text


def test_a_table_that_is_too_large_for_the_room_behind_the_beginning_keeps_its_asked_rows() -> None:
    rows = "\n".join(f"| E{number} | Reason number {number} of the quay |" for number in range(9))
    table = f"| Code | Reason |\n| --- | --- |\n{rows}\n| E_ROPE | The rope is wet |"
    beginning = "The quay has errors of many kinds, all of which are in this table."
    whole = f"## Errors\n\n{beginning}\n\n{table}\n\n{'More on errors. ' * 9}\n"
    text = digest(whole, TermFinder(query_terms("wet rope")), most_tokens(table) + 4)
    assert "| --- | --- |\n| E_ROPE | The rope is wet |" in text
    assert "| E5 |" not in text


def test_of_a_large_item_the_items_in_it_are_chosen() -> None:
    inner = "\n".join(f"    * **knot{number}** Knot number {number} of the quay." for number in range(60))
    deep = "        * **rope** The rope is wet.\n"
    text = f"## Options\n\nThe options of a quay.\n\n* The options are:\n{inner}\n{deep}* The last one.\n"
    shown = digest(text, TermFinder(query_terms("wet rope")), 120)
    assert "* The options are:\n    * **knot0**" in shown
    assert "        * **rope** The rope is wet." in shown
    assert "knot50" not in shown


EACH = """# dock

## load

```python
def load(ship)
```

Load a ship.

## load_all

```python
def load_all(ship)
```

Load all ships.
"""


def test_a_stop_word_tells_two_sections_apart() -> None:
    assert best("load all ships", hits_of(EACH)) == f"{URL}#load_all"
    assert best("load ships", hits_of(EACH)) == f"{URL}#load"
