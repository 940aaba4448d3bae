"""How a document came, and by what its server recognises the state it was in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said to recognise one state of a document by, "" where it said nothing."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a document came, by which its source can tell later whether it is still the same.

    Attributes:
        url: the address that gave the text (of a page, perhaps its Markdown twin), "" where that is of no use.
        validators: as the server sent them.
        storable: False where the server forbids keeping the document (Cache-Control: no-store).
        landed: the address that redirects led to, "" where there were none.
    """

    url: str = ""
    validators: Validators = field(default_factory=Validators)
    storable: bool = True
    landed: str = ""

    @property
    def recognisable(self) -> bool:
        """Tell whether the server can be asked if the document is still the same."""
        return self.validators != Validators()
