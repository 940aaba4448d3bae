"""What hostile pages cost: CPU seconds at n and 2n, their ratio, and how long the event loop stood still meanwhile.

    python bench/hostile.py [NAME…]

Linear work doubles; a ratio above 2.5 or more than half a second at n is marked, and so is a loop that stood still for
more than 50 ms while a page was read as the product reads it: a large one in another process. What else the machine
does makes CPU seconds longer, so a loop of known work is timed beside each page: where it takes twice as long as on the
idle machine, so does the page. Nothing is fetched.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from pro_context_engine import DocsError
from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.documents.pages.html import page_of
from pro_context_engine.sources.llms_files.link_list import parse_index
from pro_context_engine.sources.packages.python.docstrings.prose import prose

N = 100_000
# The best counts: other programs take time too.
GOES = 3
MOST_SECONDS, MOST_RATIO, MOST_STILL = 0.5, 2.5, 0.05
_LONGEST_DOCSTRING = 100_000
URL = "https://docs.example/page"


def _html(body: str) -> str:
    return f"<!doctype html><html><body><main><h1>T</h1>{body}</main></body></html>"


def _rows(n: int) -> str:
    return "".join(f"<tr><td>a{i}</td><td>b</td></tr>" for i in range(n // 2))


PAGES: dict[str, Callable[[int], str]] = {
    "html-links": lambda n: _html("".join(f'<a href="/p{i}">l{i}</a> ' for i in range(n))),
    "html-list": lambda n: _html("<ul>" + "".join(f"<li><a href='/{i}'>l</a></li>" for i in range(n // 2)) + "</ul>"),
    "html-rows": lambda n: _html(f"<table>{_rows(n)}</table>"),
    "html-headings": lambda n: _html("".join(f"<h2>t{i}</h2>" for i in range(n))),
    "html-deep": lambda n: _html("<div>" * n + "x" + "</div>" * n),
    "html-quotes": lambda n: _html("<blockquote>" * n),
    "html-formatting": lambda n: _html("".join(f"<b a={i}>" for i in range(n // 2)) + "<p>x" * (n // 2)),
    "html-lists-deep": lambda n: _html("<ul><li>" * n),
    "html-tables-deep": lambda n: _html("<table><tr><td>" * (n // 2)),
    "html-attributes": lambda n: _html("<p " + " ".join(f"a{i}=1" for i in range(n)) + ">x"),
    "html-angles": lambda n: _html("<" * n),
    "html-comments": lambda n: "<html>" + "<!--" * n,
    "html-scripts": lambda n: _html("</script" * n + "<script>" * n),
    "html-entities": lambda n: _html("&amp;" * n),
    "html-code": lambda n: _html("<pre>" + '<span class="k">if</span> ' * n + "</pre>"),
    "html-line": lambda n: _html("x" * 40 * n),
    "md-links": lambda n: "# T\n\n" + "".join(f"[l{i}](/p{i}) " for i in range(n)),
    "md-list": lambda n: "# T\n\n" + "".join(f"- [l{i}](/p{i})\n" for i in range(n - 10)),
    "md-headings": lambda n: "".join(f"# t{i}\n" for i in range(2 * n)),
    "md-most-headings": lambda n: "".join(f"# t{i}\n" for i in range(n // 5 - 10)),
    "md-underlined": lambda n: "a\n===\n" * (n // 2 - 5),
    "md-rows": lambda n: "|a|b|\n|-|-|\n" + "".join(f"|{i}|x|\n" for i in range(n // 2)),
    "md-columns": lambda n: "|a" * n + "|\n" + "|-" * n + "|\n",
    "md-line": lambda n: "x" * 49 * n,
    "md-fences": lambda n: "```\n" * (n - 10),
    "md-open-fence": lambda n: "```\n" + "x\n" * (n - 10),
    "md-stars": lambda n: "# " + "*a " * n,
    "md-brackets": lambda n: "# " + "![](" * n,
    "md-ticks": lambda n: "# " + "`" * n,
    "md-quotes": lambda n: ">" * n,
    "md-nested-list": lambda n: "\n".join(" " * (2 * i % 200) + "- x" for i in range(n // 10)),
    "md-numbers": lambda n: "1. " * n,
    "md-angles": lambda n: "<A \n" * (n - 10),
    "md-comments": lambda n: "x <!-- \n" * (n - 10),
    "md-ids": lambda n: "# x" + " {#a" * n + "}",
    "md-terminal": lambda n: "x" + "\x1b[" * n,
    "md-joiners": lambda n: "ب" + "\u200d\ufe0f" * n,
    "md-notebook": lambda n: '{"cells": [' + '{"source": ["x"]},' * n + "]}",
    "rst-roles": lambda n: ":a:`" * n,
    "rst-lines": lambda n: ("x\n===\n" * n)[: 4 * 49_000],
    "rst-directives": lambda n: ".. note::\n\n" * (n // 3),
    "rst-deep": lambda n: "\n\n".join(" " * (i % 100) + "x" for i in range(n // 4)),
    "docstring-tabs": lambda n: '=== "a"\n' * n,
    "docstring-blocks": lambda n: "/// note | a\n" * n,
    "docstring-admonitions": lambda n: "".join(" " * (4 * i % 400) + "!!! note\n" for i in range(n // 4)),
    "index-links": lambda n: "# T\n" + "".join(f"- [l{i}](/p{i}): x\n" for i in range(n // 2)),
    "index-brackets": lambda n: "- " + "[" * n + "](" * n,
}


def work(name: str, text: str) -> None:
    """Do with a text what the product would; refusing it is an answer too."""
    kind = name.partition("-")[0]
    try:
        if kind == "docstring":
            prose(text[:_LONGEST_DOCSTRING], 2)
        elif kind == "index":
            parse_index(text, URL)
        else:
            chunks_of(page_of(f"{URL}.{kind}", text, "text/html" if kind == "html" else "text/markdown"))
    except DocsError:
        pass


def seconds(name: str, text: str) -> float:
    """Return the CPU seconds of one go."""
    return taken(lambda: work(name, text))


def taken(what: Callable[[], object]) -> float:
    """Return the CPU seconds something takes."""
    start = time.process_time()
    what()
    return time.process_time() - start


async def served(name: str, text: str) -> None:
    """Do the same as the product does it."""
    kind = name.partition("-")[0]
    with suppress(DocsError):
        if kind == "docstring":
            await asyncio.to_thread(prose, text[:_LONGEST_DOCSTRING], 2)
        elif kind == "index":
            await work_on(URL, len(text), parse_index, text, URL)
        else:
            url, media_type = f"{URL}.{kind}", "text/html" if kind == "html" else "text/markdown"
            page = await work_on(url, len(text), page_of, url, text, media_type)
            await work_on(url, len(page.markdown), chunks_of, page)


async def still(name: str, text: str) -> float:
    """Return for how long, in seconds, the loop did nothing while a document was read."""
    longest, last = 0.0, time.perf_counter()
    going = asyncio.create_task(served(name, text))
    while not going.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    await going
    return longest


def main() -> int:
    """Print a line per page; return 1 when one is marked."""
    marked = 0
    for name in sys.argv[1:] or PAGES:
        small, large = PAGES[name](N), PAGES[name](2 * N)
        work(name, small[:1_000])
        first, second = (min(seconds(name, text) for _ in range(GOES)) for text in (small, large))
        stood = min(asyncio.run(still(name, large)) for _ in range(GOES))
        ratio = second / max(first, 1e-3)
        bad = first > MOST_SECONDS or (second > MOST_SECONDS / 10 and ratio > MOST_RATIO) or stood > MOST_STILL
        marked += bad
        known = min(taken(lambda: sum(range(2_000_000))) for _ in range(GOES))
        figures = f"{first * 1e3:7.0f} ms {second * 1e3:7.0f} ms  x{ratio:4.1f}  still {stood * 1e3:5.0f} ms"
        figures += f"  (known loop {known * 1e3:3.0f} ms)"
        print(f"{name:<22} {figures}{'  !' if bad else ''}", flush=True)
    return 1 if marked else 0


if __name__ == "__main__":
    sys.exit(main())
