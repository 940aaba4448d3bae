"""Which libraries and versions exist, which the project has, and whose an address is."""
