"""The delivery of a document: its address, and the validators of its state."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Validators:
    """The server's validators for one state of a document, "" if it sent none."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The delivery of a document, by which its source can check later whether it has changed.

    Attributes:
        url: the address that gave the text (of a page, perhaps its Markdown twin), "" if it is of no use.
        validators: the server's validators.
        storable: False if the server forbids storing the document (Cache-Control: no-store).
        landed: the target of redirects, "" if there were none.
    """

    url: str = ""
    validators: Validators = field(default_factory=Validators)
    storable: bool = True
    landed: str = ""

    @property
    def recognisable(self) -> bool:
        """Tell whether the server can be asked if the document has changed."""
        return self.validators != Validators()
