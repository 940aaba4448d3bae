"""Further calls as models make them, each with the call that it stands for, None where it has no one reading."""

from __future__ import annotations

from typing import Any

WHEEL = "pypi/brightwheel"
CHAIN = "langchain-ai/langchain"
README = "pypi://brightwheel/2.4.1/readme"
CODE = "import brightwheel\n"

CASES: list[tuple[str, dict[str, Any], dict[str, Any] | None]] = [
    (
        "get-docs",
        {"arguments": {"libraryId": WHEEL, "topic": "retry"}},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"input": {"libraries": [{"libraryId": WHEEL}], "topic": "retry"}},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"params": '{"library": "pypi/brightwheel", "query": "retry"}'},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"name": "get-docs", "arguments": {"libraries": [{"libraryId": WHEEL}], "topic": "retry"}},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    ("get-docs", {"lib": WHEEL, "topic": "retry"}, {"libraries": [{"libraryId": WHEEL}], "topic": "retry"}),
    ("get-docs", {"pkg": WHEEL, "query": "retry"}, {"libraries": [{"libraryId": WHEEL}], "topic": "retry"}),
    (
        "get-docs",
        {"libraryIds": f"{WHEEL},{CHAIN}", "topic": "retry"},
        {"libraries": [{"libraryId": WHEEL}, {"libraryId": CHAIN}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"libraries": f"{WHEEL}, {CHAIN}", "topic": "retry"},
        {"libraries": [{"libraryId": WHEEL}, {"libraryId": CHAIN}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"Library": WHEEL, "Topic": "retry", "Max Tokens": "2000"},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry", "maxTokens": 2000},
    ),
    (
        "get-docs",
        {"package_name": WHEEL, "search_query": "retry"},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"library": WHEEL, "prompt": "retry", "token_budget": 2000},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry", "maxTokens": 2000},
    ),
    ("get-docs", {"libraries": [[WHEEL]], "topic": "retry"}, {"libraries": [{"libraryId": WHEEL}], "topic": "retry"}),
    (
        "get-docs",
        {"library": "pypi/brightwheel 2.4.1", "topic": "retry"},
        {"libraries": [{"libraryId": WHEEL, "version": "2.4.1"}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"library": "pypi/brightwheel/2.4.1", "topic": "retry"},
        {"libraries": [{"libraryId": WHEEL, "version": "2.4.1"}], "topic": "retry"},
    ),
    (
        "get-docs",
        {
            "library": {
                "libraryId": WHEEL,
                "name": "brightwheel",
                "description": "Text.",
                "languages": ["python"],
                "relevance": 1.0,
                "matchedVia": "package_name",
            },
            "topic": "retry",
        },
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"libraryId": '{"libraryId": "pypi/brightwheel"}', "topic": "retry", "context": None},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry"},
    ),
    (
        "get-docs",
        {"library": WHEEL, "topic": "retry", "error_message": "DeliveryFailed: no"},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry", "context": "DeliveryFailed: no"},
    ),
    (
        "get-docs",
        {"library": WHEEL, "keyword": "retry", "package_version": "2.4.1"},
        {"libraries": [{"libraryId": WHEEL}], "topic": "retry", "version": "2.4.1"},
    ),
    ("get-docs", {"library": WHEEL, "topic": "retry", "limit": 3}, None),
    ("get-docs", {"library": WHEEL, "lib": "pypi/other", "topic": "retry"}, None),
    ("get-library-info", {"args": {"library": WHEEL}}, {"libraryId": WHEEL}),
    ("get-library-info", {"lib": WHEEL}, {"libraryId": WHEEL}),
    (
        "get-library-info",
        {"pkg": WHEEL, "max_tokens": "1000", "version": None},
        {"libraryId": WHEEL, "maxTokens": 1000},
    ),
    (
        "get-library-info",
        {"library": {"libraryId": WHEEL, "name": "brightwheel", "relevance": 0.9}},
        {"libraryId": WHEEL},
    ),
    ("get-library-info", {"libraryId": [WHEEL], "search": "retry"}, {"libraryId": WHEEL, "topic": "retry"}),
    ("get-library-info", {"module": WHEEL}, {"libraryId": WHEEL}),
    ("get-library-info", {"libraryId": WHEEL, "filter": "retry"}, {"libraryId": WHEEL, "topic": "retry"}),
    ("get-library-info", {"libraries": [WHEEL, CHAIN]}, None),
    ("search-docs", {"input": {"q": "retry", "lib": WHEEL}}, {"query": "retry", "libraryIds": [WHEEL]}),
    (
        "search-docs",
        {"query": "retry", "libraryIds": f"{WHEEL},{CHAIN}"},
        {"query": "retry", "libraryIds": [WHEEL, CHAIN]},
    ),
    ("search-docs", {"searchTerm": "retry", "pkg": WHEEL}, {"query": "retry", "libraryIds": [WHEEL]}),
    (
        "search-docs",
        {"query": "retry", "lib": WHEEL, "num_results": "3"},
        {"query": "retry", "libraryIds": [WHEEL], "maxResults": 3},
    ),
    (
        "search-docs",
        {"query": "retry", "libraries": WHEEL, "k": 3},
        {"query": "retry", "libraryIds": [WHEEL], "maxResults": 3},
    ),
    (
        "search-docs",
        {"pattern": "retr(y|ies)", "library": WHEEL},
        {"query": "retr(y|ies)", "match": "pattern", "libraryIds": [WHEEL]},
    ),
    (
        "search-docs",
        {"regex": "retr(y|ies)", "library": WHEEL, "where": "code"},
        {"query": "retr(y|ies)", "match": "pattern", "libraryIds": [WHEEL], "in": "source"},
    ),
    (
        "search-docs",
        {"query": "def deliver", "library": WHEEL, "match": "exact", "in": "src"},
        {"query": "def deliver", "libraryIds": [WHEEL], "match": "text", "in": "source"},
    ),
    (
        "search-docs",
        {"query": "retr.*", "library": WHEEL, "mode": "regex"},
        {"query": "retr.*", "libraryIds": [WHEEL], "match": "pattern"},
    ),
    (
        "search-docs",
        {"query": "retry", "libraryIds": [WHEEL], "in": "documentation"},
        {"query": "retry", "libraryIds": [WHEEL], "in": "docs"},
    ),
    (
        "search-docs",
        {"text": "retry", "library_names": ["brightwheel"]},
        {"query": "retry", "libraryIds": ["brightwheel"]},
    ),
    ("search-docs", {"keywords": ["retry"], "library": WHEEL}, {"query": "retry", "libraryIds": [WHEEL]}),
    (
        "search-docs",
        {"query": "retry", "filters": {"library": WHEEL}},
        {"query": "retry", "libraryIds": [WHEEL]},
    ),
    ("search-docs", {"pattern": "a", "query": "b", "library": WHEEL}, None),
    ("read-page", {"args": {"url": README}}, {"url": README}),
    ("read-page", {"source": README}, {"url": README}),
    ("read-page", {"urls": [README]}, {"url": README}),
    ("read-page", {"page_url": README, "line_count": "20"}, {"url": README, "maxLines": 20}),
    ("read-page", {"link": {"title": "Readme", "url": README}}, {"url": README}),
    (
        "read-page",
        {"url": {"url": README, "title": "Readme", "section": "Overview", "relevance": 0.9}},
        {"url": README},
    ),
    ("read-page", {"URL": README, "skip": 1}, {"url": README, "offset": 1}),
    ("read-page", {"path": README, "count": 20}, {"url": README, "maxLines": 20}),
    ("read-page", {"urls": [README, "pypi://brightwheel/2.4.1/readme#x"]}, None),
    ("read-page", {"url": README, "startLine": 10}, None),
    ("resolve-library", {"input": {"library_name": "langchain"}}, {"query": "langchain"}),
    ("resolve-library", {"lib": "langchain"}, {"query": "langchain"}),
    ("resolve-library", {"libraries": ["langchain"]}, {"query": "langchain"}),
    (
        "resolve-library",
        {"keyword": "langchain", "programming_language": "python"},
        {"query": "langchain", "language": "python"},
    ),
    ("resolve-library", {"module": "langchain", "languages": ["python"]}, {"query": "langchain", "language": "python"}),
    ("resolve-library", {"searchTerm": "langchain"}, {"query": "langchain"}),
    ("list-libraries", {"arguments": {}}, {}),
    ("list-libraries", {"input": {"limit": 3}}, {"limit": 3}),
    ("list-libraries", {"max": "3", "skip": "1"}, {"limit": 3, "offset": 1}),
    ("list-libraries", {"page_size": 3, "categories": ["web"]}, {"limit": 3, "category": "web"}),
    ("list-libraries", {"programmingLanguage": "python", "n": 3}, {"language": "python", "limit": 3}),
    ("check-code", {"input": {"code": CODE}}, {"code": CODE}),
    ("check-code", {"source_code": CODE, "lang": "py"}, {"code": CODE, "language": "python"}),
    ("check-code", {"code": CODE, "language": "Python3"}, {"code": CODE, "language": "python"}),
    ("check-code", {"code": "const a = 1;\n", "language": "ts"}, {"code": "const a = 1;\n", "language": "typescript"}),
    ("check-code", {"code": CODE, "include_deprecated": "false"}, {"code": CODE, "includeDeprecated": False}),
    (
        "check-code",
        {"script": CODE, "libs": "pypi/brightwheel@2.4.1"},
        {"code": CODE, "libraries": [{"libraryId": WHEEL, "version": "2.4.1"}]},
    ),
    (
        "check-code",
        {"code": CODE, "dependencies": ["pypi/brightwheel==2.4.1"]},
        {"code": CODE, "libraries": [{"libraryId": WHEEL, "version": "2.4.1"}]},
    ),
    (
        "check-code",
        {"code": CODE, "libraries": f"{WHEEL},{CHAIN}"},
        {"code": CODE, "libraries": [{"libraryId": WHEEL}, {"libraryId": CHAIN}]},
    ),
    (
        "check-code",
        {"code": CODE, "max_findings": "5", "deprecated": True},
        {"code": CODE, "maxFindings": 5, "includeDeprecated": True},
    ),
    ("check-code", {"code": CODE, "filename": "a.py"}, None),
    (
        "compare-versions",
        {"arguments": {"library": WHEEL, "from_version": "2.4.1", "to_version": "installed"}},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed"},
    ),
    (
        "compare-versions",
        {"lib": WHEEL, "before": "2.4.1", "after": "installed"},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed"},
    ),
    (
        "compare-versions",
        {"pkg": WHEEL, "previousVersion": "2.4.1", "nextVersion": "installed"},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed"},
    ),
    (
        "compare-versions",
        {"library": WHEEL, "from": 2, "to": "installed"},
        {"libraryId": WHEEL, "from": "2", "to": "installed"},
    ),
    (
        "compare-versions",
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed", "symbols": "Courier, RetryPolicy"},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed", "names": ["Courier", "RetryPolicy"]},
    ),
    (
        "compare-versions",
        {"package": WHEEL, "v1": "2.4.1", "v2": "installed", "max_tokens": "1000"},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed", "maxTokens": 1000},
    ),
    (
        "compare-versions",
        {"library": WHEEL, "fromVersion": "2.4.1", "toVersion": "installed", "sourceCode": CODE},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed", "code": CODE},
    ),
    (
        "compare-versions",
        {"library": WHEEL, "versions": ["2.4.1", "installed"]},
        {"libraryId": WHEEL, "from": "2.4.1", "to": "installed"},
    ),
    ("compare-versions", {"library": WHEEL, "from": 2.4, "to": "installed"}, None),
]
