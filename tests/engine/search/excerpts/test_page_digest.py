"""The chosen sections of a page as one text."""

from collections.abc import Callable
from dataclasses import replace

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.excerpts.page_digest import page_digest

Hits = Callable[..., Hit]


def chunks(hit_of: Hits, *texts: str) -> list[Chunk]:
    return [hit_of("tanks", number, 1.0, text).chunk for number, text in enumerate(texts)]


def test_the_best_section_comes_first_and_the_others_follow_in_page_order(hit_of: Hits) -> None:
    low, high, best = chunks(hit_of, "## Low\n\nLow text.\n", "## High\n\nHigh text.\n", "## Best\n\nBest text.\n")
    first, text = page_digest({20: best, 30: high, 10: low})
    assert first is best
    assert text == "## Best\n\nBest text.\n\n## Low\n\nLow text.\n\n## High\n\nHigh text."


def test_headings_alone_stand_together_above_a_mark(hit_of: Hits) -> None:
    best, one, two, last = chunks(hit_of, "## Best\nText.\n", "## One", "## Two", "## Last\nMore.\n")
    _, text = page_digest({1: best, 2: one, 3: two, 4: last})
    assert text == "## Best\nText.\n\n## One\n## Two\n\n…\n\n## Last\nMore."


def test_the_text_before_the_first_heading_comes_before_the_best_section(hit_of: Hits) -> None:
    best, intro = chunks(hit_of, "## Best\nText.\n", "About tanks.\n")
    first, text = page_digest({5: best, 1: replace(intro, anchor="")})
    assert (first, text) == (best, "About tanks.\n\n## Best\nText.")


def _member(hit_of: Hits, name: str, text: str) -> Chunk:
    return replace(chunks(hit_of, text)[0], heading_path=("tanks", "`Tank`", name))


def test_the_first_member_of_a_class_stands_below_the_heading_of_the_class(hit_of: Hits) -> None:
    fill = _member(hit_of, "`Tank.fill`", "### `Tank.fill`\n\nFill it.\n")
    drain = _member(hit_of, "`Tank.drain`", "### `Tank.drain`\n\nDrain it.\n")
    _, text = page_digest({30: fill, 10: drain})
    assert text == "## `Tank`\n\n### `Tank.fill`\n\nFill it.\n\n### `Tank.drain`\n\nDrain it."


def test_a_class_that_is_shown_needs_no_further_heading(hit_of: Hits) -> None:
    fill = _member(hit_of, "`Tank.fill`", "### `Tank.fill`\n\nFill it.\n")
    tank = replace(chunks(hit_of, "## `Tank`\n\nHolds water.\n")[0], heading_path=("tanks", "`Tank`"))
    _, text = page_digest({30: fill, 10: tank})
    assert text == "### `Tank.fill`\n\nFill it.\n\n## `Tank`\n\nHolds water."


def test_a_heading_below_another_one_of_prose_is_no_member(hit_of: Hits) -> None:
    fill = replace(chunks(hit_of, "### Filling\n\nFill it.\n")[0], heading_path=("tanks", "Use", "Filling"))
    assert page_digest({30: fill})[1] == "### Filling\n\nFill it."


def test_a_part_of_a_member_without_its_heading_is_below_that_of_its_class(hit_of: Hits) -> None:
    fill = _member(hit_of, "Tank.fill", "Fill it.\n")
    assert page_digest({30: fill})[1] == "## `Tank`\n\nFill it."
