"""Tools, one module each.

Generated from spec/contracts/toc/tools/; do not edit.
"""
