"""The arguments of calls as models write them, read as the published schemas have them; `readings` is the entrance."""
