"""A documentation site that misbehaves: every fault by its path, and a count of what was asked.

    async with fault_site() as site:
        await fetcher.fetch(site.url("truncated"), origins=[site.origin])
        assert site.asked["truncated"] == 1

`python -m tests.faults` serves it until it is interrupted, for trying things out by hand.
"""
