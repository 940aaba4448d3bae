"""The properties of a source that other rooms act on, so that none of them decides by a source's name."""

from __future__ import annotations

from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.value_class import value_class


@value_class
class AddressRule:
    """The reason why an address that a source owns may be read.

    Attributes:
        rule: the rule that decides.
        reason: the rule in words; `{library}` stands for the library's id.
        unserved: the words for a version that the source does not serve, "" for the same words.
    """

    rule: UrlRule
    reason: str
    unserved: str = ""


CONFIGURED_ADDRESS = AddressRule(UrlRule.CUSTOM_SOURCE, "it belongs to a custom source of {library}")
"""The rule for the addresses of every source that the configuration names."""


@value_class
class SourceTraits:
    """The properties in which one source differs from another.

    Attributes:
        label: the name of the source in explanations.
        reads_web: whether the source reads any page of the web that its library names, not only addresses it owns.
        reads_any_site: whether it also reads the sites of libraries that it does not serve.
        is_configured: whether the operator's configuration names the source for its library. Such a source is asked
            for every version, answers first, and takes the pages of a crawl of its site.
        reads_registry: whether it reads the addresses that the registry has of a library.
        has_llms_txt: whether its table of contents is the llms.txt of the library.
        is_package: whether it reads one package in its exact version, so that it also has a package that is published
            together with others (`Library.part_of`).
        is_own_copy: whether it has the packages that Pro-Context itself runs with, which say nothing about a project.
        address_rule: why the addresses that `Source.owner` claims may be read, None for a source that claims none.
    """

    label: str
    reads_web: bool = False
    reads_any_site: bool = False
    is_configured: bool = False
    reads_registry: bool = False
    has_llms_txt: bool = False
    is_package: bool = False
    is_own_copy: bool = False
    address_rule: AddressRule | None = None
