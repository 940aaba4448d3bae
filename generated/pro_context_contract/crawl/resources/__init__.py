"""Resources, one module each.

Generated from spec/contracts/crawl/resources/; do not edit.
"""
