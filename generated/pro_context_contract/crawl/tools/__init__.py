"""Tools, one module each.

Generated from spec/contracts/crawl/tools/; do not edit.
"""
