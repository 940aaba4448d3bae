"""The sections of a package's table of contents."""

OVERVIEW = "Overview"
DOCUMENTATION = "Documentation"
API_REFERENCE = "API reference"
