from pro_context_engine.domain.model import Symbol, TocEntry
from pro_context_engine.sources.docs_site.inventory import Inventory, InventoryObject
from pro_context_engine.sources.docs_site.inventory_toc import entries_of, symbols_of
from pro_context_engine.sources.docs_site.start_page_links import LinkingPage, frames, linked_pages

FOLDER = "https://docs.example/en/latest/"


def doc(name: str, title: str, uri: str = "") -> InventoryObject:
    return InventoryObject(name, "std", "doc", uri or f"{name}.html", title)


def listed(*objects: InventoryObject) -> tuple[TocEntry, ...]:
    return entries_of(Inventory("harbour", "1.2", objects), FOLDER)


def test_pages_come_with_titles_and_sections_the_start_page_first() -> None:
    entries = listed(
        doc("guide/index", "The guide"),
        doc("guide/mooring", "Mooring a boat"),
        doc("how_to/tie-a-knot", "<no title>"),
        doc("index", "harbour"),
    )
    assert entries == (
        TocEntry("harbour", f"{FOLDER}index.html"),
        TocEntry("The guide", f"{FOLDER}guide/index.html", section="The guide"),
        TocEntry("Mooring a boat", f"{FOLDER}guide/mooring.html", section="The guide"),
        TocEntry("Tie a knot", f"{FOLDER}how_to/tie-a-knot.html", section="How to"),
    )


def test_pages_that_only_list_are_left_out() -> None:
    names = ["genindex", "genindex-A", "search", "py-modindex", "modindex", "research"]
    assert [entry.title for entry in listed(*(doc(name, name) for name in names))] == ["research"]


def test_no_address_leaves_the_site() -> None:
    uris = ["https://evil.example/a.html", "../../b.html", "//evil.example/c", "..%2fd.html", "a/../../../e.html"]
    assert listed(*(doc(f"page{n}", "Page", uri) for n, uri in enumerate(uris))) == ()


def test_symbols_are_dotted_names_of_any_domain_but_labels() -> None:
    objects = (
        InventoryObject("boat.Boat.moor", "py", "method", "api.html#boat.Boat.moor", ""),
        InventoryObject("boat.Boat.moor.params.rope", "py", "parameter", "api.html#boat.Boat.moor.params.rope", ""),
        InventoryObject("boat", "py", "module", "api.html#module-boat", ""),
        InventoryObject("some.label", "std", "label", "api.html#some-label", ""),
        InventoryObject("hull.Hull", "js", "class", "https://evil.example/#hull.Hull", ""),
    )
    assert symbols_of(Inventory("", "", objects), FOLDER) == (
        Symbol("boat.Boat.moor", f"{FOLDER}api.html#boat.Boat.moor"),
    )


def test_a_start_page_lists_its_own_folder() -> None:
    document = LinkingPage(
        '<nav><a href="guide/">Guide</a> <a href="api.html#top">API <b>reference</b></a> <a href="#here">Here</a>'
        '<a href="api.html">again</a><a href="/other/page">Elsewhere</a><a href="https://evil.example/x">Evil</a>'
        '<a href="logo.png">Logo</a><a href="search.html">Search</a><a href="a?x=1">Query</a><a href="../up">Up</a>'
        '<script>"<a href=hidden.html>Hidden</a>"</script>',
        f"{FOLDER}index.html",
    )
    assert linked_pages([document]) == (
        TocEntry("Start page", f"{FOLDER}index.html"),
        TocEntry("Guide", f"{FOLDER}guide/"),
        TocEntry("API reference", f"{FOLDER}api.html"),
    )


def test_a_page_with_one_link_lists_nothing() -> None:
    assert linked_pages([LinkingPage('<a href="guide/">Guide</a>', FOLDER)]) == ()


def test_pages_that_a_listed_page_links_to_follow_it() -> None:
    start = LinkingPage('<base href="ref/"><a href="a.html">A</a><a href="b.xhtml">B</a>', FOLDER)
    links = '<a href="a1.html">A 1</a><a href="b.xhtml">Next</a><a href="c.html">Up</a><a href="../index.html">Home</a>'
    copies = '<a href="a-members.html">All</a><a href="a_source.html">Source</a><a href="class-use/A.html">Use</a>'
    entries = linked_pages([start], {f"{FOLDER}ref/a.html": LinkingPage(links + copies, f"{FOLDER}ref/a.html")})
    assert [entry.url.removeprefix(f"{FOLDER}ref/") for entry in entries[1:]] == ["a.html", "a1.html", "b.xhtml"]


def test_the_frames_of_a_site_are_in_its_folder() -> None:
    document = '<frameset><frame src="toc.html"><frame src="https://evil.example/x.html"><frame src="../up.html">'
    assert frames(LinkingPage(document, FOLDER)) == (f"{FOLDER}toc.html",)


def test_a_text_that_leads_to_several_pages_is_the_title_of_none_that_has_another() -> None:
    links = "".join(f'<a href="{name}.html">Top</a><a href="{name}.html#x">{name.title()}</a>' for name in ("a", "b"))
    entries = linked_pages([LinkingPage(f'{links}<a href="c.html">Top</a>', FOLDER)])
    assert [entry.title for entry in entries] == ["Start page", "A", "B", "Top"]
