"""The crawl contract.

Generated from spec/contracts/crawl/; do not edit.
"""
