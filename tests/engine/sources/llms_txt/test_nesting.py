from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.llms_files.link_list import MAX_ENTRIES, parse_index
from pro_context_engine.sources.llms_txt.nesting import linked_full_text, merge_sub_indexes, sub_indexes

URL = "https://docs.example/llms.txt"


def entries(text: str, url: str = URL) -> tuple[TocEntry, ...]:
    return parse_index(text, url)[2]


ROOT = entries(
    "# Root\n## Start\n- [Intro](/intro)\n## Parts\n- [API](/api/llms.txt): All calls\n- [Python](/llms/python.txt)\n"
    "- [Components](/llms-components.txt)\n- [Full](/llms-full.txt)\n- [Short](/llms-small.txt)\n"
    "- [Robots](/robots.txt)\n- [Elsewhere](https://other.example/llms.txt)\n- [Below](https://sdk.docs.example/llms.txt)\n"
)


def test_which_links_lead_to_other_indexes() -> None:
    assert [entry.title for entry in sub_indexes(ROOT, URL)] == ["API", "Python", "Components", "Below"]


def test_headings_of_a_file_are_no_indexes() -> None:
    assert sub_indexes([TocEntry("A", "https://docs.example/sub/llms.txt#a")], URL) == []


def test_the_full_text_an_index_links_to() -> None:
    assert linked_full_text(ROOT, URL) == "https://docs.example/llms-full.txt"
    assert linked_full_text(ROOT[:1], URL) is None
    assert linked_full_text(entries("- [F](https://other.example/llms-full.txt)"), URL) is None


def test_the_pages_of_sub_indexes_take_the_place_of_their_links() -> None:
    api = entries(
        "## Users\n- [Get](get): One user\n- [Intro](/intro)\n- [Deeper](v2/llms.txt)\n", f"{URL}/../api/llms.txt"
    )
    pages = merge_sub_indexes(ROOT, URL, {"https://docs.example/api/llms.txt": api})
    assert [(page.title, page.section, page.description) for page in pages] == [
        ("Intro", "Start", ""),
        ("Get", "API", "One user"),
        ("Robots", "Parts", ""),
        ("Elsewhere", "Parts", ""),
    ]


def test_however_much_sub_indexes_list_there_is_a_bound() -> None:
    many = [TocEntry(str(number), f"https://docs.example/{number}") for number in range(MAX_ENTRIES)]
    assert len(merge_sub_indexes(ROOT, URL, {"https://docs.example/api/llms.txt": many})) == MAX_ENTRIES
